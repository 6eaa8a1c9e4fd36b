// Access to the terms of an energy, the same for graphs and grids.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_TERMS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_TERMS_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/extended_cost.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

inline std::vector<int> LabelCountsOf(const PairwiseEnergy& energy) {
  return {energy.label_counts().begin(), energy.label_counts().end()};
}

template <class Cost>
std::vector<int> LabelCountsOf(const GridEnergy<Cost>& energy) {
  return std::vector<int>(energy.num_variables(), energy.num_labels());
}

inline int NumLabelsOf(const PairwiseEnergy& energy, int variable) { return energy.num_labels(variable); }

template <class Cost>
int NumLabelsOf(const GridEnergy<Cost>& energy, int) {
  return energy.num_labels();
}

inline int64_t NumEdgesOf(const PairwiseEnergy& energy) { return energy.num_edges(); }

template <class Cost>
int64_t NumEdgesOf(const GridEnergy<Cost>& energy) {
  return energy.shape().num_edges();
}

inline int NumPotentialsOf(const PairwiseEnergy& energy) { return energy.num_potentials(); }

template <class Cost>
int NumPotentialsOf(const GridEnergy<Cost>&) {
  return 1;
}

inline const PairwisePotential& PotentialOf(const PairwiseEnergy& energy, int index) {
  return energy.potential(index);
}

template <class Cost>
const PairwisePotential& PotentialOf(const GridEnergy<Cost>& energy, int) {
  return energy.potential();
}

inline double UnaryOf(const PairwiseEnergy& energy, int variable, Label label) {
  return energy.unary(variable)[label];
}

template <class Cost>
double UnaryOf(const GridEnergy<Cost>& energy, int variable, Label label) {
  return static_cast<double>(energy.unary(variable)[label]);
}

// Calls visit(p, q, index of the potential, weight) for every edge.
template <class Visitor>
void ForEachEdge(const PairwiseEnergy& energy, const Visitor& visit) {
  for (const PairwiseEdge& edge : energy.edges()) visit(edge.p, edge.q, edge.potential, edge.weight);
}

template <class Cost, class Visitor>
void ForEachEdge(const GridEnergy<Cost>& energy, const Visitor& visit) {
  const GridShape& shape = energy.shape();
  for (int y = 0, pixel = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x, ++pixel) {
      for (int step = 0; step < shape.num_steps(); ++step) {
        if (!shape.HasEdge(x, y, step)) continue;
        visit(pixel, pixel + shape.Offset(step), 0, static_cast<double>(energy.weights()(step, pixel)));
      }
    }
  }
}

// The energy of a labeling with its infinite costs counted, to compare labelings of infinite energy.
template <class Energy>
ExtendedCost ExtendedEnergyOf(const Energy& energy, std::span<const Label> labeling) {
  ExtendedCost sum;
  for (int v = 0; v < energy.num_variables(); ++v) {
    sum += UnaryOf(energy, v, labeling[v]);
  }
  ForEachEdge(energy, [&](int p, int q, int potential, double weight) {
    sum += weight * PotentialOf(energy, potential)(labeling[p], labeling[q]);
  });
  return sum;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_TERMS_H_
