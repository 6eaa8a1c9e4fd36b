#include "graphical_models/approximate/subgraph_descent.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "graphical_models/approximate/conflict_repair.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/approximate/induced_subgraph.h"
#include "graphical_models/approximate/label_candidates.h"
#include "graphical_models/approximate/local_costs.h"
#include "graphical_models/approximate/subgraph_minimum.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

void CheckAtLeastOne(const char* name, int64_t value) {
  if (value >= 1) return;
  common::ThrowUsageError(std::string("SubgraphDescentOptions::").append(name), "1 or more",
                          std::to_string(value));
}

void Check(const SubgraphDescentOptions& options) {
  CheckAtLeastOne("min_entries", options.min_entries);
  CheckAtLeastOne("max_entries", options.max_entries);
  CheckAtLeastOne("patience", options.patience);
  CheckAtLeastOne("max_variables", options.max_variables);
  if (std::isnan(options.lower_bound)) {
    common::ThrowUsageError("SubgraphDescentOptions::lower_bound", "a number", "nan");
  }
}

size_t MaxLabels(const FactorGraph& graph) {
  int most = 1;
  for (const int count : graph.label_counts()) most = std::max(most, count);
  return static_cast<size_t>(most);
}

// Rounds over subgraphs whose clusters have at most `max_entries` joint labels.
class Rounds {
 public:
  Rounds(const FactorGraph& graph, const FactorGraphCosts& costs, int64_t max_entries, int max_variables)
      : graph_(graph),
        costs_(costs),
        max_variables_(max_variables),
        candidates_(graph.label_counts()),
        subgraph_(graph, costs.slots(), candidates_, max_entries),
        minimum_(graph, costs.slots(), candidates_) {}

  // Ends when every variable was in some subgraph or must_stop() is true. Returns true if the energy fell.
  bool Run(common::RandomStream& random, const std::function<bool()>& must_stop, Labeling& labeling) {
    bool fell = false;
    std::vector<bool> is_done(graph_.num_variables(), false);
    for (const int variable : random.Permutation(graph_.num_variables())) {
      if (is_done[variable]) continue;
      if (must_stop()) break;
      Grow(variable, DrawBreadth(random), labeling, random);
      if (minimum_.Improve(subgraph_, random, labeling, must_stop)) fell = true;
      for (const int member : subgraph_.variables()) is_done[member] = true;
    }
    return fell;
  }

 private:
  // Grows from a variable along factors; the next variable is drawn from all that are adjacent to the
  // subgraph. If adding one would make a cluster too large, it stays out, since clusters only grow.
  void Grow(int variable, size_t breadth, const Labeling& labeling, common::RandomStream& random) {
    subgraph_.Clear();
    border_.clear();
    for (const int each : seen_) is_seen_[each] = false;
    seen_.clear();
    See(variable);
    while (!border_.empty() && subgraph_.size() < max_variables_) {
      std::swap(border_[random.UniformIndex(border_.size())], border_.back());
      const int next = border_.back();
      border_.pop_back();
      ChooseCandidates(next, breadth, labeling, random);
      if (!subgraph_.Add(next)) continue;
      for (const int slot : costs_.slots().of_variable(next)) {
        for (const int other : graph_.scope(costs_.slots()[slot].factor)) {
          if (!is_seen_[other]) See(other);
        }
      }
    }
  }

  void See(int variable) {
    is_seen_[variable] = true;
    seen_.push_back(variable);
    border_.push_back(variable);
  }

  // The number of labels of a variable to try: 2, 4, 8, ... or all, with equal probability. With fewer labels
  // more variables fit.
  size_t DrawBreadth(common::RandomStream& random) const {
    size_t choices = 1;
    while ((size_t{1} << choices) < max_labels_) ++choices;
    return size_t{2} << random.UniformIndex(choices);
  }

