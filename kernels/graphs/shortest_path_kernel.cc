#include "kernels/graphs/shortest_path_kernel.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <unordered_map>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::kernels {
namespace {

constexpr int kSources = 256;

// One bit per source of a batch.
using Sources = std::array<uint64_t, kSources / 64>;

bool IsEmpty(const Sources& sources) { return (sources[0] | sources[1] | sources[2] | sources[3]) == 0; }

// Breadth-first searches from all nodes of a batch at once. A node is processed only in steps in which at
// least one source reaches it for the first time.
class BatchSearch {
 public:
  explicit BatchSearch(const Graph& graph)
      : graph_(graph), seen_(graph.num_nodes()), fresh_(seen_), next_(seen_) {}

  // Searches from the batch that starts at node `first`; counts ordered pairs.
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
      const size_t node = first + i;
      seen_[node][static_cast<size_t>(i) / 64] |= uint64_t{1} << i % 64;
      fresh_[node] = seen_[node];
      open_.push_back(first + i);
    }
  }

  // Moves one edge further from all sources. Returns the number of pairs of a source and a node that are
  // reached for the first time.
  int64_t Step() {
    common::StopPoint();
    touched_.clear();
    for (const int node : open_) {
      const Sources from = fresh_[node];
      for (const int neighbor : graph_.neighbors(node)) {
        Sources& to = next_[neighbor];
        if (IsEmpty(to)) touched_.push_back(neighbor);
        for (size_t w = 0; w < from.size(); ++w) to[w] |= from[w];
      }
    }
    open_.clear();
    int64_t count = 0;
    for (const int node : touched_) {
      Sources &seen = seen_[node], &fresh = fresh_[node];
      Sources& next = next_[node];
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
  std::vector<Sources> seen_;  // the sources that have reached the node
  std::vector<Sources>
      fresh_;                  // the sources that reached the node in the last step; valid for nodes in open_
  std::vector<Sources> next_;  // the sources that reach the node in this step; empty between steps
  std::vector<int> open_, touched_;
};

// The distances from one node to all; -1 if there is no path.
void BreadthFirst(const Graph& graph, int source, std::vector<int>& distances, std::vector<int>& order) {
  std::fill(distances.begin(), distances.end(), -1);
  order.assign(1, source);
  distances[source] = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    for (const int neighbor : graph.neighbors(order[i])) {
      int& distance = distances[neighbor];
      if (distance >= 0) continue;
      distance = distances[order[i]] + 1;
      order.push_back(neighbor);
    }
  }
}

constexpr int64_t kMaxValues = int64_t{1} << 24;  // in all rows

// Counts the values of all rows so far. The error is the same, whichever graph exceeds the limit.
class ValueLimit {
 public:
  void Add(size_t count) {
    Check(num_values_.fetch_add(static_cast<int64_t>(count)) + static_cast<int64_t>(count));
  }
  // Checks the values of an unfinished row.
  static void Check(int64_t count) {
    if (count <= kMaxValues) return;
    common::ThrowUsageError("labels", "at most 2^24 different distances of two labels in all graphs", "more",
                            "leave the labels out, or give more nodes the same label");
  }

 private:
  std::atomic<int64_t> num_values_ = 0;
};

uint64_t NameOf(int label, int other_label, int distance) {
  const std::array<int32_t, 4> text = {std::min(label, other_label), std::max(label, other_label), distance,
                                       0};
  return XXH3_64bits(text.data(), sizeof(text));
}

std::vector<NamedValue> CountLabelled(const Graph& graph) {
  std::vector<int> values(graph.node_labels().begin(), graph.node_labels().end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<size_t> label;  // of each node, as an index into values
  std::vector<std::vector<int>> nodes_of(values.size());
  for (const int value : graph.node_labels()) {
    label.push_back(
        static_cast<size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin()));
    nodes_of[label.back()].push_back(static_cast<int>(label.size()) - 1);
  }
  std::vector<NamedValue> row;
  std::vector<int> distances(label.size()), order;
  for (size_t l = 0; l < values.size(); ++l) {    // all sources of one label share their counts
    std::unordered_map<uint64_t, int64_t> pairs;  // by distance and label of the other node
    for (const int source : nodes_of[l]) {
      common::StopPoint();
      BreadthFirst(graph, source, distances, order);
      for (const int node : std::span(order).subspan(1)) {
        const size_t other = label[node];
        if (other < l || (other == l && node < source)) continue;  // is counted from the other node
        ++pairs[static_cast<uint64_t>(distances[node]) << 32 | other];
      }
      ValueLimit::Check(static_cast<int64_t>(row.size() + pairs.size()));
    }
    for (const auto& [key, count] : pairs) {
      row.push_back({NameOf(values[l], values[key & 0xffffffff], static_cast<int>(key >> 32)),
                     static_cast<double>(count)});
    }
  }
  std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return row;
}

std::vector<NamedValue> CountUnlabelled(const Graph& graph) {
  std::vector<NamedValue> row;
  for (const int64_t count : ShortestPathHistogram(graph)) {
    row.push_back({row.size() + 1, static_cast<double>(count)});
  }
  return row;
}

}  // namespace

std::vector<int64_t> ShortestPathHistogram(const Graph& graph) {
  std::vector<int64_t> histogram;
  BatchSearch search(graph);
  for (int first = 0; first < graph.num_nodes(); first += kSources) search.Count(first, histogram);
  for (int64_t& count : histogram) count /= 2;
  return histogram;
}

NamedFeatures ShortestPathFeatures(std::span<const Graph> graphs, NodeLabels labels,
                                   common::ThreadPool& pool) {
  CheckLabels(graphs, labels);
  std::vector<std::vector<NamedValue>> rows(graphs.size());
  ValueLimit limit;
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()), [&](int64_t index) {
    const size_t g = index;
    rows[g] = labels == NodeLabels::kUse ? CountLabelled(graphs[g]) : CountUnlabelled(graphs[g]);
    limit.Add(rows[g].size());
  });
  return JoinRows(rows);
}

}  // namespace structlab::kernels
