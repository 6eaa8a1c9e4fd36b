#include "structured_learning/problem/graph_labeling/max_marginals.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/exact/submodular_energy.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMaxEnumerated = 12;

using Marginals = std::vector<std::array<double, 2>>;

// A connected part of the graph; nodes are numbered within it.
struct Component {
  std::vector<int> nodes;  // in the graph
  struct Pair {
    int p, q;
    int edge;  // in the graph
  };
  std::vector<Pair> pairs = {};

  int size() const { return static_cast<int>(nodes.size()); }
};

std::vector<Component> SplitIntoComponents(const BinaryGraphEnergy& energy) {
  const int n = static_cast<int>(energy.cost_of_one.size());
  const std::vector<NodePair>& edges = energy.graph->edges;
  const std::vector<int> component_of = ComponentsOf(n, edges);
  std::vector<Component> components(n == 0 ? 0 : 1 + *std::ranges::max_element(component_of));
  std::vector<int> place(n);
  for (int node = 0; node < n; ++node) {
    std::vector<int>& nodes = components[component_of[node]].nodes;
    place[node] = static_cast<int>(nodes.size());
    nodes.push_back(node);
  }
  for (size_t e = 0; e < edges.size(); ++e) {
    const auto [p, q] = edges[e];
    components[component_of[p]].pairs.push_back({place[p], place[q], static_cast<int>(e)});
  }
  return components;
}

// Visits all labelings so that one label changes at a time. `masks` gets a labeling of each minimum, bit v
// for node v, if it is not null.
Marginals Enumerate(const BinaryGraphEnergy& energy, const Component& part,
                    std::vector<std::array<uint32_t, 2>>* masks = nullptr) {
  if (masks != nullptr) masks->resize(part.size());
  const int n = part.size();
  std::vector<std::vector<Component::Pair>> pairs_of(n);
  for (const Component::Pair& pair : part.pairs) {
    pairs_of[pair.p].push_back(pair);
    pairs_of[pair.q].push_back(pair);
  }
  Marginals least(n);
  for (auto& marginal : least) marginal.fill(std::numeric_limits<double>::infinity());
  double value = 0;
  uint32_t labels = 0;
  for (uint32_t step = 0;; ++step) {
    for (int v = 0; v < n; ++v) {
      double& lowest = least[v][labels >> v & 1];
      if (!(value < lowest)) continue;
      lowest = value;
      if (masks != nullptr) (*masks)[v][labels >> v & 1] = labels;
    }
    if (step + 1 == uint32_t{1} << n) return least;
    const int changed = std::countr_zero(step + 1);
    const bool was_one = (labels >> changed & 1) != 0;
    labels ^= uint32_t{1} << changed;
    value += was_one ? -energy.cost_of_one[part.nodes[changed]] : energy.cost_of_one[part.nodes[changed]];
    for (const Component::Pair& pair : pairs_of[changed]) {
      const bool differs = (labels >> pair.p & 1) != (labels >> pair.q & 1);
      value += differs ? energy.disagreement[pair.edge] : -energy.disagreement[pair.edge];
    }
  }
}

graphical_models::SubmodularEnergy<double> MakeCut(const BinaryGraphEnergy& energy, const Component& part) {
  graphical_models::SubmodularEnergy<double> cut(part.size(), std::ssize(part.pairs));
  for (int v = 0; v < part.size(); ++v) cut.AddUnary(v, 0, energy.cost_of_one[part.nodes[v]]);
  for (const Component::Pair& pair : part.pairs) {
    const double cost = energy.disagreement[pair.edge];
    if (cost < 0) {
      common::ThrowUsageError(
          fmt::format("edge {}", pair.edge),
          fmt::format("a disagreement of at least 0 in a component of more than {} nodes", kMaxEnumerated),
          common::FormatDouble(cost), "learn within the bounds of the problem");
    }
    cut.AddPairwise(pair.p, pair.q, 0, cost, cost, 0);
  }
  return cut;
}

double EnergyOfPart(const BinaryGraphEnergy& energy, const Component& part, const BinaryLabels& labels) {
  double value = 0;
  for (int v = 0; v < part.size(); ++v) {
    if (labels[v] != 0) value += energy.cost_of_one[part.nodes[v]];
  }
  for (const Component::Pair& pair : part.pairs) {
    if (labels[pair.p] != labels[pair.q]) value += energy.disagreement[pair.edge];
  }
  return value;
}

