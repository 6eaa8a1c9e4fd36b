#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "kernels/graphs/form_counter.h"
#include "kernels/graphs/graphlet_counts.h"
#include "kernels/graphs/subgraph_enumeration.h"
#include "kernels/graphs/subgraph_walker.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kMaxEnumerated = 100'000;  // subgraphs of all components
constexpr int64_t kMaxWork = 20'000'000;     // nodes that are looked at for them
constexpr int kGrowths = 20'000;             // for all components that are estimated, together
constexpr int kMinGrowths = 20;              // for each component that is estimated

void CheckSampling(const GraphletSampling& sampling, int nodes) {
  if (sampling.samples < 0) {
    common::ThrowUsageError("samples", "0 or more", std::to_string(sampling.samples));
  }
  if (sampling.burn_in < 0) {
    common::ThrowUsageError("burn_in", "0 or more", std::to_string(sampling.burn_in));
  }
  const size_t numbers = static_cast<size_t>(NumPairs(nodes)) + 1;
  if (sampling.edge_weights.empty()) return;
  if (sampling.edge_weights.size() != numbers) {
    common::ThrowUsageError("edge_weights", fmt::format("{}, one for each number of edges, or none", numbers),
                            std::to_string(sampling.edge_weights.size()));
  }
  for (const double weight : sampling.edge_weights) {
    if (weight >= 1e-100 && weight <= 1e100) continue;
    common::ThrowUsageError("edge_weights", "weights from 1e-100 to 1e100", common::FormatDouble(weight));
  }
}

int NumEdges(const SubgraphWalker& walker, uint16_t slots) {
  int ends = 0;
  for (uint16_t rest = slots; rest != 0; rest = static_cast<uint16_t>(rest & (rest - 1))) {
    ends += std::popcount(static_cast<uint16_t>(walker.Row(std::countr_zero(rest)) & slots));
  }
  return ends / 2;
}

// A set of connected nodes that moves through its component: the Markov chain of Lemma 4.
class GraphletChain {
 public:
  GraphletChain(SubgraphWalker& walker, int nodes, std::span<const double> weights,
                common::RandomStream& stream)
      : walker_(walker), nodes_(nodes), weights_(weights), stream_(stream) {}

  ~GraphletChain() {
    for (int slot = 0; slot < nodes_; ++slot) walker_.Leave(slot);
  }
  GraphletChain(const GraphletChain&) = delete;
  GraphletChain& operator=(const GraphletChain&) = delete;

  // Builds the first set from a node of a component with enough nodes. Call it once, before the first step.
  void Start(int node) {
    walker_.Enter(0, node);
    for (int slot = 1; slot < nodes_; ++slot) {
      walker_.CollectNeighbors(AllNodes(slot), candidates_);
      STRUCTLAB_CHECK(!candidates_.empty());
      walker_.Enter(slot, candidates_[stream_.UniformIndex(candidates_.size())]);
    }
  }

  // Lemma 4. The node that leaves is also a candidate for entering.
  void Step() {
    const int slot = static_cast<int>(stream_.UniformIndex(static_cast<uint64_t>(nodes_)));
    const uint16_t others = static_cast<uint16_t>(AllNodes(nodes_) & ~(1 << slot));
    walker_.Leave(slot);
    walker_.CollectNeighbors(others, candidates_);
    KeepThoseThatConnect(others);
    walker_.Enter(
        slot,
        candidates_[weights_.empty() ? stream_.UniformIndex(candidates_.size()) : DrawByWeight(others)]);
  }

 private:
  void KeepThoseThatConnect(uint16_t others) {
    const GraphletRows rows = walker_.Rows(nodes_);
    uint16_t piece = ComponentOfLowest(rows, others);
    if (piece == others) return;  // there is only one piece, and all candidates are its neighbours
    for (uint16_t rest = others; rest != 0; piece = ComponentOfLowest(rows, rest)) {
      KeepThoseBeside(piece);
      rest = static_cast<uint16_t>(rest & ~piece);
    }
  }

