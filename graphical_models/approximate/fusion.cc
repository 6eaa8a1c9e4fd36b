#include "graphical_models/approximate/fusion.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "common/error.h"
#include "graphical_models/approximate/subgraph_descent.h"
#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/model/map_result.h"

namespace structlab::graphical_models {
namespace {

// The variables on which the labelings differ, with their different labels there; the first labeling's comes
// first.
struct Choices {
  std::vector<int> variables;              // ascending
  std::vector<std::vector<Label>> labels;  // [choice]
  std::vector<int> choice_of;              // [variable]; -1: all agree
};

Choices ChoicesOf(std::span<const Labeling> labelings) {
  Choices choices;
  const size_t size = labelings[0].size();
  choices.choice_of.assign(size, -1);
  std::vector<Label> labels;
  for (size_t v = 0; v < size; ++v) {
    labels.clear();
    for (const Labeling& labeling : labelings) {
      if (std::ranges::find(labels, labeling[v]) == labels.end()) labels.push_back(labeling[v]);
    }
    if (labels.size() == 1) continue;
    choices.choice_of[v] = static_cast<int>(choices.variables.size());
    choices.variables.push_back(static_cast<int>(v));
    choices.labels.push_back(labels);
  }
  return choices;
}

// The energy as a function of the choices, without the factors that do not depend on them.
FactorGraph GraphOf(const FactorGraph& graph, const Choices& choices, const Labeling& first) {
  std::vector<int> counts;
  for (const std::vector<Label>& labels : choices.labels) counts.push_back(static_cast<int>(labels.size()));
  FactorGraph fused(std::move(counts));
  std::vector<int> scope;
  std::vector<double> table;
  Labeling labeling = first;
  for (int f = 0; f < graph.num_factors(); ++f) {
    scope.clear();
    for (const int v : graph.scope(f)) {
      const int choice = choices.choice_of[v];
      if (choice >= 0) scope.push_back(choice);
    }
    if (scope.empty()) continue;
    table.clear();
    const auto fill = [&](const auto& self, size_t axis) -> void {
      if (axis == scope.size()) {
        table.push_back(graph.table(f)[graph.TableEntry(f, labeling)]);
        return;
      }
      const auto choice = static_cast<size_t>(scope[axis]);
      const auto variable = static_cast<size_t>(choices.variables[choice]);
      for (const Label label : choices.labels[choice]) {
        labeling[variable] = label;
        self(self, axis + 1);
      }
      labeling[variable] = first[variable];
    };
    fill(fill, 0);
    fused.AddFactor(scope, table);
  }
  return fused;
}

// Nothing if the tree-width is too large or the time limit is reached.
std::optional<Labeling> ExactMinimum(const FactorGraph& graph, const FusionOptions& options) {
  try {
    MapResult exact = BucketEliminationMap(graph, {.max_bytes = 8 * options.max_entries}, options.run);
    if (exact.ending == common::Ending::kOptimal) return std::move(exact.labeling);
  } catch (const common::Error& error) {
    if (error.kind() != common::ErrorKind::kUsage) throw;
  }
  return std::nullopt;
}

Labeling Minimum(const FactorGraph& graph, const FusionOptions& options) {
  const TraceRecorder clock(options.run);
  if (auto exact = ExactMinimum(graph, options)) return *std::move(exact);
  common::RunControl rest = options.run;
  rest.stop.seconds = std::max(0.0, rest.stop.seconds - clock.seconds());
  return SubgraphDescent(graph, {.run = rest,
                                 .start = Labeling(static_cast<size_t>(graph.num_variables()), 0),
                                 .max_entries = int64_t{1} << 15,
                                 .patience = 2})
      .labeling;
}

}  // namespace

Labeling Fuse(const FactorGraph& graph, std::span<const Labeling> labelings, const FusionOptions& options) {
  Labeling fused = labelings[0];
  const Choices choices = ChoicesOf(labelings);
  if (choices.variables.empty()) return fused;
  const FactorGraph reduced = GraphOf(graph, choices, fused);
  const Labeling best = Minimum(reduced, options);
  for (size_t i = 0; i < best.size(); ++i) {
    fused[choices.variables[i]] = choices.labels[i][best[i]];
  }
  return graph.Energy(fused) <= graph.Energy(labelings[0]) ? fused : labelings[0];
}

}  // namespace structlab::graphical_models
