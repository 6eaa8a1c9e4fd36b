// Section 3.5.2 (D09): what a move costs.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "experiments/parsimonious_labeling/cpu_watch.h"
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

// Short runs are repeated for so long, or so often.
constexpr double kSecondsOfRuns = 0.3;
constexpr size_t kMostRuns = 9;

// The mean over all moves until the method ends, set-up included; of several runs the median.
double SecondsPerMove(const Case& c, const LatticeShape& shape) {
  const Lattice lattice =
      MakeLattice(shape, DiameterDiversity{TruncatedLinear{1, kTruncation}}, kWeight, c.seed);
  std::vector<double> seconds;
  const CpuWatch all;
  do {
    const CpuWatch watch;
    const MapResult result =
        c.method == kCoOccurrence
            ? graphical_models::CoOccurrenceExpansion(lattice.unaries, lattice.cliques)
            : graphical_models::ParsimoniousLabeling(lattice.unaries, lattice.cliques,
                                                     {.run = {.seed = c.seed}, .trees = 1, .refine = false});
    seconds.push_back(watch.now() / static_cast<double>(std::max<int64_t>(1, result.moves)));
  } while (all.now() < kSecondsOfRuns && seconds.size() < kMostRuns);
  const auto middle = seconds.begin() + static_cast<int64_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

// Times a move on lattices that differ in one thing, and records each.
class Sweep {
 public:
  // x is the value of the key in the rows of this table, which have what else is set besides.
  Sweep(const Case& c, const char* table, const char* key, Recorder& record, Setting setting = {})
      : case_(c), table_(table), key_(key), record_(record), setting_(std::move(setting)) {}

  void Measure(const LatticeShape& shape, double x) {
    x_.push_back(x);
    seconds_.push_back(SecondsPerMove(case_, shape));
    setting_.Set(key_, Text(x));
    record_.Value(table_, "time_per_move", seconds_.back(), {.setting = setting_, .unit = "s"});
  }

  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& seconds() const { return seconds_; }

 private:
  const Case& case_;
  std::string table_, key_;
  Recorder& record_;
  Setting setting_;
  std::vector<double> x_, seconds_;
};

double SumOfSizes(const LatticeShape& shape) {
  const double places = shape.side - shape.window + 1, side = shape.window;
  return places * places * side * side;
}

void VaryCliqueSize(const Case& c, LatticeShape shape, Recorder& record) {
  Sweep sweep(c, kMovesByCliqueSize, "clique_size", record);
  for (const int64_t window : Rising(c.parameters.Integers("moves_windows"))) {
    shape.window = static_cast<int>(window);
    sweep.Measure(shape, static_cast<double>(window * window));
  }
  record.Curve(kProse352, "time_complexity_per_expansion_move", sweep.x(), sweep.seconds());
  if (c.method == kCoOccurrence) {
    record.Value(kProse11, "feasible_clique_size", sweep.x().back(),
                 {.setting = Setting(), .unit = "variables"});
  }
}

void VaryLabels(const Case& c, LatticeShape shape, Recorder& record) {
  Sweep sweep(c, kMovesByLabels, "labels", record);
  for (const int64_t labels : Rising(c.parameters.Integers("moves_labels"))) {
    shape.labels = static_cast<int>(labels);
    sweep.Measure(shape, static_cast<double>(labels));
  }
  record.Curve(kMovesByLabels, "time_per_move_vs_labels", sweep.x(), sweep.seconds());
}

// Larger lattices with the same cliques, so more of them.
void VarySumOfSizes(const Case& c, LatticeShape shape, Recorder& record) {
  const Setting cliques = {{"clique_size", std::to_string(shape.window * shape.window)}};
  Sweep sweep(c, kMovesBySum, "sum_of_sizes", record, cliques);
  for (const int64_t side : Rising(c.parameters.Integers("moves_sides"))) {
    shape.side = static_cast<int>(side);
    sweep.Measure(shape, SumOfSizes(shape));
  }
  record.Curve(kMovesBySum, "time_per_move_vs_sum_of_clique_sizes", sweep.x(), sweep.seconds(),
               {.setting = cliques});
}

}  // namespace

void RunMoves(const Case& c, Recorder& record) {
  LatticeShape shape = {.side = static_cast<int>(c.parameters.Integer("moves_side")),
                        .labels = static_cast<int>(c.parameters.Integer("lattice_labels")),
                        .window = static_cast<int>(c.parameters.Integer("window"))};
  VaryCliqueSize(c, shape, record);
  VaryLabels(c, shape, record);
  for (const int64_t window : Rising(c.parameters.Integers("moves_sum_windows"))) {
    shape.window = static_cast<int>(window);
    VarySumOfSizes(c, shape, record);
  }
}

}  // namespace structlab::parsimonious_labeling
