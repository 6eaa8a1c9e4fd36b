#include "kernels/graphs/shortest_path_kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

#include "common/error.h"

namespace structlab::kernels {
namespace {

constexpr int kSources = 256;

// A bit for each source of a batch.
using Sources = std::array<uint64_t, kSources / 64>;

bool IsEmpty(const Sources& sources) { return (sources[0] | sources[1] | sources[2] | sources[3]) == 0; }

// Searches from the nodes of a batch, all side by side. A node is looked at again only in steps in which it
// is new to a source.
class BatchSearch {
 public:
  explicit BatchSearch(const Graph& graph)
      : graph_(graph), seen_(static_cast<size_t>(graph.num_nodes())), fresh_(seen_), next_(seen_) {}

  // From the batch that begins with node `first`; counts ordered pairs.
  void Count(int first, std::vector<int64_t>& histogram) {
    Begin(first);
    for (size_t distance = 1;; ++distance) {
      const int64_t count = Step();
      if (count == 0) return;
      if (histogram.size() < distance) histogram.resize(distance);
      histogram[distance - 1] += count;
    }
  }

 private:
  void Begin(int first) {
    std::fill(seen_.begin(), seen_.end(), Sources{});
    open_.clear();
    for (int i = 0; i < kSources && first + i < graph_.num_nodes(); ++i) {
      const size_t node = static_cast<size_t>(first + i);
      seen_[node][static_cast<size_t>(i) / 64] |= uint64_t{1} << i % 64;
      fresh_[node] = seen_[node];
      open_.push_back(first + i);
    }
  }

  // One edge further from all sources; returns for how many pairs of a source and a node it is the first
  // time.
  int64_t Step() {
    touched_.clear();
    for (const int node : open_) {
      const Sources from = fresh_[static_cast<size_t>(node)];
      for (const int neighbor : graph_.neighbors(node)) {
        Sources& to = next_[static_cast<size_t>(neighbor)];
        if (IsEmpty(to)) touched_.push_back(neighbor);
        for (size_t w = 0; w < from.size(); ++w) to[w] |= from[w];
      }
    }
    open_.clear();
    int64_t count = 0;
    for (const int node : touched_) {
      Sources &seen = seen_[static_cast<size_t>(node)], &fresh = fresh_[static_cast<size_t>(node)];
      Sources& next = next_[static_cast<size_t>(node)];
      for (size_t w = 0; w < next.size(); ++w) {
        fresh[w] = next[w] & ~seen[w];
        seen[w] |= fresh[w];
        count += std::popcount(fresh[w]);
        next[w] = 0;
      }
      if (!IsEmpty(fresh)) open_.push_back(node);
    }
    return count;
  }

  const Graph& graph_;
  std::vector<Sources> seen_;   // the sources from which a path has led to the node
  std::vector<Sources> fresh_;  // those of the last step; of the nodes in open_
  std::vector<Sources> next_;   // those beside it; empty between steps
  std::vector<int> open_, touched_;
};

// Label of one end, no more than that of the other; distance.
using Triple = std::tuple<int, int, int>;

// The distances from one node to all, -1 where there is no path.
void BreadthFirst(const Graph& graph, int source, std::vector<int>& distances, std::vector<int>& order) {
  std::fill(distances.begin(), distances.end(), -1);
  order.assign(1, source);
  distances[static_cast<size_t>(source)] = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    for (const int neighbor : graph.neighbors(order[i])) {
      int& distance = distances[static_cast<size_t>(neighbor)];
      if (distance >= 0) continue;
      distance = distances[static_cast<size_t>(order[i])] + 1;
      order.push_back(neighbor);
    }
  }
}

std::map<Triple, int64_t> CountLabelled(const Graph& graph) {
  std::vector<int> values(graph.node_labels().begin(), graph.node_labels().end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<size_t> label;  // index in values
  for (const int value : graph.node_labels()) {
    label.push_back(
        static_cast<size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin()));
  }
  std::map<Triple, int64_t> counts;
  std::vector<int> distances(label.size()), order;
  for (size_t l = 0; l < values.size(); ++l) {    // all sources of one label share their counts
    std::unordered_map<uint64_t, int64_t> pairs;  // by distance and label of the other end
    for (size_t source = 0; source < label.size(); ++source) {
      if (label[source] != l) continue;
      BreadthFirst(graph, static_cast<int>(source), distances, order);
      for (const int node : std::span(order).subspan(1)) {
        const size_t other = label[static_cast<size_t>(node)];
        if (other < l || (other == l && static_cast<size_t>(node) < source)) continue;  // seen from there
        ++pairs[static_cast<uint64_t>(distances[static_cast<size_t>(node)]) << 32 | other];
      }
    }
    for (const auto& [key, count] : pairs) {
      counts[{values[l], values[key & 0xffffffff], static_cast<int>(key >> 32)}] = count;
    }
  }
  return counts;
}

}  // namespace

std::vector<int64_t> ShortestPathHistogram(const Graph& graph) {
  std::vector<int64_t> histogram;
  BatchSearch search(graph);
  for (int first = 0; first < graph.num_nodes(); first += kSources) search.Count(first, histogram);
  for (int64_t& count : histogram) count /= 2;
  return histogram;
}

SparseFeatures ShortestPathFeatures(std::span<const Graph> graphs, NodeLabels labels,
                                    common::ThreadPool& pool) {
  std::vector<std::map<Triple, int64_t>> counts(graphs.size());
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()), [&](int64_t index) {
    const size_t g = static_cast<size_t>(index);
    if (labels == NodeLabels::kUse) {
      if (!graphs[g].has_node_labels() && graphs[g].num_nodes() > 0) {
        common::ThrowUsageError("labels", "graphs with labels of their nodes",
                                "graph " + std::to_string(g) + " without");
      }
      counts[g] = CountLabelled(graphs[g]);
      return;
    }
    const std::vector<int64_t> histogram = ShortestPathHistogram(graphs[g]);
    for (size_t d = 0; d < histogram.size(); ++d) counts[g][{0, 0, static_cast<int>(d) + 1}] = histogram[d];
  });
  std::map<Triple, int> columns;
  for (const auto& of_graph : counts) {
    for (const auto& [triple, count] : of_graph) columns.emplace(triple, 0);
  }
  int next = 0;
  for (auto& [triple, column] : columns) column = next++;
  std::vector<Eigen::Triplet<double>> entries;
  for (size_t g = 0; g < counts.size(); ++g) {
    for (const auto& [triple, count] : counts[g]) {
      entries.emplace_back(static_cast<int>(g), columns[triple], static_cast<double>(count));
    }
  }
  SparseFeatures features(static_cast<Eigen::Index>(graphs.size()), next);
  features.setFromTriplets(entries.begin(), entries.end());
  return features;
}

}  // namespace structlab::kernels
