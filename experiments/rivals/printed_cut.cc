#include "experiments/rivals/printed_cut.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/moves/current_labeling.h"
#include "graphical_models/moves/expansion_charge.h"
#include "graphical_models/moves/move_loop.h"

namespace structlab::rivals {
namespace {

using graphical_models::CliqueEnergy;
using graphical_models::ExpansionCharge;
using graphical_models::Label;
using graphical_models::Labeling;
using graphical_models::PairwiseEnergy;

// For RunMoves: an expansion move for every label. Pixels that take alpha are on the source side.
class PrintedCutMoves {
 public:
  PrintedCutMoves(const PairwiseEnergy& unaries, const CliqueEnergy& cliques)
      : unaries_(unaries),
        cliques_(cliques),
        state_(unaries, &cliques, Labeling(static_cast<size_t>(unaries.num_variables()), 0)) {}

  int num_moves() const { return cliques_.num_labels(); }
  double energy() const { return state_.energy(); }
  const Labeling& labeling() const { return state_.labeling(); }
  int64_t num_cuts() const { return cuts_; }
  bool is_only_labeling() const { return num_moves() <= 1; }

  bool Try(Label alpha) {
    const int pixels = unaries_.num_variables(), cliques = cliques_.num_cliques();
    int64_t edges = 0;
    for (int clique = 0; clique < cliques; ++clique) edges += 2 * std::ssize(cliques_.variables(clique));
    graphical_models::MaxFlowGraph<double> graph(pixels + cliques * num_moves(), edges);
    for (int v = 0; v < pixels; ++v) {
      const auto costs = unaries_.unary(v);
      graph.AddTerminal(v, costs[labeling()[v]], costs[alpha]);
    }
    charges_.clear();
    for (int clique = 0; clique < cliques; ++clique) {
      AddClique(clique, alpha, pixels + clique * num_moves(), graph);
    }
    graph.Solve();
    ++cuts_;
    Labeling proposal = labeling();
    for (int v = 0; v < pixels; ++v) {
      if (graph.OnSourceSide(v)) proposal[v] = alpha;
    }
    return state_.ReplaceIfBetter(std::move(proposal));
  }

 private:
  // The charges of a clique with these labels, in increasing order, found once a move.
  const ExpansionCharge& ChargeFor(int potential, const std::vector<Label>& labels, Label alpha) {
    const auto [found, is_new] = charges_.try_emplace({potential, labels});
    if (!is_new) return found->second;
    std::vector<Label> others = labels;
    const bool has_alpha = std::erase(others, alpha) > 0;
    if (!others.empty()) {
      found->second =
          graphical_models::ChargeOf(cliques_.potential(potential), num_moves(), others, alpha, has_alpha);
    }
    return found->second;
  }

  // The node of label l is `first + l`. Both charges are turned round as in the released program: that of
  // alpha is paid where a pixel keeps its label, that of another label where a pixel with it takes alpha.
  void AddClique(int clique, Label alpha, int first, graphical_models::MaxFlowGraph<double>& graph) {
    const auto members = cliques_.variables(clique);
    std::vector<Label> labels;
    for (const int v : members) labels.push_back(labeling()[v]);
    std::ranges::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    const ExpansionCharge& charge = ChargeFor(cliques_.potential_of(clique), labels, alpha);
    const double weight = cliques_.weight(clique);
    std::vector<double> keeping(static_cast<size_t>(num_moves()), 0.0);
    size_t other = 0;
    for (const Label label : labels) {
      if (label != alpha) keeping[static_cast<size_t>(label)] = weight * charge.keeping[other++];
    }
    graph.AddTerminal(first + alpha, weight * charge.taking, 0);
    for (Label label = 0; label < num_moves(); ++label) {
      if (label != alpha) graph.AddTerminal(first + label, 0, keeping[static_cast<size_t>(label)]);
    }
    for (const int v : members) {
      const Label label = labeling()[v];
      if (label == alpha) continue;
      graph.AddEdge(first + alpha, v, weight * charge.taking, 0);
      graph.AddEdge(v, first + label, keeping[static_cast<size_t>(label)], 0);
    }
  }

  const PairwiseEnergy& unaries_;
  const CliqueEnergy& cliques_;
  graphical_models::CurrentLabeling<PairwiseEnergy> state_;
  std::map<std::pair<int, std::vector<Label>>, ExpansionCharge> charges_;  // by potential and labels
  int64_t cuts_ = 0;
};

}  // namespace

graphical_models::MapResult PrintedCutCoOccurrence(const PairwiseEnergy& unaries,
                                                   const CliqueEnergy& cliques) {
  PrintedCutMoves moves(unaries, cliques);
  return graphical_models::RunMoves(moves, {});
}

}  // namespace structlab::rivals
