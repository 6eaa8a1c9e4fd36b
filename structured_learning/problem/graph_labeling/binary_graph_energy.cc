#include "structured_learning/problem/graph_labeling/binary_graph_energy.h"

#include <array>

namespace structlab::structured_learning {

double BinaryGraphEnergy::Energy(std::span<const uint8_t> labels) const {
  double energy = constant;
  for (size_t node = 0; node < labels.size(); ++node) {
    if (labels[node] != 0) energy += cost_of_one[node];
  }
  for (size_t e = 0; e < graph->edges.size(); ++e) {
    const auto [p, q] = graph->edges[e];
    if (labels[p] != labels[q]) energy += disagreement[e];
  }
  return energy;
}

int BinaryGraphEnergy::FirstNotSubmodular() const {
  for (size_t e = 0; e < disagreement.size(); ++e) {
    if (disagreement[e] < 0) return static_cast<int>(e);
  }
  return -1;
}

graphical_models::PairwiseEnergy ToPairwise(const BinaryGraphEnergy& energy) {
  const size_t nodes = energy.cost_of_one.size();
  graphical_models::PairwiseEnergy pairwise(std::vector<int>(nodes, 2));
  pairwise.AddConstant(energy.constant);
  for (size_t node = 0; node < nodes; ++node) {
    pairwise.AddUnary(static_cast<int>(node), std::array<double, 2>{0, energy.cost_of_one[node]});
  }
  const int potts = pairwise.AddPotential(graphical_models::Potts{});
  for (size_t e = 0; e < energy.disagreement.size(); ++e) {
    const auto [p, q] = energy.graph->edges[e];
    pairwise.AddEdge(p, q, potts, energy.disagreement[e]);
  }
  return pairwise;
}

}  // namespace structlab::structured_learning
