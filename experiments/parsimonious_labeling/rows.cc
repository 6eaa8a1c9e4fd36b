#include "experiments/parsimonious_labeling/rows.h"

#include <optional>
#include <string>
#include <utility>

#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::DeclaredRow;
using harness::Setting;

void AddTree(std::vector<DeclaredRow>& rows) {
  for (const char* quantity : {"d(l1,l3)", "d(l1,l2)", "diameter diversity of cluster p",
                               "diameter diversity of cluster p2", "diameter diversity of cluster p3"}) {
    rows.push_back(
        {.key = {"Figure 3.1", kFigureTree, kTreeMetric, Setting{{"quantity", quantity}}, "distance"}});
  }
}

void AddLattices(std::vector<DeclaredRow>& rows) {
  for (const LatticeCase lattice_case : {LatticeCase::kHierarchical, LatticeCase::kLinear}) {
    for (const double weight : PrintedWeights()) {
      for (const char* method : {kParsimonious, kCoOccurrence}) {
        const Setting key = LatticeKey(lattice_case, weight);
        rows.push_back(
            {.key = {kFigure34, kLattices, method, key, "average_energy"}, .higher_is_better = false});
        rows.push_back({.key = {kFigure34, kLattices, method, key, "average_time"},
                        .unit = "s",
                        .higher_is_better = false});
      }
    }
  }
}

void AddImages(std::vector<DeclaredRow>& rows) {
  for (const ImageTask& task : ImageTasks()) {
    if (!task.is_printed()) continue;
    for (const char* method : {kParsimonious, kCoOccurrence}) {
      rows.push_back(
          {.key = {task.table, task.name, method, ImageKey(task), "energy"}, .higher_is_better = false});
    }
    rows.push_back({.key = {task.table, task.name, task.compares, ImageKey(task), "visual_quality"},
                    .figure = task.figure,
                    .needs_methods = ComparedMethods()});
  }
}

void AddSmoothing(std::vector<DeclaredRow>& rows) {
  rows.push_back({.key = {kFigure38, kStereo, kParsimonious, Setting{{"sigma", "varied"}}, "oversmoothing"},
                  .figure = "figure_3_8"});
  rows.push_back({.key = {kFigure39, kStereo, kParsimonious,
                          Setting{{"sigma", "1e5"}, {"superpixel_min_size", "varied"}}, "oversmoothing"},
                  .figure = "figure_3_9"});
}

void AddTheory(std::vector<DeclaredRow>& rows) {
  const auto bound = [&](const char* table, const char* dataset, const char* method, Setting setting) {
    rows.push_back({.key = {table, dataset, method, std::move(setting), "multiplicative_bound"},
                    .higher_is_better = false});
  };
  bound(kTheorem1, "", kOptimalMoves, {{"bound", "lambda*min(M,|L|)"}});
  bound(kTheorem2, "", kAlgorithm7, {{"bound", "(r/(r-1))*min(M,|L|)"}});
  bound(kTheorem3, "", kAlgorithm8, {{"bound", "(r/(r-1))*(|L|-1)*O(log|L|)*min(M,|L|)"}});
  bound(kTheorem3, "", kAlgorithm8Diameter, {{"bound", "(r/(r-1))*O(log|L|)*min(M,|L|)"}});
  bound(kProse352, "", kSospd, {{"bound", "M*max_c delta/min_c delta"}});
  bound(kProse332, kPairwisePotts, kAlphaExpansion, {{"lambda", "1"}});
  const std::pair<const char*, const char*> complexities[] = {{kAlgorithm8, "O((|V|+|C|)^2*|C|*M)"},
                                                              {kSospd, "O(|V|^2*|C|*2^M)"},
                                                              {kCoOccurrence, "O((|V|+|C|)^2*|C|*(M+|L|))"}};
  for (const auto& [method, complexity] : complexities) {
    rows.push_back({.key = {kProse352, "", method, Setting{{"complexity", complexity}},
                            "time_complexity_per_expansion_move"},
                    .higher_is_better = false,
                    .figure = "moves_clique_size"});
  }
  rows.push_back({.key = {kProse11, "", kSospd, Setting(), "max_advisable_clique_size"}});
  rows.push_back({.key = {kProse11, "", kCoOccurrence, Setting(), "feasible_clique_size"}});
}

}  // namespace

std::vector<DeclaredRow> Rows() {
  std::vector<DeclaredRow> rows;
  AddTree(rows);
  AddLattices(rows);
  AddImages(rows);
  AddSmoothing(rows);
  AddTheory(rows);
  return rows;
}

}  // namespace structlab::parsimonious_labeling
