#include "kernels/sparse/testing/labeled_examples.h"

#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

Eigen::MatrixXd Draw(int rows, int columns, common::RandomStream& stream) {
  Eigen::MatrixXd matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = stream.Normal();
  return matrix;
}

}  // namespace

LabeledExamples ExamplesOfClasses(const ExamplesOptions& options, uint64_t seed) {
  common::RandomStream stream(seed, "labeled examples");
  LabeledExamples examples;
  examples.features.resize(options.dimension, options.classes * options.each);
  for (int k = 0; k < options.classes; ++k) {
    const Eigen::MatrixXd span = Draw(options.dimension, options.extent, stream);
    const Eigen::MatrixXd coefficients = Draw(options.extent, options.each, stream);
    const Eigen::MatrixXd noise = Draw(options.dimension, options.each, stream);
    examples.features.middleCols(k * options.each, options.each) =
        span * coefficients + options.noise * noise;
    examples.labels.insert(examples.labels.end(), options.each, 10 + 3 * k);
  }
  return examples;
}

Eigen::MatrixXd RandomMatrix(int rows, int columns, uint64_t seed) {
  common::RandomStream stream(seed, "matrix");
  return Draw(rows, columns, stream);
}

}  // namespace structlab::kernels