// A dynamic cut for each node, with a cost of the other label that no labeling is worth.
void CutForEachNode(const BinaryGraphEnergy& energy, const Component& part, ComponentMarginals& marginals) {
  graphical_models::SubmodularEnergy<double> cut = MakeCut(energy, part);
  double forbidden = 1;
  for (const int node : part.nodes) forbidden += std::abs(energy.cost_of_one[node]);
  for (const Component::Pair& pair : part.pairs) forbidden += energy.disagreement[pair.edge];
  const auto labels_now = [&] {
    cut.Minimize();
    BinaryLabels labels(part.size());
    for (int v = 0; v < part.size(); ++v) labels[v] = static_cast<uint8_t>(cut.Label(v));
    return labels;
  };
  const BinaryLabels best = labels_now();
  for (int v = 0; v < part.size(); ++v) {
    const double of_zero = best[v] == 0 ? forbidden : 0, of_one = best[v] == 1 ? forbidden : 0;
    marginals.labels[v][best[v]] = best;
    cut.AddUnary(v, of_zero, of_one);
    marginals.labels[v][1 - best[v]] = labels_now();
    cut.AddUnary(v, -of_zero, -of_one);
    for (const int label : {0, 1}) {
      marginals.minimum[v][label] = EnergyOfPart(energy, part, marginals.labels[v][label]);
    }
  }
}

}  // namespace

std::vector<int> ComponentsOf(int num_nodes, const std::vector<NodePair>& edges) {
  std::vector<int> root(num_nodes);
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int node) {
    while (root[node] != node) node = root[node] = root[root[node]];
    return node;
  };
  for (const auto& [p, q] : edges) {
    const int a = find(p), b = find(q);
    root[std::max(a, b)] = std::min(a, b);
  }
  std::vector<int> component(num_nodes);
  int count = 0;
  for (int node = 0; node < num_nodes; ++node) {
    const int first = find(node);  // the lowest node of the component
    component[node] = first == node ? count++ : component[first];
  }
  return component;
}

std::vector<std::array<double, 2>> MinMarginalsOf(const BinaryGraphEnergy& energy) {
  Marginals marginals(energy.cost_of_one.size());
  double sum = energy.constant;  // of the minima of all components
  for (const Component& part : SplitIntoComponents(energy)) {
    const Marginals of_part =
        part.size() <= kMaxEnumerated ? Enumerate(energy, part) : MakeCut(energy, part).MinMarginals();
    const double least = std::min(of_part[0][0], of_part[0][1]);
    sum += least;
    for (int v = 0; v < part.size(); ++v) {
      marginals[part.nodes[v]] = {of_part[v][0] - least, of_part[v][1] - least};
    }
  }
  for (auto& marginal : marginals) {
    marginal[0] += sum;
    marginal[1] += sum;
  }
  return marginals;
}

std::vector<ComponentMarginals> MarginalLabelings(const BinaryGraphEnergy& energy) {
  std::vector<ComponentMarginals> components;
  for (const Component& part : SplitIntoComponents(energy)) {
    ComponentMarginals& marginals = components.emplace_back();
    marginals.nodes = part.nodes;
    for (const Component::Pair& pair : part.pairs) marginals.edges.push_back(pair.edge);
    marginals.minimum.resize(part.size());
    marginals.labels.resize(part.size());
    if (part.size() > kMaxEnumerated) {
      CutForEachNode(energy, part, marginals);
      continue;
    }
    std::vector<std::array<uint32_t, 2>> masks;
    marginals.minimum = Enumerate(energy, part, &masks);
    for (int v = 0; v < part.size(); ++v) {
      for (const int label : {0, 1}) {
        BinaryLabels& labels = marginals.labels[v][label];
        for (int u = 0; u < part.size(); ++u)
          labels.push_back(static_cast<uint8_t>(masks[v][label] >> u & 1));
        marginals.minimum[v][label] = EnergyOfPart(energy, part, labels);
      }
    }
  }
  return components;
}

}  // namespace structlab::structured_learning
