#include "kernels/graphs/weisfeiler_lehman.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kMaxColours = int64_t{1} << 28;  // of nodes, in all iterations

using Colouring = std::vector<uint64_t>;  // one colour per node of a graph

uint64_t Digest(uint64_t a, uint64_t b, uint64_t c) {
  const std::array<uint64_t, 3> text = {a, b, c};
  return XXH3_64bits(text.data(), sizeof(text));
}

uint64_t Beside(uint64_t colour, int edge_label) {
  return Digest(colour, static_cast<uint64_t>(edge_label), 1);
}

Colouring FirstColours(const Graph& graph, bool use_labels) {
  Colouring colours;
  colours.reserve(graph.num_nodes());
  for (size_t node = 0; node < static_cast<size_t>(graph.num_nodes()); ++node) {
    colours.push_back(Digest(use_labels ? static_cast<uint64_t>(graph.node_labels()[node]) : 0, 0, 0));
  }
  return colours;
}

// A multiset is digested by the sum of its digests, which does not depend on an order: nothing is sorted.
Colouring Refine(const Graph& graph, const Colouring& colours, bool use_labels) {
  const bool label_edges = use_labels && graph.has_edge_labels();
  Colouring beside, refined;
  for (const uint64_t colour : colours) beside.push_back(Beside(colour, 0));
  refined.reserve(colours.size());
  for (int node = 0; node < graph.num_nodes(); ++node) {
    const std::span<const int> neighbors = graph.neighbors(node), labels = graph.edge_labels(node);
    uint64_t sum = 0;
    for (size_t i = 0; i < neighbors.size(); ++i) {
      const size_t neighbor = neighbors[i];
      sum += label_edges ? Beside(colours[neighbor], labels[i]) : beside[neighbor];
    }
    // The 2 distinguishes refined colours from initial ones. The colours of different iterations differ
    // by the node's own colour.
    refined.push_back(Digest(colours[node], sum, 2));
  }
  return refined;
}

void AppendCounts(Colouring colours, std::vector<NamedValue>& row) {
  std::sort(colours.begin(), colours.end());
  for (size_t first = 0, last; first < colours.size(); first = last) {
    for (last = first; last < colours.size() && colours[last] == colours[first];) ++last;
    row.push_back({colours[first], static_cast<double>(last - first)});
  }
}

std::vector<NamedValue> CountColours(const Graph& graph, int iterations, bool use_labels) {
  std::vector<NamedValue> row;
  if (graph.num_nodes() == 0) return row;
  Colouring colours = FirstColours(graph, use_labels);
  AppendCounts(colours, row);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    common::StopPoint();
    colours = Refine(graph, colours, use_labels);
    AppendCounts(colours, row);
  }
  std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return row;
}

void CheckIterations(std::span<const Graph> graphs, int iterations) {
  if (iterations < 0 || iterations > kMaxWeisfeilerLehmanIterations) {
    common::ThrowUsageError("iterations", fmt::format("0 to {}", kMaxWeisfeilerLehmanIterations),
                            std::to_string(iterations));
  }
  int64_t nodes = 0;
  for (const Graph& graph : graphs) nodes += graph.num_nodes();
  const int64_t colours = nodes * (int64_t{iterations} + 1);
  if (colours <= kMaxColours) return;
  common::ThrowUsageError("iterations", "at most 2^28 colours of nodes, iterations + 1 for each node",
                          fmt::format("{} for {} nodes", colours, nodes));
}

}  // namespace

NamedFeatures WeisfeilerLehmanFeatures(std::span<const Graph> graphs, int iterations, NodeLabels labels,
                                       common::ThreadPool& pool) {
  CheckIterations(graphs, iterations);
  CheckLabels(graphs, labels);
  std::vector<std::vector<NamedValue>> rows(graphs.size());
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()), [&](int64_t g) {
    rows[g] = CountColours(graphs[g], iterations, labels == NodeLabels::kUse);
  });
  return JoinRows(rows);
}

}  // namespace structlab::kernels
