#include "graphical_models/methods/staged_descent.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "graphical_models/approximate/fusion.h"
#include "graphical_models/approximate/simulated_annealing.h"
#include "graphical_models/approximate/subgraph_descent.h"
#include "graphical_models/exact/determined_variables.h"
#include "graphical_models/methods/solver_sequence.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// Minimum number of annealings, and the number of annealings in a row without improvement that ends them.
constexpr int kPatience = 40;

// Sweeps of one annealing: half a second or less, except on the largest graphs.
int64_t SweepsOf(const FactorGraph& graph) {
  int64_t readings = 1;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    for (const int variable : graph.scope(factor)) readings += graph.num_labels(variable);
  }
  return std::clamp(int64_t{30'000'000} / readings, int64_t{20}, int64_t{500});
}

void Descend(const FactorGraph& graph, int parts, int64_t most_entries, int round, SolverSequence& solvers) {
  solvers.Run(parts, [&](common::RunControl part) {
    const MapResult& best = solvers.result();
    part.seed += static_cast<uint64_t>(round);
    return SubgraphDescent(
        graph,
        {.run = part, .start = best.labeling, .lower_bound = best.lower_bound, .max_entries = most_entries});
  });
}

// Repeats annealing, and fuses each minimum with the best labeling so far.
class Annealings {
 public:
  // `gap` is that of the whole run.
  Annealings(const FactorGraph& graph, double gap, uint64_t seed, SolverSequence& solvers)
      : graph_(graph), gap_(gap), solvers_(solvers), random_(seed, "annealings") {}

  // Runs the annealings of one round, counted from 0.
  void Run(int round) {
    round_ = round;
    sweeps_ = SweepsOf(graph_) << std::min(round, 4);
    in_round_ = 0;
    double before = solvers_.result().energy;
    const double seconds_after = solvers_.seconds_left() / (kPatience + 1);
    const double iterations_after = std::floor(solvers_.iterations_left() / (kPatience + 1));
    double seconds = 0;  // of the last annealing
    for (int idle = 0; idle < kPatience; ++number_, ++in_round_) {
      if (in_round_ >= kPatience &&
          !IsRoomFor(seconds + seconds_after, static_cast<double>(sweeps_) + iterations_after))
        return;
      const double left = solvers_.seconds_left();
      solvers_.Run(std::max(kPatience - in_round_, 0) + 1,
                   [this](const common::RunControl& run) { return AnnealAndFuse(run); });
      seconds = left - solvers_.seconds_left();
      idle = solvers_.result().energy < before ? 0 : idle + 1;
      before = solvers_.result().energy;
    }
  }

 private:
  static constexpr double kHottest = 0.3, kColdest = 1e-3;
  static constexpr double kRoundsOfDescent = 20;
  static constexpr double kShareOfAnnealing = 0.9;  // share of the time; the rest is for the fusion

  // Whether there is room for more than the minimum number of annealings, beside what follows. The negated
  // comparison covers runs without a time limit, in which differences of the seconds left are NaN.
  bool IsRoomFor(double seconds, double iterations) const {
    const double left = solvers_.iterations_left();
    const bool has_iterations = left == kInfinity || left > iterations;
    const common::Ending ending = solvers_.result().ending;
    return (ending == common::Ending::kConverged || ending == common::Ending::kTimeLimit) &&
           !(solvers_.seconds_left() <= seconds) && has_iterations;
  }

  // The first annealings forget their start, later ones keep some of it.
  double DrawHottest() {
    if (in_round_ < 5) return kHottest;
    return kHottest * std::pow(kColdest / kHottest, 0.4 * random_.Uniform());
  }

  int64_t SweepsWithin(const common::StopRule& stop) const {
    return static_cast<int64_t>(std::min(static_cast<double>(sweeps_), std::ceil(stop.iterations)));
  }

  MapResult AnnealAndFuse(const common::RunControl& run) {
    const TraceRecorder clock(run);
    const MapResult& best = solvers_.result();
    common::RunControl of_annealing = run;
    of_annealing.stop.seconds *= kShareOfAnnealing;
    of_annealing.seed += static_cast<uint64_t>(number_);
    MapResult found = SimulatedAnnealing(graph_, {.run = of_annealing,
                                                  .start = best.labeling,
                                                  .lower_bound = best.lower_bound,
                                                  .sweeps = SweepsWithin(run.stop),
                                                  .initial_temperature = DrawHottest(),
                                                  .final_temperature = kColdest,
                                                  .may_return_start = false});
    const bool is_over = found.ending == common::Ending::kOptimal ||
                         found.ending == common::Ending::kGapReached ||
                         found.ending == common::Ending::kInterrupted;
    if (is_over) return found;
    if (round_ > 0) DescendFrom(run, clock, found);
    Fuse(run, clock, found);
    return found;
  }

