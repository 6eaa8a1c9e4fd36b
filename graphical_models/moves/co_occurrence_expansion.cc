#include "graphical_models/moves/co_occurrence_expansion.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "graphical_models/moves/expansion_charge.h"
#include "graphical_models/moves/expansion_terms.h"
#include "graphical_models/moves/labeling_under_moves.h"
#include "graphical_models/moves/metric_check.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_loop.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {
namespace {

// A move for every label.
template <class Energy>
class ChargedExpansions {
 public:
  ChargedExpansions(const Energy& energy, const CliqueEnergy& cliques, const MoveOptions& options)
      : energy_(energy),
        cliques_(cliques),
        order_(OrderOf(options, cliques.num_labels())),
        state_(energy, &cliques, StartOf(options, LabelCountsOf(energy))) {
    for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
      groups_ += 1 + std::min(static_cast<int>(cliques.variables(clique).size()), cliques.num_labels());
    }
  }

  int num_moves() const { return static_cast<int>(order_.size()); }
  double energy() const { return state_.energy(); }
  const Labeling& labeling() const { return state_.labeling(); }
  bool is_only_labeling() const { return num_moves() <= 1; }

  bool Try(int move) {
    const Label alpha = order_[static_cast<size_t>(move)];
    MoveCut cut({.variables = energy_.num_variables(), .groups = groups_, .pairs = NumEdgesOf(energy_)});
    AddExpansionTerms(energy_, labeling(), alpha, cut);
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) AddClique(clique, alpha, cut);
    const std::vector<bool> takes = cut.Minimize();
    Labeling proposal = labeling();
    for (size_t v = 0; v < proposal.size(); ++v) {
      if (takes[v]) proposal[v] = alpha;
    }
    return state_.ReplaceIfBetter(std::move(proposal));
  }

 private:
  void AddClique(int clique, Label alpha, MoveCut& cut) {
    const auto label_of = [this](int v) { return labeling()[static_cast<size_t>(v)]; };
    choosing_.clear();
    for (const int v : cliques_.variables(clique)) {
      if (label_of(v) != alpha) choosing_.push_back(v);
    }
    if (choosing_.empty()) return;
    std::ranges::stable_sort(choosing_, {}, label_of);
    others_.clear();
    for (const int v : choosing_) {
      if (others_.empty() || others_.back() != label_of(v)) others_.push_back(label_of(v));
    }
    const bool has_alpha = choosing_.size() < cliques_.variables(clique).size();
    const ExpansionCharge charge = ChargeOf(cliques_.potential(cliques_.potential_of(clique)),
                                            cliques_.num_labels(), others_, alpha, has_alpha);
    const double weight = cliques_.weight(clique);
    cut.AddCount(choosing_, MoveChoice::kTake, weight * charge.taking, weight * charge.taking);
    auto first = choosing_.begin();
    for (size_t i = 0; i < others_.size(); ++i) {
      const auto last =
          std::find_if(first, choosing_.end(), [&](int v) { return label_of(v) != others_[i]; });
      cut.AddCount({first, last}, MoveChoice::kKeep, weight * charge.keeping[i], weight * charge.keeping[i]);
      first = last;
    }
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  std::vector<Label> order_;
  LabelingUnderMoves<Energy> state_;
  int groups_ = 0;
  std::vector<int> choosing_;  // scratch memory
  std::vector<Label> others_;
};

template <class Energy>
MapResult Minimize(const Energy& energy, const CliqueEnergy& cliques, const MoveOptions& options) {
  CheckSameVariables(cliques, LabelCountsOf(energy));
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    if (HasCharge(cliques.potential(cliques.potential_of(clique)))) continue;
    common::ThrowUsageError("clique " + std::to_string(clique), "a co-occurrence or a diameter",
                            "another one");
  }
  if (options.non_metric == NonMetric::kRefuse) CheckMetric(energy, RequiredMetric::kMetric);
  ChargedExpansions<Energy> moves(energy, cliques, options);
  return RunMoves(moves, options.stop);
}

}  // namespace

MapResult CoOccurrenceExpansion(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                                const MoveOptions& options) {
  return Minimize(energy, cliques, options);
}

template <class Cost>
MapResult CoOccurrenceExpansion(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                                const MoveOptions& options) {
  return Minimize(energy, cliques, options);
}

template MapResult CoOccurrenceExpansion(const GridEnergy<int32_t>&, const CliqueEnergy&, const MoveOptions&);
template MapResult CoOccurrenceExpansion(const GridEnergy<float>&, const CliqueEnergy&, const MoveOptions&);
template MapResult CoOccurrenceExpansion(const GridEnergy<double>&, const CliqueEnergy&, const MoveOptions&);

}  // namespace structlab::graphical_models
