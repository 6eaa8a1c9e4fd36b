// Counts of all graphlets of three and four nodes, connected or not.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "kernels/graphs/graphlet_counts.h"

namespace structlab::kernels {
namespace {

constexpr int kMaxNodes = 1 << 20;

// Holds sums of products of up to four numbers of nodes.
using Wide = __int128;

Wide Choose2(Wide n) { return n * (n - 1) / 2; }
Wide Choose3(Wide n) { return n * (n - 1) * (n - 2) / 6; }
Wide Choose4(Wide n) { return n * (n - 1) * (n - 2) * (n - 3) / 24; }

// The numbers of subgraphs of these shapes, induced or not.
struct Shapes {
  Wide nodes = 0, edges = 0;
  Wide wedges = 0;  // paths of 3 nodes
  Wide stars = 0;   // a node with 3 neighbours
  Wide paths = 0;   // of 4 nodes
  Wide triangles = 0;
  Wide paws = 0;      // a triangle, and a fourth node that is joined to one of its nodes
  Wide cycles = 0;    // of 4 nodes
  Wide diamonds = 0;  // two triangles that share an edge
  Wide complete = 0;  // of 4 nodes
};

// For each node, its neighbours that come later in the order of degrees. A node has at most sqrt(2 edges) of
// them.
class Oriented {
 public:
  explicit Oriented(const Graph& graph) : graph_(graph), begin_(1, 0) {
    for (int u = 0; u < graph.num_nodes(); ++u) {
      for (const int v : graph.neighbors(u)) {
        if (IsAfter(v, u)) later_.push_back(v);
      }
      begin_.push_back(later_.size());
    }
  }

  bool IsAfter(int v, int u) const { return std::pair(graph_.degree(v), v) > std::pair(graph_.degree(u), u); }
  // Edges are numbered by their earlier node.
  size_t FirstEdge(int u) const { return begin_[u]; }
  size_t num_edges() const { return later_.size(); }
  std::span<const int> Later(int u) const {
    return std::span(later_).subspan(FirstEdge(u), begin_[static_cast<size_t>(u) + 1] - FirstEdge(u));
  }

 private:
  const Graph& graph_;
  std::vector<size_t> begin_;
  std::vector<int> later_;
};

// A cycle of four nodes is counted at its last node u and the opposite node w: both have two common
// neighbours before u (Chiba, Nishizeki, Arboricity and subgraph listing algorithms, 1985).
Wide CountCycles(const Graph& graph, const Oriented& oriented) {
  Wide pairs = 0;
  std::vector<int> shared(graph.num_nodes());  // number of common neighbours with u
  for (int u = 0; u < graph.num_nodes(); ++u) {
    common::StopPoint();
    const auto for_each_second_neighbor = [&](const auto& visit) {
      for (const int v : graph.neighbors(u)) {
        if (oriented.IsAfter(v, u)) continue;
        for (const int w : graph.neighbors(v)) {
          if (oriented.IsAfter(u, w)) visit(shared[w]);
        }
      }
    };
    for_each_second_neighbor([&](int& count) { pairs += count++; });
    for_each_second_neighbor([](int& count) { count = 0; });
  }
  return pairs;
}

// Visits every triangle once, from its first node.
class Triangles {
 public:
  Triangles(const Graph& graph, const Oriented& oriented)
      : oriented_(oriented),
        at_edges_(oriented.num_edges()),
        edge_to_(graph.num_nodes(), kNone),
        marked_(graph.num_nodes(), kNone) {
    for (int u = 0; u < graph.num_nodes(); ++u) VisitFrom(u);
  }

