#include "graphical_models/approximate/fast_pd.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "graphical_models/approximate/fast_pd_bound.h"
#include "graphical_models/approximate/fast_pd_moves.h"
#include "graphical_models/approximate/fast_pd_scale.h"
#include "graphical_models/approximate/fast_pd_terms.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/rounding.h"

namespace structlab::graphical_models {
namespace {

std::string SizesOf(const FastPdTerms& terms) {
  return std::to_string(terms.num_variables) + " variables of " + std::to_string(terms.num_labels) +
         " labels with " + std::to_string(terms.edges.size()) + " edges";
}

double ConstantOf(const PairwiseEnergy& energy) { return energy.constant(); }
template <class Cost>
double ConstantOf(const GridEnergy<Cost>&) {
  return 0;
}

template <class Energy, class Cost>
double BoundOf(const Energy& energy, const FastPdMoves<Cost>& moves) {
  const double bound = FastPdBound<Cost>(moves, [&energy](int variable, std::span<double> sums) {
    const auto unary = energy.unary(variable);
    std::transform(unary.begin(), unary.end(), sums.begin(),
                   [](auto cost) { return static_cast<double>(cost); });
  });
  return ConstantOf(energy) + bound;
}

// Runs until convergence or the stop rule ends it. The moves must be at the labeling of the trace's first
// point.
template <class Energy, class Cost>
common::Ending Run(const Energy& energy, const FastPdOptions& options, FastPdMoves<Cost>& moves,
                   TraceRecorder& trace, MapResult& result) {
  const common::RunControl& run = options.run;
  const int num_labels = moves.terms().num_labels;
  std::optional<Rounding> rounding;
  int unchanged = 0;  // expansions since the last one that changed labels
  for (int64_t iteration = 1;; ++iteration) {
    std::optional<common::Ending> stopped;
    for (Label label = 0; label < num_labels && unchanged < num_labels && !stopped; ++label) {
      unchanged = moves.Expand(label) ? 0 : unchanged + 1;
      stopped = trace.MustStop();
    }
    const double value = energy.Energy(moves.labeling());
    if (value < result.energy) {
      result.energy = value;
      result.labeling = moves.labeling();
    }
    const bool converged = unchanged == num_labels;
    const bool may_need_bound = options.proves_bound || options.bounds_each_iteration || run.stop.gap >= 0;
    const bool needs_bound =
        may_need_bound && (options.bounds_each_iteration || converged || stopped ||
                           static_cast<double>(iteration) >= run.stop.iterations || run.stop.gap >= 0);
    const auto bound = [&] {
      if (!rounding) rounding = RoundingOf(energy);
      return ProvedBound(BoundOf(energy, moves), result.energy, *rounding);
    };
    std::optional<common::Ending> ending =
        trace.Record(iteration, result.energy, needs_bound ? bound() : -kInfinity);
    // Record saw a time limit or a stop of the observer that MustStop did not see before: the bound is
    // missing.
    if (ending && may_need_bound && !needs_bound) ending = trace.Record(iteration, result.energy, bound());
    if (ending) {
      // Convergence says more than a limit that was reached at the same time.
      const bool is_proof = *ending == common::Ending::kOptimal || *ending == common::Ending::kGapReached;
      return converged && !is_proof ? common::Ending::kConverged : *ending;
    }
    if (converged) return common::Ending::kConverged;
  }
}

}  // namespace

// The moves of the last energy, in 32 or 64 bits.
class DynamicFastPd::State {
 public:
  template <class Energy>
  MapResult Minimize(const Energy& energy, const FastPdOptions& options) {
    TraceRecorder trace(options.run);
    FastPdTerms terms = FastPdTermsOf(energy);
    CheckGraph(terms);
    MapResult result;
    result.labeling = StartOf(energy, options);
    result.energy = energy.Energy(result.labeling);
    std::optional<common::Ending> ending = trace.Record(0, result.energy);
    if (!ending) {
      const std::vector<double> reaches = FastPdReaches(terms);
      const FastPdScale scale = FastPdScale::For(energy, terms, reaches);
      const auto run = [&](auto& own, auto& other) {
        other.reset();
        Prepare(energy, options, std::move(terms), scale, reaches, result.labeling, own);
        return Run(energy, options, *own, trace, result);
      };
      ending = scale.fits_32_bits ? run(narrow_, wide_) : run(wide_, narrow_);
    }
    result.lower_bound = trace.best_bound();
    result.trace = trace.Take();
    result.ending = *ending;
    return result;
  }

