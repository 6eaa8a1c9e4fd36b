#include "graphical_models/approximate/fast_pd_terms.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

bool IsInteger(double value) { return std::floor(value) == value; }

// The range of a distance slope * min(steps, truncation) for 1 to max_steps steps.
PotentialExtent ExtentOfSteps(double slope, double truncation, double max_steps) {
  const double least = std::min(1.0, truncation), most = std::min(max_steps, truncation);
  return {slope * least, slope * most, IsInteger(slope) && IsInteger(slope * most)};
}

// A pair of labels for which FastPD cannot take the table, as text. Empty if FastPD can take the table.
std::string FindFault(const LabelTable& table, int num_labels) {
  for (Label a = 0; a < num_labels; ++a) {
    for (Label b = 0; b < num_labels; ++b) {
      const double value = table(a, b);
      if (a == b ? value == 0 : value >= 0 && value < kInfinity) continue;
      return "d(" + std::to_string(a) + "," + std::to_string(b) + ") = " + common::FormatDouble(value);
    }
  }
  return "";
}

void CheckTerms(const FastPdTerms& terms) {
  std::vector<std::string> faults;
  for (const PairwisePotential& potential : terms.potentials) {
    const LabelTable* const table = potential.As<LabelTable>();
    // A table with fewer labels belongs to no edge.
    const bool is_defined = potential.IsDefinedFor(terms.num_labels, terms.num_labels);
    faults.push_back(table != nullptr && is_defined ? FindFault(*table, terms.num_labels) : "");
  }
  for (const PairwiseEdge& edge : terms.edges) {
    const std::string& fault = faults[edge.potential];
    if (edge.weight >= 0 && fault.empty()) continue;
    const std::string where = "FastPD: edge (" + std::to_string(edge.p) + ", " + std::to_string(edge.q) + ")";
    if (!(edge.weight >= 0)) {
      common::ThrowUsageError(where, "a weight of 0 or more", common::FormatDouble(edge.weight));
    }
    common::ThrowUsageError(where, "finite distances d >= 0 with d(a,a) = 0", fault,
                            "costs that depend on one variable only belong to its unary");
  }
}

}  // namespace

bool FastPdTerms::HasGraphOf(const FastPdTerms& other) const {
  const auto same_ends = [](const PairwiseEdge& a, const PairwiseEdge& b) {
    return a.p == b.p && a.q == b.q;
  };
  return num_variables == other.num_variables && num_labels == other.num_labels &&
         std::equal(edges.begin(), edges.end(), other.edges.begin(), other.edges.end(), same_ends);
}

FastPdTerms FastPdTermsOf(const PairwiseEnergy& energy) {
  FastPdTerms terms;
  terms.num_variables = energy.num_variables();
  if (energy.num_variables() > 0) terms.num_labels = energy.num_labels(0);
  for (int v = 0; v < energy.num_variables(); ++v) {
    if (energy.num_labels(v) == terms.num_labels) continue;
    common::ThrowUsageError(
        "FastPD: variable " + std::to_string(v),
        std::to_string(terms.num_labels) + " labels as variable 0 has", std::to_string(energy.num_labels(v)),
        "give all variables the same labels, with unaries of +infinity for those to forbid");
  }
  terms.edges.assign(energy.edges().begin(), energy.edges().end());
  for (int i = 0; i < energy.num_potentials(); ++i) terms.potentials.push_back(energy.potential(i));
  CheckTerms(terms);
  return terms;
}

template <class Cost>
FastPdTerms FastPdTermsOf(const GridEnergy<Cost>& energy) {
  const GridShape& shape = energy.shape();
  FastPdTerms terms{shape.num_pixels(), shape.labels, {}, {energy.potential()}};
  terms.edges.reserve(shape.num_edges());
  for (int y = 0, pixel = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x, ++pixel) {
      for (int step = 0; step < shape.num_steps(); ++step) {
        if (!shape.HasEdge(x, y, step)) continue;
        terms.edges.push_back(
            {pixel, pixel + shape.Offset(step), 0, static_cast<double>(energy.weights()(step, pixel))});
      }
    }
  }
  CheckTerms(terms);
  return terms;
}

PotentialExtent ExtentOf(const PairwisePotential& potential, int num_labels) {
  if (num_labels == 1) return {};
  const double max_steps = num_labels - 1;
  if (const Potts* const potts = potential.As<Potts>()) return ExtentOfSteps(potts->cost, 1, 1);
  if (const TruncatedLinear* const linear = potential.As<TruncatedLinear>()) {
    return ExtentOfSteps(linear->slope, linear->truncation, max_steps);
  }
  if (const TruncatedQuadratic* const quadratic = potential.As<TruncatedQuadratic>()) {
    return ExtentOfSteps(quadratic->slope, quadratic->truncation, max_steps * max_steps);
  }
  PotentialExtent extent{kInfinity, 0, true};
  static_assert(PairwisePotential::kNumForms == 4, "a new form needs a branch above");
  const LabelTable& table = *potential.As<LabelTable>();
  for (Label a = 0; a < num_labels; ++a) {
    for (Label b = 0; b < num_labels; ++b) {
      if (a == b) continue;
      extent.min = std::min(extent.min, table(a, b));
      extent.max = std::max(extent.max, table(a, b));
      extent.are_integers = extent.are_integers && IsInteger(table(a, b));
    }
  }
  return extent;
}

template FastPdTerms FastPdTermsOf(const GridEnergy<int32_t>&);
template FastPdTerms FastPdTermsOf(const GridEnergy<float>&);
template FastPdTerms FastPdTermsOf(const GridEnergy<double>&);

}  // namespace structlab::graphical_models
