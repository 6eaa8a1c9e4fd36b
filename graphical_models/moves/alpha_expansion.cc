#include "graphical_models/moves/alpha_expansion.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "graphical_models/moves/clique_moves.h"
#include "graphical_models/moves/current_labeling.h"
#include "graphical_models/moves/expansion_terms.h"
#include "graphical_models/moves/grid_expansions.h"
#include "graphical_models/moves/metric_check.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_loop.h"

namespace structlab::graphical_models {
namespace {

// The moves: one for every label.
template <class Energy>
class Expansions {
 public:
  Expansions(const Energy& energy, const CliqueEnergy* cliques, const MoveOptions& options,
             std::vector<int> label_counts)
      : energy_(energy),
        cliques_(cliques),
        label_counts_(std::move(label_counts)),
        order_(OrderOf(options, MaxLabels(label_counts_))),
        state_(energy, cliques, StartOf(options, label_counts_)),
        cut_({.variables = energy.num_variables(), .pairs = NumEdgesOf(energy)}) {}

  int num_moves() const { return static_cast<int>(order_.size()); }
  double energy() const { return state_.energy(); }
  const Labeling& labeling() const { return state_.labeling(); }
  int64_t num_cuts() const { return cut_.num_minimized(); }
  bool is_only_labeling() const { return num_moves() <= 1; }

  bool Try(int move) {
    const Label alpha = order_[move];
    cut_.Clear();
    AddExpansionTerms(energy_, labeling(), alpha, cut_);
    if (cliques_ != nullptr) AddExpansion(*cliques_, labeling(), alpha, cut_);
    const std::vector<bool> takes = cut_.Minimize();
    Labeling proposal = labeling();
    for (size_t v = 0; v < proposal.size(); ++v) {
      if (takes[v] && alpha < label_counts_[v]) proposal[v] = alpha;
    }
    return state_.ReplaceIfBetter(std::move(proposal));
  }

 private:
  static int MaxLabels(const std::vector<int>& label_counts) {
    return label_counts.empty() ? 0 : *std::max_element(label_counts.begin(), label_counts.end());
  }

  const Energy& energy_;
  const CliqueEnergy* cliques_;  // null: no cliques
  std::vector<int> label_counts_;
  std::vector<Label> order_;
  CurrentLabeling<Energy> state_;
  MoveCut cut_;
};

template <class Energy>
MapResult Expand(const Energy& energy, const CliqueEnergy* cliques, const MoveOptions& options) {
  std::vector<int> label_counts = LabelCountsOf(energy);
  if (cliques != nullptr) {
    CheckSameVariables(*cliques, label_counts);
    CheckMovable(*cliques);
  }
  if (options.non_metric == NonMetric::kRefuse) CheckMetric(energy, RequiredMetric::kMetric);
  Expansions<Energy> moves(energy, cliques, options, std::move(label_counts));
  return RunMoves(moves, options.run);
}

}  // namespace

MapResult AlphaExpansion(const PairwiseEnergy& energy, const MoveOptions& options) {
  return Expand(energy, nullptr, options);
}

MapResult AlphaExpansion(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                         const MoveOptions& options) {
  return Expand(energy, &cliques, options);
}

template <class Cost>
MapResult AlphaExpansion(const GridEnergy<Cost>& energy, const MoveOptions& options) {
  if constexpr (std::is_same_v<Cost, int32_t>) {
    if (auto result = ExpandIntegerGrid(energy, options)) return *std::move(result);
  }
  return Expand(energy, nullptr, options);
}

template <class Cost>
MapResult AlphaExpansion(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                         const MoveOptions& options) {
  return Expand(energy, &cliques, options);
}

template MapResult AlphaExpansion(const GridEnergy<int32_t>&, const MoveOptions&);
template MapResult AlphaExpansion(const GridEnergy<float>&, const MoveOptions&);
template MapResult AlphaExpansion(const GridEnergy<double>&, const MoveOptions&);
template MapResult AlphaExpansion(const GridEnergy<int32_t>&, const CliqueEnergy&, const MoveOptions&);
template MapResult AlphaExpansion(const GridEnergy<float>&, const CliqueEnergy&, const MoveOptions&);
template MapResult AlphaExpansion(const GridEnergy<double>&, const CliqueEnergy&, const MoveOptions&);

}  // namespace structlab::graphical_models
