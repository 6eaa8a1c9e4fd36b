// Section 3.5.2 (D09): what a move costs, in nodes and edges of its cut and in seconds.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "experiments/harness/package.h"
#include "experiments/parsimonious_labeling/lattice_problem.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::MapResult;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

// Among the weights and truncations of Figure 3.4: cliques of all sizes change labels then.
constexpr double kWeight = 2, kTruncation = 20;

struct Move {
  double seconds, nodes, edges;
};

// Means over all moves until the method ends, set-up included in the time.
template <class Minimize>
Move MeanMove(const Minimize& minimize) {
  const CpuWatch watch;
  const MapResult result = minimize();
  const double moves = static_cast<double>(std::max<int64_t>(1, result.moves));
  return {watch.now() / moves, static_cast<double>(result.clique_nodes) / moves,
          static_cast<double>(result.clique_edges) / moves};
}

void RecordMove(const LatticeShape& shape, const Setting& setting, uint64_t seed, Recorder& record) {
  const Lattice lattice = MakeLattice(
      shape, graphical_models::DiameterDiversity{graphical_models::TruncatedLinear{1, kTruncation}}, kWeight,
      seed);
  const Move ours = MeanMove([&] {
    return graphical_models::ParsimoniousLabeling(lattice.unaries, lattice.cliques,
                                                  {.run = {.seed = seed}, .trees = 1, .refine = false});
  });
  const Move rival =
      MeanMove([&] { return graphical_models::CoOccurrenceExpansion(lattice.unaries, lattice.cliques); });
  const double cliques = lattice.cliques.num_cliques();
  const double members = cliques * shape.window * shape.window;
  const double labels = shape.labels;
  const auto add = [&](const char* method, const Move& move, double nodes, double edges) {
    const harness::Overrides key = {.method = method, .setting = setting};
    record.Value(kOurMoves, "nodes_of_the_printed_cut", nodes, key);
    record.Value(kOurMoves, "edges_of_the_printed_cut", edges, key);
    record.Value(kOurMoves, "nodes_per_move", move.nodes, key);
    record.Value(kOurMoves, "edges_per_move", move.edges, key);
    record.Value(kOurMoves, "time_per_move", move.seconds, key);
  };
  // Two nodes a clique, each with an edge to every member and one to a terminal; a node a clique and label,
  // of which every member has an edge to its own, and one for alpha with an edge to every member.
  add(kParsimonious, ours, 2 * cliques, 2 * members + 2 * cliques);
  add(kCoOccurrence, rival, labels * cliques, 2 * members + labels * cliques);
}

void CheckFit(int side, double window) {
  if (window <= side) return;
  common::ThrowUsageError("settings moves_side, moves_windows, window of parsimonious_labeling",
                          fmt::format("windows that fit the lattice, {}", side), Text(window));
}

}  // namespace

void Moves(Package& package) {
  package.Plan([](Planner& plan) {
    Case c;
    c.name = "moves";
    c.dataset = "lattices for moves";
    c.departures = {
        "the source gives complexities and measures nothing: nodes, edges and time are the mean over the "
        "moves "
        "of one run, of one tree and of the baseline"};
    Case& added = plan.Add(std::move(c));
    added.repeats = static_cast<int>(added.Int("moves_lattices"));
    const LatticeShape shape = {.side = static_cast<int>(added.Int("moves_side")),
                                .labels = static_cast<int>(added.Int("lattice_labels")),
                                .window = static_cast<int>(added.Int("window"))};
    const std::vector<double> windows = added.Numbers("moves_windows"),
                              labels = added.Numbers("moves_labels");
    CheckFit(shape.side, std::max<double>(shape.window, std::ranges::max(windows)));
    added.run = [=](uint64_t seed, Recorder& record) {
      for (const double window : windows) {
        LatticeShape varied = shape;
        varied.window = static_cast<int>(window);
        RecordMove(varied, {{"clique_size", Text(window * window)}}, seed, record);
      }
      for (const double count : labels) {
        LatticeShape varied = shape;
        varied.labels = static_cast<int>(count);
        RecordMove(varied, {{"labels", Text(count)}}, seed, record);
      }
      const double largest = std::ranges::max(windows);
      record.Value(kProse11, "feasible_clique_size", largest * largest,
                   {.dataset = "", .method = kCoOccurrence, .setting = Setting()});
    };
  });
}

}  // namespace structlab::parsimonious_labeling
