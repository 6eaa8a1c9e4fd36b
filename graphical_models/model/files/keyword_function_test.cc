// Compares keyword functions with the costs that toulbar2 1.1.1 gives to each labeling (keyword_costs.tsv: in
// each row one function of a .wcsp file, with the upper bound 100000), and the two formats with each other.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "common/number.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/cfn_file.h"
#include "graphical_models/model/files/test_file.h"
#include "graphical_models/model/files/wcsp_file.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

FactorGraph ReadFunction(const std::string& function, const std::string& domains) {
  const auto num_variables = std::to_string(Split(domains, ' ').size());
  return ReadWcsp(WriteTestFile("p " + num_variables + " 9 1 100000\n" + domains + "\n" + function + "\n"))
      .graph;
}

std::string CostsOf(const FactorGraph& graph) {
  std::string costs;
  ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
    const double energy = graph.Energy(labeling);
    costs += (costs.empty() ? "" : " ") + (energy == kInfinity ? "inf" : common::FormatDouble(energy));
  });
  return costs;
}

TEST(KeywordFunction, CostsAreThoseOfToulbar2) {
  std::ifstream file("graphical_models/model/files/keyword_costs.tsv");
  std::string line;
  std::getline(file, line);
  int functions = 0;
  for (; std::getline(file, line); ++functions) {
    const std::vector<std::string> fields = Split(line, '\t');
    EXPECT_EQ(CostsOf(ReadFunction(fields[0], fields[1])), fields[2]) << fields[0];
  }
  EXPECT_EQ(functions, 74);
}

// Each keyword of the format's manual, in both formats; the costs of the .cfn file are a tenth.
TEST(KeywordFunction, BothFormatsGiveTheSame) {
  const std::map<std::string, std::string> functions = {
      {R"(type: ">=" params: [1 0.2])", ">= 1 2"},
      {R"(type: salldiff params: {metric: "var" cost: 0.7})", "salldiff var 7"},
      {"type salldiff params {metric decbi cost 0.7}", "salldiff decbi 7"},
      {R"("type": "sgcc", "params": {"metric": "wdec", "cost": 0.5, "bounds": [[0, 1, 2, 0.2, 0.2], [1, 3, 4, 0.2, 0.1]]})",
       "sgcc wdec 5 2 0 1 2 2 2 1 3 4 2 1"},
      {"type: sgccdp params: {metric: var cost: 1.1 bounds: [[a 0 1] [1 2 3]]}",
       "sgccdp var 11 2 0 0 1 1 2 3"},
      {"type: ssame params: {cost: 6.2 vars1: [v1 v2] vars2: [v3 v4]}", "ssame 62 2 2 0 1 2 3"},
      {"type: sregular params: {metric: var cost: 1.0 nb_states: 2 starts: [0] ends: [0 1] transitions: "
       "[[0 0 0][0 1 1][1 1 1]]}",
       "sregular var 10 2 1 0 2 0 1 3 0 0 0 0 1 1 1 1 1"},
      {"type: samong params: {metric: var cost: 1.0 min: 2 max: 2 values: [0]}", "samong var 10 2 2 1 0"},
      {"type: smaxdp params: {defaultcost: 3 tuples: [[0 0 4] [v2 1 3][2 b 2][3 1 1]]}",
       "smaxdp 30 4 0 0 40 1 1 30 2 1 20 3 1 10"},
      {"type: MST params: []", "MST"},
      {"type: MST", "smstdp"},
      {"type: wregular params: {nb_states: 4 starts: [[0 0.0][1 0.5]] ends: [[2 1.0] [3 0.0]] transitions: "
       "[[0 0 1 0.5][0 1 2 0.0] [2 0 2 1.0][1 1 3 1.0]]}",
       "wregular 4 2 0 0 1 5 2 2 10 3 0 4 0 0 1 5 0 1 2 0 2 0 2 10 1 1 3 10"},
      {"type: walldiff params: {metric: lin cost: 0.8}", "walldiff lin 8"},
      {"type: walldiff params: {metric: hard cost: inf}", "walldiff hard 100000"},
      {"type: wgcc params: {metric: lin cost: 3.3 bounds: [[0 0 1][1 2 2]]}", "wgcc lin 33 2 0 0 1 1 2 2"},
      {"type: wsame params: {metric: lin cost: 3.3}", "wsame lin 33"},
      {"type: wsamegcc params: {metric: lin cost: 3.3 bounds: [[0 0 1][1 0 1]]}",
       "wsamegcc lin 33 2 0 0 1 1 0 1"},
      {"type: wamong params: {metric: lin cost: 1 values: [0] min: 1 max: 1}", "wamong lin 10 1 0 1 1"},
      {"type: wvaramong params: {metric: hard cost: 12.0 values: [1]}", "wvaramong hard 120 1 1"},
      {"type: woverlap params: {metric: hard cost: 2.1 comparator: > to: 1}", "woverlap hard 21 > 1"},
      {R"(type: wsum params: {metric: quad cost: 1.0 comparator: "<=" to: 4})", "wsum quad 10 <= 4"},
      {R"(type: wvarsum params: {metric: hard cost: 3 comparator: "=="})", "wvarsum hard 30 =="},
      {"type: clique params: {rhs: 1 values: [[b] [1] [1] [0 1]]}", "clique 1 1 1 1 1 1 1 2 0 1"},
  };
  for (const auto& function : functions) {
    const std::string &cfn = function.first, &wcsp = function.second;
    const bool has_two = wcsp.starts_with(">=");
    const FactorGraph expected = ReadFunction((has_two ? "2 0 1 -1 " : "4 0 1 2 3 -1 ") + wcsp, "2 2 2 2");
    std::string text = "{problem: {name: p mustbe: <10000.0}\nvariables: {v1: [a b] v2: 2 v3: [a b] v4: 2}\n";
    text += std::string("functions: {f: {scope: [v1 v2") + (has_two ? "" : " v3 v4") + "] " + cfn + "}}}";
    const FactorGraph found = ReadCfn(WriteTestFile(text)).graph;
    ForAllLabelings(expected.label_counts(), [&](const Labeling& labeling) {
      // One step of >= costs 1 in both.
      const double scale = has_two ? 1 : 10;
      const double given = expected.Energy(labeling), cost = found.Energy(labeling);
      if (!has_two || given == 0 || given == kInfinity) {
        EXPECT_DOUBLE_EQ(cost * scale, given) << cfn;
      }
    });
  }
}

