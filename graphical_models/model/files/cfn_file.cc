#include "graphical_models/model/files/cfn_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/cfn_bound.h"
#include "graphical_models/model/files/cfn_parameters.h"
#include "graphical_models/model/files/cfn_variables.h"
#include "graphical_models/model/files/exact_cost.h"
#include "graphical_models/model/files/file_limits.h"
#include "graphical_models/model/files/json_fields.h"
#include "graphical_models/model/files/json_tree.h"
#include "graphical_models/model/files/keyword_function.h"

namespace structlab::graphical_models {
namespace {

class CfnReader {
 public:
  explicit CfnReader(const std::string& path) : tree_(ReadJson(path)) {}

  Cfn Read() {
    const JsonFields fields = FieldsOf(tree_, tree_.root, {"problem", "variables", "functions"});
    const JsonNode& problem = Item(tree_, fields, "problem");
    const JsonNode& variables = Item(tree_, fields, "variables");
    const JsonNode& functions = Item(tree_, fields, "functions");
    ReadProblem(problem);
    ChooseDecimals(functions);
    variables_.emplace(tree_, variables);
    cfn_.variable_names = variables_->names();
    cfn_.graph = FactorGraph(variables_->label_counts());
    ReadFunctions(functions);
    const std::span<const int> counts = cfn_.graph.label_counts();
    const auto largest = std::ranges::max_element(counts) - counts.begin();
    CheckLabelCountsAgainst(tree_.num_nodes, counts,
                            counts.empty() ? "" : tree_.Where(variables_->domain(static_cast<int>(largest))));
    const double bound = cfn_.maximized ? -cfn_.bound : cfn_.bound;
    if (!decimals_) {
      cfn_.graph = WithUpperBound(cfn_.graph, bound);
      return std::move(cfn_);
    }
    const ExactCost exact_bound = ExactBound();
    FactorGraph bounded = WithUpperBound(cfn_.graph, exact_constant_, exact_tables_, exact_bound);
    const ExactSum sum(cfn_.graph, exact_constant_, std::move(exact_tables_));
    cfn_.is_allowed = [sum, exact_bound](std::span<const Label> labeling) {
      return sum.Of(labeling) < exact_bound;
    };
    cfn_.graph = std::move(bounded);
    return std::move(cfn_);
  }

 private:
  // Maximum number of decimals of all numbers, if small enough for exact arithmetic.
  void ChooseDecimals(const JsonNode& functions) {
    DecimalForm most;
    bool is_decimal = true;
    const auto note = [&](const std::string& text) {
      if (const std::optional<DecimalForm> form = DecimalFormOf(text)) {
        most.before = std::max(most.before, form->before);
        most.behind = std::max(most.behind, form->behind);
      }
      is_decimal = is_decimal && most.before + most.behind <= kMaxExactDigits;
    };
    std::vector<const JsonNode*> open = {&functions};
    while (!open.empty()) {
      const JsonNode& node = *open.back();
      open.pop_back();
      note(node.text);
      for (const JsonNode& item : node.items) open.push_back(&item);
    }
    // The bound itself may be far above all sums.
    if (const std::optional<DecimalForm> bound = DecimalFormOf(cfn_.bound_text)) {
      most.behind = std::max(most.behind, bound->behind);
      is_decimal = is_decimal && most.before + most.behind <= kMaxExactDigits;
    }
    if (is_decimal) decimals_ = static_cast<int>(most.behind);
  }

  ExactCost ExactBound() const {
    constexpr int64_t kMaxDigits = 37;  // of an ExactCost
    const std::optional<DecimalForm> form = DecimalFormOf(cfn_.bound_text);
    const double bound = cfn_.maximized ? -cfn_.bound : cfn_.bound;
    if (!form || form->before + *decimals_ > kMaxDigits) return bound > 0 ? kForbidden : -kForbidden;
    const ExactCost exact = ExactOf(cfn_.bound_text, *decimals_);
    return cfn_.maximized ? -exact : exact;
  }

