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
constexpr int64_t kFirstIterations = 200;

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
  succession.Run(parts, [&](const StopRule& rule) {
    const MapResult& best = succession.result();
    return SubgraphDescent(graph, {.stop = rule,
                                   .start = best.labeling,
                                   .lower_bound = best.lower_bound,
                                   .most_entries = most_entries});
  });
}

// Annealings, and fusions of the minima that they find with the best labeling so far.
class Annealings {
 public:
  // The gap is that of the whole succession.
  Annealings(const FactorGraph& graph, double gap, Succession& succession)
      : graph_(graph), gap_(gap), succession_(succession) {}

  void Run() {
    double before = succession_.result().energy;
    const double seconds_after = succession_.seconds_left() / (kPatience + 1);
    const int64_t iterations_after = succession_.iterations_left() / (kPatience + 1);
    double seconds = 0;  // of the last one
    for (int idle = 0; idle < kPatience; ++number_) {
      if (number_ >= kPatience && !IsRoomFor(seconds + seconds_after, sweeps_ + iterations_after)) return;
      const double left = succession_.seconds_left();
      succession_.Run(std::max(kPatience - number_, 0) + 1,
                      [this](const StopRule& rule) { return AnnealAndFuse(rule); });
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
  bool IsRoomFor(double seconds, int64_t iterations) const {
    const Ending ending = succession_.result().ending;
    return (ending == Ending::kConverged || ending == Ending::kTimeLimit) &&
           !(succession_.seconds_left() <= seconds) && succession_.iterations_left() > iterations;
  }

  // The first ones forget where they start, others but some of it.
  double DrawHottest() {
    if (number_ < 5) return kHottest;
    return kHottest * std::pow(kColdest / kHottest, 0.4 * random_.Uniform());
  }

  MapResult AnnealAndFuse(const StopRule& rule) {
    const TraceRecorder clock(rule);
    const MapResult& best = succession_.result();
    StopRule of_annealing = rule;
    of_annealing.seconds *= kShareOfAnnealing;
    MapResult found = SimulatedAnnealing(graph_, {.stop = of_annealing,
                                                  .start = best.labeling,
                                                  .lower_bound = best.lower_bound,
                                                  .sweeps = std::min(sweeps_, rule.iterations),
                                                  .hottest = DrawHottest(),
                                                  .coldest = kColdest,
                                                  .may_return_start = false,
                                                  .seed = static_cast<uint64_t>(number_) + 1});
    const bool is_over = found.ending == Ending::kOptimal || found.ending == Ending::kGapReached ||
                         found.ending == Ending::kInterrupted;
    if (!is_over) Fuse(rule, clock, found);
    return found;
  }

  // Replaces what was found by the best that can be put together from it, the best labeling and one of the
  // minima before, where that is no worse: a fusion that is stopped or not exact promises the energy of the
  // best labeling alone, which may be above what was found.
  void Fuse(const StopRule& rule, const TraceRecorder& clock, MapResult& found) {
    const MapResult& best = succession_.result();
    std::vector<Labeling> parents = {best.labeling, found.labeling};
    if (!minima_.empty()) parents.push_back(minima_[random_.UniformIndex(minima_.size())]);
    minima_.push_back(found.labeling);
    if (minima_.size() > kMinima) minima_.pop_front();
    Labeling fused =
        graphical_models::Fuse(graph_, parents,
                               {.stop = {.seconds = std::max(0.0, rule.seconds - clock.seconds()),
                                         .interrupted = rule.interrupted}});
    const double energy = graph_.Energy(fused);
    if (energy <= found.energy) {
      found.labeling = std::move(fused);
      found.energy = energy;
    }
    TracePoint end = found.trace.back();
    end.seconds = clock.seconds();
    end.energy = std::min(end.energy, found.energy);
    found.trace.push_back(end);
    if (rule.observer != nullptr) rule.observer->See(end);
    if (found.energy <= best.lower_bound) {
      found.ending = Ending::kOptimal;
    } else if (best.lower_bound > -kInfinity && found.energy - best.lower_bound <= gap_) {
      found.ending = Ending::kGapReached;
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
  common::RandomStream random_{1, "annealings"};
};

MapResult RunAll(const FactorGraph& graph, const Minimizer& begin, const StopRule& stop) {
  Succession succession(stop);
  succession.Run(3, [&](StopRule rule) {
    rule.iterations = std::min(rule.iterations, kFirstIterations);
    return begin(graph, rule);
  });
  Descend(graph, 4, int64_t{1} << 13, succession);
  Annealings(graph, stop.gap, succession).Run();
  Descend(graph, 1, int64_t{1} << 18, succession);
  return succession.Take();
}

}  // namespace

MapResult SuccessiveDescent(const FactorGraph& graph, const Minimizer& begin, const StopRule& stop) {
  Succession whole(stop);  // whose clock counts the substitution, too
  const std::optional<SubstitutedGraph> substituted =
      SubstituteDeterminedVariables(graph, [&] { return whole.MustStop(); });
  whole.Run(1, [&](const StopRule& rule) {
    if (!substituted) return RunAll(graph, begin, rule);
    MapResult result = RunAll(substituted->graph, begin, rule);
    result.labeling = substituted->Restore(result.labeling);
    return result;
  });
  return whole.Take();
}

}  // namespace structlab::graphical_models
