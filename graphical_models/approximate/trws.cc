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

// Whether the bound has stopped rising.
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

// Makes labelings that were read allowed; its tables are there once the first one is forbidden.
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

enum class Sums { kOfDoubles, kOfIntegers };

// What the bounds of the sweeps prove, by how they are summed.
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
    // Where all costs are multiples of a unit, their integers are exact and so are the sums of these: only
    // their conversion and the constant that is added last are rounded, not each term.
    if (sums_ == Sums::kOfIntegers && rounding.unit > 0) rounding.largest *= 2 / rounding.terms;
    return rounding;
  }

  const Energy& energy_;
  Sums sums_;
  std::optional<Rounding> rounding_;
};

// As ThreadPool, which not every energy needs.
void CheckThreads(int threads) {
  if (threads < 1 || threads > 1024) common::ThrowUsageError("threads", "1 to 1024", std::to_string(threads));
}

// make_sweeps() gives a PairwiseTrws or GridTrws, once the clock runs. repair(labeling, must_stop) may make
// forbidden labelings allowed, unless it must stop before, and says whether it could. prove(bound, value) is
// what a bound of the sweeps proves beside a labeling of this value.
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
    // Without forbidden pairs, what is read is allowed if anything is.
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
