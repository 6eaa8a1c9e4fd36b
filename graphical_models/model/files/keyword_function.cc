#include "graphical_models/model/files/keyword_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "common/stop_point.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/files/keyword_automata.h"
#include "graphical_models/model/files/keyword_counts.h"
#include "graphical_models/model/files/keyword_penalty.h"

namespace structlab::graphical_models {
namespace {

using Parameters = KeywordParameters;
using Words = std::vector<std::string>;
using Labels = std::span<const Label>;

constexpr int64_t kMax = 1'000'000'000;
const Words kComparators = {"==", "<=", "<", "!=", ">", ">="};

void ExpectVariables(size_t num_variables, size_t least, size_t most, const Parameters& parameters) {
  if (num_variables >= least && num_variables <= most) return;
  parameters.Refuse(
      least == most ? fmt::format("{} variables", least) : fmt::format("at least {} variables", least),
      std::to_string(num_variables));
}

// How far a sum is from satisfying the comparator.
int64_t Gap(const std::string& comparator, int64_t sum, int64_t bound) {
  if (comparator == "==") return std::abs(sum - bound);
  if (comparator == "!=") return sum == bound ? 1 : 0;
  if (comparator == "<=") return std::max<int64_t>(0, sum - bound);
  if (comparator == "<") return std::max<int64_t>(0, sum - bound + 1);
  return std::max<int64_t>(0, bound - sum + (comparator == ">" ? 1 : 0));
}

KeywordFunction ReadInequality(const std::string& keyword, size_t num_variables, Parameters& parameters) {
  ExpectVariables(num_variables, 2, 2, parameters);
  const int64_t shift = parameters.Integer("cst", -kMax, kMax);
  const ExactCost most = parameters.Cost("delta"), one = parameters.One();
  return OfLabels([=](Labels labels) -> ExactCost {
    const int64_t x = labels[0], y = labels[1];
    const int64_t strict = keyword == ">" || keyword == "<" ? 1 : 0;
    const int64_t gap = keyword == "="      ? std::abs(y + shift - x)
                        : keyword[0] == '>' ? y + shift + strict - x
                                            : x - shift + strict - y;
    if (Times(one, gap) > most) return kForbidden;
    return Times(one, std::max<int64_t>(0, gap));
  });
}

KeywordFunction ReadDisjunction(size_t num_variables, Parameters& parameters) {
  ExpectVariables(num_variables, 2, 2, parameters);
  const int64_t shift_x = parameters.Integer("cstx", -kMax, kMax);
  const int64_t shift_y = parameters.Integer("csty", -kMax, kMax);
  const ExactCost penalty = parameters.Cost("penalty");
  return OfLabels([=](Labels labels) -> ExactCost {
    const int64_t x = labels[0], y = labels[1];
    return x >= y + shift_y || y >= x + shift_x ? 0 : penalty;
  });
}

KeywordFunction ReadSpecialDisjunction(size_t num_variables, Parameters& parameters) {
  ExpectVariables(num_variables, 2, 2, parameters);
  const int64_t shift_x = parameters.Integer("cstx", -kMax, kMax);
  const int64_t shift_y = parameters.Integer("csty", -kMax, kMax);
  const int64_t max_x = parameters.Integer("xmax", 0, kMax);
  const int64_t max_y = parameters.Integer("ymax", 0, kMax);
  const ExactCost cost_x = parameters.Cost("wx"), cost_y = parameters.Cost("wy");
  return OfLabels([=](Labels labels) -> ExactCost {
    const int64_t x = labels[0], y = labels[1];
    if (x > max_x || y > max_y) return kForbidden;
    if (x < max_x && y < max_y && x < y + shift_y && y < x + shift_x) return kForbidden;
    return Plus(x == max_x ? cost_x : 0, y == max_y ? cost_y : 0);
  });
}

// The last variable gives the bound on the sum of the others.
KeywordFunction ReadSumByVariable(size_t num_variables, Parameters& parameters) {
  ExpectVariables(num_variables, 1, std::numeric_limits<size_t>::max(), parameters);
  const Penalty penalty = ReadPenalty(parameters, {"hard"});
  const std::string comparator = parameters.Word("comparator", kComparators);
  return OfLabels([=](Labels labels) {
    const int64_t sum = std::accumulate(labels.begin(), labels.end() - 1, int64_t{0});
    return penalty.Of(Gap(comparator, sum, labels.back()));
  });
}

KeywordFunction ReadSum(const std::string& keyword, size_t num_variables, Parameters& parameters) {
  const bool is_overlap = keyword == "woverlap";
  if (is_overlap) ExpectHalves(num_variables, parameters);
  const Penalty penalty = ReadPenalty(parameters);
  const std::string comparator = parameters.Word("comparator", kComparators);
  const int64_t bound = parameters.Integer("to", -kMax, kMax);
  return OfLabels([=](Labels labels) {
    const size_t half = labels.size() / 2;
    int64_t sum = 0;
    if (is_overlap) {
      for (size_t i = 0; i < half; ++i) sum += labels[i] == labels[half + i] && labels[i] != 0 ? 1 : 0;
    } else {
      sum = std::accumulate(labels.begin(), labels.end(), int64_t{0});
    }
    return penalty.Of(Gap(comparator, sum, bound));
  });
}

KeywordFunction ReadClique(Parameters& parameters) {
  parameters.Integer("rhs", 1, 1);
  std::vector<std::set<int64_t>> chosen;
  for (const std::vector<ExactCost>& row : parameters.LabelsOfEach("values")) {
    std::set<int64_t>& labels = chosen.emplace_back();
    for (const ExactCost label : row) labels.insert(static_cast<int64_t>(label));
  }
  return OfPairs([chosen](size_t i, Label a, size_t j, Label b) -> ExactCost {
    return chosen[i].contains(a) && chosen[j].contains(b) ? kForbidden : 0;
  });
}

KeywordFunction ReadMaximum(size_t num_variables, Parameters& parameters) {
  ExpectVariables(num_variables, 1, std::numeric_limits<size_t>::max(), parameters);
  const ExactCost default_cost = parameters.Cost("defaultcost");
  std::map<std::pair<ExactCost, ExactCost>, ExactCost> costs;  // by position and label
  for (const std::vector<ExactCost>& row : parameters.List("tuples", "vnc")) {
    if (!costs.emplace(std::pair(row[0], row[1]), row[2]).second) {
      parameters.Refuse("different pairs of a variable and a label", "one twice");
    }
  }
  return OfLabels([=](Labels labels) {
    std::vector<ExactCost> given;
    for (size_t i = 0; i < labels.size(); ++i) {
      const auto found = costs.find({static_cast<ExactCost>(i), static_cast<ExactCost>(labels[i])});
      given.push_back(found == costs.end() ? default_cost : found->second);
    }
    return *std::max_element(given.begin(), given.end());
  });
}

// The label of a variable is the position of its parent; the label of the root is its own position.
KeywordFunction SpanningTree() {
  return OfLabels([](Labels labels) -> ExactCost {
    const size_t n = labels.size();
    size_t roots = 0;
    for (size_t i = 0; i < n; ++i) {
      size_t node = i, steps = 0;
      while (node < n && static_cast<size_t>(labels[node]) != node && steps <= n) {
        node = static_cast<size_t>(labels[node]);
        ++steps;
      }
      if (node >= n || steps > n) return kForbidden;
      if (node == i) ++roots;
    }
    return roots == 1 ? 0 : kForbidden;
  });
}

// About ten seconds.
constexpr int64_t kMaxSteps = 1'000'000'000;

// Memory of a factor of two variables beside its table, in numbers of 8 bytes.
constexpr int64_t kNumbersOfPair = 16;

// Maximum number of labels of all variables together, for a function of pairs; its square bounds the time.
constexpr int64_t kMaxLabelsOfPairs = 50'000;

size_t Index(int variable) { return static_cast<size_t>(variable); }

std::vector<ExactCost> TableOf(const KeywordFunction& function, std::span<const int> scope,
                               std::span<const int> label_counts, int64_t size) {
  std::vector<ExactCost> table;
  table.reserve(size);
  Labeling labels(scope.size(), 0);
  for (int64_t i = 0; i < size; ++i) {
    if (i % 1024 == 1023) common::StopPoint();
    table.push_back(function.cost(labels));
    for (size_t v = labels.size(); v-- > 0;) {
      if (++labels[v] < label_counts[Index(scope[v])]) break;
      labels[v] = 0;
    }
  }
  return table;
}

struct VariableAt {
  int variable;
  size_t place;  // position in the scope of the function
};

KeywordTable TableOfPair(const KeywordFunction& function, VariableAt first, VariableAt second,
                         std::span<const int> label_counts) {
  KeywordTable table;
  table.scope = {first.variable, second.variable};
  for (Label a = 0; a < label_counts[Index(first.variable)]; ++a) {
    for (Label b = 0; b < label_counts[Index(second.variable)]; ++b) {
      table.costs.push_back(function.cost_of_pair(first.place, a, second.place, b));
    }
  }
  return table;
}

}  // namespace

KeywordFunction ReadKeywordFunction(const std::string& keyword, size_t num_variables,
                                    Parameters& parameters) {
  if (auto function = ReadFunctionOfCounts(keyword, num_variables, parameters)) return *std::move(function);
  const auto is = [&keyword](std::initializer_list<const char*> names) {
    return std::ranges::find(names, keyword) != names.end();
  };
  if (is({">=", ">", "<=", "<", "="})) return ReadInequality(keyword, num_variables, parameters);
  if (is({"disj"})) return ReadDisjunction(num_variables, parameters);
  if (is({"sdisj"})) return ReadSpecialDisjunction(num_variables, parameters);
  if (is({"sregular", "sregulardp"})) return ReadRegular(keyword, parameters);
  if (is({"wregular"})) return ReadWeightedRegular(parameters);
  if (is({"wsum", "woverlap"})) return ReadSum(keyword, num_variables, parameters);
  if (is({"wvarsum"})) return ReadSumByVariable(num_variables, parameters);
  if (is({"clique"})) return ReadClique(parameters);
  if (is({"smaxdp", "max"})) return ReadMaximum(num_variables, parameters);
  if (is({"smstdp", "MST"})) return SpanningTree();
  parameters.Refuse("a known keyword (salldiff, sgcc, ssame, sregular, samong, wsum and their like)",
                    "the keyword " + keyword, "write the function as a table of tuples");
}

std::optional<std::vector<KeywordTable>> ExpandToTables(const KeywordFunction& function,
                                                        std::span<const int> scope,
                                                        std::span<const int> label_counts,
                                                        const std::function<bool(int64_t)>& take) {
  std::vector<KeywordTable> tables;
  if (!function.cost_of_pair) {
    const int64_t size = TableSize(scope, label_counts);
    const int64_t steps = std::max<int64_t>(1, static_cast<int64_t>(scope.size()) * function.steps);
    if (size < 0 || size > kMaxSteps / steps || !take(size)) return std::nullopt;
    tables.push_back({{scope.begin(), scope.end()}, TableOf(function, scope, label_counts, size)});
    return tables;
  }
  int64_t num_labels = 0;
  for (const int variable : scope) num_labels += label_counts[Index(variable)];
  const auto pairs = static_cast<int64_t>(scope.size() * (scope.size() - 1) / 2);
  if (num_labels > kMaxLabelsOfPairs || !take(kNumbersOfPair * pairs)) return std::nullopt;
  for (size_t i = 0; i < scope.size(); ++i) {
    for (size_t j = i + 1; j < scope.size(); ++j) {
      if (j % 1024 == 1023) common::StopPoint();
      KeywordTable table = TableOfPair(function, {scope[i], i}, {scope[j], j}, label_counts);
      // Most functions have one table for all pairs.
      const size_t first = tables.empty()                ? 0
                           : tables.back().costs.empty() ? tables.back().same_as
                                                         : tables.size() - 1;
      const bool is_same = !tables.empty() && tables[first].costs == table.costs &&
                           label_counts[Index(tables[first].scope[0])] == label_counts[Index(scope[i])];
      if (is_same) {
        table.costs.clear();
        table.same_as = first;
      } else if (!take(static_cast<int64_t>(table.costs.size()))) {
        return std::nullopt;
      }
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

}  // namespace structlab::graphical_models
