#include "graphical_models/methods/successive_descent.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/fusion.h"
#include "graphical_models/approximate/simulated_annealing.h"
#include "graphical_models/approximate/subgraph_descent.h"
#include "graphical_models/exact/determined_variables.h"
#include "graphical_models/methods/succession.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// A start that is good enough: message passing goes on with its bound for very long.
constexpr double kFirstIterations = 200;

// Annealings: at least so many, and as many in turn that leave the energy where it is before they end.
constexpr int kPatience = 40;

// Of one annealing: half a second or less on all but the largest graphs.
int64_t SweepsOf(const FactorGraph& graph) {
  int64_t readings = 1;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    for (const int variable : graph.scope(factor)) readings += graph.num_labels(variable);
  }
  return std::clamp(int64_t{30'000'000} / readings, int64_t{20}, int64_t{500});
}

void Descend(const FactorGraph& graph, int parts, int64_t most_entries, Succession& succession) {
  succession.Run(parts, [&](const common::RunControl& part) {
    const MapResult& best = succession.result();
    return SubgraphDescent(
        graph,
        {.run = part, .start = best.labeling, .lower_bound = best.lower_bound, .most_entries = most_entries});
  });
}

// Annealings, and fusions of the minima that they find with the best labeling so far.
class Annealings {
 public:
  // The gap is that of the whole succession.
  Annealings(const FactorGraph& graph, double gap, uint64_t seed, Succession& succession)
      : graph_(graph), gap_(gap), succession_(succession), random_(seed, "annealings") {}

  void Run() {
    double before = succession_.result().energy;
    const double seconds_after = succession_.seconds_left() / (kPatience + 1);
    const double iterations_after = std::floor(succession_.iterations_left() / (kPatience + 1));
    double seconds = 0;  // of the last one
    for (int idle = 0; idle < kPatience; ++number_) {
      if (number_ >= kPatience &&
          !IsRoomFor(seconds + seconds_after, static_cast<double>(sweeps_) + iterations_after))
        return;
      const double left = succession_.seconds_left();
      succession_.Run(std::max(kPatience - number_, 0) + 1,
                      [this](const common::RunControl& run) { return AnnealAndFuse(run); });
      seconds = left - succession_.seconds_left();
      idle = succession_.result().energy < before ? 0 : idle + 1;
      before = succession_.result().energy;
    }
  }

 private:
  static constexpr double kHottest = 0.3, kColdest = 1e-3;
  static constexpr double kShareOfAnnealing = 0.9;  // of the time; the rest is for the fusion

  // Whether there can be more than the least number: as many as fit, beside what follows. Without a limit of
  // the time the difference of what is left and what was is no number.
  bool IsRoomFor(double seconds, double iterations) const {
    const double left = succession_.iterations_left();
    const bool has_iterations = left == kInfinity || left > iterations;
    const common::Ending ending = succession_.result().ending;
    return (ending == common::Ending::kConverged || ending == common::Ending::kTimeLimit) &&
           !(succession_.seconds_left() <= seconds) && has_iterations;
  }

  // The first ones forget where they start, others but some of it.
  double DrawHottest() {
    if (number_ < 5) return kHottest;
    return kHottest * std::pow(kColdest / kHottest, 0.4 * random_.Uniform());
  }

  int64_t SweepsWithin(const common::StopRule& stop) const {
    return static_cast<int64_t>(std::min(static_cast<double>(sweeps_), std::ceil(stop.iterations)));
  }

  MapResult AnnealAndFuse(const common::RunControl& run) {
    const TraceRecorder clock(run);
    const MapResult& best = succession_.result();
    common::RunControl of_annealing = run;
    of_annealing.stop.seconds *= kShareOfAnnealing;
    of_annealing.seed += static_cast<uint64_t>(number_);
    MapResult found = SimulatedAnnealing(graph_, {.run = of_annealing,
                                                  .start = best.labeling,
                                                  .lower_bound = best.lower_bound,
                                                  .sweeps = SweepsWithin(run.stop),
                                                  .hottest = DrawHottest(),
                                                  .coldest = kColdest,
                                                  .may_return_start = false});
    const bool is_over = found.ending == common::Ending::kOptimal ||
                         found.ending == common::Ending::kGapReached ||
                         found.ending == common::Ending::kInterrupted;
    if (!is_over) Fuse(run, clock, found);
    return found;
  }

  // Replaces what was found by the best that can be put together from it, the best labeling and one of the
  // minima before, where that is no worse: a fusion that is stopped or not exact promises the energy of the
  // best labeling alone, which may be above what was found.
  void Fuse(const common::RunControl& run, const TraceRecorder& clock, MapResult& found) {
    const MapResult& best = succession_.result();
    std::vector<Labeling> parents = {best.labeling, found.labeling};
    if (!minima_.empty()) parents.push_back(minima_[random_.UniformIndex(minima_.size())]);
    minima_.push_back(found.labeling);
    if (minima_.size() > kMinima) minima_.pop_front();
    Labeling fused =
        graphical_models::Fuse(graph_, parents,
                               {.run = {.stop = {.seconds = std::max(0.0, run.stop.seconds - clock.seconds()),
                                                 .interrupted = run.stop.interrupted},
                                        .seed = run.seed}});
    const double energy = graph_.Energy(fused);
    if (energy <= found.energy) {
      found.labeling = std::move(fused);
      found.energy = energy;
    }
    common::TracePoint end = found.trace.back();
    end.seconds = clock.seconds();
    end.value = std::min(end.value, found.energy);
    found.trace.push_back(end);
    const bool observer_stops = run.observer && !run.observer(end);
    if (found.energy <= best.lower_bound) {
      found.ending = common::Ending::kOptimal;
    } else if (best.lower_bound > -kInfinity && found.energy - best.lower_bound <= gap_) {
      found.ending = common::Ending::kGapReached;
    } else if (observer_stops) {
      found.ending = common::Ending::kInterrupted;
    } else if (const auto ending = clock.MustStop()) {
      found.ending = *ending;
    }
  }

  static constexpr size_t kMinima = 10;

  const FactorGraph& graph_;
  double gap_;
  Succession& succession_;
  const int64_t sweeps_ = SweepsOf(graph_);
  int number_ = 0;
  std::deque<Labeling> minima_;  // the last ones that were found
  common::RandomStream random_;
};

MapResult RunAll(const FactorGraph& graph, const Minimizer& begin, const common::RunControl& run) {
  Succession succession(run);
  succession.Run(3, [&](common::RunControl part) {
    part.stop.iterations = std::min(part.stop.iterations, kFirstIterations);
    return begin(graph, part);
  });
  Descend(graph, 4, int64_t{1} << 13, succession);
  Annealings(graph, run.stop.gap, run.seed, succession).Run();
  Descend(graph, 1, int64_t{1} << 18, succession);
  return succession.Take();
}

}  // namespace

MapResult SuccessiveDescent(const FactorGraph& graph, const Minimizer& begin, const common::RunControl& run) {
  Succession whole(run);  // whose clock counts the substitution, too
  const std::optional<SubstitutedGraph> substituted =
      SubstituteDeterminedVariables(graph, [&] { return whole.MustStop(); });
  whole.Run(1, [&](const common::RunControl& part) {
    if (!substituted) return RunAll(graph, begin, part);
    MapResult result = RunAll(substituted->graph, begin, part);
    result.labeling = substituted->Restore(result.labeling);
    return result;
  });
  return whole.Take();
}

}  // namespace structlab::graphical_models
