#include "structured_learning/problem/random_multiclass.h"

#include <utility>
#include <vector>

#include "common/random_stream.h"

namespace structlab::structured_learning {

MulticlassProblem RandomMulticlass(uint64_t seed) {
  common::RandomStream random(seed, "random multiclass");
  const int classes = 2 + static_cast<int>(random.UniformIndex(3));
  const int features = 1 + static_cast<int>(random.UniformIndex(3));
  const int samples = 1 + static_cast<int>(random.UniformIndex(8));
  Eigen::MatrixXd inputs(features, samples);
  std::vector<int> labels;
  for (int i = 0; i < samples; ++i) {
    labels.push_back(static_cast<int>(random.UniformIndex(classes)));
    for (int k = 0; k < features; ++k) inputs(k, i) = random.Normal();
  }
  if (seed % 2 == 0) {
    inputs.col(samples - 1) = inputs.col(0);
    labels.back() = labels.front();
  }
  Eigen::MatrixXd losses = Eigen::MatrixXd::Zero(classes, classes);
  for (int a = 0; a < classes; ++a) {
    for (int b = 0; b < classes; ++b) {
      if (a != b && random.Uniform() > 0.1) losses(a, b) = random.Uniform(0, 2);
    }
  }
  return {std::move(inputs), std::move(labels), std::move(losses)};
}

DenseVector RandomWeights(uint64_t seed, int size) {
  common::RandomStream random(seed, "random weights");
  DenseVector weights(size);
  for (int j = 0; j < size; ++j) weights[j] = random.Normal();
  return weights;
}

}  // namespace structlab::structured_learning
