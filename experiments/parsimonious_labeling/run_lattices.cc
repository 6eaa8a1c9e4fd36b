// Figure 3.4: synthetic lattices.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/random_stream.h"
#include "experiments/parsimonious_labeling/cpu_watch.h"
#include "experiments/parsimonious_labeling/lattices.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/runs.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/hierarchical_moves.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::DiameterDiversity;
using graphical_models::HierarchicalPnPotts;
using graphical_models::Label;
using graphical_models::Labeling;
using graphical_models::LabelTree;
using graphical_models::MapResult;
using graphical_models::TruncatedLinear;
using harness::Case;
using harness::Recorder;
using harness::Setting;

// Not given in the source, which wants r > 1 only.
constexpr double kTreeRatio = 2, kTreeDiameter = 20;

LatticeShape ShapeOf(const Setting& parameters) {
  return {.side = static_cast<int>(parameters.Integer("lattice_side")),
          .labels = static_cast<int>(parameters.Integer("lattice_labels")),
          .window = static_cast<int>(parameters.Integer("window"))};
}

// Energy and time of one method on one lattice.
struct Outcome {
  double energy, seconds;
};

void RecordOurs(const Outcome& outcome, const std::string& method, const Setting& key, Recorder& record) {
  record.Value(kOurLattices, "energy", outcome.energy, {.method = method, .setting = key});
  record.Value(kOurLattices, "time", outcome.seconds, {.method = method, .setting = key, .unit = "s"});
}

// How many labels are left, and which of them is the most frequent, the lowest of several.
void RecordLabels(const Labeling& labeling, const Setting& key, Recorder& record) {
  std::map<Label, int> counts;
  for (const Label label : labeling) ++counts[label];
  const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
  record.Value(kLabelsLeft, "labels_used", static_cast<double>(counts.size()), {.setting = key});
  record.Value(kLabelsLeft, "most_frequent_label", most->first, {.setting = key});
}

MapResult BaselineOn(const Lattice& lattice) {
  return graphical_models::CoOccurrenceExpansion(lattice.unaries, lattice.cliques);
}

// Numbers of trees, and the energy and time after each.
struct TreesOutcome {
  std::vector<int64_t> trees;
  std::vector<Outcome> outcomes;
  Outcome refined;
  Labeling labeling;  // of all trees, not refined; found at the largest weight only, where it is compared
};

TreesOutcome TreesOn(const Lattice& lattice, const Case& c, bool wants_labeling) {
  TreesOutcome found;
  found.trees = Rising(c.parameters.Integers("trees"));
  graphical_models::ParsimoniousOptions options = {.run = {.seed = c.seed},
                                                   .trees = static_cast<int>(found.trees.back())};
  CpuWatch watch;
  options.run.observer = std::ref(watch);
  MapResult result = graphical_models::ParsimoniousLabeling(lattice.unaries, lattice.cliques, options);
  found.refined = {result.energy, watch.now()};
  for (const int64_t trees : found.trees) {
    // The trace has a point a tree, the first of iteration 1.
    const size_t point = static_cast<size_t>(trees) - 1;
    STRUCTLAB_CHECK(result.trace[point].iteration == static_cast<double>(trees));
    found.outcomes.push_back({result.trace[point].value, watch.seconds()[point]});
  }
  if (!wants_labeling) return found;
  // Where refinement gained something, once more without it.
  if (result.energy < found.outcomes.back().energy) {
    options.refine = false;
    options.run.observer = nullptr;
    result = graphical_models::ParsimoniousLabeling(lattice.unaries, lattice.cliques, options);
  }
  found.labeling = std::move(result.labeling);
  return found;
}

}  // namespace

void RunHierarchicalLattice(const Case& c, Recorder& record) {
  const double weight = c.parameters.Number("weight");
  const LatticeShape shape = ShapeOf(c.parameters);
  common::RandomStream random(c.seed, "parsimonious_labeling/tree");
  const LabelTree tree = RandomSeparatedTree(shape.labels, kTreeRatio, kTreeDiameter, random);
  const Lattice lattice = MakeLattice(shape, HierarchicalPnPotts(tree), weight, c.seed);
  const CpuWatch watch;
  const MapResult result = c.method == kCoOccurrence
                               ? BaselineOn(lattice)
                               : graphical_models::HierarchicalMoves(lattice.unaries, lattice.cliques, tree);
  const double seconds = watch.now();
  record.Value(kFigure34, "average_energy", result.energy);
  record.Value(kFigure34, "average_time", seconds, {.unit = "s"});
  if (weight == kLargestWeight) {
    RecordLabels(result.labeling, LatticeKeyOfOurs(LatticeCase::kHierarchical, weight), record);
  }
}

void RunLinearLattice(const Case& c, Recorder& record) {
  const double weight = c.parameters.Number("weight");
  const bool is_largest = weight == kLargestWeight;
  const std::vector<double> truncations = c.parameters.Numbers("truncations");
  Outcome sum = {0, 0};
  for (const double truncation : truncations) {
    const Lattice lattice =
        MakeLattice(ShapeOf(c.parameters), DiameterDiversity{TruncatedLinear{1, truncation}}, weight, c.seed);
    const Setting key = LatticeKeyOfOurs(LatticeCase::kLinear, weight, truncation);
    Outcome outcome;
    if (c.method == kCoOccurrence) {
      const CpuWatch watch;
      const MapResult result = BaselineOn(lattice);
      outcome = {result.energy, watch.now()};
      RecordOurs(outcome, kCoOccurrence, key, record);
      if (is_largest) RecordLabels(result.labeling, key, record);
    } else {
      const TreesOutcome found = TreesOn(lattice, c, is_largest);
      for (size_t i = 0; i < found.trees.size(); ++i) {
        RecordOurs(found.outcomes[i], MethodWithTrees(found.trees[i], found.trees.back()), key, record);
      }
      RecordOurs(found.refined, kRefined, key, record);
      outcome = found.outcomes.back();
      if (is_largest) RecordLabels(found.labeling, key, record);
    }
    sum.energy += outcome.energy;
    sum.seconds += outcome.seconds;
  }
  // The source has one curve for all M.
  const auto count = static_cast<double>(truncations.size());
  record.Value(kFigure34, "average_energy", sum.energy / count);
  record.Value(kFigure34, "average_time", sum.seconds / count, {.unit = "s"});
}

}  // namespace structlab::parsimonious_labeling
