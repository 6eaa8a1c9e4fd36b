#include "experiments/datasets/graph_sets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/random_stream.h"

namespace structlab::datasets {

using kernels::Edge;
using kernels::Graph;
using kernels::GraphDataset;

namespace {

// How many of the last nodes a new one may hang on: branches stay short.
constexpr int kBranch = 3;
// A closing edge leans to the cycle of its class with this probability.
constexpr double kLeaning = 0.35;
constexpr int kLeastSpan = 2, kSpans = 7;

Graph DrawGraph(const GraphSet& set, int label, common::RandomStream& random) {
  const double share = random.Uniform(0.5, 1.5);
  const int nodes = std::max(4, static_cast<int>(std::lround(share * set.mean_nodes)));
  const auto wanted = static_cast<size_t>(std::lround(nodes * set.mean_edges / set.mean_nodes));
  std::set<std::pair<int, int>> edges;
  for (int node = 1; node < nodes; ++node) {
    const int back =
        1 + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(std::min(node, kBranch))));
    edges.emplace(node - back, node);
  }
  // Some of them are there already: then fewer are added.
  const size_t closing = wanted > edges.size() ? wanted - edges.size() : 0;
  for (size_t i = 0; i < closing; ++i) {
    const bool leans = random.Uniform() < kLeaning;
    const int span =
        kLeastSpan + (leans ? (2 * label) % kSpans : static_cast<int>(random.UniformIndex(kSpans)));
    const int from = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(nodes)));
    if (from + span < nodes) edges.emplace(from, from + span);
  }
  std::vector<Edge> list;
  for (const auto& [u, v] : edges) list.push_back({u, v});
  return Graph(nodes, list);
}

}  // namespace

const std::vector<GraphSet>& GraphSets() {
  static const std::vector<GraphSet> sets = {
      {"DD", "DD", {691, 487}, 284.32, 715.66},
      {"ENZYMES", "ENZYMES", {100, 100, 100, 100, 100, 100}, 32.63, 62.14},
      {"MUTAG", "MUTAG", {63, 125}, 17.93, 19.79},
      {"PROTEINS", "PROTEINS_full", {663, 450}, 39.06, 72.82},
      {"PTC_FM", "PTC_FM", {206, 143}, 14.11, 14.48},
      {"PTC_FR", "PTC_FR", {230, 121}, 14.56, 15.00},
      {"PTC_MM", "PTC_MM", {207, 129}, 13.97, 14.32},
      {"PTC_MR", "PTC_MR", {192, 152}, 14.29, 14.69}};
  return sets;
}

const GraphSet& FindGraphSet(std::string_view name) {
  std::vector<std::string> known;
  for (const GraphSet& set : GraphSets()) {
    if (set.name == name) return set;
    known.push_back(set.name);
  }
  common::ThrowUsageError("set of graphs", "one of " + common::ListNearest(name, known), common::Quote(name));
}

GraphDataset ReadGraphSet(const std::string& folder, const GraphSet& set) {
  return kernels::ReadTuDataset(folder + "/" + set.folder);
}

GraphDataset GenerateGraphSet(const GraphSet& set, uint64_t seed) {
  std::vector<int> sorted;
  for (size_t c = 0; c < set.class_sizes.size(); ++c) {
    sorted.insert(sorted.end(), set.class_sizes[c], static_cast<int>(c) + 1);
  }
  common::RandomStream order(seed, "graphs/" + set.name + "/order");
  GraphDataset dataset;
  for (const int i : order.Permutation(static_cast<int>(sorted.size()))) {
    common::RandomStream random(seed, "graphs/" + set.name, dataset.graphs.size());
    dataset.labels.push_back(sorted[i]);
    dataset.graphs.push_back(DrawGraph(set, dataset.labels.back(), random));
  }
  return dataset;
}

}  // namespace structlab::datasets
