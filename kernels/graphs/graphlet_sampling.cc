#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "kernels/graphs/form_counter.h"
#include "kernels/graphs/graphlet_counts.h"
#include "kernels/graphs/subgraph_enumeration.h"
#include "kernels/graphs/subgraph_walker.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kMostEnumerated = 100'000;  // subgraphs of all components
constexpr int kSamplesOfAShortChain = 100;

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
    common::ThrowUsageError("edge_weights",
                            std::to_string(numbers) + ", one for each number of edges, or none",
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

// A set of connected nodes that wanders through its component.
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

  // Grows from a node of a component with enough nodes; once, before the first step.
  void Start(int node) {
    walker_.Enter(0, node);
    for (int slot = 1; slot < nodes_; ++slot) {
      walker_.CollectNeighbors(AllNodes(slot), candidates_);
      STRUCTLAB_CHECK(!candidates_.empty());
      walker_.Enter(slot, candidates_[stream_.UniformIndex(candidates_.size())]);
    }
  }

  // Lemma 4: the node that leaves is among the candidates.
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
    if (piece == others) return;  // whoever is beside one is beside the only piece
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
      sum += weights_[static_cast<size_t>(edges + std::popcount(walker_.Slots(node)))];
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

// The nodes of the components with enough of them.
std::vector<std::vector<int>> LargeComponents(const Graph& graph, int nodes) {
  const std::vector<int> component = ConnectedComponents(graph);
  std::vector<std::vector<int>> members;
  for (int node = 0; node < graph.num_nodes(); ++node) {
    const size_t c = static_cast<size_t>(component[static_cast<size_t>(node)]);
    if (c == members.size()) members.emplace_back();
    members[c].push_back(node);
  }
  std::erase_if(members, [&](const auto& of) { return of.size() < static_cast<size_t>(nodes); });
  return members;
}

// The sum of beta over the component's subgraphs; nothing if these make `count` too many to look at.
std::optional<double> SumOfWeights(SubgraphWalker& walker, std::span<const int> component, int nodes,
                                   std::span<const double> weights, int64_t& count) {
  double sum = 0;
  for (const int root : component) {
    const bool all = VisitConnectedSubgraphs(walker, root, nodes, [&] {
      const int edges = NumEdges(walker, AllNodes(nodes));
      sum += weights.empty() ? 1 : weights[static_cast<size_t>(edges)];
      return ++count <= kMostEnumerated;
    });
    if (!all) return std::nullopt;
  }
  return sum;
}

// Where each chain starts and how many samples it gives.
struct Part {
  std::vector<int> starts;  // one of them
  int samples;
};

std::vector<Part> ShareOut(SubgraphWalker& walker, std::vector<std::vector<int>> components, int nodes,
                           const GraphletSampling& sampling, common::RandomStream& stream) {
  if (components.size() == 1) return {{std::move(components[0]), sampling.samples}};
  std::vector<double> cumulative;
  int64_t count = 0;
  for (const std::vector<int>& component : components) {
    const std::optional<double> sum = SumOfWeights(walker, component, nodes, sampling.edge_weights, count);
    if (!sum) break;
    cumulative.push_back(*sum + (cumulative.empty() ? 0 : cumulative.back()));
  }
  std::vector<Part> parts;
  if (cumulative.size() < components.size()) {
    std::vector<int> all;
    for (const std::vector<int>& component : components) {
      all.insert(all.end(), component.begin(), component.end());
    }
    for (int left = sampling.samples; left > 0; left -= kSamplesOfAShortChain) {
      parts.push_back({{all[stream.UniformIndex(all.size())]}, std::min(left, kSamplesOfAShortChain)});
    }
    return parts;
  }
  for (std::vector<int>& component : components) parts.push_back({std::move(component), 0});
  for (int s = 0; s < sampling.samples; ++s) {
    const double drawn = stream.Uniform() * cumulative.back();
    const auto found = std::upper_bound(cumulative.begin(), cumulative.end() - 1, drawn);
    ++parts[static_cast<size_t>(found - cumulative.begin())].samples;
  }
  return parts;
}

}  // namespace

GraphletCounts SampleConnectedGraphlets(const Graph& graph, int nodes, const GraphletSampling& sampling,
                                        const CanonicalForms& forms, common::RandomStream& stream) {
  CheckGraphletNodes(graph, nodes, 2, sampling.labels);
  CheckSampling(sampling, nodes);
  std::vector<std::vector<int>> components = LargeComponents(graph, nodes);
  if (components.empty()) return {};
  SubgraphWalker walker(graph);
  FormCounter counter(nodes, sampling.labels, forms);
  for (const Part& part : ShareOut(walker, std::move(components), nodes, sampling, stream)) {
    if (part.samples == 0) continue;
    GraphletChain chain(walker, nodes, sampling.edge_weights, stream);
    chain.Start(part.starts[stream.UniformIndex(part.starts.size())]);
    for (int step = 0; step < sampling.burn_in; ++step) chain.Step();
    for (int sample = 0; sample < part.samples; ++sample) {
      chain.Step();
      counter.Add(walker);
    }
  }
  return counter.Take();
}

}  // namespace structlab::kernels
