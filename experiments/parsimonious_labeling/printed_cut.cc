#include "experiments/parsimonious_labeling/printed_cut.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/moves/current_labeling.h"
#include "graphical_models/moves/expansion_charge.h"
#include "graphical_models/moves/move_loop.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::ExpansionCharge;
using graphical_models::Label;
using graphical_models::Labeling;

// For RunMoves: an expansion move for every label. Pixels that take alpha are on the source side.
class PrintedCutMoves {
 public:
  explicit PrintedCutMoves(const Lattice& lattice)
      : lattice_(lattice),
        state_(lattice.unaries, &lattice.cliques,
               Labeling(static_cast<size_t>(lattice.unaries.num_variables()), 0)) {}

  int num_moves() const { return lattice_.cliques.num_labels(); }
  double energy() const { return state_.energy(); }
  const Labeling& labeling() const { return state_.labeling(); }
  int64_t num_cuts() const { return cuts_; }
  bool is_only_labeling() const { return num_moves() <= 1; }

  bool Try(Label alpha) {
    const int pixels = lattice_.unaries.num_variables(), cliques = lattice_.cliques.num_cliques();
    int64_t edges = 0;
    for (int clique = 0; clique < cliques; ++clique)
      edges += 2 * std::ssize(lattice_.cliques.variables(clique));
    graphical_models::MaxFlowGraph<double> graph(pixels + cliques * num_moves(), edges);
    for (int v = 0; v < pixels; ++v) {
      const auto costs = lattice_.unaries.unary(v);
      graph.AddTerminal(v, costs[labeling()[v]], costs[alpha]);
    }
    charges_.clear();
    for (int clique = 0; clique < cliques; ++clique)
      AddClique(clique, alpha, pixels + clique * num_moves(), graph);
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
  const ExpansionCharge& ChargeFor(const std::vector<Label>& labels, Label alpha) {
    const auto [found, is_new] = charges_.try_emplace(labels);
    if (!is_new) return found->second;
    std::vector<Label> others = labels;
    const bool has_alpha = std::erase(others, alpha) > 0;
    if (!others.empty()) {
      const auto& potential = lattice_.cliques.potential(0);  // a lattice has one
      found->second = graphical_models::ChargeOf(potential, num_moves(), others, alpha, has_alpha);
    }
    return found->second;
  }

  // The node of label l is `first + l`. Both charges are turned round as in the released program: that of
  // alpha is paid where a pixel keeps its label, that of another label where a pixel with it takes alpha.
  void AddClique(int clique, Label alpha, int first, graphical_models::MaxFlowGraph<double>& graph) {
    const auto members = lattice_.cliques.variables(clique);
    std::vector<Label> labels;
    for (const int v : members) labels.push_back(labeling()[v]);
    std::ranges::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    const ExpansionCharge& charge = ChargeFor(labels, alpha);
    const double weight = lattice_.cliques.weight(clique);
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

  const Lattice& lattice_;
  graphical_models::CurrentLabeling<graphical_models::PairwiseEnergy> state_;
  std::map<std::vector<Label>, ExpansionCharge> charges_;
  int64_t cuts_ = 0;
};

}  // namespace

graphical_models::MapResult PrintedCutCoOccurrence(const Lattice& lattice) {
  PrintedCutMoves moves(lattice);
  return graphical_models::RunMoves(moves, {});
}

}  // namespace structlab::parsimonious_labeling