 private:
  void CheckGraph(const FastPdTerms& terms) const {
    const FastPdTerms* const before = narrow_ ? &narrow_->terms() : wide_ ? &wide_->terms() : nullptr;
    if (before == nullptr || terms.HasGraphOf(*before)) return;
    common::ThrowUsageError(
        "DynamicFastPd::Minimize",
        "an energy with the variables, labels and edges of the first, " + SizesOf(*before), SizesOf(terms),
        "use another DynamicFastPd for it");
  }

  template <class Energy>
  Labeling StartOf(const Energy& energy, const FastPdOptions& options) const {
    if (!options.start.empty()) return options.start;
    return narrow_ ? narrow_->labeling() : wide_ ? wide_->labeling() : MinUnaryLabels(energy);
  }

  template <class Energy, class Cost>
  static void Prepare(const Energy& energy, const FastPdOptions& options, FastPdTerms terms,
                      const FastPdScale& scale, std::span<const double> reaches, std::span<const Label> start,
                      std::unique_ptr<FastPdMoves<Cost>>& moves) {
    const bool goes_on = moves != nullptr && options.start.empty() && scale.CanKeepDuals(moves->exponent());
    if (goes_on) {
      StoreUnaries(energy, reaches, moves->exponent(), moves->unaries());
      moves->Continue(std::move(terms), scale.max_reach);
    } else {
      moves = std::make_unique<FastPdMoves<Cost>>(std::move(terms), scale.exponent);
      StoreUnaries(energy, reaches, moves->exponent(), moves->unaries());
      moves->Start(start, scale.max_reach);
    }
  }

  std::unique_ptr<FastPdMoves<int32_t>> narrow_;
  std::unique_ptr<FastPdMoves<int64_t>> wide_;
};

DynamicFastPd::DynamicFastPd() : state_(std::make_unique<State>()) {}
DynamicFastPd::~DynamicFastPd() = default;
DynamicFastPd::DynamicFastPd(DynamicFastPd&&) noexcept = default;
DynamicFastPd& DynamicFastPd::operator=(DynamicFastPd&&) noexcept = default;

MapResult DynamicFastPd::Minimize(const PairwiseEnergy& energy, const FastPdOptions& options) {
  return state_->Minimize(energy, options);
}

template <class Cost>
MapResult DynamicFastPd::Minimize(const GridEnergy<Cost>& energy, const FastPdOptions& options) {
  return state_->Minimize(energy, options);
}

MapResult MinimizeFastPd(const PairwiseEnergy& energy, const FastPdOptions& options) {
  return DynamicFastPd().Minimize(energy, options);
}

template <class Cost>
MapResult MinimizeFastPd(const GridEnergy<Cost>& energy, const FastPdOptions& options) {
  return DynamicFastPd().Minimize(energy, options);
}

template MapResult MinimizeFastPd(const GridEnergy<int32_t>&, const FastPdOptions&);
template MapResult MinimizeFastPd(const GridEnergy<float>&, const FastPdOptions&);
template MapResult MinimizeFastPd(const GridEnergy<double>&, const FastPdOptions&);
template MapResult DynamicFastPd::Minimize(const GridEnergy<int32_t>&, const FastPdOptions&);
template MapResult DynamicFastPd::Minimize(const GridEnergy<float>&, const FastPdOptions&);
template MapResult DynamicFastPd::Minimize(const GridEnergy<double>&, const FastPdOptions&);

}  // namespace structlab::graphical_models