  // The number of triangles at each edge.
  const std::vector<int64_t>& at_edges() const { return at_edges_; }
  Wide complete() const { return complete_; }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  void VisitFrom(int u) {
    common::StopPoint();
    const std::span<const int> later = oriented_.Later(u);
    for (size_t i = 0; i < later.size(); ++i) edge_to_[later[i]] = oriented_.FirstEdge(u) + i;
    for (size_t i = 0; i < later.size(); ++i) VisitEdge(oriented_.FirstEdge(u) + i, later[i]);
    for (const int v : later) edge_to_[v] = kNone;
  }

  // Visits the triangles of the edge from u to v whose third node comes after v.
  void VisitEdge(size_t edge, int v) {
    const std::span<const int> later = oriented_.Later(v);
    third_.clear();
    for (size_t i = 0; i < later.size(); ++i) {
      const size_t from_u = edge_to_[later[i]];
      if (from_u == kNone) continue;
      ++at_edges_[edge];
      ++at_edges_[from_u];
      ++at_edges_[oriented_.FirstEdge(v) + i];
      third_.push_back(later[i]);
      marked_[later[i]] = edge;
    }
    if (third_.size() < 2) return;
    for (const int w : third_) {
      for (const int x : oriented_.Later(w)) complete_ += marked_[x] == edge ? 1 : 0;
    }
  }

