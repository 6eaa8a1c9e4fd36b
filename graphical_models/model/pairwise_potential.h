// Potentials of two variables, stored once however many edges share them.
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

// `cost` where the labels differ, else 0.
struct Potts {
  double cost = 1;  // finite, >= 0

  double operator()(Label a, Label b) const { return a == b ? 0.0 : cost; }
  friend bool operator==(const Potts&, const Potts&) = default;
};

// slope * min(|a - b|, truncation): the truncation counts labels.
struct TruncatedLinear {
  double slope = 1;               // finite, >= 0
  double truncation = kInfinity;  // >= 0; infinite: none

  double operator()(Label a, Label b) const {
    return slope * std::min(static_cast<double>(std::abs(a - b)), truncation);
  }
  friend bool operator==(const TruncatedLinear&, const TruncatedLinear&) = default;
};

// slope * min((a - b)^2, truncation).
struct TruncatedQuadratic {
  double slope = 1;               // finite, >= 0
  double truncation = kInfinity;  // >= 0; infinite: none

  double operator()(Label a, Label b) const {
    const double difference = static_cast<double>(a - b);
    return slope * std::min(difference * difference, truncation);
  }
  friend bool operator==(const TruncatedQuadratic&, const TruncatedQuadratic&) = default;
};

// Any table; +infinity is allowed. Memory: 8 bytes an entry.
class LabelTable {
 public:
  // Row-major: values[a * columns + b] for labels a < rows and b < columns. Throws common::Error(kUsage) for
  // another number of values, no rows or columns, NaN, -infinity and values above kMaxEnergy.
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

// One of the above. A value: copies are independent, and reading is thread-safe.
class PairwisePotential {
 public:
  // Implicit, so that a Potts is a potential wherever one is wanted. Throw common::Error(kUsage) for a cost,
  // slope or truncation out of its range.
  PairwisePotential(Potts potts);
  PairwisePotential(TruncatedLinear linear);
  PairwisePotential(TruncatedQuadratic quadratic);
  PairwisePotential(LabelTable table);

  // Calls visitor(potential) with the type it has, for loops that choose the formula once.
  template <class Visitor>
  decltype(auto) Visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), potential_);
  }

  // The energy of labels a and b. O(1).
  double operator()(Label a, Label b) const {
    return Visit([a, b](const auto& potential) { return potential(a, b); });
  }

  // The potential if it is of this type, else null.
  template <class Potential>
  const Potential* As() const {
    return std::get_if<Potential>(&potential_);
  }

  // Whether it is defined for all labels of variables with so many: all but a table always are.
  bool IsDefinedFor(int labels_of_first, int labels_of_second) const;

  friend bool operator==(const PairwisePotential&, const PairwisePotential&) = default;

 private:
  std::variant<Potts, TruncatedLinear, TruncatedQuadratic, LabelTable> potential_;
};

// What the values of a potential decide about the weights that it may have. Found once, it takes 16 bytes.
class PotentialRange {
 public:
  // O(entries of a table).
  explicit PotentialRange(const PairwisePotential& potential);

  // Whether some value is +infinity: in a table only.
  bool has_infinity() const { return has_infinity_; }
  // No finite value is larger in magnitude, whatever the labels.
  double max_magnitude() const { return max_magnitude_; }

  // Throws common::Error(kUsage) for a weight that is not finite, that is not above 0 while a value is
  // +infinity, or that gives weighted values of more than kMaxEnergy.
  void CheckWeight(double weight, const std::string& where) const;

  friend bool operator==(const PotentialRange&, const PotentialRange&) = default;

 private:
  bool has_infinity_ = false;
  double max_magnitude_ = 0;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_POTENTIAL_H_