  // The keys may be missing.
  void ReadProblem(const JsonNode& problem) {
    const JsonNode *name = nullptr, *bound = nullptr;
    const std::vector<JsonNode>& items = problem.items;
    if (IsList(problem) && items.size() == 2 && !items[0].is_key && items[1].text.find_first_of("<>") == 0) {
      if (items[0].text != "mustbe") name = &items[0];
      bound = &items[1];
    } else {
      const JsonFields fields = FieldsOf(tree_, problem, {"name", "mustbe"});
      name = fields.Find("name");
      bound = &Item(tree_, fields, "mustbe");
    }
    if (name != nullptr && IsList(*name)) {
      tree_.Refuse(*name, "the name of the problem", Describe(*name));
    }
    if (name != nullptr) cfn_.name = name->text;
    if (bound->kind != JsonKind::kString) {
      tree_.Refuse(*bound, "a bound such as \"<10.0\"", Describe(*bound));
    }
    JsonNode number = *bound;
    cfn_.bound_text = number.text = bound->text.substr(std::min<size_t>(1, bound->text.size()));
    std::optional<double> value = AsNumber(number);
    cfn_.maximized = bound->text.starts_with('>');
    if (!value && AsInfinity(number) == (cfn_.maximized ? -kInfinity : kInfinity)) value = AsInfinity(number);
    const bool is_bound = value && (bound->text[0] == '<' || bound->text[0] == '>');
    if (!is_bound) tree_.Refuse(*bound, "a bound such as \"<10.0\" or \">0.5\"", Describe(*bound));
    cfn_.bound = *value;
  }

  void ReadFunctions(const JsonNode& functions) {
    if (!IsList(functions)) tree_.Refuse(functions, "an object or array of functions", Describe(functions));
    const bool has_names =
        HasNames(functions) || (!functions.items.empty() && functions.items[0].kind == JsonKind::kNumber);
    JsonFields fields = {&functions, {}};
    if (has_names) fields = FieldsOf(tree_, functions);
    for (const JsonNode& function : functions.items) {
      if (!has_names) fields.items.emplace_back(nullptr, &function);
    }
    std::vector<JsonFields> sharing;
    for (const auto& [key, function] : fields.items) {
      const JsonFields parts =
          FieldsOf(tree_, *function, {"scope", "defaultcost", "costs", "type", "params", "parameters"});
      if (const JsonNode* const keyword = parts.Find("type")) {
        ReadKeyword(parts, *keyword);
        if (key != nullptr) ++uses_of_name_[key->text];
        continue;
      }
      const JsonNode* const costs = parts.Find("costs");
      int factor = -1;
      if (costs != nullptr && costs->kind == JsonKind::kString) {
        sharing.push_back(parts);
      } else {
        factor = ReadTableFunction(parts);
      }
      if (key == nullptr) continue;
      if (factor >= 0) factor_of_name_.emplace(key->text, factor);
      ++uses_of_name_[key->text];
    }
    for (const JsonFields& parts : sharing) ReadSharingFunction(parts, Item(tree_, parts, "costs"));
    NoteRepeatedNames();
  }

  void NoteRepeatedNames() {
    int64_t repeated = 0;
    std::string_view first;
    for (const auto& [name, uses] : uses_of_name_) {
      if (uses > 1 && repeated++ == 0) first = name;
    }
    if (repeated == 0) return;
    cfn_.notes.push_back(
        fmt::format("{}{} given to several functions, such as {}: all of them are read as separate functions",
                    repeated, repeated == 1 ? " name is" : " names are", common::Quote(first)));
  }

  struct Energy {
    double value = 0;
    ExactCost exact = 0;  // valid if decimals_ is set
  };

  Energy ReadCost(const JsonNode& node) const {
    const std::optional<double> cost = AsNumber(node);
    const bool is_infinite = !cost && AsInfinity(node) == (cfn_.maximized ? -kInfinity : kInfinity);
    if (is_infinite) return {kInfinity, kForbidden};
    if (!cost || !IsEnergyValue(*cost, InfiniteEnergy::kRefused)) {
      tree_.Refuse(node, "a cost of at most 1e290 in magnitude", Describe(node),
                   AsInfinity(node) ? "write inf for forbidden tuples, or -inf if costs are maximised" : "");
    }
    const double sign = cfn_.maximized ? -1 : 1;
    Energy energy = {0.0 + sign * *cost, 0};  // 0 + x turns -0 into 0
    if (decimals_) energy.exact = ExactOf(node.text, *decimals_) * (cfn_.maximized ? -1 : 1);
    return energy;
  }

