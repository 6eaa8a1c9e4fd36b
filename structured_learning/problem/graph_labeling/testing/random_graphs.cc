#include "structured_learning/problem/graph_labeling/testing/random_graphs.h"

#include <cmath>
#include <memory>
#include <utility>

#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

int UpTo(common::RandomStream& stream, int max) { return static_cast<int>(stream.UniformIndex(max)) + 1; }

std::vector<NodePair> RandomEdges(common::RandomStream& stream, int nodes, bool tree) {
  std::vector<NodePair> edges;
  for (int q = 1; q < nodes; ++q) {
    const int parent = static_cast<int>(stream.UniformIndex(q));
    for (int p = 0; p < q; ++p) {
      const bool is_drawn = tree ? p == parent : stream.Uniform() < 0.6;
      if (is_drawn) edges.push_back(stream.Uniform() < 0.5 ? NodePair{p, q} : NodePair{q, p});
    }
  }
  return edges;
}

GraphSample RandomGraph(common::RandomStream& stream, const RandomGraphOptions& options) {
  const auto number = [&] {
    return options.integers ? static_cast<double>(stream.UniformIndex(5)) - 2 : stream.Normal();
  };
  GraphSample sample;
  int nodes = UpTo(stream, options.max_nodes);
  if (options.grid) {
    sample.grid_width = UpTo(stream, std::min(3, options.max_nodes));
    sample.grid_height = UpTo(stream, options.max_nodes / sample.grid_width);
    nodes = sample.grid_width * sample.grid_height;
    sample.edges = GridEdges(sample.grid_width, sample.grid_height, 4);
  } else {
    sample.edges = RandomEdges(stream, nodes, options.tree);
  }
  DenseRows features(nodes, options.node_features);
  for (double& value : features.reshaped()) value = number();
  sample.edge_features.resize(std::ssize(sample.edges), options.edge_features);
  for (double& value : sample.edge_features.reshaped()) value = std::abs(number());
  for (int node = 0; node < nodes; ++node) {
    sample.labels.push_back(stream.Uniform() < 0.5 ? 0 : 1);
    const double weight = options.integers ? UpTo(stream, 3) : 0.5 + stream.Uniform();
    sample.loss_weights.push_back(node > 0 && stream.UniformIndex(6) == 0 ? 0 : weight);
  }
  if (options.sparse) {
    sample.features = SparseRows(features.sparseView());
  } else {
    sample.features = std::move(features);
  }
  return sample;
}

}  // namespace

GraphSamples RandomGraphs(uint64_t seed, const RandomGraphOptions& options) {
  common::RandomStream stream(seed, "random graphs");
  GraphSamples samples;
  for (int i = 0; i < options.graphs; ++i) {
    samples.push_back(std::make_shared<const GraphSample>(RandomGraph(stream, options)));
  }
  return samples;
}

DenseVector RandomWeightsWithin(const GraphLabelingProblem& problem, uint64_t seed, bool integers) {
  common::RandomStream stream(seed, "random graph weights");
  DenseVector weights(problem.dimension());
  for (double& weight : weights) {
    weight = integers ? static_cast<double>(stream.UniformIndex(7)) - 3 : stream.Normal();
  }
  return problem.WeightBounds().Clip(weights);
}

OutputsOf<GraphLabelingProblem> ListLabelings(const GraphLabelingProblem& problem) {
  OutputsOf<GraphLabelingProblem> outputs(problem.size());
  for (int i = 0; i < problem.size(); ++i) {
    const int nodes = problem.sample(i).num_nodes();
    for (int code = 0; code < 1 << nodes; ++code) {
      BinaryLabels labels(nodes);
      for (int node = 0; node < nodes; ++node) labels[node] = (code >> (nodes - 1 - node)) & 1;
      outputs[i].push_back(std::move(labels));
    }
  }
  return outputs;
}

}  // namespace structlab::structured_learning