  void KeepThoseBeside(uint16_t piece) {
    std::erase_if(candidates_, [&](int node) { return (walker_.Slots(node) & piece) == 0; });
  }

  size_t DrawByWeight(uint16_t others) {
    const int edges = NumEdges(walker_, others);
    cumulative_.clear();
    double sum = 0;
    for (const int node : candidates_) {
      sum += weights_[edges + std::popcount(walker_.Slots(node))];
      cumulative_.push_back(sum);
    }
    const auto drawn = std::upper_bound(cumulative_.begin(), cumulative_.end(), stream_.Uniform() * sum);
    return static_cast<size_t>(std::min(drawn, cumulative_.end() - 1) - cumulative_.begin());
  }

  SubgraphWalker& walker_;
  int nodes_;
  std::span<const double> weights_;
  common::RandomStream& stream_;
  std::vector<int> candidates_;
  std::vector<double> cumulative_;
};

// The nodes of each component that has at least `nodes` of them.
std::vector<std::vector<int>> LargeComponents(const Graph& graph, int nodes) {
  const std::vector<int> component = ConnectedComponents(graph);
  std::vector<std::vector<int>> members;
  for (int node = 0; node < graph.num_nodes(); ++node) {
    const size_t c = component[node];
    if (c == members.size()) members.emplace_back();
    members[c].push_back(node);
  }
  std::erase_if(members, [&](const auto& of) { return of.size() < static_cast<size_t>(nodes); });
  return members;
}

double WeightOf(std::span<const double> weights, int edges) { return weights.empty() ? 1 : weights[edges]; }

// The remaining effort for enumerating subgraphs.
struct Budget {
  int64_t subgraphs = kMaxEnumerated;
  int64_t work = kMaxWork;
};

// The sum of beta over the subgraphs of a component; empty if the budget does not suffice.
std::optional<double> SumOfWeights(SubgraphWalker& walker, std::span<const int> component, int nodes,
                                   std::span<const double> weights, Budget& budget) {
  double sum = 0;
  for (const int root : component) {
    const bool all = VisitConnectedSubgraphs(walker, root, nodes, budget.work, [&] {
      sum += WeightOf(weights, NumEdges(walker, AllNodes(nodes)));
      return --budget.subgraphs >= 0;
    });
    if (!all) return std::nullopt;
  }
  return sum;
}

// The number of orders in which the nodes of a connected graphlet can be added, each except the first as a
// neighbour of an earlier one.
double NumGrowths(const GraphletRows& rows, int nodes) {
  std::array<double, size_t{1} << kMaxGraphletNodes> orders{};  // for each set of nodes that were added
  for (int node = 0; node < nodes; ++node) orders[size_t{1} << node] = 1;
  for (size_t set = 1; set + 1 < size_t{1} << nodes; ++set) {
    if (orders[set] == 0) continue;
    for (int node = 0; node < nodes; ++node) {
      const size_t bit = size_t{1} << node;
      if ((set & bit) == 0 && (rows[node] & set) != 0) orders[set | bit] += orders[set];
    }
  }
  return orders[(size_t{1} << nodes) - 1];
}

