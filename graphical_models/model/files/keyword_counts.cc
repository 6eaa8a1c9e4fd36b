#include "graphical_models/model/files/keyword_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "graphical_models/model/files/keyword_penalty.h"

namespace structlab::graphical_models {
namespace {

using Parameters = KeywordParameters;
using Words = std::vector<std::string>;
using Labels = std::span<const Label>;

constexpr int64_t kMax = 1'000'000'000;
const Words kMetrics = {"hard", "lin", "quad"};

int64_t GapToRange(int64_t count, int64_t low, int64_t high) {
  return std::max<int64_t>({0, low - count, count - high});
}

std::map<Label, int64_t> CountLabels(Labels labels) {
  std::map<Label, int64_t> counts;
  for (const Label label : labels) ++counts[label];
  return counts;
}

int64_t CountOf(Labels labels, int64_t label) { return std::count(labels.begin(), labels.end(), label); }

KeywordFunction AllDifferentByPairs(ExactCost cost) {
  return OfPairs([cost](size_t, Label a, size_t, Label b) -> ExactCost { return a == b ? cost : 0; });
}

KeywordFunction ReadAllDifferent(const std::string& keyword, Parameters& parameters) {
  const Penalty penalty =
      ReadPenalty(parameters, keyword == "salldiff" ? Words{"var", "dec", "decbi"} : Words{"var"});
  const ExactCost cost = penalty.cost;
  if (penalty.metric != "var" || cost == kForbidden) return AllDifferentByPairs(cost);
  // The number of labels that must change is the number of variables minus the number of different labels.
  const auto by_changes = [cost](Labels labels) {
    return Times(cost, static_cast<int64_t>(labels.size() - CountLabels(labels).size()));
  };
  return OfLabels(by_changes);
}

KeywordFunction ReadWeightedAllDifferent(Parameters& parameters) {
  const Penalty penalty = ReadPenalty(parameters);
  if (penalty.cost == kForbidden) return AllDifferentByPairs(kForbidden);
  return OfLabels([penalty](Labels labels) {
    ExactCost sum = 0;
    for (const auto& [label, count] : CountLabels(labels)) sum = Plus(sum, penalty.Of(count - 1));
    return sum;
  });
}

struct Cardinality {
  int64_t label, low, high;
  ExactCost shortage = 0, excess = 0;  // cost per unit
};

std::vector<Cardinality> ReadCardinalities(Parameters& parameters, bool has_costs = false) {
  std::vector<Cardinality> bounds;
  std::set<int64_t> labels;
  for (const std::vector<ExactCost>& row : parameters.List("bounds", has_costs ? "nnncc" : "nnn")) {
    bounds.push_back({static_cast<int64_t>(row[0]), static_cast<int64_t>(row[1]),
                      static_cast<int64_t>(row[2]), has_costs ? row[3] : 0, has_costs ? row[4] : 0});
    const Cardinality& last = bounds.back();
    if (!labels.insert(last.label).second) {
      parameters.Refuse("bounds of different labels", fmt::format("{} twice", last.label));
    }
    if (last.low > last.high) {
      parameters.Refuse("a lower bound of at most the upper one",
                        fmt::format("{} above {}", last.low, last.high));
    }
  }
  return bounds;
}

KeywordFunction ReadCardinality(size_t num_variables, Parameters& parameters) {
  const Penalty penalty = ReadPenalty(parameters, {"var", "dec", "wdec"});
  const auto bounds = ReadCardinalities(parameters, penalty.metric == "wdec");
  int64_t least = 0;
  for (const Cardinality& bound : bounds) least += bound.low;
  if (least > static_cast<int64_t>(num_variables)) {
    parameters.Refuse("lower bounds whose sum is at most the number of variables",
                      fmt::format("{} of {} variables", least, num_variables));
  }
  return OfLabels([penalty, bounds](Labels labels) {
    int64_t shortage = 0, excess = 0;
    ExactCost weighted = 0;
    for (const Cardinality& bound : bounds) {
      const int64_t count = CountOf(labels, bound.label);
      const int64_t too_few = std::max<int64_t>(0, bound.low - count);
      const int64_t too_many = std::max<int64_t>(0, count - bound.high);
      shortage += too_few;
      excess += too_many;
      weighted = Plus(weighted, Plus(Times(bound.shortage, too_few), Times(bound.excess, too_many)));
    }
    if (penalty.metric == "wdec") return weighted;
    return Times(penalty.cost, penalty.metric == "var" ? std::max(shortage, excess) : shortage + excess);
  });
}

ExactCost CardinalityCost(const Penalty& penalty, const std::vector<Cardinality>& bounds, Labels labels) {
  ExactCost sum = 0;
  for (const Cardinality& bound : bounds) {
    sum = Plus(sum, penalty.Of(GapToRange(CountOf(labels, bound.label), bound.low, bound.high)));
  }
  return sum;
}

// The metric var of sgccdp is the sum over labels, like lin.
KeywordFunction ReadWeightedCardinality(const std::string& keyword, Parameters& parameters) {
  Penalty penalty = ReadPenalty(parameters, keyword == "sgccdp" ? Words{"var"} : kMetrics);
  if (keyword == "sgccdp") penalty.metric = "lin";
  return OfLabels([penalty, bounds = ReadCardinalities(parameters)](Labels labels) {
    return CardinalityCost(penalty, bounds, labels);
  });
}

ExactCost CostOfOtherCounts(const Penalty& penalty, Labels first, Labels second) {
  std::map<Label, int64_t> difference = CountLabels(first);
  for (const auto& [label, count] : CountLabels(second)) difference[label] -= count;
  ExactCost sum = 0;
  for (const auto& [label, count] : difference) sum = Plus(sum, penalty.Of(std::abs(count)));
  return sum;
}

KeywordFunction ReadSame(Parameters& parameters) {
  const ExactCost cost = parameters.Cost("cost");
  const Parameters::Rows lists = parameters.TwoLists("vars1", "vars2");
  if (lists[0].size() != lists[1].size()) {
    parameters.Refuse("two lists with the same number of variables",
                      fmt::format("{} and {}", lists[0].size(), lists[1].size()));
  }
  return OfLabels([cost, lists](Labels labels) {
    std::vector<Label> first, second;
    for (const ExactCost i : lists[0]) first.push_back(labels[static_cast<size_t>(i)]);
    for (const ExactCost i : lists[1]) second.push_back(labels[static_cast<size_t>(i)]);
    // Labels that the first list has too often are missing in the second.
    ExactCost differences = CostOfOtherCounts({"lin", 1}, first, second);
    return Times(cost, static_cast<int64_t>(differences / 2));
  });
}

KeywordFunction ReadWeightedSame(const std::string& keyword, size_t num_variables, Parameters& parameters) {
  ExpectHalves(num_variables, parameters);
  const Penalty penalty = ReadPenalty(parameters);
  const auto bounds = keyword == "wsame" ? std::vector<Cardinality>() : ReadCardinalities(parameters);
  return OfLabels([penalty, bounds](Labels labels) {
    const Labels first = labels.first(labels.size() / 2), second = labels.last(labels.size() / 2);
    return Plus(CostOfOtherCounts(penalty, first, second),
                Plus(CardinalityCost(penalty, bounds, first), CardinalityCost(penalty, bounds, second)));
  });
}

std::set<int64_t> ReadLabelSet(Parameters& parameters) {
  std::set<int64_t> labels;
  for (const std::vector<ExactCost>& row : parameters.List("values", "n")) {
    labels.insert(static_cast<int64_t>(row[0]));
  }
  return labels;
}

int64_t CountIn(Labels labels, const std::set<int64_t>& chosen) {
  return std::count_if(labels.begin(), labels.end(), [&](Label label) { return chosen.contains(label); });
}

KeywordFunction ReadAmong(const std::string& keyword, Parameters& parameters) {
  const bool is_weighted = keyword == "wamong";
  Penalty penalty = ReadPenalty(parameters, is_weighted ? kMetrics : Words{"var"});
  if (!is_weighted) penalty.metric = "lin";
  std::set<int64_t> chosen;
  if (is_weighted) chosen = ReadLabelSet(parameters);
  const int64_t low = parameters.Integer("min", 0, kMax), high = parameters.Integer("max", 0, kMax);
  if (!is_weighted) chosen = ReadLabelSet(parameters);
  return OfLabels([=](Labels labels) { return penalty.Of(GapToRange(CountIn(labels, chosen), low, high)); });
}

// The last variable gives the number of other variables that have one of the labels.
KeywordFunction ReadAmongByVariable(size_t num_variables, Parameters& parameters) {
  if (num_variables == 0) parameters.Refuse("at least 1 variable", "0");
  const Penalty penalty = ReadPenalty(parameters, {"hard"});
  const std::set<int64_t> chosen = ReadLabelSet(parameters);
  return OfLabels([=](Labels labels) {
    return penalty.Of(std::abs(CountIn(labels.first(labels.size() - 1), chosen) - labels.back()));
  });
}

}  // namespace

std::optional<KeywordFunction> ReadFunctionOfCounts(const std::string& keyword, size_t num_variables,
                                                    Parameters& parameters) {
  const auto is = [&keyword](std::initializer_list<const char*> names) {
    return std::ranges::find(names, keyword) != names.end();
  };
  if (is({"salldiff", "salldiffdp"})) return ReadAllDifferent(keyword, parameters);
  if (is({"walldiff"})) return ReadWeightedAllDifferent(parameters);
  if (is({"sgcc"})) return ReadCardinality(num_variables, parameters);
  if (is({"sgccdp", "wgcc"})) return ReadWeightedCardinality(keyword, parameters);
  if (is({"ssame"})) return ReadSame(parameters);
  if (is({"wsame", "wsamegcc"})) return ReadWeightedSame(keyword, num_variables, parameters);
  if (is({"samong", "samongdp", "wamong"})) return ReadAmong(keyword, parameters);
  if (is({"wvaramong"})) return ReadAmongByVariable(num_variables, parameters);
  return std::nullopt;
}

}  // namespace structlab::graphical_models
