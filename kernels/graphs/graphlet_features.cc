#include "kernels/graphs/graphlet_features.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::kernels {
namespace {

constexpr int kMaxNodesToCount = 1 << 20;  // the limit of CountAllGraphlets

using Entries = std::vector<std::pair<int, double>>;  // columns and values

SparseFeatures FromRows(const std::vector<Entries>& rows, Eigen::Index columns) {
  std::vector<Eigen::Triplet<double>> entries;
  for (size_t row = 0; row < rows.size(); ++row) {
    for (const auto& [column, value] : rows[row]) entries.emplace_back(static_cast<int>(row), column, value);
  }
  SparseFeatures features(static_cast<Eigen::Index>(rows.size()), columns);
  features.setFromTriplets(entries.begin(), entries.end());  // adds up values that collide
  return features;
}

void CheckHashing(const GraphletHashing& options) {
  if (options.bits < 1 || options.bits > 24) {
    common::ThrowUsageError("bits", "1 to 24", std::to_string(options.bits));
  }
  if (options.min_nodes < 2 || options.min_nodes > options.max_nodes ||
      options.max_nodes > kMaxGraphletNodes) {
    common::ThrowUsageError("least_nodes, most_nodes", "2 <= least_nodes <= most_nodes <= 9",
                            fmt::format("{} and {}", options.min_nodes, options.max_nodes));
  }
}

// Counts of graphlets divided by their sum.
SparseFeatures FrequencyRows(std::span<const Graph> graphs, common::ThreadPool& pool, size_t num_graphlets,
                             const std::function<std::vector<double>(size_t)>& counts_of) {
  std::vector<Entries> rows(graphs.size());
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()), [&](int64_t index) {
    const size_t g = index;
    const std::vector<double> counts = counts_of(g);
    const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
    for (size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] != 0) rows[g].push_back({static_cast<int>(i), counts[i] / sum});
    }
  });
  return FromRows(rows, static_cast<Eigen::Index>(num_graphlets));
}

uint64_t DigestOf(std::span<const int> numbers, uint64_t before) {
  return XXH64(numbers.data(), numbers.size_bytes(), before);
}

}  // namespace

uint64_t DigestOfGraph(const Graph& graph, NodeLabels labels) {
  uint64_t digest = static_cast<uint64_t>(graph.num_nodes());
  for (int node = 0; node < graph.num_nodes(); ++node) digest = DigestOf(graph.neighbors(node), digest);
  if (labels == NodeLabels::kIgnore) return digest;
  digest = DigestOf(graph.node_labels(), digest);
  for (int node = 0; node < graph.num_nodes(); ++node) digest = DigestOf(graph.edge_labels(node), digest);
  return digest;
}

int HashGraphlet(uint64_t form, int nodes, int bits, uint64_t seed) {
  const std::array<uint64_t, 2> key = {form, static_cast<uint64_t>(nodes)};
  return static_cast<int>(XXH64(key.data(), sizeof(key), seed) & ((uint64_t{1} << bits) - 1));
}

SparseFeatures GraphletHashFeatures(std::span<const Graph> graphs, const GraphletHashing& options,
                                    common::ThreadPool& pool) {
  CheckHashing(options);
  CheckLabels(graphs, options.sampling.labels);
  const CanonicalForms forms;
  std::vector<Entries> rows(graphs.size());
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()), [&](int64_t index) {
    const size_t g = index;
    const uint64_t digest = DigestOfGraph(graphs[g], options.sampling.labels);
    for (int nodes = options.min_nodes; nodes <= options.max_nodes; ++nodes) {
      // A separate random stream for each number of nodes, so that the samples for one number do not
      // change when others are left out.
      common::RandomStream stream(options.seed, fmt::format("graphlets/{}", nodes), digest);
      for (const auto& [form, count] :
           SampleConnectedGraphlets(graphs[g], nodes, options.sampling, forms, stream)) {
        rows[g].push_back(
            {HashGraphlet(form, nodes, options.bits, options.seed), static_cast<double>(count)});
      }
    }
  });
  return FromRows(rows, Eigen::Index{1} << options.bits);
}

SparseFeatures GraphletFrequencies(std::span<const Graph> graphs, int nodes, common::ThreadPool& pool) {
  const size_t num_graphlets = CountAllGraphlets(Graph(), nodes).size();  // throws for other numbers of nodes
  for (size_t g = 0; g < graphs.size(); ++g) {
    if (graphs[g].num_nodes() <= kMaxNodesToCount) continue;
    common::ThrowUsageError(fmt::format("graph {}", g), "at most 2^20 nodes",
                            std::to_string(graphs[g].num_nodes()));
  }
  return FrequencyRows(graphs, pool, num_graphlets,
                       [&](size_t g) { return CountAllGraphlets(graphs[g], nodes); });
}

SparseFeatures SampledGraphletFrequencies(std::span<const Graph> graphs, int nodes, int samples,
                                          uint64_t seed, common::ThreadPool& pool) {
  common::RandomStream none(seed, "none");
  const size_t num_graphlets = SampleAllGraphlets(Graph(), nodes, samples, none).size();
  return FrequencyRows(graphs, pool, num_graphlets, [&](size_t g) {
    common::RandomStream stream(seed, "sets of nodes", DigestOfGraph(graphs[g], NodeLabels::kIgnore));
    return SampleAllGraphlets(graphs[g], nodes, samples, stream);
  });
}

}  // namespace structlab::kernels
