// Figure 3.4(b,d): times beside a rival with all nodes of its printed cut, and with one random tree of ours.
#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/parsimonious_labeling/lattice_problem.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/rivals/printed_cut.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/moves/parsimonious/hierarchical_moves.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::MapResult;
using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

// Both methods on the lattice, one after the other.
template <class Minimize>
void Compare(const Lattice& lattice, const Setting& setting, const Minimize& ours, Recorder& record) {
  const auto measure = [&](const char* method, const auto& minimize) {
    const CpuWatch watch;
    const MapResult result = minimize();
    const double seconds = watch.now();
    const harness::Overrides key = {.method = method, .setting = setting};
    record.Value(kOurPrintedCut, "energy", result.energy, key);
    record.Value(kOurPrintedCut, "time", seconds, key);
  };
  measure(kParsimonious, ours);
  measure(kPrintedCut, [&] { return rivals::PrintedCutCoOccurrence(lattice.unaries, lattice.cliques); });
}

void Run(const LatticeShape& shape, const std::vector<double>& truncations, double weight, uint64_t seed,
         Recorder& record) {
  const graphical_models::LabelTree tree = OurTree(shape, seed);
  const Lattice hierarchical = MakeLattice(shape, graphical_models::HierarchicalPnPotts(tree), weight, seed);
  Compare(
      hierarchical, {{"case", kHierarchicalCase}, {"w_c", Text(weight)}},
      [&] { return graphical_models::HierarchicalMoves(hierarchical.unaries, hierarchical.cliques, tree); },
      record);
  for (const double truncation : truncations) {
    const Lattice lattice = MakeLattice(
        shape, graphical_models::DiameterDiversity{graphical_models::TruncatedLinear{1, truncation}}, weight,
        seed);
    Compare(
        lattice, {{"case", kLinearCase}, {"w_c", Text(weight)}, {"M", Text(truncation)}},
        [&] {
          return graphical_models::ParsimoniousLabeling(lattice.unaries, lattice.cliques,
                                                        {.run = {.seed = seed}, .trees = 1, .refine = false});
        },
        record);
  }
}

}  // namespace

void LatticeTimes(harness::Package& package) {
  package.Plan([](Planner& plan) {
    plan.dataset = kLattices;
    for (const double weight : plan.Numbers("w_c")) {
      if (weight == 0 || weight == kLargestWeight) continue;  // nothing is coupled, or all is
      Case c;
      c.name = CaseName("lattices/printed-cut", {{"w_c", Text(weight)}});
      c.dataset = plan.dataset;
      c.setting = {{"w_c", Text(weight)}};
      Case& added = plan.Add(std::move(c));
      added.origin = harness::DataOrigin::kDrawn;  // the source does not print how its trees are drawn
      added.repeats = static_cast<int>(added.Int("printed_cut_lattices"));
      const LatticeShape shape = ReadShape(added);
      const std::vector<double> truncations = added.Numbers("truncations");
      added.run = [=](uint64_t seed, Recorder& record) { Run(shape, truncations, weight, seed, record); };
    }
  });
}

}  // namespace structlab::parsimonious_labeling
