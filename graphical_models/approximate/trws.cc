// The main loop of TRW-S: Minimize() below calls the sweeps, repairs labelings of infinite energy, proves the
// bound and decides when to stop. The two sweeps are PairwiseTrws (trws_pairwise.cc, any graph) and GridTrws
// (trws_grid.cc, 4-connected grids in integers). See trws.h for where potentials are evaluated and how to add
// an option.
#include "graphical_models/approximate/trws.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/approximate/conflict_repair.h"
#include "graphical_models/approximate/fixed_point_grid.h"
#include "graphical_models/approximate/trws_grid.h"
#include "graphical_models/approximate/trws_pairwise.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/rounding.h"

namespace structlab::graphical_models {
namespace {

// Decides whether the bound has stopped rising; checks and uses TrwsOptions::tolerance.
class BoundHistory {
 public:
  explicit BoundHistory(double tolerance) : tolerance_(tolerance) {
    if (tolerance >= 0) return;
    common::ThrowUsageError("tolerance of TRW-S", "0 or more", common::FormatDouble(tolerance));
  }

  bool Stalled(double bound) {
    bounds_.push_back(bound);
    constexpr size_t kIterations = 10;
    if (bounds_.size() <= kIterations) return false;
    const double before = bounds_.front();
    bounds_.pop_front();
    return bound - before <= tolerance_ * std::abs(bound);
  }

 private:
  double tolerance_;
  std::deque<double> bounds_;
};

Label LeastEntry(auto costs) {
  return static_cast<Label>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

// ConflictRepair whose tables are built when the first labeling of infinite energy appears.
class LazyRepair {
 public:
  explicit LazyRepair(const PairwiseEnergy& energy) : energy_(energy) {}

  bool operator()(Labeling& labeling, const std::function<bool()>& must_stop) {
    if (!repair_) repair_.emplace(graph_.emplace(ToFactorGraph(energy_)));
    return repair_->Repair(labeling, must_stop);
  }

 private:
  const PairwiseEnergy& energy_;
  std::optional<FactorGraph> graph_;
  std::optional<ConflictRepair> repair_;
};

// How the sweeps sum their bound: as doubles (PairwiseTrws) or as integers (GridTrws).
enum class Sums { kOfDoubles, kOfIntegers };

// Turns the bound of the sweeps into a proved one (model/rounding.h). Costs are read when it is first called.
template <class Energy>
class LazyProof {
 public:
  LazyProof(const Energy& energy, Sums sums) : energy_(energy), sums_(sums) {}

  double operator()(double bound, double value) {
    if (!rounding_) rounding_ = Find();
    return ProvedBound(bound, value, *rounding_);
  }

 private:
  Rounding Find() const {
    Rounding rounding = RoundingOf(energy_);
    // If all costs are multiples of a unit, the integers and their sums are exact. Rounded are only their
    // conversion and the constant that is added last, not each term.
    if (sums_ == Sums::kOfIntegers && rounding.unit > 0) rounding.max_error *= 2 / rounding.terms;
    return rounding;
  }

  const Energy& energy_;
  Sums sums_;
  std::optional<Rounding> rounding_;
};
// The check of ThreadPool, for energies that need no pool.
void CheckThreads(int threads) {
  if (threads < 1 || threads > 1024) common::ThrowUsageError("threads", "1 to 1024", std::to_string(threads));
}

// The loop over iterations.
//   make_sweeps()                returns a PairwiseTrws or GridTrws; called after the clock has started
//   repair(labeling, must_stop)  tries to make the energy of the labeling finite and returns whether it did;
//                                must_stop() ends it early
//   prove(bound, value)          the proved bound, given a bound of the sweeps and the energy of a labeling
template <class Energy, class MakeSweeps, class MakeAllowed, class Prove>
MapResult Minimize(const Energy& energy, const TrwsOptions& options, const MakeSweeps& make_sweeps,
                   MakeAllowed repair, Prove prove) {
  CheckThreads(options.run.threads);
  TraceRecorder trace(options.run);
  BoundHistory history(options.tolerance);
  MapResult result;
  result.labeling.resize(energy.num_variables());
  for (int v = 0; v < energy.num_variables(); ++v) {
    result.labeling[v] = LeastEntry(energy.unary(v));
  }
  result.energy = energy.Energy(result.labeling);
  std::optional<common::Ending> ending = trace.Record(0, result.energy);
  if (!ending) {
    auto sweeps = make_sweeps();
    Labeling labeling(result.labeling.size());
    const std::function<bool()> must_stop = [&trace] { return trace.MustStop().has_value(); };
    double best_bound = -kInfinity;
    for (int64_t iteration = 1; !ending; ++iteration) {
      const double bound = sweeps.Iterate(labeling);
      best_bound = std::max(best_bound, bound);
      double value = energy.Energy(labeling);
      if (value == kInfinity && bound < kInfinity && repair(labeling, must_stop))
        value = energy.Energy(labeling);
      if (value < result.energy) {
        result.energy = value;
        result.labeling.swap(labeling);
      }
      ending = trace.Record(iteration, result.energy, prove(best_bound, result.energy));
      if (!ending && history.Stalled(best_bound)) ending = common::Ending::kConverged;
    }
  }
  result.lower_bound = trace.best_bound();
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace

MapResult MinimizeTrws(const PairwiseEnergy& energy, const TrwsOptions& options) {
  return Minimize(
      energy, options, [&] { return PairwiseTrws(energy); }, LazyRepair(energy),
      LazyProof(energy, Sums::kOfDoubles));
}

template <class Cost>
MapResult MinimizeTrws(const GridEnergy<Cost>& energy, const TrwsOptions& options) {
  if (const auto resolution = FixedPointResolution::For(energy)) {
    // Without infinite pairs, a chosen labeling has finite energy if any has: nothing to repair.
    return Minimize(
        energy, options, [&] { return GridTrws(FixedPointGrid(energy, *resolution), options.run.threads); },
        [](Labeling&, const std::function<bool()>&) { return false; }, LazyProof(energy, Sums::kOfIntegers));
  }
  return MinimizeTrws(ToPairwise(energy), options);
}

template MapResult MinimizeTrws(const GridEnergy<int32_t>&, const TrwsOptions&);
template MapResult MinimizeTrws(const GridEnergy<float>&, const TrwsOptions&);
template MapResult MinimizeTrws(const GridEnergy<double>&, const TrwsOptions&);

}  // namespace structlab::graphical_models