  // Returns the index of the factor, or -1 for a constant.
  int ReadTableFunction(const JsonFields& function) {
    const std::vector<int> scope = variables_->ReadScope(Item(tree_, function, "scope"));
    const JsonNode& costs = Item(tree_, function, "costs");
    ExpectArray(tree_, costs, "an array of costs, or the name of a function");
    const JsonNode* const default_cost = function.Find("defaultcost");
    const std::vector<Energy> table =
        default_cost == nullptr ? DenseTable(scope, costs) : TableOfTuples(scope, *default_cost, costs);
    if (!scope.empty()) return AddTable(scope, table);
    exact_constant_ = Plus(exact_constant_, table[0].exact);
    if (table[0].value != kInfinity &&
        !IsEnergyValue(cfn_.graph.constant() + table[0].value, InfiniteEnergy::kAllowed)) {
      tree_.Refuse(costs, "constants whose sum is at most 1e290 in magnitude", "more");
    }
    cfn_.graph.AddConstant(table[0].value);
    return -1;
  }

  int AddTable(const std::vector<int>& scope, const std::vector<Energy>& table) {
    std::vector<double> values;
    for (const Energy& energy : table) values.push_back(energy.value);
    if (decimals_) {
      std::vector<ExactCost>& exact = exact_tables_.emplace_back();
      for (const Energy& energy : table) exact.push_back(energy.exact);
    }
    return cfn_.graph.AddFactor(scope, values);
  }

  std::vector<Energy> DenseTable(std::span<const int> scope, const JsonNode& costs) const {
    const int64_t size = TableSize(scope, cfn_.graph.label_counts());
    if (static_cast<int64_t>(costs.items.size()) != size) {
      tree_.Refuse(costs, size < 0 ? "a table that fits into memory" : fmt::format("{} costs", size),
                   Describe(costs));
    }
    std::vector<Energy> table;
    for (const JsonNode& cost : costs.items) table.push_back(ReadCost(cost));
    return table;
  }

  std::vector<Energy> TableOfTuples(std::span<const int> scope, const JsonNode& default_cost,
                                    const JsonNode& costs) {
    const size_t width = scope.size() + 1;
    if (costs.items.size() % width != 0) {
      tree_.Refuse(costs, fmt::format("tuples of {} labels and a cost", scope.size()), Describe(costs));
    }
    const int64_t size = TableSize(scope, cfn_.graph.label_counts());
    if (!budget_.Take(size, tree_.num_nodes)) {
      tree_.Refuse(costs, "a table in proportion to the file",
                   size < 0 ? "one too large for any memory" : fmt::format("one of {} entries", size));
    }
    std::vector<Energy> table(size, ReadCost(default_cost));
    std::vector<bool> is_given(table.size(), false);
    for (size_t i = 0; i < costs.items.size(); i += width) {
      size_t entry = 0;
      for (size_t j = 0; j < scope.size(); ++j) {
        entry = entry * static_cast<size_t>(cfn_.graph.num_labels(scope[j])) +
                static_cast<size_t>(variables_->FindLabel(costs.items[i + j], scope[j]));
      }
      if (is_given[entry]) tree_.Refuse(costs.items[i], "different tuples", "this one twice");
      is_given[entry] = true;
      table[entry] = ReadCost(costs.items[i + width - 1]);
    }
    return table;
  }

