// The minimum energy of a 4-connected grid of two labels, by a method that the library does not use.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_GRID_MINIMUM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_GRID_MINIMUM_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "common/check.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Dynamic programming, variable by variable, over the labels of the last `side` variables: bit v % side of a
// state is the label of the last variable of that column. The grid has `side` >= 2 variables per row; factors
// are of one variable or of two neighbours. O(variables * 2^side) time, 8 bytes for each of the 2^side
// states.
inline double GridMinimumByRows(const FactorGraph& graph, int side) {
  const size_t variables = graph.num_variables(), width = side;
  std::vector<std::array<double, 2>> unary(variables, {0, 0});
  std::vector<std::array<double, 4>> from_left(variables, {0, 0, 0, 0}), from_above = from_left;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const auto scope = graph.scope(factor);
    const auto table = graph.table(factor);
    const size_t last = scope.back();
    if (scope.size() == 1) {
      for (size_t i = 0; i < 2; ++i) unary[last][i] += table[i];
      continue;
    }
    const int step = scope[1] - scope[0];
    STRUCTLAB_CHECK(scope.size() == 2 && (step == side || (step == 1 && scope[1] % side != 0)));
    for (size_t i = 0; i < 4; ++i) (step == side ? from_above : from_left)[last][i] += table[i];
  }
  std::vector<double> least(size_t{1} << width, 0);
  for (size_t v = 0; v < variables; ++v) {
    const size_t bit = size_t{1} << (v % width), left = size_t{1} << ((v + width - 1) % width);
    for (size_t state = 0; state < least.size(); ++state) {
      if ((state & bit) != 0) continue;
      const std::array<double, 2> before = {least[state], least[state | bit]};
      for (size_t label = 0; label < 2; ++label) {
        const double above = std::min(before[0] + from_above[v][label], before[1] + from_above[v][2 + label]);
        const size_t left_label = (state & left) != 0 ? 1 : 0;
        least[state | (label * bit)] = above + unary[v][label] + from_left[v][2 * left_label + label];
      }
    }
  }
  return graph.constant() + *std::ranges::min_element(least);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_GRID_MINIMUM_H_