  const Oriented& oriented_;
  std::vector<int64_t> at_edges_;
  std::vector<size_t> edge_to_;  // for each node, the edge from u to it
  std::vector<size_t> marked_;   // for each node, the last edge with which it formed a triangle
  std::vector<int> third_;
  Wide complete_ = 0;
};

Shapes CountShapes(const Graph& graph) {
  const Oriented oriented(graph);
  const Triangles triangles(graph, oriented);
  Shapes shapes;
  shapes.nodes = graph.num_nodes();
  shapes.edges = graph.num_edges();
  Wide triangles_at_edges = 0;
  for (int u = 0; u < graph.num_nodes(); ++u) {
    const Wide degree = graph.degree(u);
    shapes.wedges += Choose2(degree);
    shapes.stars += Choose3(degree);
    size_t edge = oriented.FirstEdge(u);
    for (const int v : oriented.Later(u)) {
      const Wide here = triangles.at_edges()[edge++];
      triangles_at_edges += here;
      shapes.diamonds += Choose2(here);
      shapes.paths += (degree - 1) * (graph.degree(v) - 1);
      // Sums over the edges of triangles, so each node of a triangle is counted twice; halved below.
      shapes.paws += here * (degree - 2 + graph.degree(v) - 2);
    }
  }
  shapes.triangles = triangles_at_edges / 3;
  shapes.paths -= 3 * shapes.triangles;
  shapes.paws /= 2;
  shapes.cycles = CountCycles(graph, oriented);
  shapes.complete = triangles.complete();
  return shapes;
}

// Subtracts from the number of each shape the induced graphlets that contain it, times how often they contain
// it.
std::vector<double> InducedOfThree(const Shapes& s) {
  const Wide wedges = s.wedges - 3 * s.triangles;
  const Wide edges = s.edges * (s.nodes - 2) - 2 * wedges - 3 * s.triangles;
  const Wide empty = Choose3(s.nodes) - edges - wedges - s.triangles;
  return {static_cast<double>(empty), static_cast<double>(edges), static_cast<double>(wedges),
          static_cast<double>(s.triangles)};
}

std::vector<double> InducedOfFour(const Shapes& s) {
  const Wide complete = s.complete;
  const Wide diamonds = s.diamonds - 6 * complete;
  const Wide cycles = s.cycles - diamonds - 3 * complete;
  const Wide paws = s.paws - 4 * diamonds - 12 * complete;
  const Wide stars = s.stars - paws - 2 * diamonds - 4 * complete;
  const Wide paths = s.paths - 2 * paws - 4 * cycles - 6 * diamonds - 12 * complete;
  const Wide triangles_alone = s.triangles * (s.nodes - 3) - paws - 2 * diamonds - 4 * complete;
  const Wide wedges_alone = (s.wedges - 3 * s.triangles) * (s.nodes - 3) - 3 * stars - 2 * paths - 2 * paws -
                            4 * cycles - 2 * diamonds;
  const Wide two_edges =
      Choose2(s.edges) - s.wedges - paths - paws - 2 * cycles - 2 * diamonds - 3 * complete;
  const Wide edges_alone = s.edges * Choose2(s.nodes - 2) - 2 * two_edges - 2 * wedges_alone -
                           3 * (triangles_alone + stars + paths) - 4 * (cycles + paws) - 5 * diamonds -
                           6 * complete;
  const Wide others = edges_alone + wedges_alone + stars + triangles_alone + two_edges + paths + paws +
                      cycles + diamonds + complete;
  std::vector<double> counts;
  for (const Wide count : {Choose4(s.nodes) - others, edges_alone, wedges_alone, stars, triangles_alone,
                           two_edges, paths, paws, cycles, diamonds, complete}) {
    counts.push_back(static_cast<double>(count));
  }
  return counts;
}

}  // namespace

std::vector<double> CountAllGraphlets(const Graph& graph, int nodes) {
  if (nodes != 3 && nodes != 4) common::ThrowUsageError("nodes", "3 or 4", std::to_string(nodes));
  if (graph.num_nodes() > kMaxNodes) {
    common::ThrowUsageError("graph", "at most 2^20 nodes", std::to_string(graph.num_nodes()));
  }
  const size_t num_graphlets = nodes == 3 ? 4 : 11;
  if (graph.num_nodes() < nodes) return std::vector<double>(num_graphlets);
  const Shapes shapes = CountShapes(graph);
  return nodes == 3 ? InducedOfThree(shapes) : InducedOfFour(shapes);
}

std::vector<double> SampleAllGraphlets(const Graph& graph, int nodes, int samples,
                                       common::RandomStream& stream) {
  if (nodes < 2 || nodes > 7) common::ThrowUsageError("nodes", "2 to 7", std::to_string(nodes));
  if (samples < 0) common::ThrowUsageError("samples", "0 or more", std::to_string(samples));
  std::vector<double> counts(SmallForms(nodes).size());
  if (graph.num_nodes() < nodes) return counts;
  std::array<int, 7> set{};
  for (int sample = 0; sample < samples; ++sample) {
    common::StopPoint();
    for (int i = 0; i < nodes;) {
      const int node = static_cast<int>(stream.UniformIndex(static_cast<uint64_t>(graph.num_nodes())));
      const auto end = set.begin() + i;
      if (std::find(set.begin(), end, node) == end) set[i++] = node;
    }
    Graphlet graphlet = 0;
    for (int i = 0, pair = 0; i < nodes; ++i) {
      for (int j = i + 1; j < nodes; ++j, ++pair) {
        const bool edge = graph.HasEdge(set[i], set[j]);
        graphlet |= Graphlet{edge} << pair;
      }
    }
    ++counts[SmallFormIndex(graphlet, nodes)];
  }
  return counts;
}

int64_t GraphletSampleSize(int num_graphlets, double epsilon, double delta) {
  if (num_graphlets < 1) {
    common::ThrowUsageError("num_graphlets", "1 or more", std::to_string(num_graphlets));
  }
  if (!(epsilon > 0)) common::ThrowUsageError("epsilon", "above 0", common::FormatDouble(epsilon));
  if (!(delta > 0 && delta < 1)) {
    common::ThrowUsageError("delta", "between 0 and 1", common::FormatDouble(delta));
  }
  const double size = std::ceil(2 * (num_graphlets * std::log(2.0) - std::log(delta)) / (epsilon * epsilon));
  if (!(size < 0x1p62)) {
    common::ThrowUsageError("epsilon", "a value that fewer than 2^62 samples reach",
                            common::FormatDouble(epsilon));
  }
  return static_cast<int64_t>(size);
}

}  // namespace structlab::kernels
