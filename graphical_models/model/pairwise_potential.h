// Potentials of two variables: Potts, truncated linear, truncated quadratic, or any table.
//
// Any other potential can be given as a LabelTable; messages then take O(labels^2). To add a form with a
// formula of its own: a struct and a constructor here; MaxMagnitude in pairwise_potential.cc; RangeOfValues
// in rounding.cc, which says of what unit its values are multiples; then the places that
// do not compile because they compare kNumForms: messages of TRW-S (approximate/min_plus.cc,
// approximate/fixed_point_grid.cc), bounds of FastPD (approximate/fast_pd_terms.cc), properties of metrics
// (label_metric.cc). Tests: RandomFormula in model/testing/random_models.cc draws all forms.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_POTENTIAL_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_POTENTIAL_H_

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// `cost` if the labels differ, otherwise 0.
struct Potts {
  double cost = 1;  // finite, >= 0

  double operator()(Label a, Label b) const { return a == b ? 0.0 : cost; }
  friend bool operator==(const Potts&, const Potts&) = default;
};

// slope * min(|a - b|, truncation); the truncation is a number of labels.
struct TruncatedLinear {
  double slope = 1;               // finite, >= 0
  double truncation = kInfinity;  // >= 0; infinite: not truncated

  double operator()(Label a, Label b) const {
    return slope * std::min(static_cast<double>(std::abs(a - b)), truncation);
  }
  friend bool operator==(const TruncatedLinear&, const TruncatedLinear&) = default;
};

// slope * min((a - b)^2, truncation).
struct TruncatedQuadratic {
  double slope = 1;               // finite, >= 0
  double truncation = kInfinity;  // >= 0; infinite: not truncated

  double operator()(Label a, Label b) const {
    const double difference = static_cast<double>(a - b);
    return slope * std::min(difference * difference, truncation);
  }
  friend bool operator==(const TruncatedQuadratic&, const TruncatedQuadratic&) = default;
};

// Any table of costs; +infinity is allowed. Memory: 8 bytes per entry.
class LabelTable {
 public:
  // Row-major: values[a * columns + b] for labels a < rows and b < columns. Throws common::Error(kUsage) for
  // a wrong number of values, no rows or no columns, NaN, -infinity and finite values above kMaxEnergy.
  LabelTable(int rows, int columns, std::vector<double> values);

  double operator()(Label a, Label b) const {
    return values_[static_cast<size_t>(a) * static_cast<size_t>(columns_) + static_cast<size_t>(b)];
  }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  std::span<const double> values() const { return values_; }
  friend bool operator==(const LabelTable&, const LabelTable&) = default;

 private:
  int rows_;
  int columns_;
  std::vector<double> values_;
};

// One of the four potentials above. A value type: copies are independent, and reading is thread-safe.
//
//     const PairwisePotential potential = TruncatedLinear{.slope = 1, .truncation = 2};
//     const double cost = potential(3, 7);                                             // 2
//
// Prefer a formula to an equal table: it needs no memory, and several methods are faster with it.
class PairwisePotential {
 public:
  // Implicit conversions, so that a Potts can be passed as a PairwisePotential. Throw common::Error(kUsage)
  // for a cost, slope or truncation out of range.
  PairwisePotential(Potts potts);
  PairwisePotential(TruncatedLinear linear);
  PairwisePotential(TruncatedQuadratic quadratic);
  PairwisePotential(LabelTable table);

  // Calls visitor(potential) with its concrete type, so that a loop can select the formula once.
  template <class Visitor>
  decltype(auto) Visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), potential_);
  }

  // The cost of labels a and b. O(1) time.
  double operator()(Label a, Label b) const {
    return Visit([a, b](const auto& potential) { return potential(a, b); });
  }

  // A pointer to the potential if it has this type, otherwise null.
  template <class Potential>
  const Potential* As() const {
    return std::get_if<Potential>(&potential_);
  }

  // Whether it is defined for variables with these numbers of labels. Only a table can be too small.
  bool IsDefinedFor(int labels_of_first, int labels_of_second) const;

  friend bool operator==(const PairwisePotential&, const PairwisePotential&) = default;

 private:
  using Form = std::variant<Potts, TruncatedLinear, TruncatedQuadratic, LabelTable>;

 public:
  // Code that has a branch for each form checks this number at compile time.
  static constexpr size_t kNumForms = std::variant_size_v<Form>;

 private:
  Form potential_;
};

// The range of a potential's values, which limits the weights it may have. Takes 16 bytes.
class PotentialRange {
 public:
  // O(entries) for a table, otherwise O(1).
  explicit PotentialRange(const PairwisePotential& potential);

  // Whether a value is +infinity; possible for tables only.
  bool has_infinity() const { return has_infinity_; }
  // Upper bound of the magnitude of all finite values, for any labels.
  double max_magnitude() const { return max_magnitude_; }

  // Throws common::Error(kUsage) for a weight that is not finite, that is <= 0 while a value is +infinity, or
  // that makes a weighted value exceed kMaxEnergy in magnitude.
  void CheckWeight(double weight, const std::string& where) const;

  friend bool operator==(const PotentialRange&, const PotentialRange&) = default;

 private:
  bool has_infinity_ = false;
  double max_magnitude_ = 0;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_POTENTIAL_H_
