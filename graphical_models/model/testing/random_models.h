// Random small energies for tests. All costs and weights are integers, so that their sums are exact in any
// order and energies can be compared with ==.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_RANDOM_MODELS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_RANDOM_MODELS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// Calls visitor(labeling) for every labeling, in lexicographic order; once, with the empty labeling, if there
// are no variables.
template <class Visitor>
void ForAllLabelings(std::span<const int> label_counts, const Visitor& visitor) {
  Labeling labeling(label_counts.size(), 0);
  while (true) {
    visitor(static_cast<const Labeling&>(labeling));
    size_t i = labeling.size();
    while (i > 0 && ++labeling[i - 1] == label_counts[i - 1]) labeling[--i] = 0;
    if (i == 0) return;
  }
}

// The same stream gives the same model on every machine. The functions advance the stream.

Labeling RandomLabeling(std::span<const int> label_counts, common::RandomStream& random);

struct RandomGraphOptions {
  int max_variables = 6;
  int max_labels = 3;
  int max_factors = 8;
  int max_arity = 3;
  int max_cost = 20;                  // entries from -max_cost to max_cost
  double infinite_probability = 0.0;  // of an entry to be +infinity
  double sharing_probability = 0.2;   // of a factor to share an earlier table that fits
};

// Has at least 1 variable and 1 label, any number of factors, and a constant.
FactorGraph RandomFactorGraph(const RandomGraphOptions& options, common::RandomStream& random);

enum class PotentialClass {
  kAny,         // any of the four types
  kSemiMetric,  // Potts, truncated linear or quadratic, or a symmetric table with a diagonal of 0
  kMetric,      // Potts, truncated linear, or the shortest paths of a random graph
  kSubmodular,  // d(a,b) + d(a+1,b+1) <= d(a,b+1) + d(a+1,b)
};

// A potential with integer values up to about max_cost, from -max_cost (kAny, kSubmodular) or from 0
// (others).
PairwisePotential RandomPotential(PotentialClass potential_class, int labels, int max_cost,
                                  common::RandomStream& random);

enum class GraphClass { kAny, kTree, kChain };

struct RandomPairwiseOptions {
  int max_variables = 6;
  int max_labels = 3;             // all variables have the same number, at least 2 if max_labels allows it
  double edge_probability = 0.5;  // for each pair of variables, with GraphClass::kAny
  GraphClass graph = GraphClass::kAny;
  PotentialClass potential = PotentialClass::kAny;
  int max_cost = 20;                  // of unaries and potentials
  int max_weight = 3;                 // edges weigh 1 to max_weight; with kAny also -max_weight to -1
  double infinite_probability = 0.0;  // of a unary cost to be +infinity
};

// Has at least 1 variable. Edges have random directions and share a few potentials.
PairwiseEnergy RandomPairwiseEnergy(const RandomPairwiseOptions& options, common::RandomStream& random);

// The same variables, edges and potentials, but each unary cost and each weight is multiplied by a random
// number from 1 to 2. Sums of these costs are rounded, because the costs are not short binary fractions.
PairwiseEnergy WithRealCosts(const PairwiseEnergy& energy, common::RandomStream& random);

struct RandomGridOptions {
  int max_width = 3;
  int max_height = 3;
  int max_labels = 3;
  PotentialClass potential = PotentialClass::kAny;
  bool eight_connected = true;  // whether grids may be 8-connected
  int max_cost = 20;
  int max_weight = 3;  // weights from 0
};

// Has at least 1 x 1 pixels. Weights are one number, one per step or one per edge. Cost: int32_t, float,
// double.
template <class Cost>
GridEnergy<Cost> RandomGridEnergy(const RandomGridOptions& options, common::RandomStream& random);

extern template GridEnergy<int32_t> RandomGridEnergy(const RandomGridOptions&, common::RandomStream&);
extern template GridEnergy<float> RandomGridEnergy(const RandomGridOptions&, common::RandomStream&);
extern template GridEnergy<double> RandomGridEnergy(const RandomGridOptions&, common::RandomStream&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_RANDOM_MODELS_H_
