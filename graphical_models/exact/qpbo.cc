#include "graphical_models/exact/qpbo.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"
#include "graphical_models/exact/binary_conditioning.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/rounding.h"

namespace structlab::graphical_models {
namespace {

using common::ThrowUsageError;

void CheckBinaryAndFinite(const PairwiseEnergy& energy) {
  for (int v = 0; v < energy.num_variables(); ++v) {
    if (energy.num_labels(v) <= 2) continue;
    ThrowUsageError("QPBO: variable " + std::to_string(v), "at most 2 labels",
                    std::to_string(energy.num_labels(v)));
  }
  for (int e = 0; e < energy.num_edges(); ++e) {
    const PairwiseEdge& edge = energy.edges()[e];
    for (Label a = 0; a < energy.num_labels(edge.p); ++a) {
      for (Label b = 0; b < energy.num_labels(edge.q); ++b) {
        if (energy.EdgeEnergy(edge, a, b) < kInfinity) continue;
        std::string where = "QPBO: edge " + std::to_string(e);
        ThrowUsageError(
            where.append(" of variables ") + std::to_string(edge.p) + " and " + std::to_string(edge.q),
            "finite costs", "+infinity", "use another method or a large cost");
      }
    }
  }
}

// The roof dual of the free variables when some labels are known.
class ConditionedDual {
 public:
  // known: one label per variable, kUnlabeled for free ones. Costs of known labels may be +infinity.
  ConditionedDual(const PairwiseEnergy& energy, const Labeling& known)
      : free_(known), dual_(free_.size()), constant_(AddConditioned(energy, known, free_, dual_)) {}

  const std::vector<int>& variables() const { return free_.variables; }
  RoofDual<double>& dual() { return dual_; }  // of the free variables, numbered in order
  double constant() const { return constant_; }

  // Copies the labels that the last Solve found into a labeling of all variables.
  void CopyLabels(Labeling* labeling) const {
    for (size_t i = 0; i < variables().size(); ++i) {
      const Label label = dual_.label(static_cast<int>(i));
      if (label != kUnlabeled) (*labeling)[variables()[i]] = label;
    }
  }

 private:
  FreeVariables free_;
  RoofDual<double> dual_;
  double constant_;
};

// By persistency the energy is not higher, except for rounding.
void TakeUnlessHigher(const PairwiseEnergy& energy, Labeling labeling, MapResult* result) {
  const double value = energy.Energy(labeling);
  if (value > result->energy) return;
  result->energy = value;
  result->labeling = std::move(labeling);
}

// One sweep of QPBO-I, on a copy of the solved dual. Returns the reason if it had to stop. Fixes an eighth of
// the variables without label at once, so that the number of cuts is logarithmic.
std::optional<common::Ending> Improve(const PairwiseEnergy& energy, ConditionedDual reduced,
                                      std::vector<int> order, const TraceRecorder& trace, MapResult* result) {
  RoofDual<double>& dual = reduced.dual();
  for (size_t next = 0; next < order.size();) {
    order.erase(std::remove_if(order.begin() + static_cast<std::ptrdiff_t>(next), order.end(),
                               [&](int i) { return dual.label(i) != kUnlabeled; }),
                order.end());
    if (next == order.size()) break;
    if (const std::optional<common::Ending> ending = trace.MustStop()) return ending;
    const size_t end = next + std::max<size_t>(1, (order.size() - next) / 8);
    for (; next < end; ++next) {
      const int variable = reduced.variables()[order[next]];
      dual.Fix(order[next], result->labeling[variable]);
    }
    dual.Solve();
    Labeling labeling = result->labeling;
    reduced.CopyLabels(&labeling);
    TakeUnlessHigher(energy, std::move(labeling), result);
  }
  return std::nullopt;
}

}  // namespace

PersistentLabeling FindPersistentLabels(const PairwiseEnergy& energy) {
  CheckBinaryAndFinite(energy);
  PersistentLabeling result;
  result.labels = ForcedLabels(energy);
  ConditionedDual reduced(energy, result.labels);
  const double twice_the_bound = reduced.dual().Solve();
  result.lower_bound = ProvedBound(reduced.constant() + twice_the_bound / 2, kInfinity, RoundingOf(energy));
  if (result.lower_bound == kInfinity) {
    result.labels.assign(result.labels.size(), 0);
    result.strong.assign(result.labels.size(), false);
    return result;
  }
  result.strong.assign(result.labels.size(), true);
  reduced.CopyLabels(&result.labels);
  for (size_t i = 0; i < reduced.variables().size(); ++i) {
    result.strong[reduced.variables()[i]] = reduced.dual().IsStrong(static_cast<int>(i));
  }
  return result;
}

MapResult MinimizeQpbo(const PairwiseEnergy& energy, const QpboOptions& options) {
  TraceRecorder trace(options.run);
  CheckBinaryAndFinite(energy);
  MapResult result;
  result.labeling = MinUnaryLabels(energy);
  result.energy = energy.Energy(result.labeling);
  std::optional<common::Ending> ending = trace.Record(0, result.energy);
  if (!ending) {
    const PersistentLabeling persistent = FindPersistentLabels(energy);
    Labeling labeling = result.labeling;
    for (size_t v = 0; v < labeling.size(); ++v) {
      if (persistent.labels[v] != kUnlabeled) labeling[v] = persistent.labels[v];
    }
    TakeUnlessHigher(energy, std::move(labeling), &result);
    ConditionedDual reduced(energy, persistent.labels);
    const int unlabeled = static_cast<int>(reduced.variables().size());
    ending = trace.Record(1, result.energy, std::min(persistent.lower_bound, result.energy));
    // If all variables are labeled, only rounding separates the bound from the energy.
    if (!ending && unlabeled == 0) ending = common::Ending::kConverged;
    if (!ending) reduced.dual().Solve();
    for (int64_t iteration = 2; !ending; ++iteration) {
      const double before = result.energy;
      // Streams are counted from 0, seeds of a run from 1.
      common::RandomStream random(options.run.seed - 1, "qpbo/improve", static_cast<uint64_t>(iteration));
      const std::optional<common::Ending> stopped =
          Improve(energy, reduced, random.Permutation(unlabeled), trace, &result);
      ending = trace.Record(iteration, result.energy);
      if (!ending) ending = stopped;
      if (!ending && result.energy >= before) ending = common::Ending::kConverged;
    }
  }
  result.lower_bound = trace.best_bound();
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace structlab::graphical_models
