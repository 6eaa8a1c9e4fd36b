// The energy of a labeling of a graph with two labels, as the methods of graph_inference.h minimise it.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_BINARY_GRAPH_ENERGY_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_BINARY_GRAPH_ENERGY_H_

#include <span>
#include <vector>

#include "graphical_models/model/pairwise_energy.h"
#include "structured_learning/problem/graph_labeling/graph_sample.h"

namespace structlab::structured_learning {

// E(y) = constant + sum_i cost_of_one_i y_i + sum_ij disagreement_ij [y_i != y_j], minimised over y in
// {0, 1}^n. Every energy of two labels and pairs has this form if the costs of (0, 1) and (1, 0) are equal.
// It is submodular if no disagreement is negative. The graph must outlive it.
struct BinaryGraphEnergy {
  const GraphSample* graph = nullptr;  // only its edges and its grid are read
  double constant = 0;
  std::vector<double> cost_of_one = {};   // for each node
  std::vector<double> disagreement = {};  // for each edge

  double Energy(std::span<const uint8_t> labels) const;
  // The first edge with a negative disagreement, or -1.
  int FirstNotSubmodular() const;
};

// The same energy as unary costs (0, cost_of_one) and weighted Potts potentials.
graphical_models::PairwiseEnergy ToPairwise(const BinaryGraphEnergy& energy);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_BINARY_GRAPH_ENERGY_H_
