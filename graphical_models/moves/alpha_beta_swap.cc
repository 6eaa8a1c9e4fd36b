#include "graphical_models/moves/alpha_beta_swap.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "graphical_models/moves/clique_moves.h"
#include "graphical_models/moves/current_labeling.h"
#include "graphical_models/moves/metric_check.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_loop.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {
namespace {

struct LabelPair {
  Label alpha, beta;
};

// The costs of a pair of variables that both have alpha or beta.
struct PairCosts {
  ExtendedCost alpha_alpha, alpha_beta, beta_alpha, beta_beta;

  // If no cut can represent these costs, raises the cost of a mixed choice that is not the current one. Then
  // no choice of least cost is worse than the current one. MoveCut::AddPair does the same, but there the
  // current choice is not mixed.
  void Truncate(bool p_has_alpha, bool q_has_alpha) {
    const ExtendedCost excess = alpha_alpha + beta_beta - alpha_beta - beta_alpha;
    if (!(ExtendedCost() < excess)) return;
    const bool raises_alpha_beta = p_has_alpha == q_has_alpha ? !(alpha_beta < beta_alpha) : !p_has_alpha;
    (raises_alpha_beta ? alpha_beta : beta_alpha) += excess;
  }
};

// The moves: one for every pair of labels.
template <class Energy>
class Swaps {
 public:
  Swaps(const Energy& energy, const CliqueEnergy* cliques, const MoveOptions& options,
        std::vector<int> label_counts)
      : energy_(energy),
        cliques_(cliques),
        label_counts_(std::move(label_counts)),
        state_(energy, cliques, StartOf(options, label_counts_)),
        cut_({.variables = energy.num_variables()}) {
    const int labels =
        label_counts_.empty() ? 0 : *std::max_element(label_counts_.begin(), label_counts_.end());
    order_ = OrderOf(options, labels);
    // Pairs are numbered in lexicographic order of their positions in order_.
    first_move_.push_back(0);
    for (int64_t others = labels - 1; others > 0; --others)
      first_move_.push_back(first_move_.back() + others);
  }

  int64_t num_moves() const { return first_move_.back(); }
  double energy() const { return state_.energy(); }
  const Labeling& labeling() const { return state_.labeling(); }
  int64_t num_cuts() const { return cut_.num_minimized(); }
  bool is_only_labeling() const { return num_moves() == 0; }

  // In the cut, keeping means alpha and taking means beta.
  bool Try(int64_t move) {
    const LabelPair pair = PairOf(move);
    cut_.Clear();
    for (int v = 0; v < energy_.num_variables(); ++v) {
      if (!Chooses(v, pair)) continue;
      cut_.AddUnary(v, UnaryOf(energy_, v, pair.alpha), UnaryOf(energy_, v, pair.beta));
    }
    AddEdges(pair);
    if (cliques_ != nullptr) AddSwap(*cliques_, labeling(), pair.alpha, pair.beta, cut_);
    const std::vector<bool> has_beta = cut_.Minimize();
    Labeling proposal = labeling();
    for (size_t v = 0; v < proposal.size(); ++v) {
      if (Chooses(static_cast<int>(v), pair)) proposal[v] = has_beta[v] ? pair.beta : pair.alpha;
    }
    return state_.ReplaceIfBetter(std::move(proposal));
  }

 private:
  LabelPair PairOf(int64_t move) const {
    const auto behind = std::upper_bound(first_move_.begin(), first_move_.end(), move);
    const auto place = behind - first_move_.begin() - 1;
    const auto other = place + 1 + (move - *(behind - 1));
    return {order_[place], order_[other]};
  }

  // True if the variable has one of the two labels and may have the other.
  bool Chooses(int variable, const LabelPair& pair) const {
    const size_t v = variable;
    return (labeling()[v] == pair.alpha || labeling()[v] == pair.beta) &&
           std::max(pair.alpha, pair.beta) < label_counts_[v];
  }

  void AddEdges(const LabelPair& pair) {
    const auto [alpha, beta] = pair;
    ForEachEdge(energy_, [&, alpha = alpha, beta = beta](int p, int q, int index, double weight) {
      const Label a = labeling()[p], b = labeling()[q];
      const bool p_chooses = Chooses(p, pair), q_chooses = Chooses(q, pair);
      const PairwisePotential& potential = PotentialOf(energy_, index);
      const auto cost = [&](Label x, Label y) { return ExtendedCost(weight * potential(x, y)); };
      if (p_chooses && q_chooses) {
        PairCosts costs{cost(alpha, alpha), cost(alpha, beta), cost(beta, alpha), cost(beta, beta)};
        costs.Truncate(a == alpha, b == alpha);
        cut_.AddPair(p, q, costs.alpha_alpha, costs.alpha_beta, costs.beta_alpha, costs.beta_beta);
      } else if (p_chooses) {
        cut_.AddUnary(p, cost(alpha, b), cost(beta, b));
      } else if (q_chooses) {
        cut_.AddUnary(q, cost(a, alpha), cost(a, beta));
      }
    });
  }

  const Energy& energy_;
  const CliqueEnergy* cliques_;  // null: no cliques; otherwise all variables have the same labels
  std::vector<int> label_counts_;
  CurrentLabeling<Energy> state_;
  std::vector<Label> order_;
  std::vector<int64_t> first_move_;  // [position in order_] the first move with this label as the first of
                                     // the pair; and the end
  MoveCut cut_;
};

template <class Energy>
MapResult Swap(const Energy& energy, const CliqueEnergy* cliques, const MoveOptions& options) {
  std::vector<int> label_counts = LabelCountsOf(energy);
  if (cliques != nullptr) {
    CheckSameVariables(*cliques, label_counts);
    CheckMovable(*cliques);
  }
  if (options.non_metric == NonMetric::kRefuse) CheckMetric(energy, RequiredMetric::kSemiMetric);
  Swaps<Energy> moves(energy, cliques, options, std::move(label_counts));
  return RunMoves(moves, options.run);
}

}  // namespace

MapResult AlphaBetaSwap(const PairwiseEnergy& energy, const MoveOptions& options) {
  return Swap(energy, nullptr, options);
}

MapResult AlphaBetaSwap(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                        const MoveOptions& options) {
  return Swap(energy, &cliques, options);
}

template <class Cost>
MapResult AlphaBetaSwap(const GridEnergy<Cost>& energy, const MoveOptions& options) {
  return Swap(energy, nullptr, options);
}

template <class Cost>
MapResult AlphaBetaSwap(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                        const MoveOptions& options) {
  return Swap(energy, &cliques, options);
}

template MapResult AlphaBetaSwap(const GridEnergy<int32_t>&, const MoveOptions&);
template MapResult AlphaBetaSwap(const GridEnergy<float>&, const MoveOptions&);
template MapResult AlphaBetaSwap(const GridEnergy<double>&, const MoveOptions&);
template MapResult AlphaBetaSwap(const GridEnergy<int32_t>&, const CliqueEnergy&, const MoveOptions&);
template MapResult AlphaBetaSwap(const GridEnergy<float>&, const CliqueEnergy&, const MoveOptions&);
template MapResult AlphaBetaSwap(const GridEnergy<double>&, const CliqueEnergy&, const MoveOptions&);

}  // namespace structlab::graphical_models