  void ReadKeyword(const JsonFields& function, const JsonNode& keyword) {
    const std::vector<int> scope = variables_->ReadScope(Item(tree_, function, "scope"));
    if (cfn_.maximized || !decimals_ || scope.empty()) {
      tree_.Refuse(keyword, "a function given by its costs",
                   "one of type " + keyword.text +
                       (cfn_.maximized  ? " in a problem that is maximised"
                        : scope.empty() ? " without variables"
                                        : " beside numbers of more than 24 digits"));
    }
    if (function.Find("costs") != nullptr) tree_.Refuse(keyword, "either costs or a type", "both");
    JsonNode none;
    none.line = keyword.line;
    none.column = keyword.column;
    const JsonNode* parameters_node = function.Find("params");
    if (parameters_node == nullptr) parameters_node = function.Find("parameters");
    CfnParameters parameters(tree_, keyword, parameters_node == nullptr ? none : *parameters_node,
                             scope.size(), ValuesOf(scope));
    const KeywordFunction read = ReadKeywordFunction(keyword.text, scope.size(), parameters);
    parameters.CheckAllUsed();
    const auto tables = ExpandToTables(read, scope, cfn_.graph.label_counts(),
                                       [this](int64_t size) { return budget_.Take(size, tree_.num_nodes); });
    if (!tables) {
      tree_.Refuse(keyword, "tables in proportion to the file",
                   fmt::format("{} of {} variables", keyword.text, scope.size()),
                   "write it as functions of fewer variables");
    }
    std::vector<int> factors;
    for (const KeywordTable& table : *tables) {
      std::vector<Energy> energies;
      for (const ExactCost cost : table.costs) energies.push_back({NearestDouble(cost, *decimals_), cost});
      factors.push_back(table.costs.empty() ? cfn_.graph.AddFactorSharing(table.scope, factors[table.same_as])
                                            : AddTable(table.scope, energies));
    }
  }

  CfnParameters::Values ValuesOf(const std::vector<int>& scope) const {
    CfnParameters::Values values;
    values.cost = [this](const JsonNode& node) { return ReadCost(node).exact; };
    std::map<int, size_t> places;
    for (size_t i = 0; i < scope.size(); ++i) places.emplace(scope[i], i);
    values.place = [this, places](const JsonNode& node) -> ExactCost {
      const auto found = places.find(variables_->FindVariable(node));
      if (found == places.end()) tree_.Refuse(node, "a variable of the function", Describe(node));
      return static_cast<ExactCost>(found->second);
    };
    values.number = [this, &scope](const JsonNode& node, std::optional<size_t> place) -> ExactCost {
      // The name of a label that all variables have, otherwise a number.
      if (node.kind == JsonKind::kNumber || !variables_->HasLabel(node, scope[place.value_or(0)])) {
        const std::optional<int> index = AsIndex(node, kMaxNumber);
        if (index) return *index;
      }
      const Label label = variables_->FindLabel(node, scope[place.value_or(0)]);
      if (place) return label;
      for (const int variable : scope) {
        if (!variables_->HasLabelNames(variable)) continue;
        if (variables_->HasLabel(node, variable) && variables_->FindLabel(node, variable) == label) continue;
        tree_.Refuse(node, "a label that has the same index for all variables of the function",
                     Describe(node), "write its number");
      }
      return label;
    };
    values.one = ExactOf("1", *decimals_);
    return values;
  }

  void ReadSharingFunction(const JsonFields& function, const JsonNode& costs) {
    const auto uses = uses_of_name_.find(costs.text);
    if (uses != uses_of_name_.end() && uses->second > 1) {
      tree_.Refuse(costs, "the name of one function",
                   fmt::format("{}, that of {}", Describe(costs), uses->second), "give each its own name");
    }
    const auto shared = factor_of_name_.find(costs.text);
    if (shared == factor_of_name_.end()) {
      tree_.Refuse(costs, "the name of a function of variables with a table of its own", Describe(costs));
    }
    if (const JsonNode* const default_cost = function.Find("defaultcost")) {
      tree_.Refuse(*default_cost, "no default cost, since the table is shared", Describe(*default_cost));
    }
    const std::vector<int> scope = variables_->ReadScope(Item(tree_, function, "scope"));
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

  static constexpr int kMaxNumber = 1'000'000'000;

  JsonTree tree_;
  MemoryBudget budget_;
  Cfn cfn_;
  std::optional<int> decimals_;  // decimals of the exact energies, if they are used
  ExactCost exact_constant_ = 0;
  std::vector<std::vector<ExactCost>> exact_tables_;  // by table index
  std::optional<CfnVariables> variables_;
  std::map<std::string_view, int> factor_of_name_;
  std::map<std::string_view, int64_t> uses_of_name_;
};

}  // namespace

Cfn ReadCfn(const std::string& path) { return CfnReader(path).Read(); }

}  // namespace structlab::graphical_models
