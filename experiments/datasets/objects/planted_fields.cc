#include "experiments/datasets/objects/planted_fields.h"

#include <memory>
#include <utility>

#include "common/random_stream.h"

namespace structlab::datasets {

using structured_learning::DenseRows;
using structured_learning::GraphSample;

namespace {

// Each value becomes the sum of itself and its neighbours; outside is 0.
DenseRows Blurred(const DenseRows& field) {
  DenseRows sum = field;
  const Eigen::Index rows = field.rows(), columns = field.cols();
  sum.topRows(rows - 1) += field.bottomRows(rows - 1);
  sum.bottomRows(rows - 1) += field.topRows(rows - 1);
  sum.leftCols(columns - 1) += field.rightCols(columns - 1);
  sum.rightCols(columns - 1) += field.leftCols(columns - 1);
  return sum;
}

}  // namespace

structured_learning::GraphSamples PlantedFields(const PlantedFieldOptions& options, uint64_t seed) {
  structured_learning::GraphSamples samples;
  for (int index = 0; index < options.count; ++index) {
    common::RandomStream stream(seed, "planted fields", static_cast<uint64_t>(index));
    DenseRows field(options.side, options.side);
    for (double& value : field.reshaped<Eigen::RowMajor>()) value = stream.Normal();
    for (int round = 0; round < options.blur; ++round) field = Blurred(field);
    GraphSample sample;
    DenseRows features(field.size(), 2);
    for (Eigen::Index node = 0; node < field.size(); ++node) {
      const bool is_one = field.data()[node] > 0;
      sample.labels.push_back(is_one ? 1 : 0);
      features(node, 0) = (is_one ? options.evidence : -options.evidence) + stream.Normal();
      features(node, 1) = 1;
    }
    sample.features = std::move(features);
    sample.edges = structured_learning::GridEdges(options.side, options.side, options.neighbours);
    sample.edge_features = DenseRows::Ones(std::ssize(sample.edges), 1);
    sample.loss_weights.assign(sample.labels.size(), 1.0);
    if (options.neighbours == 4) sample.grid_width = sample.grid_height = options.side;
    samples.push_back(std::make_shared<const GraphSample>(std::move(sample)));
  }
  return samples;
}

}  // namespace structlab::datasets
