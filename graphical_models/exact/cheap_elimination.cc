#include "graphical_models/exact/cheap_elimination.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "graphical_models/exact/cluster_tables.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// Variables with more tables are skipped: they are expensive to check and can hardly ever be eliminated.
constexpr size_t kMaxTables = 64;

size_t EntryOf(const std::vector<int>& scope, std::span<const int> label_counts, const Labeling& labeling) {
  size_t entry = 0;
  for (const int v : scope) {
    entry = entry * static_cast<size_t>(label_counts[v]) + static_cast<size_t>(labeling[v]);
  }
  return entry;
}

}  // namespace

class CheapElimination {
 public:
  explicit CheapElimination(const FactorGraph& graph)
      : graph_(graph), tables_of_(graph.num_variables()), constant_(graph.constant()) {
    result_.label_counts_.assign(graph.label_counts().begin(), graph.label_counts().end());
    for (int f = 0; f < graph.num_factors(); ++f) {
      const std::span<const int> scope = graph.scope(f);
      AddTable({{scope.begin(), scope.end()}, graph.table(f)}, f);
    }
  }

  std::optional<EliminatedGraph> Run(const std::function<bool()>& must_stop) {
    const auto variables = static_cast<size_t>(graph_.num_variables());
    std::vector<int> queue(variables);
    for (size_t v = 0; v < variables; ++v) queue[v] = static_cast<int>(v);
    std::vector<bool> is_queued(variables, true), is_gone(variables, false);
    for (size_t at = 0; at < queue.size(); ++at) {
      if (must_stop && must_stop()) break;
      const int variable = queue[at];
      is_queued[variable] = false;
      const std::optional<std::vector<int>> neighbours = Eliminate(variable);
      if (!neighbours) continue;
      is_gone[variable] = true;
      for (const int each : *neighbours) {
        if (is_queued[each]) continue;
        is_queued[each] = true;
        queue.push_back(each);
      }
    }
    if (result_.steps_.empty()) return std::nullopt;
    Build(is_gone);
    return std::move(result_);
  }

 private:
  static constexpr int kMessage = -1;  // instead of the index of a factor

  struct Table {
    EliminatedGraph::Table table;
    int factor;
    bool is_alive = true;
  };

  void AddTable(EliminatedGraph::Table table, int factor) {
    for (const int v : table.scope) tables_of_[v].push_back(tables_.size());
    tables_.push_back({std::move(table), factor});
  }

  // The other variables of its tables, ascending; nothing if the new table would be too large.
  std::optional<std::vector<int>> Separator(int variable, const std::vector<size_t>& tables) const {
    size_t max_entries = 1, max_scope = 1;
    std::vector<int> separator;
    for (const size_t t : tables) {
      const EliminatedGraph::Table& table = tables_[t].table;
      max_entries = std::max(max_entries, table.values.size());
      max_scope = std::max(max_scope, table.scope.size());
      for (const int v : table.scope) {
        if (v == variable) continue;
        const auto place = std::lower_bound(separator.begin(), separator.end(), v);
        if (place == separator.end() || *place != v) separator.insert(place, v);
      }
    }
    const int64_t entries = TableSize(separator, graph_.label_counts());
    if (separator.size() > max_scope || entries < 0 || static_cast<uint64_t>(entries) > max_entries) {
      return std::nullopt;
    }
    return separator;
  }

  // Returns the neighbours. If the variable cannot be eliminated, changes nothing and returns nothing.
  std::optional<std::vector<int>> Eliminate(int variable) {
    std::vector<size_t>& tables = tables_of_[variable];
    std::erase_if(tables, [&](size_t t) { return !tables_[t].is_alive; });
    if (tables.size() > kMaxTables) return std::nullopt;
    std::optional<std::vector<int>> separator = Separator(variable, tables);
    if (!separator) return std::nullopt;
    ClusterTables cluster(variable, *separator, graph_.label_counts());
    for (const size_t t : tables) cluster.Add(tables_[t].table.scope, tables_[t].table.values);
    std::vector<double> message(TableSize(*separator, graph_.label_counts()));
    bool are_energies = true;
    cluster.ForSums([&](size_t entry, std::span<const double> sums) {
      message[entry] = *std::ranges::min_element(sums);
      return are_energies = IsEnergyValue(message[entry]);
    });
    if (!are_energies || (separator->empty() && !IsEnergyValue(constant_ + message[0]))) return std::nullopt;

    EliminatedGraph::Step step = {variable, graph_.num_labels(variable), {}};
    for (const size_t t : tables) {
      tables_[t].is_alive = false;
      step.tables.push_back(std::move(tables_[t].table));
    }
    tables.clear();
    result_.steps_.push_back(std::move(step));
    if (separator->empty()) {
      constant_ += message[0];
    } else {
      result_.messages_.push_back(std::move(message));
      AddTable({*separator, result_.messages_.back()}, kMessage);
    }
    return separator;
  }

  void Build(const std::vector<bool>& is_gone) {
    std::vector<int> place(is_gone.size(), -1), label_counts;
    for (size_t v = 0; v < is_gone.size(); ++v) {
      if (is_gone[v]) continue;
      place[v] = static_cast<int>(label_counts.size());
      result_.variables_.push_back(static_cast<int>(v));
      label_counts.push_back(graph_.num_labels(static_cast<int>(v)));
    }
    FactorGraph reduced(std::move(label_counts));
    reduced.AddConstant(constant_);
    std::vector<int> first_with(graph_.num_tables(), -1);
    std::vector<int> scope;
    for (const Table& each : tables_) {
      if (!each.is_alive) continue;
      scope.clear();
      for (const int v : each.table.scope) scope.push_back(place[v]);
      if (each.factor == kMessage) {
        reduced.AddFactor(scope, each.table.values);
        continue;
      }
      int& first = first_with[graph_.table_index(each.factor)];
      if (first >= 0) {
        reduced.AddFactorSharing(scope, first);
      } else {
        first = reduced.AddFactor(scope, each.table.values);
      }
    }
    result_.graph_ = std::move(reduced);
  }

  const FactorGraph& graph_;
  std::vector<Table> tables_;
  std::vector<std::vector<size_t>> tables_of_;  // per variable; some of them no longer exist
  double constant_;
  EliminatedGraph result_;
};

Labeling EliminatedGraph::Restore(const Labeling& labeling) const {
  Labeling whole(label_counts_.size(), 0);
  for (size_t i = 0; i < variables_.size(); ++i) whole[variables_[i]] = labeling[i];
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    Label& label = whole[step->variable];
    double least = kInfinity;
    Label best = 0;
    for (label = 0; label < step->num_labels; ++label) {
      double energy = 0;
      for (const Table& table : step->tables) {
        energy += table.values[EntryOf(table.scope, label_counts_, whole)];
      }
      if (energy >= least) continue;
      least = energy;
      best = label;
    }
    label = best;
  }
  return whole;
}

std::optional<EliminatedGraph> EliminateCheapVariables(const FactorGraph& graph,
                                                       const std::function<bool()>& must_stop) {
  return CheapElimination(graph).Run(must_stop);
}

}  // namespace structlab::graphical_models
