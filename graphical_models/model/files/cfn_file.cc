#include "graphical_models/model/files/cfn_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/file_limits.h"
#include "graphical_models/model/files/json_tree.h"
#include "graphical_models/model/files/tuple_table.h"
#include "graphical_models/model/rounding.h"

namespace structlab::graphical_models {
namespace {

// Numbers may stand in quotation marks.
std::optional<double> AsNumber(const JsonNode& node) {
  if (node.kind == JsonKind::kNumber) return node.number;
  if (node.kind != JsonKind::kString || node.text.empty()) return std::nullopt;
  const bool has_plus = node.text.starts_with('+');
  if (has_plus && node.text.starts_with("+-")) return std::nullopt;
  const char* const begin = node.text.data() + (has_plus ? 1 : 0);
  const char* const end = node.text.data() + node.text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// The graph with +infinity for what brings every sum of energies to the bound: the constant, or an entry of a
// table beside the least entries of all others.
FactorGraph Bounded(const FactorGraph& graph, double bound) {
  std::vector<double> least(static_cast<size_t>(graph.num_tables()));
  std::vector<bool> is_known(least.size(), false);
  double sum = graph.constant(), magnitudes = std::abs(sum);
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const auto table = static_cast<size_t>(graph.table_index(factor));
    if (!is_known[table]) least[table] = std::ranges::min(graph.table(factor));
    is_known[table] = true;
    const double value = least[table];
    sum += value;
    magnitudes += std::abs(value);
  }
  // Rounding must not forbid what is allowed.
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  const double terms = graph.num_factors() + 2.0;
  const double unit = RoundingOf(graph).unit;
  const bool is_exact = unit > 0 && std::fmod(bound, unit) == 0 && std::abs(bound) <= unit * 0x1p52;
  const double slack = is_exact ? 0 : terms * kEpsilon * magnitudes;

  FactorGraph bounded(std::vector<int>(graph.label_counts().begin(), graph.label_counts().end()));
  bounded.AddConstant(sum - slack >= bound ? kInfinity : graph.constant());
  std::vector<int> owner(least.size(), -1);
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const size_t index = static_cast<size_t>(graph.table_index(factor));
    if (owner[index] >= 0) {
      bounded.AddFactorSharing(graph.scope(factor), owner[index]);
      continue;
    }
    const double others = sum - least[index] - slack;
    std::vector<double> table(graph.table(factor).begin(), graph.table(factor).end());
    for (double& entry : table) {
      const double rounding = is_exact ? 0 : kEpsilon * (std::abs(bound) + std::abs(entry));
      if (others - rounding >= bound - entry) entry = kInfinity;
    }
    owner[index] = bounded.AddFactor(graph.scope(factor), table);
  }
  return bounded;
}

class CfnReader {
 public:
  explicit CfnReader(const std::string& path) : tree_(ReadJson(path)) {}

  Cfn Read() {
    ExpectKeys(tree_.root, {"problem", "variables", "functions"});
    ReadProblem(Item(tree_.root, "problem"));
    ReadVariables(Item(tree_.root, "variables"));
    ReadFunctions(Item(tree_.root, "functions"));
    const std::span<const int> counts = cfn_.graph.label_counts();
    const size_t largest = static_cast<size_t>(std::ranges::max_element(counts) - counts.begin());
    CheckLabelCountsAgainst(tree_.num_nodes, counts,
                            counts.empty() ? "" : tree_.Where(Item(tree_.root, "variables").items[largest]));
    cfn_.graph = Bounded(cfn_.graph, cfn_.maximized ? -cfn_.bound : cfn_.bound);
    return std::move(cfn_);
  }

 private:
  void Expect(const JsonNode& node, JsonKind kind, const std::string& what) const {
    if (node.kind != kind) tree_.Refuse(node, what, Describe(node));
  }

  void ExpectKeys(const JsonNode& object, const std::vector<std::string>& known) const {
    Expect(object, JsonKind::kObject, "an object");
    for (const JsonNode& key : object.keys) {
      if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
      tree_.Refuse(key, "one of the keys " + list, Describe(key), "only functions given by tables are read");
    }
  }

  const JsonNode& Item(const JsonNode& object, const std::string& key) const {
    const JsonNode* const item = object.Find(key);
    if (item == nullptr) tree_.Refuse(object, "an object with the key " + key, "none");
    return *item;
  }

  // An integer from 0 to count - 1, or nothing.
  std::optional<int> AsIndex(const JsonNode& node, int count) const {
    const std::optional<double> number = AsNumber(node);
    if (!number || !(*number >= 0 && *number < count) || *number != std::floor(*number)) return std::nullopt;
    return static_cast<int>(*number);
  }

