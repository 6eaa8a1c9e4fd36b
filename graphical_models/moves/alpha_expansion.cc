#include "graphical_models/moves/alpha_expansion.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/error.h"
#include "graphical_models/moves/clique_moves.h"
#include "graphical_models/moves/grid_expansions.h"
#include "graphical_models/moves/labeling_under_moves.h"
#include "graphical_models/moves/metric_check.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_loop.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {
namespace {

void CheckSameLabels(const CliqueEnergy& cliques, std::span<const int> label_counts) {
  if (cliques.num_variables() != static_cast<int>(label_counts.size())) {
    common::ThrowUsageError("cliques", std::to_string(label_counts.size()) + " variables as in the energy",
                            std::to_string(cliques.num_variables()));
  }
  for (size_t v = 0; v < label_counts.size(); ++v) {
    if (label_counts[v] == cliques.num_labels()) continue;
    common::ThrowUsageError("variable " + std::to_string(v),
                            std::to_string(cliques.num_labels()) + " labels as in the cliques",
                            std::to_string(label_counts[v]));
  }
}

// A move for every label.
template <class Energy>
class Expansions {
 public:
  Expansions(const Energy& energy, const CliqueEnergy* cliques, const MoveOptions& options,
             std::vector<int> label_counts)
      : energy_(energy),
        cliques_(cliques),
        label_counts_(std::move(label_counts)),
        order_(OrderOf(options, MostLabels(label_counts_))),
        state_(energy, cliques, StartOf(options, label_counts_)) {}

  int num_moves() const { return static_cast<int>(order_.size()); }
  double energy() const { return state_.energy(); }
  const Labeling& labeling() const { return state_.labeling(); }
  bool is_only_labeling() const { return num_moves() <= 1; }

  bool Try(int move) {
    const Label alpha = order_[static_cast<size_t>(move)];
    MoveCut cut({.variables = energy_.num_variables(),
                 .groups = cliques_ == nullptr ? 0 : 2 * cliques_->num_cliques(),
                 .pairs = NumEdgesOf(energy_)});
    AddUnaries(alpha, cut);
    AddEdges(alpha, cut);
    if (cliques_ != nullptr) AddExpansion(*cliques_, labeling(), alpha, cut);
    const std::vector<bool> takes = cut.Minimize();
    Labeling proposal = labeling();
    for (size_t v = 0; v < proposal.size(); ++v) {
      if (takes[v] && HasAlpha(v, alpha)) proposal[v] = alpha;
    }
    return state_.ReplaceIfBetter(std::move(proposal));
  }

 private:
  static int MostLabels(const std::vector<int>& label_counts) {
    return label_counts.empty() ? 0 : *std::max_element(label_counts.begin(), label_counts.end());
  }

  bool HasAlpha(size_t variable, Label alpha) const { return alpha < label_counts_[variable]; }

  void AddUnaries(Label alpha, MoveCut& cut) const {
    for (int v = 0; v < energy_.num_variables(); ++v) {
      const Label label = labeling()[static_cast<size_t>(v)];
      if (label == alpha || !HasAlpha(static_cast<size_t>(v), alpha)) continue;
      cut.AddUnary(v, UnaryOf(energy_, v, label), UnaryOf(energy_, v, alpha));
    }
  }

  // A variable that has alpha, or cannot have it, has no choice.
  void AddEdges(Label alpha, MoveCut& cut) const {
    ForEachEdge(energy_, [&](int p, int q, int index, double weight) {
      const Label a = labeling()[static_cast<size_t>(p)], b = labeling()[static_cast<size_t>(q)];
      const bool p_chooses = a != alpha && HasAlpha(static_cast<size_t>(p), alpha);
      const bool q_chooses = b != alpha && HasAlpha(static_cast<size_t>(q), alpha);
      const PairwisePotential& potential = PotentialOf(energy_, index);
      const auto cost = [&](Label x, Label y) { return ExtendedCost(weight * potential(x, y)); };
      if (p_chooses && q_chooses) {
        cut.AddPair(p, q, cost(a, b), cost(a, alpha), cost(alpha, b), cost(alpha, alpha));
      } else if (p_chooses) {
        cut.AddUnary(p, cost(a, b), cost(alpha, b));
      } else if (q_chooses) {
        cut.AddUnary(q, cost(a, b), cost(a, alpha));
      }
    });
  }

  const Energy& energy_;
  const CliqueEnergy* cliques_;  // null if there are none
  std::vector<int> label_counts_;
  std::vector<Label> order_;
  LabelingUnderMoves<Energy> state_;
};

template <class Energy>
MapResult Expand(const Energy& energy, const CliqueEnergy* cliques, const MoveOptions& options) {
  std::vector<int> label_counts = LabelCountsOf(energy);
  if (cliques != nullptr) {
    CheckSameLabels(*cliques, label_counts);
    CheckExpandable(*cliques);
  }
  if (options.non_metric == NonMetric::kRefuse) CheckMetric(energy, RequiredMetric::kMetric);
  Expansions<Energy> moves(energy, cliques, options, std::move(label_counts));
  return RunMoves(moves, options.stop);
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
