#include "experiments/datasets/objects/labelled_graphs.h"

#include <memory>
#include <utility>
#include <variant>

namespace structlab::datasets {

using namespace structured_learning;

GraphSample GraphOf(const ImageUnits& units, const FeatureGroups& groups, BinaryLabels labels,
                    std::vector<double> loss_weights) {
  GraphSample sample;
  sample.features = UnitFeatures(units, groups, /*book=*/nullptr);
  sample.edges = units.edges;
  sample.edge_features = UnitEdgeFeatures(units);
  sample.labels = std::move(labels);
  sample.loss_weights = std::move(loss_weights);
  sample.grid_width = units.grid_width;
  sample.grid_height = units.grid_height;
  return sample;
}

GraphSplit SplitAndStandardize(LabelledGraphs graphs, int num_train) {
  StandardizationBuilder builder;
  for (int i = 0; i < num_train; ++i) builder.Add(std::get<DenseRows>(graphs[i].features));
  const Standardization standardization = builder.Build();
  GraphSplit split;
  for (int i = 0; i < std::ssize(graphs); ++i) {
    standardization.Apply(std::get<DenseRows>(graphs[i].features));
    GraphSamples& samples = i < num_train ? split.train : split.test;
    samples.push_back(std::make_shared<const GraphSample>(std::move(graphs[i])));
  }
  return split;
}

}  // namespace structlab::datasets
