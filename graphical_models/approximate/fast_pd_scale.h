// Conversion of costs to the integers of FastPD.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_SCALE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_SCALE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "graphical_models/approximate/fast_pd_terms.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {

// The reach of each variable: the sum over its edges of twice the largest cost of the edge. While the labels
// of an edge stay the same, no dual of it changes by more.
std::vector<double> FastPdReaches(const FastPdTerms& terms);

// The unit of the integers. A cost c is stored as floor(c * 2^exponent): rounded down, so that no labeling
// costs more than in the energy. The least unary of each variable is subtracted first. Unaries above the
// reach of their variable, which no labeling of least energy pays, are cut to one unit above it.
struct FastPdScale {
  int exponent = 0;
  bool is_exact = true;
  bool fits_32_bits = true;  // for at least a thousand changes of labels
  double max_reach = 0;

  // Exact (exponent 0) if all costs are integers and no reach is above 2^42; otherwise a reach has 42 bits.
  template <class Energy>
  static FastPdScale For(const Energy& energy, const FastPdTerms& terms, std::span<const double> reaches);

  // True if duals stored with another exponent can be kept: their unit is at most 256 times as large as this
  // one (not larger at all if this one is exact) and at most 16 times as small.
  bool CanKeepDuals(int other_exponent) const;
};

// Writes the unaries as integers, [label][variable]. All are 0 for a variable without a label of finite cost.
template <class Energy, class Cost>
void StoreUnaries(const Energy& energy, std::span<const double> reaches, int exponent,
                  std::span<Cost> unaries) {
  const size_t n = energy.num_variables();
  const double scale = std::ldexp(1.0, exponent);
  for (size_t v = 0; v < n; ++v) {
    const auto unary = energy.unary(static_cast<int>(v));
    const double least = static_cast<double>(*std::min_element(unary.begin(), unary.end()));
    const Cost cut = static_cast<Cost>(scale * reaches[v]) + 1;
    for (size_t a = 0; a < unary.size(); ++a) {
      const double above = least < kInfinity ? static_cast<double>(unary[a]) - least : 0;
      unaries[a * n + v] = above > reaches[v] ? cut : static_cast<Cost>(scale * above);
    }
  }
}

// Bound on the magnitude of a dual, or of a sum of duals at a variable; a few of them can be added.
template <class Cost>
inline constexpr Cost kMaxHeight = Cost{1} << (std::numeric_limits<Cost>::digits - 3);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_SCALE_H_