  void ReadProblem(const JsonNode& problem) {
    ExpectKeys(problem, {"name", "mustbe"});
    if (const JsonNode* const name = problem.Find("name")) {
      Expect(*name, JsonKind::kString, "the name of the problem");
      cfn_.name = name->text;
    }
    const JsonNode& bound = Item(problem, "mustbe");
    Expect(bound, JsonKind::kString, "a bound such as \"<10.0\"");
    JsonNode number = bound;
    number.text = bound.text.substr(std::min<size_t>(1, bound.text.size()));
    const std::optional<double> value = AsNumber(number);
    const bool is_bound = value && (bound.text[0] == '<' || bound.text[0] == '>');
    if (!is_bound) tree_.Refuse(bound, "a bound such as \"<10.0\" or \">0.5\"", Describe(bound));
    cfn_.maximized = bound.text[0] == '>';
    cfn_.bound = *value;
  }

  void ReadVariables(const JsonNode& variables) {
    if (variables.kind != JsonKind::kObject)
      Expect(variables, JsonKind::kArray, "an object or array of variables");
    std::vector<int> counts;
    for (size_t v = 0; v < variables.items.size(); ++v) {
      const JsonNode& domain = variables.items[v];
      counts.push_back(DomainSize(domain));
      cfn_.variable_names.push_back(variables.keys.empty() ? "" : variables.keys[v].text);
      if (!variables.keys.empty()) variable_of_name_.emplace(variables.keys[v].text, static_cast<int>(v));
      label_of_name_.push_back(LabelNames(domain));
    }
    cfn_.graph = FactorGraph(std::move(counts));
  }

  int DomainSize(const JsonNode& domain) const {
    const double size = domain.kind == JsonKind::kArray ? static_cast<double>(domain.items.size())
                                                        : AsNumber(domain).value_or(0.5);
    if (!(size >= 1 && size <= static_cast<double>(kMostLabels)) || size != std::floor(size)) {
      tree_.Refuse(domain, "an array of at least one label name, or their number", Describe(domain),
                   "variables with an interval as domain are not read");
    }
    return static_cast<int>(size);
  }

  std::map<std::string_view, int> LabelNames(const JsonNode& domain) const {
    std::map<std::string_view, int> names;
    for (const JsonNode& label : domain.items) {
      Expect(label, JsonKind::kString, "the name of a label");
      if (!names.emplace(label.text, static_cast<int>(names.size())).second) {
        tree_.Refuse(label, "different names of labels", Describe(label) + " twice");
      }
    }
    return names;
  }

  void ReadFunctions(const JsonNode& functions) {
    if (functions.kind != JsonKind::kObject)
      Expect(functions, JsonKind::kArray, "an object or array of functions");
    for (size_t f = 0; f < functions.items.size(); ++f) {
      const JsonNode& function = functions.items[f];
      ExpectKeys(function, {"scope", "defaultcost", "costs"});
      if (Item(function, "costs").kind == JsonKind::kString) continue;
      const int factor = ReadTableFunction(function);
      if (!functions.keys.empty() && factor >= 0) factor_of_name_.emplace(functions.keys[f].text, factor);
    }
    for (const JsonNode& function : functions.items) {
      const JsonNode& costs = Item(function, "costs");
      if (costs.kind == JsonKind::kString) ReadSharingFunction(function, costs);
    }
  }

  std::vector<int> ReadScope(const JsonNode& function) const {
    const JsonNode& node = Item(function, "scope");
    Expect(node, JsonKind::kArray, "an array of variables");
    std::vector<int> scope;
    for (const JsonNode& variable : node.items) scope.push_back(FindVariable(variable));
    std::vector<int> sorted = scope;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
      tree_.Refuse(node, "different variables", "variable " + std::to_string(*twice) + " twice");
    }
    return scope;
  }

  int FindVariable(const JsonNode& node) const {
    if (node.kind == JsonKind::kString) {
      if (const auto known = variable_of_name_.find(node.text); known != variable_of_name_.end()) {
        return known->second;
      }
    }
    const std::optional<int> index = AsIndex(node, cfn_.graph.num_variables());
    if (!index) {
      tree_.Refuse(node,
                   "the name of a variable, or a number below " + std::to_string(cfn_.graph.num_variables()),
                   Describe(node));
    }
    return *index;
  }

  Label FindLabel(const JsonNode& node, int variable) const {
    if (node.kind == JsonKind::kString) {
      const std::map<std::string_view, int>& names = label_of_name_[static_cast<size_t>(variable)];
      if (const auto known = names.find(node.text); known != names.end()) return known->second;
    }
    const int count = cfn_.graph.num_labels(variable);
    const std::optional<int> index = AsIndex(node, count);
    if (!index) {
      tree_.Refuse(node,
                   "a label of variable " + std::to_string(variable) + ": a name, or a number below " +
                       std::to_string(count),
                   Describe(node));
    }
    return *index;
  }

