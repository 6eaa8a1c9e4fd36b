#include "graphical_models/moves/expansion_charge.h"

#include <algorithm>
#include <type_traits>

#include "common/check.h"
#include "graphical_models/model/cliques/label_histogram.h"

namespace structlab::graphical_models {
namespace {

// The increase of a co-occurrence cost by one more label is least without a third label, because pairs only
// add costs.
double KeepingOf(const CoOccurrence& potential, std::span<const Label>, Label label, Label alpha) {
  return potential.label_costs[label] + potential.pair_costs(std::min(label, alpha), std::max(label, alpha));
}

// The diameter of a set of labels, updated as labels are added.
template <class Distance>
class GrowingDiameter {
 public:
  explicit GrowingDiameter(const Distance& distance) : distance_(distance) {}

  double Add(std::span<const Label> before, Label label) {
    if constexpr (std::is_same_v<Distance, LabelTable>) {
      for (const Label other : before) value_ = std::max(value_, distance_(label, other));
    } else {  // the formulas increase with |a - b|
      lowest_ = before.empty() ? label : std::min(lowest_, label);
      highest_ = before.empty() ? label : std::max(highest_, label);
      value_ = distance_(lowest_, highest_);
    }
    return value_;
  }

 private:
  const Distance& distance_;
  Label lowest_ = 0, highest_ = 0;
  double value_ = 0;
};

// Adding the label to a set S with alpha increases its diameter by max(0, d(label, farthest of S) - diameter
// of S). For a given farthest distance this is least if S contains all labels that are no farther, so only
// these sets are tried.
template <class Distance>
double DiameterKeeping(const Distance& distance, std::span<const Label> others, Label label, Label alpha) {
  std::vector<Label> nearest_first;
  nearest_first.reserve(others.size());
  for (const Label other : others) {
    if (other != label) nearest_first.push_back(other);
  }
  nearest_first.push_back(alpha);
  std::ranges::stable_sort(nearest_first, {}, [&](Label other) { return distance(label, other); });
  double least = std::max(distance(label, nearest_first.back()), 0.0);
  GrowingDiameter<Distance> diameter(distance);
  bool has_alpha = false;
  for (size_t i = 0; i < nearest_first.size() && least > 0; ++i) {
    const double so_far = diameter.Add(std::span(nearest_first).first(i), nearest_first[i]);
    has_alpha = has_alpha || nearest_first[i] == alpha;
    if (has_alpha) least = std::min(least, std::max(0.0, distance(label, nearest_first[i]) - so_far));
  }
  return least;
}

double KeepingOf(const DiameterDiversity& potential, std::span<const Label> others, Label label,
                 Label alpha) {
  return potential.distance.Visit(
      [&](const auto& distance) { return DiameterKeeping(distance, others, label, alpha); });
}

double KeepingOf(const HierarchicalPnPotts& potential, std::span<const Label> others, Label label,
                 Label alpha) {
  return DiameterKeeping(potential.distances(), others, label, alpha);
}

}  // namespace

bool HasCharge(const CliquePotential& potential) {
  return potential.As<CoOccurrence>() != nullptr || potential.As<DiameterDiversity>() != nullptr ||
         potential.As<HierarchicalPnPotts>() != nullptr;
}

ExpansionCharge ChargeOf(const CliquePotential& potential, int num_labels, std::span<const Label> others,
                         Label alpha, bool has_alpha) {
  STRUCTLAB_CHECK(HasCharge(potential));
  ExpansionCharge charge;
  potential.Visit([&](const auto& typed) {
    if constexpr (requires { KeepingOf(typed, others, alpha, alpha); }) {
      for (const Label label : others) charge.keeping.push_back(KeepingOf(typed, others, label, alpha));
    }
  });
  if (has_alpha || others.empty()) return charge;
  LabelHistogram labels(num_labels);
  for (const Label label : others) labels.Add(label);
  const double now = potential(labels);
  labels.Add(alpha);
  charge.taking = std::max(potential(labels) - now, 0.0);
  return charge;
}

}  // namespace structlab::graphical_models