// A Latin square of order 5, which would also fit with one table per line (3,125 entries of 5 variables), and
// hard all-different functions of 100 variables, which fit only as pairs.
TEST(KeywordFunction, HardAllDifferentIsReadAsPairs) {
  const FactorGraph square = ReadFunction("5 0 1 2 3 4 -1 salldiff var 100000", "5 5 5 5 5");
  EXPECT_EQ(square.num_factors(), 10);
  EXPECT_EQ(square.num_tables(), 1);
  std::string function = "100", domains = "9";
  for (int v = 0; v < 100; ++v) function += " " + std::to_string(v);
  for (int v = 1; v < 100; ++v) domains += " 9";
  for (const std::string end :
       {" -1 salldiff var 100000", " -1 salldiff dec 3", " -1 walldiff hard 100000"}) {
    const FactorGraph graph = ReadFunction(function + end, domains);
    EXPECT_EQ(graph.num_factors(), 4950);
    EXPECT_EQ(graph.num_tables(), 1);
  }
}

std::string MessageOfFunction(const std::string& function) {
  return MessageFor("p 3 3 1 1000\n3 3 3\n" + function, [](const std::string& path) { ReadWcsp(path); });
}

TEST(KeywordFunction, MistakesAreTold) {
  const std::string end = " in salldiff, cost function 0";
  EXPECT_EQ(MessageOfFunction("3 0 1 2 -1 salldif var 3"),
            ":3:12: expected a known keyword (salldiff, sgcc, ssame, sregular, samong, wsum and their "
            "like) in salldif, cost function 0, found the keyword salldif; write the function as a table of "
            "tuples");
  EXPECT_EQ(MessageOfFunction("3 0 1 2 -1 salldiff lin 3"),
            ":3:21: expected the metric" + end + ", one of var, dec, decbi, found 'lin'");
  EXPECT_EQ(MessageOfFunction("3 0 1 2 -1 salldiff var -3"),
            ":3:25: expected the cost cost" + end + ", at least 0, found '-3'");
  EXPECT_EQ(MessageOfFunction("3 0 1 2 -1 >= 1 1"),
            ":3:12: expected 2 variables in >=, cost function 0, found 3");
  EXPECT_EQ(
      MessageOfFunction("2 0 1 -1 sgcc var 10 2 0 2 2 1 1 1"),
      ":3:10: expected lower bounds whose sum is at most the number of variables in sgcc, cost function "
      "0, found 3 of 2 variables");
  EXPECT_EQ(MessageOfFunction("3 0 1 2 -1 wsame lin 3"),
            ":3:12: expected an even number of variables, as two lists in wsame, cost "
            "function 0, found 3");
  EXPECT_EQ(
      MessageOfFunction("2 0 1 -1 smaxdp 3 1 2 0 4"),
      ":3:21: expected a variable of the function in the list tuples in smaxdp, cost function 0, found '2'");
  EXPECT_EQ(MessageOfFunction("2 0 1 -1 sregular var 3 2 1 2 1 0 0"),
            ":3:10: expected states from 0 to 1 in sregular, cost function 0, found 2");
  EXPECT_EQ(
      MessageOfFunction("-2 0 1 -1 salldiff var 3"),
      ":3:8: expected a default cost of cost function 0, found '-1'; functions given by a keyword cannot "
      "be shared");
  const auto large = [](const std::string& path) { ReadWcsp(path); };
  std::string wide = "p 9000 2 1 9\n";
  for (int v = 0; v < 9000; ++v) wide += "2 ";
  wide += "\n9000";
  for (int v = 0; v < 9000; ++v) wide += " " + std::to_string(v);
  EXPECT_NE(MessageFor(wide + " -1 salldiff var 9", large).find("expected tables in proportion to the file"),
            std::string::npos);
  EXPECT_EQ(MessageFor("p 8 99 1 9\n99 99 99 99 99 99 99 99\n8 0 1 2 3 4 5 6 7 -1 wsum lin 1 == 4", large),
            ":3:22: expected tables in proportion to the file in wsum, cost function 0, found wsum of 8 "
            "variables; write it as functions of fewer variables");
}

