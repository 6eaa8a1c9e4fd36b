#include <map>

#include "common/check.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/runs.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/cliques/label_histogram.h"
#include "graphical_models/model/cliques/label_tree.h"

namespace structlab::parsimonious_labeling {

using graphical_models::HierarchicalPnPotts;
using graphical_models::Label;
using graphical_models::LabelHistogram;
using graphical_models::LabelTree;
using harness::Case;
using harness::Recorder;
using harness::Setting;

void RunFigureTree(const Case&, Recorder& record) {
  // l1 and l2 below p1, l3 and l4 below another node; edges 6 and 3. A leaf is a cluster of one label.
  const LabelTree tree({{-1, 0}, {0, 6}, {0, 6}, {1, 3, 0}, {1, 3, 1}, {2, 3, 2}, {2, 3, 3}});
  const HierarchicalPnPotts diversity(tree);
  const auto diameter = [&](const std::vector<Label>& labels) {
    LabelHistogram histogram(tree.num_labels());
    for (const Label label : labels) histogram.Add(label);
    return diversity(histogram);
  };
  const auto distance = [&](const char* quantity, double value) {
    record.Value("Figure 3.1", "distance", value, {.setting = Setting{{"quantity", quantity}}});
  };
  distance("d(l1,l3)", diversity.distances()(0, 2));
  distance("d(l1,l2)", diversity.distances()(0, 1));
  distance("diameter diversity of cluster p", diameter({0, 1, 2, 3}));
  distance("diameter diversity of cluster p2", diameter({2, 3}));
  distance("diameter diversity of cluster p3", diameter({0}));
}

void Run(const Case& c, Recorder& record) {
  static const std::map<std::string, void (*)(const Case&, Recorder&)> parts = {
      {"tree", RunFigureTree},      {"hierarchical", RunHierarchicalLattice},
      {"linear", RunLinearLattice}, {"image", RunImage},
      {"input", RunInput},          {"reading", RunReading},
      {"more-trees", RunMoreTrees}, {"smoothing", RunSmoothing},
      {"bound", RunBound},          {"counterexamples", RunCounterexamples},
      {"moves", RunMoves}};
  const auto part = parts.find(c.parameters.Text("part"));
  STRUCTLAB_CHECK(part != parts.end());
  part->second(c, record);
}

}  // namespace structlab::parsimonious_labeling
