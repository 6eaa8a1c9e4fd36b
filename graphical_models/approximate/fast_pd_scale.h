// How FastPD stores costs as integers.
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

// The most that the two labels of an edge can cost differently, doubled, summed over the edges of each
// variable: no dual changes by more while the labels of its edge stay the same.
std::vector<double> FastPdReaches(const FastPdTerms& terms);

// A cost is stored as the integer part of its 2^exponent-fold: rounded down, so that no labeling costs more
// than in the energy. Unaries are those above the least of their variable; those above its reach, which no
// labeling of least energy pays, are cut there.
struct FastPdScale {
  int exponent = 0;
  bool is_exact = true;
  bool fits_32_bits = true;  // a thousand changes of labels at least
  double largest_reach = 0;

  // Exact (exponent 0) if all costs are integers and no reach is above 2^42; else a reach has 42 bits.
  template <class Energy>
  static FastPdScale For(const Energy& energy, const FastPdTerms& terms, std::span<const double> reaches);

  // Whether duals in another unit can be kept: it is at most 256 times as large, but not larger than one that
  // is exact, or 16 times as small.
  bool Takes(int other_exponent) const;
};

// Writes the unaries in integers, [label][variable]; all 0 where a variable has no label of finite cost.
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

// The largest magnitude of a dual or of a sum of duals at a variable: some of them may be added.
template <class Cost>
inline constexpr Cost kLargestHeight = Cost{1} << (std::numeric_limits<Cost>::digits - 3);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_SCALE_H_