// Estimates the sum by growing random sets: each set starts at a random node and adds random neighbours. It
// is weighted by 1 / (the probability of this growth), divided by the number of ways in which the same set
// can grow. The estimate is unbiased unless the work limit ends it; then the last sets are those that took
// long.
double EstimateSumOfWeights(SubgraphWalker& walker, std::span<const int> component, int nodes,
                            std::span<const double> weights, int growths, common::RandomStream& stream) {
  double sum = 0;
  std::vector<int> candidates;
  int64_t work = 0;
  int growth = 0;
  for (; growth < growths && (growth < kMinGrowths || work < kMaxWork); ++growth) {
    common::StopPoint();
    double ways = static_cast<double>(component.size());
    walker.Enter(0, component[stream.UniformIndex(component.size())]);
    for (int slot = 1; slot < nodes; ++slot) {
      walker.CollectNeighbors(AllNodes(slot), candidates);
      work +=
          (nodes - slot) *
          int64_t{walker.graph().degree(walker.node(slot - 1))};  // each neighbour is looked at this often
      ways *= static_cast<double>(candidates.size());
      walker.Enter(slot, candidates[stream.UniformIndex(candidates.size())]);
    }
    const GraphletRows rows = walker.Rows(nodes);
    sum += ways * WeightOf(weights, NumEdges(walker, AllNodes(nodes))) / NumGrowths(rows, nodes);
    for (int slot = 0; slot < nodes; ++slot) walker.Leave(slot);
  }
  return sum / growth;
}

// The sums of all components: exact for the smallest ones, while the budget lasts, and estimated for the
// others.
std::vector<double> SumsOfWeights(SubgraphWalker& walker, std::span<const std::vector<int>> components,
                                  int nodes, std::span<const double> weights, common::RandomStream& stream) {
  std::vector<size_t> order(components.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return components[a].size() < components[b].size(); });
  std::vector<double> sums(components.size());
  Budget budget;
  size_t exact = 0;
  for (; exact < order.size(); ++exact) {
    const std::optional<double> sum = SumOfWeights(walker, components[order[exact]], nodes, weights, budget);
    if (!sum) break;
    sums[order[exact]] = *sum;
  }
  const size_t others = order.size() - exact;
  const int growths = others == 0 ? 0 : std::max(kMinGrowths, kGrowths / static_cast<int>(others));
  for (size_t i = exact; i < order.size(); ++i) {
    sums[order[i]] = EstimateSumOfWeights(walker, components[order[i]], nodes, weights, growths, stream);
  }
  return sums;
}

// The number of samples of each component.
std::vector<int> ShareOut(SubgraphWalker& walker, std::span<const std::vector<int>> components, int nodes,
                          const GraphletSampling& sampling, common::RandomStream& stream) {
  std::vector<int> shares(components.size());
  if (components.size() == 1) {
    shares[0] = sampling.samples;
    return shares;
  }
  std::vector<double> cumulative = SumsOfWeights(walker, components, nodes, sampling.edge_weights, stream);
  std::partial_sum(cumulative.begin(), cumulative.end(), cumulative.begin());
  for (int s = 0; s < sampling.samples; ++s) {
    const double drawn = stream.Uniform() * cumulative.back();
    const auto found = std::upper_bound(cumulative.begin(), cumulative.end() - 1, drawn);
    ++shares[found - cumulative.begin()];
  }
  return shares;
}

}  // namespace

GraphletCounts SampleConnectedGraphlets(const Graph& graph, int nodes, const GraphletSampling& sampling,
                                        const CanonicalForms& forms, common::RandomStream& stream) {
  CheckGraphletNodes(graph, nodes, 2, sampling.labels);
  CheckSampling(sampling, nodes);
  const std::vector<std::vector<int>> components = LargeComponents(graph, nodes);
  if (components.empty()) return {};
  SubgraphWalker walker(graph);
  FormCounter counter(nodes, sampling.labels, forms);
  const std::vector<int> shares = ShareOut(walker, components, nodes, sampling, stream);
  for (size_t c = 0; c < components.size(); ++c) {
    if (shares[c] == 0) continue;
    GraphletChain chain(walker, nodes, sampling.edge_weights, stream);
    chain.Start(components[c][stream.UniformIndex(components[c].size())]);
    for (int step = 0; step < sampling.burn_in; ++step) {
      common::StopPoint();
      chain.Step();
    }
    for (int sample = 0; sample < shares[c]; ++sample) {
      common::StopPoint();
      chain.Step();
      counter.Add(walker);
    }
  }
  return counter.Take();
}

}  // namespace structlab::kernels
