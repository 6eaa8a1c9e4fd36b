// Section 3.5.2 (D09): what a move costs.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/parsimonious_labeling/cpu_clock.h"
#include "experiments/parsimonious_labeling/lattices.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/runs.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::DiameterDiversity;
using graphical_models::MapResult;
using graphical_models::TruncatedLinear;
using harness::Case;
using harness::Recorder;
using harness::Setting;

// In the middle of the weights and truncations of Figure 3.4.
constexpr double kWeight = 2, kTruncation = 5;

// The mean over all moves until the method ends, set-up included.
double SecondsPerMove(const Case& c, const LatticeShape& shape) {
  const Lattice lattice =
      MakeLattice(shape, DiameterDiversity{TruncatedLinear{1, kTruncation}}, kWeight, c.seed);
  const CpuWatch watch;
  const MapResult result =
      c.method == kCoOccurrence
          ? graphical_models::CoOccurrenceExpansion(lattice.unaries, lattice.cliques)
          : graphical_models::ParsimoniousLabeling(lattice.unaries, lattice.cliques,
                                                   {.trees = 1, .seed = c.seed, .refine = false});
  return watch.now() / static_cast<double>(std::max<int64_t>(1, result.moves));
}

double Measure(const Case& c, const LatticeShape& shape, const char* varied, Recorder& record) {
  const double seconds = SecondsPerMove(c, shape);
  record.Value(kOurs, "time_per_move", seconds,
               {.setting = Setting{{"varied", varied},
                                   {"clique_size", std::to_string(shape.window * shape.window)},
                                   {"labels", std::to_string(shape.labels)}},
                .unit = "s"});
  return seconds;
}

double SumOfSizes(const LatticeShape& shape) {
  const double places = shape.side - shape.window + 1, side = shape.window;
  return places * places * side * side;
}

}  // namespace

void RunMoves(const Case& c, Recorder& record) {
  LatticeShape shape = {.side = static_cast<int>(c.parameters.Integer("moves_side")),
                        .labels = static_cast<int>(c.parameters.Integer("lattice_labels"))};
  std::vector<double> sizes, seconds;
  std::vector<std::pair<double, double>> by_sum;
  for (const int64_t window : c.parameters.Integers("moves_windows")) {
    shape.window = static_cast<int>(window);
    sizes.push_back(static_cast<double>(window * window));
    seconds.push_back(Measure(c, shape, "clique size", record));
    by_sum.emplace_back(SumOfSizes(shape), seconds.back());
  }
  record.Curve(kProse352, "time_complexity_per_expansion_move", sizes, seconds);
  if (c.method == kCoOccurrence) {
    record.Value(kProse11, "feasible_clique_size", sizes.back(), {.setting = Setting(), .unit = "variables"});
  }
  std::ranges::sort(by_sum);
  std::vector<double> sums, seconds_by_sum;
  for (const auto& [sum, time] : by_sum) {
    sums.push_back(sum);
    seconds_by_sum.push_back(time);
  }
  record.Curve(kOurs, "time_per_move_vs_sum_of_clique_sizes", sums, seconds_by_sum);

  shape.window = static_cast<int>(c.parameters.Integer("window"));
  std::vector<double> labels, seconds_by_labels;
  for (const int64_t number : c.parameters.Integers("moves_labels")) {
    shape.labels = static_cast<int>(number);
    labels.push_back(static_cast<double>(number));
    seconds_by_labels.push_back(Measure(c, shape, "labels", record));
  }
  record.Curve(kOurs, "time_per_move_vs_labels", labels, seconds_by_labels);
}

}  // namespace structlab::parsimonious_labeling
