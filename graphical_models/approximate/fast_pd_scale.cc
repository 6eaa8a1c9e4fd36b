#include "graphical_models/approximate/fast_pd_scale.h"

#include <algorithm>
#include <cmath>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr int kReachBits = 42;
constexpr double kMaxNarrowReach = 1 << 18;
// Bits of the sum of all reaches: the largest flow that a cut may have.
constexpr int kSumBits = 56;
constexpr int kMaxExponent = 1000;  // 2^1000 is a double; smaller costs count as 0

bool HasIntegerEdges(const FastPdTerms& terms) {
  std::vector<bool> are_integers;
  for (const PairwisePotential& potential : terms.potentials) {
    are_integers.push_back(!potential.IsDefinedFor(terms.num_labels, terms.num_labels) ||
                           ExtentOf(potential, terms.num_labels).are_integers);
  }
  return std::all_of(terms.edges.begin(), terms.edges.end(), [&](const PairwiseEdge& edge) {
    return std::floor(edge.weight) == edge.weight && are_integers[edge.potential];
  });
}

struct UnaryExtent {
  double max = 0;  // the largest finite unary minus the least one of its variable
  bool are_integers = true;
};

template <class Energy>
UnaryExtent UnaryExtentOf(const Energy& energy, std::span<const double> reaches) {
  UnaryExtent extent;
  for (int v = 0; v < energy.num_variables(); ++v) {
    const auto unary = energy.unary(v);
    const double least = static_cast<double>(*std::min_element(unary.begin(), unary.end()));
    for (const auto cost : unary) {
      const double above = static_cast<double>(cost) - least;
      if (!(above < kInfinity)) continue;
      extent.max = std::max(extent.max, above);
      if (above > reaches[v]) continue;
      extent.are_integers = extent.are_integers && std::floor(above) == above;
    }
  }
  return extent;
}

// The smallest e with value <= 2^e.
int CeilingOfLog2(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return mantissa == 0.5 ? exponent - 1 : exponent;
}

}  // namespace

std::vector<double> FastPdReaches(const FastPdTerms& terms) {
  std::vector<double> most;
  for (const PairwisePotential& potential : terms.potentials) {
    const bool is_defined = potential.IsDefinedFor(terms.num_labels, terms.num_labels);
    most.push_back(is_defined ? ExtentOf(potential, terms.num_labels).max : 0);
  }
  std::vector<double> reaches(terms.num_variables);
  for (const PairwiseEdge& edge : terms.edges) {
    const double max_of_edge = 2 * edge.weight * most[edge.potential];
    reaches[edge.p] += max_of_edge;
    reaches[edge.q] += max_of_edge;
  }
  return reaches;
}

template <class Energy>
FastPdScale FastPdScale::For(const Energy& energy, const FastPdTerms& terms,
                             std::span<const double> reaches) {
  FastPdScale scale;
  double sum = 0;
  for (const double reach : reaches) {
    scale.max_reach = std::max(scale.max_reach, reach);
    sum += reach;
  }
  const UnaryExtent unaries = UnaryExtentOf(energy, reaches);
  const bool are_integers = unaries.are_integers && HasIntegerEdges(terms);
  scale.fits_32_bits = are_integers && scale.max_reach <= kMaxNarrowReach;
  if (scale.fits_32_bits) return scale;
  // Without edges any unit will do that distinguishes the labels.
  const double basis = scale.max_reach > 0 ? scale.max_reach : unaries.max;
  scale.exponent = kReachBits - CeilingOfLog2(basis);
  if (sum > 0) scale.exponent = std::min(scale.exponent, kSumBits - CeilingOfLog2(sum));
  if (are_integers) scale.exponent = std::min(scale.exponent, 0);
  scale.is_exact = are_integers && scale.exponent == 0;
  scale.exponent = std::min(scale.exponent, kMaxExponent);
  return scale;
}

bool FastPdScale::CanKeepDuals(int other_exponent) const {
  if (fits_32_bits) return other_exponent == exponent;
  return other_exponent >= (is_exact ? exponent : exponent - 8) && other_exponent <= exponent + 4;
}

template FastPdScale FastPdScale::For(const PairwiseEnergy&, const FastPdTerms&, std::span<const double>);
template FastPdScale FastPdScale::For(const GridEnergy<int32_t>&, const FastPdTerms&,
                                      std::span<const double>);
template FastPdScale FastPdScale::For(const GridEnergy<float>&, const FastPdTerms&, std::span<const double>);
template FastPdScale FastPdScale::For(const GridEnergy<double>&, const FastPdTerms&, std::span<const double>);

}  // namespace structlab::graphical_models
