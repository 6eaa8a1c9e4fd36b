// Small models whose partition functions, marginals and best labelings were computed elsewhere.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_WORKED_EXAMPLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_WORKED_EXAMPLES_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// A chain of 2, 3 and 2 states: Z = 190, and the best labeling (1, 1, 0) has weight 72.
inline FactorGraph ChainExample() {
  const auto energies = [](std::vector<double> weights) {
    for (double& weight : weights) weight = -std::log(weight);
    return weights;
  };
  FactorGraph chain({2, 3, 2});
  const auto add = [&](std::vector<int> scope, std::vector<double> weights) {
    chain.AddFactor(scope, energies(std::move(weights)));
  };
  add({0}, {1, 2});
  add({1}, {1, 1, 2});
  add({2}, {3, 1});
  add({0, 1}, {2, 1, 3, 1, 4, 1});
  add({1, 2}, {1, 2, 3, 1, 1, 5});
  return chain;
}

// Couplings of the edges (0,1) (1,2) (3,4) (4,5) (0,3) (1,4) (2,5) of a grid of 2 rows and 3 columns.
using IsingCouplings = std::array<double, 7>;
inline constexpr IsingCouplings kFrustratedCouplings = {.8, -.5, .6, .9, -.7, .4, 1};
inline constexpr IsingCouplings kAttractiveCouplings = {.8, .5, .6, .9, .7, .4, 1};
inline constexpr std::array<std::array<int, 2>, 7> kIsingEdges = {
    {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}};

// Exact values of an Ising grid, from sums over all 64 labelings.
struct IsingValues {
  IsingCouplings couplings;
  double log_partition;
  std::array<double, 6> up;        // p(x_i = +1)
  std::array<double, 7> products;  // E[x_i x_j], in the order of the edges
  double best, second;             // log p + log Z of the best and of the second-best labeling
};
inline constexpr std::array<IsingValues, 2> kIsingValues = {{
    {kFrustratedCouplings,
     5.762684917206,
     {.5944247329, .5122610595, .4533196402, .4493901044, .4862993012, .4049344933},
     {.6079939741, -.3799395761, .4903541001, .6508675719, -.5673542040, -.0525503752, .7225017211},
     4.25,
     3.95},
    {kAttractiveCouplings,
     6.088772326323,
     {.5695608635, .5031547376, .4863864427, .5430681987, .5252753336, .4574826245},
     {.7262745787, .6556039488, .6752150921, .7601615899, .7138858974, .6895750967, .8172704941},
     4.95,
     4.85},
}};

// log p = sum J x_i x_j + sum h_i x_i - log Z; labels 0 and 1 stand for x = -1 and +1. Edges with coupling 0
// are left out.
inline FactorGraph IsingExample(const IsingCouplings& couplings) {
  constexpr std::array<double, 6> kFields = {.3, -.2, .1, 0, .25, -.4};
  FactorGraph graph(std::vector<int>(6, 2));
  for (int v = 0; v < 6; ++v) {
    const double h = kFields[v];
    graph.AddFactor({{v}}, {{h, -h}});
  }
  for (size_t e = 0; e < couplings.size(); ++e) {
    const double j = couplings[e];
    if (j != 0) graph.AddFactor(kIsingEdges[e], {{-j, j, j, -j}});
  }
  return graph;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_WORKED_EXAMPLES_H_
