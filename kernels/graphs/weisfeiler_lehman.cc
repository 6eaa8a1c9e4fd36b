#include "kernels/graphs/weisfeiler_lehman.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kMostEntries = int64_t{1} << 30;

// What a node's next colour stands for.
using Signature = std::vector<int>;

struct SignatureHash {
  size_t operator()(const Signature& signature) const {
    return XXH3_64bits(signature.data(), signature.size() * sizeof(int));
  }
};

using Colouring = std::vector<int>;  // of the nodes of a graph

// The node's colour, then those of its neighbours in ascending order, each with the label of the edge.
void SetSignature(const Graph& graph, int node, const Colouring& colours, bool use_labels,
                  std::vector<std::pair<int, int>>& around, Signature& signature) {
  const std::span<const int> neighbors = graph.neighbors(node);
  const std::span<const int> labels = use_labels ? graph.edge_labels(node) : std::span<const int>();
  around.clear();
  for (size_t i = 0; i < neighbors.size(); ++i) {
    around.emplace_back(colours[static_cast<size_t>(neighbors[i])], labels.empty() ? 0 : labels[i]);
  }
  std::sort(around.begin(), around.end());
  signature.assign(1, colours[static_cast<size_t>(node)]);
  for (const auto& [colour, label] : around) {
    signature.push_back(colour);
    signature.push_back(label);
  }
}

void CheckArguments(std::span<const Graph> graphs, int iterations, NodeLabels labels) {
  if (iterations < 0) common::ThrowUsageError("iterations", "0 or more", std::to_string(iterations));
  int64_t nodes = 0;
  for (const Graph& graph : graphs) nodes += graph.num_nodes();
  if (nodes * (int64_t{iterations} + 1) > kMostEntries) {
    common::ThrowUsageError(
        "iterations",
        "at most " + std::to_string(kMostEntries / nodes - 1) + " for " + std::to_string(nodes) + " nodes",
        std::to_string(iterations));
  }
  if (labels == NodeLabels::kIgnore) return;
  for (size_t g = 0; g < graphs.size(); ++g) {
    if (graphs[g].has_node_labels() || graphs[g].num_nodes() == 0) continue;
    common::ThrowUsageError("labels", "graphs with labels of their nodes",
                            "graph " + std::to_string(g) + " without");
  }
}

}  // namespace

SparseFeatures WeisfeilerLehmanFeatures(std::span<const Graph> graphs, int iterations, NodeLabels labels) {
  CheckArguments(graphs, iterations, labels);
  const bool use_labels = labels == NodeLabels::kUse;
  std::vector<Colouring> colourings;
  std::vector<Eigen::Triplet<double>> entries;
  int num_columns = 0;
  for (int round = 0; round <= iterations; ++round) {
    // Every round has colours of its own.
    std::unordered_map<Signature, int, SignatureHash> numbers;
    Signature signature;
    std::vector<std::pair<int, int>> around;
    std::vector<Colouring> next(graphs.size());
    for (size_t g = 0; g < graphs.size(); ++g) {
      for (int node = 0; node < graphs[g].num_nodes(); ++node) {
        if (round == 0) {
          signature.assign(1, use_labels ? graphs[g].node_labels()[static_cast<size_t>(node)] : 0);
        } else {
          SetSignature(graphs[g], node, colourings[g], use_labels, around, signature);
        }
        const int colour =
            numbers.emplace(signature, num_columns + static_cast<int>(numbers.size())).first->second;
        next[g].push_back(colour);
        entries.emplace_back(static_cast<int>(g), colour, 1.0);
      }
    }
    num_columns += static_cast<int>(numbers.size());
    colourings = std::move(next);
  }
  SparseFeatures features(static_cast<Eigen::Index>(graphs.size()), num_columns);
  features.setFromTriplets(entries.begin(), entries.end());
  return features;
}

}  // namespace structlab::kernels
