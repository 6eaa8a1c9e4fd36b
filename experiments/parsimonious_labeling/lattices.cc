// Figure 3.4 (section 3.6.1): synthetic lattices, on each of which all methods run, one after the other.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/parsimonious_labeling/lattice_problem.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/rivals/reversed_co_occurrence.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/hierarchical_moves.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"
#include "graphical_models/moves/parsimonious/random_trees.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::DiameterDiversity;
using graphical_models::HierarchicalPnPotts;
using graphical_models::Label;
using graphical_models::LabelTree;
using graphical_models::MapResult;
using graphical_models::TruncatedLinear;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

// A method's result and what it took.
struct Outcome {
  MapResult result;
  double seconds;
};

template <class Minimize>
Outcome Measure(const Minimize& minimize) {
  const CpuWatch watch;
  MapResult result = minimize();
  return {std::move(result), watch.now()};
}

struct Outcomes {
  Outcome ours, rival, released;
};

template <class Minimize>
Outcomes MeasureAll(const Lattice& lattice, const Minimize& ours) {
  return {Measure(ours),
          Measure([&] { return graphical_models::CoOccurrenceExpansion(lattice.unaries, lattice.cliques); }),
          Measure([&] { return rivals::ReversedCoOccurrence(lattice.unaries, lattice.cliques); })};
}

// How many pixels have the most frequent label, and which it is, the lowest of several.
void RecordLabels(const std::vector<Label>& labeling, int labels, const harness::Overrides& key,
                  Recorder& record) {
  std::vector<int> counts(labels, 0);
  for (const Label label : labeling) ++counts[label];
  const auto most = std::ranges::max_element(counts);
  record.Value(kOurLattices, "share_of_most_frequent_label",
               static_cast<double>(*most) / static_cast<double>(labeling.size()), key);
  record.Value(kOurLattices, "most_frequent_label", static_cast<double>(most - counts.begin()), key);
}

// Pixels whose label is not the one of least unary cost: 0 says that the cliques changed nothing.
double PixelsChanged(const Lattice& lattice, const std::vector<Label>& labeling) {
  double changed = 0;
  for (int pixel = 0; pixel < lattice.unaries.num_variables(); ++pixel) {
    const auto costs = lattice.unaries.unary(pixel);
    changed += std::ranges::min_element(costs) - costs.begin() != labeling[pixel];
  }
  return changed;
}

void RecordOutcomes(const Lattice& lattice, const Outcomes& outcomes, const Setting& setting,
                    Recorder& record) {
  const std::pair<const char*, const Outcome*> methods[] = {
      {kParsimonious, &outcomes.ours}, {kCoOccurrence, &outcomes.rival}, {kReleased, &outcomes.released}};
  for (const auto& [method, outcome] : methods) {
    const harness::Overrides key = {.method = method, .setting = setting};
    record.Value(kOurLattices, "energy", outcome->result.energy, key);
    record.Value(kOurLattices, "time", outcome->seconds, key);
    record.Value(kOurLattices, "pixels_changed", PixelsChanged(lattice, outcome->result.labeling), key);
    if (setting.Text("w_c") == Text(kLargestWeight)) {
      RecordLabels(outcome->result.labeling, lattice.cliques.num_labels(), key, record);
    }
  }
}

// The rows of the source, of which there is none for other weights.
void RecordPrinted(const std::string& lattice_case, double weight, const std::vector<Outcomes>& outcomes,
                   Recorder& record) {
  const bool is_printed =
      weight == 0 || weight == kLargestWeight || std::ranges::count(WeightsBetween(), weight) > 0;
  if (!is_printed) return;
  const auto mean = [&](auto value) {
    double sum = 0;
    for (const Outcomes& each : outcomes) sum += value(each);
    return sum / static_cast<double>(outcomes.size());
  };
  const Setting setting = {{"case", lattice_case}, {"w_c", Text(weight)}};
  const harness::Overrides ours = {.method = kParsimonious, .setting = setting},
                           rival = {.method = kCoOccurrence, .setting = setting};
  record.Value(kFigure34, "average_energy", mean([](const auto& o) { return o.ours.result.energy; }), ours);
  record.Value(kFigure34, "average_energy", mean([](const auto& o) { return o.rival.result.energy; }), rival);
  record.Value(kFigure34, "average_time", mean([](const auto& o) { return o.ours.seconds; }), ours);
  record.Value(kFigure34, "average_time", mean([](const auto& o) { return o.rival.seconds; }), rival);
  const harness::Overrides released = {.method = kReleased, .setting = setting};
  record.Value(kOurLattices, "average_energy", mean([](const auto& o) { return o.released.result.energy; }),
               released);
  record.Value(kOurLattices, "average_time", mean([](const auto& o) { return o.released.seconds; }),
               released);
}

void RunHierarchical(const LatticeShape& shape, const std::string& lattice_case, double weight, uint64_t seed,
                     Recorder& record) {
  common::RandomStream random(seed, "parsimonious_labeling/tree");
  const bool is_released = lattice_case == kReleasedTreesCase;
  const LabelTree tree =
      is_released ? graphical_models::RandomBinaryTree(shape.labels, random) : OurTree(shape, seed);
  const Lattice lattice = MakeLattice(shape, HierarchicalPnPotts(tree), weight, seed);
  const Outcomes outcomes = MeasureAll(
      lattice, [&] { return graphical_models::HierarchicalMoves(lattice.unaries, lattice.cliques, tree); });
  RecordOutcomes(lattice, outcomes, {{"case", lattice_case}, {"w_c", Text(weight)}}, record);
  if (!is_released) RecordPrinted(lattice_case, weight, {outcomes}, record);
}

