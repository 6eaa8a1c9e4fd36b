#include "graphical_models/moves/clique_moves.h"

#include <algorithm>
#include <string>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// A clique in a move. At most two labels can cost less than the largest cost of the clique: `kept`, which
// members have if they keep, and `taken`.
struct CliqueMove {
  int size = 0;                    // number of variables of the clique
  std::vector<int> choosing = {};  // members that have a choice
  Label kept = -1;
  std::vector<int> keepers = {};  // members of `choosing` whose label is `kept` if they keep
  Label taken = -1;
  int never_take = 0;  // number of members that can never have the label `taken`
};

class Expansion {
 public:
  Expansion(std::span<const Label> labeling, int num_labels, Label alpha)
      : labeling_(labeling), alpha_(alpha), histogram_(num_labels) {}

  CliqueMove Of(std::span<const int> variables) {
    CliqueMove move = {.size = static_cast<int>(variables.size()), .taken = alpha_};
    histogram_.Clear();
    for (const int v : variables) {
      if (LabelOf(v) == alpha_) continue;
      move.choosing.push_back(v);
      histogram_.Add(LabelOf(v));
    }
    if (move.choosing.empty()) return move;
    // At most one label costs less than the largest cost, and then it is the most frequent one.
    move.kept =
        *std::max_element(histogram_.present().begin(), histogram_.present().end(),
                          [this](Label a, Label b) { return histogram_.count(a) < histogram_.count(b); });
    for (const int v : move.choosing) {
      if (LabelOf(v) == move.kept) move.keepers.push_back(v);
    }
    return move;
  }

 private:
  Label LabelOf(int variable) const { return labeling_[variable]; }

  std::span<const Label> labeling_;
  Label alpha_;
  LabelHistogram histogram_;
};

class Exchange {
 public:
  Exchange(std::span<const Label> labeling, Label alpha, Label beta)
      : labeling_(labeling), alpha_(alpha), beta_(beta) {}

  // A third label can cost less than the largest cost only if more members have it than have a choice; then
  // neither of the two labels can.
  CliqueMove Of(std::span<const int> variables) const {
    CliqueMove move = {.size = static_cast<int>(variables.size()), .kept = alpha_, .taken = beta_};
    for (const int v : variables) {
      const Label label = labeling_[v];
      if (label == alpha_ || label == beta_) move.choosing.push_back(v);
    }
    move.keepers = move.choosing;
    move.never_take = move.size - static_cast<int>(move.choosing.size());
    return move;
  }

 private:
  std::span<const Label> labeling_;
  Label alpha_, beta_;
};

template <class Potential>
double CostOf(const Potential& potential, Label label) {
  return potential.label_costs[label];
}

void Add(const CliqueMove& move, const PnPotts& potential, double weight, MoveCut& cut) {
  const bool may_keep = static_cast<int>(move.keepers.size()) == move.size, may_take = move.never_take == 0;
  cut.AddPnPotts(move.choosing, weight * (may_keep ? CostOf(potential, move.kept) : potential.max_cost),
                 weight * (may_take ? CostOf(potential, move.taken) : potential.max_cost),
                 weight * potential.max_cost);
}

void Add(const CliqueMove& move, const RobustPnPotts& potential, double weight, MoveCut& cut) {
  const double full_share = potential.truncation * move.size;  // Q of the source
  // The cost of not choosing a label is the amount by which its cost is below the largest cost.
  const auto add = [&](std::span<const int> variables, Label label, size_t others, MoveChoice other_choice) {
    // One member that does not choose it costs at most as much as all. If Q < 1, its share would be more, and
    // may be infinite.
    const double below = potential.max_cost - CostOf(potential, label);
    const double each = std::min(below / full_share, below);
    const double reserve = std::max(below - static_cast<double>(others) * each, 0.0);
    cut.AddCount(variables, other_choice, weight * each, weight * reserve);
  };
  const size_t never_keep = static_cast<size_t>(move.size) - move.keepers.size();
  add(move.keepers, move.kept, never_keep, MoveChoice::kTake);
  add(move.choosing, move.taken, static_cast<size_t>(move.never_take), MoveChoice::kKeep);
}

// Other potentials were refused by CheckMovable.
template <class Potential>
void Add(const CliqueMove&, const Potential&, double, MoveCut&) {}

// Mover: Expansion or Exchange.
template <class Mover>
void AddMoves(const CliqueEnergy& cliques, Mover mover, MoveCut& cut) {
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    const CliqueMove move = mover.Of(cliques.variables(clique));
    if (move.choosing.empty()) continue;
    cliques.potential(cliques.potential_of(clique)).Visit([&](const auto& potential) {
      Add(move, potential, cliques.weight(clique), cut);
    });
  }
}

}  // namespace

void CheckMovable(const CliqueEnergy& cliques) {
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    const CliquePotential& potential = cliques.potential(cliques.potential_of(clique));
    if (potential.As<PnPotts>() != nullptr || potential.As<RobustPnPotts>() != nullptr) continue;
    common::ThrowUsageError("clique " + std::to_string(clique), "a P^n Potts or robust P^n Potts potential",
                            potential.Name());
  }
}

void AddExpansion(const CliqueEnergy& cliques, std::span<const Label> labeling, Label alpha, MoveCut& cut) {
  AddMoves(cliques, Expansion(labeling, cliques.num_labels(), alpha), cut);
}

void AddSwap(const CliqueEnergy& cliques, std::span<const Label> labeling, Label alpha, Label beta,
             MoveCut& cut) {
  AddMoves(cliques, Exchange(labeling, alpha, beta), cut);
}

}  // namespace structlab::graphical_models