  // Candidates: the current label, some of those that would cost least now, and random others.
  void ChooseCandidates(int variable, size_t breadth, const Labeling& labeling,
                        common::RandomStream& random) {
    const int num_labels = graph_.num_labels(variable);
    if (static_cast<size_t>(num_labels) <= breadth) {
      candidates_.SetAll(variable);
      return;
    }
    costs_.Conditional(variable, labeling, local_costs_);
    std::vector<Label> others = random.Permutation(num_labels);
    std::erase(others, labeling[variable]);
    std::vector<Label> by_cost = others;
    std::ranges::stable_sort(by_cost, [&](Label a, Label b) { return local_costs_[a] < local_costs_[b]; });
    by_cost.resize(random.UniformIndex(breadth));
    std::vector<Label> chosen = {labeling[variable]};
    chosen.insert(chosen.end(), by_cost.begin(), by_cost.end());
    for (size_t i = 0; chosen.size() < breadth; ++i) {
      if (std::ranges::find(by_cost, others[i]) == by_cost.end()) chosen.push_back(others[i]);
    }
    candidates_.Set(variable, std::move(chosen));
  }

  const FactorGraph& graph_;
  const FactorGraphCosts& costs_;
  int max_variables_;
  size_t max_labels_ = MaxLabels(graph_);
  LabelCandidates candidates_;
  InducedSubgraph subgraph_;
  SubgraphMinimum minimum_;
  std::vector<LocalCost> local_costs_;
  std::vector<int> border_, seen_;
  std::vector<bool> is_seen_ = std::vector<bool>(graph_.num_variables(), false);
};

class Descent {
 public:
  Descent(const FactorGraph& graph, const SubgraphDescentOptions& options)
      : graph_(graph),
        options_(options),
        trace_(options.run),
        costs_(graph),
        repair_(graph),
        labeling_(StartOrLocalMinimum(graph, options.start, options.run)) {}

  MapResult Run() {
    int64_t round = 0;
    std::optional<common::Ending> ending = Record(round);
    for (int64_t entries = std::min(options_.min_entries, options_.max_entries); !ending;) {
      Rounds rounds(graph_, costs_, entries, options_.max_variables);
      for (int idle = 0; idle < options_.patience && !ending;) {
        const bool was_forbidden = graph_.Energy(labeling_) == kInfinity;
        if (was_forbidden) Repair();
        const auto must_stop = [this] { return trace_.MustStop().has_value(); };
        const bool fell = rounds.Run(random_, must_stop, labeling_) || (was_forbidden && IsAllowed());
        idle = fell ? 0 : idle + 1;
        ending = Record(++round);
      }
      if (ending) break;
      if (entries == options_.max_entries) ending = common::Ending::kConverged;
      entries = entries > options_.max_entries / 8 ? options_.max_entries : 8 * entries;
    }
    result_.trace = trace_.Take();
    result_.ending = *ending;
    result_.lower_bound = std::min(options_.lower_bound, result_.energy);
    return std::move(result_);
  }

 private:
  bool IsAllowed() const { return graph_.Energy(labeling_) < kInfinity; }

  void Repair() {
    Labeling repaired = labeling_;
    if (repair_.Repair(repaired, [this] { return trace_.MustStop().has_value(); }))
      labeling_ = std::move(repaired);
  }

  // Keeps the labeling if it is the best so far. Without this check, rounding of sums in another order could
  // raise the energy.
  std::optional<common::Ending> Record(int64_t round) {
    const double energy = graph_.Energy(labeling_);
    if (round == 0 || energy < result_.energy) {
      result_.labeling = labeling_;
      result_.energy = energy;
    }
    return trace_.Record(round, result_.energy, std::min(options_.lower_bound, result_.energy));
  }

  const FactorGraph& graph_;
  const SubgraphDescentOptions& options_;
  TraceRecorder trace_;
  FactorGraphCosts costs_;
  ConflictRepair repair_;
  common::RandomStream random_{options_.run.seed, "subgraph descent"};
  Labeling labeling_;
  MapResult result_;
};

}  // namespace

MapResult SubgraphDescent(const FactorGraph& graph, const SubgraphDescentOptions& options) {
  Check(options);
  return Descent(graph, options).Run();
}

}  // namespace structlab::graphical_models