Lattice LinearLattice(const LatticeShape& shape, double truncation, double weight, uint64_t seed) {
  return MakeLattice(shape, DiameterDiversity{TruncatedLinear{1, truncation}}, weight, seed);
}

Setting LinearSetting(double weight, double truncation) {
  return {{"case", kLinearCase}, {"w_c", Text(weight)}, {"M", Text(truncation)}};
}

// The source has one curve for all M.
void RunLinear(const LatticeShape& shape, const std::vector<double>& truncations, int trees, double weight,
               uint64_t seed, Recorder& record) {
  std::vector<Outcomes> all;
  for (const double truncation : truncations) {
    const Lattice lattice = LinearLattice(shape, truncation, weight, seed);
    all.push_back(MeasureAll(lattice, [&] {
      return graphical_models::ParsimoniousLabeling(lattice.unaries, lattice.cliques,
                                                    {.run = {.seed = seed}, .trees = trees, .refine = false});
    }));
    RecordOutcomes(lattice, all.back(), LinearSetting(weight, truncation), record);
  }
  RecordPrinted(kLinearCase, weight, all, record);
}

// The energy after each number of trees, over that of co-occurrence: all are the first of the same ones.
void RunTrees(const LatticeShape& shape, const std::vector<double>& truncations,
              const std::vector<double>& trees, double weight, uint64_t seed, Recorder& record) {
  for (const double truncation : truncations) {
    const Lattice lattice = LinearLattice(shape, truncation, weight, seed);
    const double rival = graphical_models::CoOccurrenceExpansion(lattice.unaries, lattice.cliques).energy;
    graphical_models::ParsimoniousOptions options = {
        .run = {.seed = seed}, .trees = static_cast<int>(std::ranges::max(trees)), .refine = false};
    CpuWatch watch;
    options.run.observer = std::ref(watch);
    const MapResult result = ParsimoniousLabeling(lattice.unaries, lattice.cliques, options);
    for (const double count : trees) {
      const size_t point = static_cast<size_t>(count) - 1;  // the trace has one a tree
      Setting setting = LinearSetting(weight, truncation);
      setting.Set("trees", Text(count));
      record.Value(kOurTrees, "energy_over_co_occurrence", result.trace[point].value / rival,
                   {.setting = setting});
      record.Value(kOurTrees, "time", watch.seconds()[point], {.setting = setting});
    }
  }
}

void PlanHierarchical(Planner& plan, const std::string& prefix, const std::string& lattice_case) {
  for (const double weight : plan.Numbers("w_c")) {
    Case c;
    c.name = CaseName(prefix, {{"w_c", Text(weight)}});
    c.dataset = plan.dataset;
    c.setting = {{"case", lattice_case}, {"w_c", Text(weight)}};
    Case& added = plan.Add(std::move(c));
    added.origin = harness::DataOrigin::kDrawn;  // the source does not print how its trees are drawn
    added.repeats = static_cast<int>(added.Int("lattices"));
    const LatticeShape shape = ReadShape(added);
    added.run = [=](uint64_t seed, Recorder& record) {
      RunHierarchical(shape, lattice_case, weight, seed, record);
    };
  }
}

void PlanLinear(Planner& plan) {
  for (const double weight : plan.Numbers("w_c")) {
    Case c;
    c.name = CaseName("lattices/linear", {{"w_c", Text(weight)}});
    c.dataset = plan.dataset;
    c.setting = {{"case", kLinearCase}, {"w_c", Text(weight)}};
    Case& added = plan.Add(std::move(c));
    added.repeats = static_cast<int>(added.Int("lattices"));
    const LatticeShape shape = ReadShape(added);
    const std::vector<double> truncations = added.Numbers("truncations");
    const int trees = static_cast<int>(added.Int("trees"));
    added.run = [=](uint64_t seed, Recorder& record) {
      RunLinear(shape, truncations, trees, weight, seed, record);
    };
  }
  for (const double weight : plan.Numbers("w_c")) {
    if (weight == 0 || weight == kLargestWeight) continue;  // where trees change nothing
    Case c;
    c.name = CaseName("lattices/trees", {{"w_c", Text(weight)}});
    c.dataset = plan.dataset;
    c.method = kParsimonious;
    c.setting = {{"case", kLinearCase}, {"w_c", Text(weight)}};
    Case& added = plan.Add(std::move(c));
    added.repeats = static_cast<int>(added.Int("trees_lattices"));
    const LatticeShape shape = ReadShape(added);
    const std::vector<double> truncations = added.Numbers("truncations"), trees = added.Numbers("more_trees");
    added.run = [=](uint64_t seed, Recorder& record) {
      RunTrees(shape, truncations, trees, weight, seed, record);
    };
  }
}

}  // namespace

void Lattices(Package& package) {
  package.Plan([](Planner& plan) {
    plan.dataset = kLattices;
    PlanHierarchical(plan, "lattices/hierarchical", kHierarchicalCase);
    PlanHierarchical(plan, "lattices/released-trees", kReleasedTreesCase);
    PlanLinear(plan);
  });
}

}  // namespace structlab::parsimonious_labeling