  // The energy of a cost.
  double ReadCost(const JsonNode& node) const {
    const std::optional<double> cost = AsNumber(node);
    if (!cost || !IsEnergyValue(*cost, InfiniteEnergy::kRefused))
      tree_.Refuse(node, "a cost of at most 1e290 in magnitude", Describe(node));
    return cfn_.maximized ? 0.0 - *cost : *cost;  // 0 - x, so that no energy is -0
  }

  // Returns the index of the factor, or -1 for a constant.
  int ReadTableFunction(const JsonNode& function) {
    const std::vector<int> scope = ReadScope(function);
    const JsonNode& costs = Item(function, "costs");
    Expect(costs, JsonKind::kArray, "an array of costs, or the name of a function");
    const JsonNode* const default_cost = function.Find("defaultcost");
    const std::vector<double> table =
        default_cost == nullptr ? DenseTable(scope, costs) : TableOfTuples(scope, *default_cost, costs);
    if (!scope.empty()) return cfn_.graph.AddFactor(scope, table);
    if (!IsEnergyValue(cfn_.graph.constant() + table[0], InfiniteEnergy::kRefused)) {
      tree_.Refuse(costs, "constants whose sum is at most 1e290 in magnitude", "more");
    }
    cfn_.graph.AddConstant(table[0]);
    return -1;
  }

  std::vector<double> DenseTable(std::span<const int> scope, const JsonNode& costs) const {
    const int64_t size = TableSize(scope, cfn_.graph.label_counts());
    if (static_cast<int64_t>(costs.items.size()) != size) {
      tree_.Refuse(costs, size < 0 ? "a table that fits into memory" : std::to_string(size) + " costs",
                   Describe(costs));
    }
    std::vector<double> table;
    for (const JsonNode& cost : costs.items) table.push_back(ReadCost(cost));
    return table;
  }

  std::vector<double> TableOfTuples(std::span<const int> scope, const JsonNode& default_cost,
                                    const JsonNode& costs) {
    const size_t width = scope.size() + 1;
    if (costs.items.size() % width != 0) {
      tree_.Refuse(costs, "tuples of " + std::to_string(scope.size()) + " labels and a cost",
                   Describe(costs));
    }
    const int64_t size = TableSize(scope, cfn_.graph.label_counts());
    if (!budget_.Take(size, tree_.num_nodes)) {
      tree_.Refuse(costs, "a table in proportion to the file",
                   size < 0 ? "one too large for any memory" : "one of " + std::to_string(size) + " entries");
    }
    TupleTable table;
    for (size_t i = 0; i < costs.items.size(); i += width) {
      size_t entry = 0;
      for (size_t j = 0; j < scope.size(); ++j) {
        entry = entry * static_cast<size_t>(cfn_.graph.num_labels(scope[j])) +
                static_cast<size_t>(FindLabel(costs.items[i + j], scope[j]));
      }
      if (!table.Give(entry, ReadCost(costs.items[i + width - 1]))) {
        tree_.Refuse(costs.items[i], "different tuples", "this one twice");
      }
    }
    return table.Complete(static_cast<size_t>(size), ReadCost(default_cost));
  }

  void ReadSharingFunction(const JsonNode& function, const JsonNode& costs) {
    const auto shared = factor_of_name_.find(costs.text);
    if (shared == factor_of_name_.end()) {
      tree_.Refuse(costs, "the name of a function of variables with a table of its own", Describe(costs));
    }
    if (const JsonNode* const default_cost = function.Find("defaultcost")) {
      tree_.Refuse(*default_cost, "no default cost, since the table is shared", Describe(*default_cost));
    }
    const std::vector<int> scope = ReadScope(function);
    const std::span<const int> other = cfn_.graph.scope(shared->second);
    const auto same_labels = [this](int a, int b) {
      return cfn_.graph.num_labels(a) == cfn_.graph.num_labels(b);
    };
    if (!std::equal(scope.begin(), scope.end(), other.begin(), other.end(), same_labels)) {
      const std::span<const int> counts = cfn_.graph.label_counts();
      tree_.Refuse(
          costs, "variables with the domain sizes of the shared function, " + ListLabelCounts(other, counts),
          ListLabelCounts(scope, counts));
    }
    cfn_.graph.AddFactorSharing(scope, shared->second);
  }

  JsonTree tree_;
  MemoryBudget budget_;
  Cfn cfn_;
  std::map<std::string_view, int> variable_of_name_;
  std::vector<std::map<std::string_view, int>> label_of_name_;
  std::map<std::string_view, int> factor_of_name_;
};

}  // namespace

Cfn ReadCfn(const std::string& path) { return CfnReader(path).Read(); }

}  // namespace structlab::graphical_models