  // Descends from the result of the annealing. In later rounds descents no longer improve the best labeling,
  // and only other valleys contain better ones.
  void DescendFrom(const common::RunControl& run, const TraceRecorder& clock, MapResult& found) {
    common::RunControl rest = {.stop = {.iterations = kRoundsOfDescent,
                                        .seconds = std::max(0.0, run.stop.seconds - clock.seconds()),
                                        .interrupted = run.stop.interrupted},
                               .seed = run.seed + static_cast<uint64_t>(number_)};
    const MapResult descended = SubgraphDescent(graph_, {.run = rest,
                                                         .start = found.labeling,
                                                         .lower_bound = solvers_.result().lower_bound,
                                                         .max_entries = int64_t{1} << 13,
                                                         .patience = 2});
    if (descended.energy > found.energy) return;
    found.labeling = descended.labeling;
    found.energy = descended.energy;
  }

  // Replaces the annealed labeling by the best combination of it, the best labeling and an earlier minimum,
  // unless that is worse: a fusion that is stopped or not exact only guarantees the energy of the best
  // labeling, which may be above that of the annealed one.
  void Fuse(const common::RunControl& run, const TraceRecorder& clock, MapResult& found) {
    const MapResult& best = solvers_.result();
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
  SolverSequence& solvers_;
  int64_t sweeps_ = 0;
  int round_ = 0, number_ = 0, in_round_ = 0;
  std::deque<Labeling> minima_;  // the most recent ones
  common::RandomStream random_;
};

// Descends from random labelings, which do not depend on the best one so far.
void Restart(const FactorGraph& graph, int count, int round, SolverSequence& solvers) {
  for (int i = 0; i < count; ++i) {
    solvers.Run(count - i, [&](common::RunControl part) {
      part.seed += static_cast<uint64_t>(round);
      common::RandomStream random(part.seed, "restarts", static_cast<uint64_t>(i));
      Labeling start;
      for (const int labels : graph.label_counts()) {
        start.push_back(static_cast<Label>(random.UniformIndex(static_cast<uint64_t>(labels))));
      }
      return SubgraphDescent(
          graph, {.run = part, .start = std::move(start), .lower_bound = solvers.result().lower_bound});
    });
  }
}

// Stage 1, with limited iterations; each repetition has more of them, until it converges.
class FirstStage {
 public:
  FirstStage(const FactorGraph& graph, const Minimizer& begin, double iterations, SolverSequence& solvers)
      : graph_(graph), begin_(begin), iterations_(iterations), solvers_(solvers) {}

  void Run() {
    if (is_over_) return;
    solvers_.Run(3, [this](common::RunControl part) {
      part.stop.iterations = std::min(part.stop.iterations, iterations_);
      MapResult result = begin_(graph_, part);
      is_over_ = result.ending == common::Ending::kConverged;
      return result;
    });
    iterations_ *= 5;
  }

 private:
  const FactorGraph& graph_;
  const Minimizer& begin_;
  double iterations_;
  SolverSequence& solvers_;
  bool is_over_ = false;
};

// A round may end with time left, because a stage ran out of its share. Nothing is left after a proof or an
// interrupt.
bool IsSomethingLeft(const SolverSequence& solvers) {
  const common::Ending ending = solvers.result().ending;
  return solvers.seconds_left() > 0 && solvers.iterations_left() > 0 &&
         (ending == common::Ending::kConverged || ending == common::Ending::kTimeLimit);
}

MapResult RunAll(const FactorGraph& graph, const Minimizer& begin, const common::RunControl& run,
                 const StagedDescentOptions& options) {
  SolverSequence solvers(run);
  FirstStage first(graph, begin, options.first_iterations, solvers);
  first.Run();
  Descend(graph, 4, int64_t{1} << 13, 0, solvers);
  Annealings annealings(graph, run.stop.gap, run.seed, solvers);
  annealings.Run(0);
  Descend(graph, 1, int64_t{1} << 18, 0, solvers);
  Restart(graph, 1, 0, solvers);
  double before = kInfinity;  // the energy before the round
  for (int round = 1; round != options.rounds && IsSomethingLeft(solvers); ++round) {
    // Without a time limit, a round that improves nothing is the last one.
    if (run.stop.seconds == kInfinity && solvers.result().energy == before) break;
    before = solvers.result().energy;
    const size_t points = solvers.result().trace.size();
    first.Run();
    annealings.Run(round);
    Descend(graph, 1, int64_t{1} << 18, round, solvers);
    Restart(graph, 2, round, solvers);
    solvers.ThinTrace(points - 1);
  }
  return solvers.Take();
}

}  // namespace

MapResult StagedDescent(const FactorGraph& graph, const Minimizer& begin, const common::RunControl& run,
                        const StagedDescentOptions& options) {
  if (options.rounds < 0) {
    common::ThrowUsageError("StagedDescentOptions::rounds", "0 or more", std::to_string(options.rounds));
  }
  SolverSequence whole(run);  // its clock includes the substitution
  const std::optional<SubstitutedGraph> substituted =
      SubstituteDeterminedVariables(graph, [&] { return whole.MustStop(); });
  whole.Run(1, [&](const common::RunControl& part) {
    if (!substituted) return RunAll(graph, begin, part, options);
    MapResult result = RunAll(substituted->graph, begin, part, options);
    result.labeling = substituted->Restore(result.labeling);
    return result;
  });
  return whole.Take();
}

}  // namespace structlab::graphical_models