double CfnEnergy(const std::string& variables, const std::string& function, const Labeling& labeling,
                 const std::string& bound = "<100000") {
  return ReadCfn(WriteTestFile("{problem: {name: p mustbe: \"" + bound + "\"} variables: {" + variables +
                               "}\nfunctions: {f: " + function + "}}"))
      .graph.Energy(labeling);
}

// v1 has a = 0, v2 has a = 1.
TEST(KeywordFunction, LabelsByNameAreThoseOfTheirVariable) {
  const std::string variables = "v1: [a b] v2: [b a]";
  const std::string maximum = "{scope: [v1 v2] type: smaxdp params: {defaultcost: 0 tuples: [[v2 a 7]]}}";
  EXPECT_EQ(CfnEnergy(variables, maximum, {0, 1}), 7);
  EXPECT_EQ(CfnEnergy(variables, maximum, {0, 0}), 0);
  const auto message = [](const std::string& text) {
    return MessageFor(text, [](const std::string& path) { ReadCfn(path); });
  };
  const std::string among =
      "{scope: [v1 v2] type: samong params: {metric: var cost: 1 min: 2 max: 2 values: [a]}}";
  EXPECT_EQ(
      message("{problem: {p <9} variables: {v1: [a b] v2: [b a]}\nfunctions: {f: " + among + "}}"),
      ":2:97: expected a label that has the same index for all variables of the function, found 'a'; write "
      "its number");
  EXPECT_EQ(CfnEnergy("v1: [a b] v2: [a b]", among, {0, 0}), 0);
  EXPECT_EQ(CfnEnergy("v1: [a b] v2: [a b]", among, {0, 1}), 1);
  // A name that looks like a number is a name.
  const std::string quoted = R"({scope: [v1] type: smaxdp params: {defaultcost: 0 tuples: [[v1 "1" 7]]}})";
  EXPECT_EQ(CfnEnergy(R"(v1: ["1" "0"])", quoted, {0}), 7);
  EXPECT_EQ(
      message("{problem: {p <9} variables: {v1: 2 v2: 2}\nfunctions: {f: {scope: [v1 v2] type: clique "
              "params: {rhs: 1 values: [1 1]}}}}"),
      ":2:70: expected a list of labels, found the number 1; put them in brackets, one list a variable");
}

TEST(KeywordFunction, CostsBeyondAllNumbersAreForbidden) {
  const std::string sum =
      "{scope: [v1 v2] type: wsum params: {metric: quad cost: 400000000 comparator: == to: "
      "1000000000}} g: {scope: [v1] costs: [0.00000000000001 0]}";
  EXPECT_EQ(CfnEnergy("v1: 2 v2: 2", sum, {0, 0}, "<1e30"), kInfinity);
  // Only the bound has many digits.
  EXPECT_EQ(
      CfnEnergy("v1: 2", "{scope: [v1] type: smaxdp params: {defaultcost: 3 tuples: []}}", {0}, "<1e30"), 3);
}

TEST(KeywordFunction, MistakesInCfnFilesAreTold) {
  const auto message = [](const std::string& function, const std::string& bound = "<10.0") {
    return MessageFor("{problem: {name: p mustbe: \"" + bound +
                          "\"} variables: {a: 2 b: 2}\nfunctions: {f: " + function + "}}",
                      [](const std::string& path) { ReadCfn(path); });
  };
  EXPECT_EQ(message("{scope: [a b] type: salldiff}"),
            ":2:36: expected the parameter metric in salldiff, found none");
  EXPECT_EQ(message("{scope: [a b] type: salldiff params: {metric: var}}"),
            ":2:53: expected the parameter cost in salldiff, found none");
  EXPECT_EQ(message("{scope: [a b] type: salldiff params: {metric: var cost: 1 to: 2}}"),
            ":2:74: expected one of the parameters of salldiff, cost, metric, found 'to'");
  EXPECT_EQ(message("{scope: [a b] type: knapsack params: {capacity: 3}}"),
            ":2:36: expected a known keyword (salldiff, sgcc, ssame, sregular, samong, wsum and their "
            "like) in knapsack, found the keyword knapsack; write the function as a table of tuples");
  EXPECT_EQ(message("{scope: [a b] type: salldiff params: {metric: var cost: 1}}", ">0.0"),
            ":2:36: expected a function given by its costs, found one of type salldiff in a problem that is "
            "maximised");
}

}  // namespace
}  // namespace structlab::graphical_models
