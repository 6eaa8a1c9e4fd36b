// The pairwise term of two binary variables in the form of a cut.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_PAIR_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_PAIR_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "common/error.h"
#include "graphical_models/exact/flow_capacity.h"

namespace structlab::graphical_models {

template <FlowCapacity Cost>
struct BinaryPair {
  Cost cost_00, cost_01, cost_10, cost_11;  // of the labels of p and q
};

// cost(x_p, x_q) = cost_00 (1 - x_p) + cost_10 x_p + slope x_q + capacity (1 - x_p) x_q. If capacity >= 0,
// the pair is submodular, and the last term is an edge from p to q; nodes with label 0 are on the source side
// (Kolmogorov, Zabih: What energy functions can be minimized via graph cuts?, PAMI 2004).
template <FlowCapacity Cost>
struct BinaryPairTerms {
  Cost slope, capacity;
};

// Returns nothing if a cost is not finite or a sum of integers overflows. With double, a negative capacity
// within the rounding error of the four costs becomes 0.
template <FlowCapacity Cost>
std::optional<BinaryPairTerms<Cost>> TermsOf(const BinaryPair<Cost>& pair) {
  Cost equal, different;
  BinaryPairTerms<Cost> terms;
  if (!AddFits(pair.cost_00, pair.cost_11, &equal) || !AddFits(pair.cost_01, pair.cost_10, &different) ||
      !SubtractFits(different, equal, &terms.capacity) ||
      !SubtractFits(pair.cost_11, pair.cost_10, &terms.slope)) {
    return std::nullopt;
  }
  if constexpr (std::is_floating_point_v<Cost>) {
    const Cost largest = std::max(
        {std::abs(pair.cost_00), std::abs(pair.cost_01), std::abs(pair.cost_10), std::abs(pair.cost_11)});
    if (terms.capacity < 0 && terms.capacity >= -4 * std::numeric_limits<Cost>::epsilon() * largest) {
      terms.capacity = 0;
    }
  }
  return terms;
}

// The same, but throws common::Error(kUsage) at name() instead of returning nothing, and if the pair is not
// submodular.
template <FlowCapacity Cost, class Name>
BinaryPairTerms<Cost> SubmodularTermsOf(const BinaryPair<Cost>& pair, const Name& name) {
  const auto terms = TermsOf(pair);
  if (!terms) ThrowCapacityOverflow(name());
  if (terms->capacity < 0) {
    common::ThrowUsageError(name(), "a submodular pair: cost(0, 0) + cost(1, 1) <= cost(0, 1) + cost(1, 0)",
                            FormatCapacity<Cost>(pair.cost_00 + pair.cost_11) + " > " +
                                FormatCapacity<Cost>(pair.cost_01 + pair.cost_10));
  }
  return *terms;
}

// "AddPairwise(p, q)", for messages.
inline std::string NameOfPair(int p, int q) {
  return "AddPairwise(" + std::to_string(p) + ", " + std::to_string(q) + ")";
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_PAIR_H_
