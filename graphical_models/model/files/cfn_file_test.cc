#include "graphical_models/model/files/cfn_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/number.h"
#include "common/random_stream.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/test_file.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using Table = std::vector<double>;

constexpr std::string_view kProblem = R"({
 "problem": {"name": "example", "mustbe": "<10.0"},
 "variables": {"a": ["x", "y"], "b": 3, "c": ["u"]},
 "functions": {
  "f": {"scope": ["a"], "costs": [1.5, "-2.5"]},
  "g": {"scope": ["a", 1], "defaultcost": 0.25, "costs": ["y", 2, 10.0, 0, 0, 7e-1]},
  "h": {"scope": ["c"], "costs": [3]},
  "i": {"scope": [], "costs": [100]},
  "j": {"scope": ["a", "b"], "costs": "g"}
 }
})";

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

// Costs are `sign` times the energies, or 1e7 for infinite ones.
std::string Format(const FactorGraph& graph, const std::string& mustbe, double sign = 1) {
  std::string text = "{\"problem\":{\"mustbe\":\"" + mustbe + "\"},\"variables\":[";
  const auto add = [&text](const std::string& item) {
    text.append(text.back() == '[' ? "" : ",").append(item);
  };
  for (const int count : graph.label_counts()) add(std::to_string(count));
  text += "],\"functions\":[";
  const auto format = [sign](double energy) {
    return common::FormatDouble(energy == kInfinity ? 1e7 : sign * energy);
  };
  add(std::string("{\"scope\":[],\"costs\":[").append(format(graph.constant())).append("]}"));
  for (int f = 0; f < graph.num_factors(); ++f) {
    add("{\"scope\":[");
    for (const int v : graph.scope(f)) add(std::to_string(v));
    text += "],\"costs\":[";
    for (const double energy : graph.table(f)) add(format(energy));
    text += "]}";
  }
  return text + "]}";
}

TEST(Cfn, ReadsNamesDefaultsAndTheBound) {
  const std::string problem = Replaced(std::string(kProblem), "[100]", "[4]");
  for (const std::string& path : {WriteTestFile(problem), WriteGzipTestFile(problem)}) {
    const Cfn cfn = ReadCfn(path);
    EXPECT_EQ(cfn.name, "example");
    EXPECT_FALSE(cfn.maximized);
    EXPECT_EQ(cfn.bound, 10);
    EXPECT_EQ(cfn.variable_names, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(cfn.graph.constant(), 4);
    ASSERT_EQ(cfn.graph.num_factors(), 4);
    EXPECT_EQ(Table(cfn.graph.table(0).begin(), cfn.graph.table(0).end()), (Table{1.5, -2.5}));
    EXPECT_EQ(Table(cfn.graph.table(1).begin(), cfn.graph.table(1).end()),
              (Table{0.7, 0.25, 0.25, 0.25, 0.25, kInfinity}));
    EXPECT_EQ(cfn.graph.table_index(3), cfn.graph.table_index(1));
    EXPECT_EQ(cfn.graph.Energy(Labeling{1, 1, 0}), 4 - 2.5 + 0.25 + 3 + 0.25);
  }
}

TEST(Cfn, MaximisesByMinusTheCosts) {
  const Cfn cfn = ReadCfn(WriteTestFile(
      R"({"problem":{"mustbe":">-1"},"variables":[3],"functions":[{"scope":[0],"costs":[0,2,-1]}]})"));
  EXPECT_TRUE(cfn.maximized);
  EXPECT_EQ(Table(cfn.graph.table(0).begin(), cfn.graph.table(0).end()), (Table{0, -2, kInfinity}));
  EXPECT_EQ(cfn.variable_names, std::vector<std::string>{""});
}

Table TableOf(const Cfn& cfn, int factor) {
  return Table(cfn.graph.table(factor).begin(), cfn.graph.table(factor).end());
}

// A cost beyond the bound is allowed if another function is negative: a = x costs 3, as toulbar2 also finds.
TEST(Cfn, CostsBeyondTheBoundMayBePartOfASolution) {
  const Cfn two = ReadCfn(WriteTestFile(R"({"problem":{"mustbe":"<5.0"},"variables":{"a":2},"functions":[
      {"scope":["a"],"costs":[6.0,1.0]},{"scope":["a"],"costs":[-3.0,4.0]}]})"));
  EXPECT_EQ(TableOf(two, 0), (Table{6, 1}));
  EXPECT_EQ(TableOf(two, 1), (Table{-3, kInfinity}));
  EXPECT_EQ(two.graph.Energy(Labeling{0}), 3);
  const Cfn constant = ReadCfn(WriteTestFile(R"({"problem":{"mustbe":"<5.0"},"variables":{"a":2},"functions":[
      {"scope":[],"costs":[7.0]},{"scope":["a"],"costs":[-4.0,1.0]}]})"));
  EXPECT_EQ(constant.graph.constant(), 7);
  EXPECT_EQ(TableOf(constant, 0), (Table{-4, kInfinity}));
}

TEST(Cfn, NothingIsAllowedWhereTheLeastCostsReachTheBound) {
  const Cfn cfn = ReadCfn(WriteTestFile(kProblem));
  EXPECT_EQ(cfn.graph.constant(), kInfinity);
  EXPECT_EQ(TableOf(cfn, 0), (Table{kInfinity, kInfinity}));
}

// In binary, 0.9 - 0.8 - 0.1 is slightly below 0, but slightly above if 0.7 is added and subtracted: the
// bound is compared with the decimals as written.
TEST(Cfn, AllDecimalsCount) {
  const auto read = [](const std::string& costs) {
    return ReadCfn(WriteTestFile(R"({"problem":{"mustbe":"<1"},"variables":[3],"functions":[
      {"scope":[],"costs":[0.9]},{"scope":[0],"costs":)" +
                                 costs + R"(},{"scope":[0],"costs":[-0.8,0.2,0]},
      {"scope":[0],"costs":[-0.1,0.2,0]}]})"));
  };
  EXPECT_EQ(TableOf(read("[0.7,1.0,1.1]"), 0), (Table{0.7, kInfinity, kInfinity}));
  EXPECT_EQ(TableOf(read("[0.7,0.9999999999999999999,1]"), 0), (Table{0.7, 1, kInfinity}));
}

// 2^53 and the next integer are the same double.
TEST(Cfn, BoundsAreComparedBeforeTheyAreRounded) {
  for (const auto& [cost, is_allowed] :
       {std::pair("9007199254740992", true), {"9007199254740993", false}, {"9.007199254740992e15", true}}) {
    const Cfn cfn = ReadCfn(WriteTestFile(
        std::string(R"({"problem":{"mustbe":"<9007199254740993"},"variables":[1],"functions":[)") +
        R"({"scope":[0],"costs":[)" + cost + "]}]}"));
    EXPECT_EQ(cfn.graph.Energy(Labeling{0}) < kInfinity, is_allowed) << cost;
  }
}

// Sums of doubles that are rounded to the bound, or across it.
TEST(Cfn, SolutionsAreToldWithoutRounding) {
  std::string ten = R"({"problem":{"mustbe":"<1.0"},"variables":[1],"functions":[)";
  for (int f = 0; f < 10; ++f) ten += std::string(f == 0 ? "" : ",") + R"({"scope":[0],"costs":[0.1]})";
  const Cfn at_bound = ReadCfn(WriteTestFile(ten + "]}"));
  EXPECT_FALSE(at_bound.is_allowed(Labeling{0}));
  const std::string two =
      R"("},"variables":[1,1],"functions":[{"scope":[0],"costs":[0.1]},{"scope":[1],"costs":[0.2]}]})";
  const auto allows = [&](const std::string& bound) {
    return ReadCfn(WriteTestFile(R"({"problem":{"mustbe":")" + bound + two)).is_allowed(Labeling{0, 0});
  };
  EXPECT_TRUE(allows("<0.30000000000000001"));
  EXPECT_FALSE(allows("<0.3"));
  EXPECT_TRUE(allows(">0.2999999999999999999"));
  EXPECT_FALSE(allows(">0.3"));
}

TEST(Cfn, TheLooseFormIsRead) {
  const Cfn strict = ReadCfn(WriteTestFile(Replaced(std::string(kProblem), "[100]", "[4]")));
  for (
      const std::string text :
      {"# by hand\n{ problem: {example <10.0} // no commas\n variables: {a: [x y] b: 3, c: {u}}\n"
       "functions: {f: {scope: [a] costs: [1.5 -2.5]}\ng {scope [a 1] defaultcost .25 costs [y 2 10.0 0 0 "
       "7e-1]}\nh {scope {c} costs {3}} i {scope [] costs [4]} j {scope: [a b], costs: g}}}\n# end",
       "[problem [name example mustbe <10.0] variables [a {x y} b -3 c {0}]\r\nfunctions [f [scope [0] costs "
       "[1.5 \"-2.5\"]] g [scope [a b] defaultcost 0.25 costs [1 2 inf y 0 0.25 x 0 0.7]] h [scope [2] costs "
       "[3]] i [scope [] costs [4]] j [scope [a b] costs g]]]",
       "\xef\xbb\xbf{\"problem\":{\"name\":\"example\",\"mustbe\":\"<10.0\"},\"variables\":{\"a\":[\"x\","
       "\"y\"],\"b\":3,\"c\":1},\"functions\":[{\"scope\":[\"a\"],\"costs\":[1.5,-2.5]},{\"scope\":[\"a\",1],"
       "\"costs\":[0.7,0.25,0.25,0.25,0.25,\"Infinity\"]},{\"scope\":[2],\"costs\":[3]},{\"scope\":[],"
       "\"costs\":[4]},{\"scope\":[0,1],\"costs\":[0.7,0.25,0.25,0.25,0.25,\"inf\"]}]}"}) {
    const Cfn cfn = ReadCfn(WriteTestFile(text));
    EXPECT_EQ(cfn.name, "example");
    EXPECT_EQ(cfn.bound, 10);
    EXPECT_EQ(cfn.variable_names, strict.variable_names);
    ForAllLabelings(strict.graph.label_counts(), [&](const Labeling& labeling) {
      EXPECT_EQ(cfn.graph.Energy(labeling), strict.graph.Energy(labeling)) << text;
    });
  }
}

TEST(Cfn, InfiniteCostsAndBounds) {
  const std::string rest = R"(},"variables":[2],"functions":[{"scope":[0],"costs":[1,)";
  EXPECT_EQ(TableOf(ReadCfn(WriteTestFile(R"({"problem":{"mustbe":"<inf")" + rest + "inf]}]}")), 0),
            (Table{1, kInfinity}));
  EXPECT_EQ(TableOf(ReadCfn(WriteTestFile(R"({"problem":{"mustbe":">-inf")" + rest + "-inf]}]}")), 0),
            (Table{-1, kInfinity}));
  EXPECT_EQ(TableOf(ReadCfn(WriteTestFile(R"({"problem":{"mustbe":"<1e200")" + rest + "inf]}]}")), 0),
            (Table{1, kInfinity}));
  const Cfn none = ReadCfn(WriteTestFile(
      R"({"problem":{"mustbe":"<1e200"},"variables":[2],"functions":[{"scope":[0],"costs":[inf,inf]}]})"));
  EXPECT_EQ(none.graph.constant(), kInfinity);
}

TEST(Cfn, FunctionsOfOneNameAreAllRead) {
  const std::string text =
      "{problem {p <99} variables {a 2} functions {f {scope [a] costs [1 2]} f {scope [a] "
      "costs [10 30]}}}";
  const Cfn cfn = ReadCfn(WriteTestFile(text));
  EXPECT_EQ(cfn.graph.Energy(Labeling{1}), 32);
  EXPECT_EQ(
      cfn.notes,
      std::vector<std::string>{
          "1 name is given to several functions, such as 'f': all of them are read as separate functions"});
  EXPECT_EQ(MessageFor(Replaced(text, "[10 30]", "f"), [](const std::string& path) { ReadCfn(path); }),
            ":1:90: expected the name of one function, found 'f', that of 2; give each its own name");
}

// Compares with brute force: integer costs of both signs, minimised and maximised.
TEST(Cfn, ForbidsWhatNoSolutionHasAndNothingElse) {
  int allowed = 0, forbidden = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "cfn bound");
    const FactorGraph graph = RandomFactorGraph({.max_factors = 4, .sharing_probability = 0}, random);
    const double bound = static_cast<double>(random.UniformIndex(41)) - 20, sign = seed % 2 == 0 ? 1 : -1;
    std::string mustbe(1, sign > 0 ? '<' : '>');
    mustbe += common::FormatDouble(sign * bound);
    const Cfn cfn = ReadCfn(WriteTestFile(Format(graph, mustbe, sign)));
    ASSERT_EQ(cfn.graph.num_factors(), graph.num_factors());
    double min_sum = graph.constant();
    for (int f = 0; f < graph.num_factors(); ++f) min_sum += std::ranges::min(graph.table(f));
    for (int f = 0; f < graph.num_factors(); ++f) {
      const double others = min_sum - std::ranges::min(graph.table(f));
      for (size_t i = 0; i < graph.table(f).size(); ++i) {
        const double entry = graph.table(f)[i];
        EXPECT_EQ(cfn.graph.table(f)[i], others + entry >= bound ? kInfinity : entry);
      }
    }
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      const double energy = graph.Energy(labeling), read = cfn.graph.Energy(labeling);
      ++(energy < bound ? allowed : forbidden);
      EXPECT_TRUE(read == energy || (energy >= bound && read == kInfinity)) << energy << " " << read;
    });
  }
  EXPECT_GT(allowed, 5'000);
  EXPECT_GT(forbidden, 5'000);
}

TEST(Cfn, NoVariableIsFine) {
  const Cfn cfn = ReadCfn(WriteTestFile(R"({"problem":{"mustbe":"<1"},"variables":{},"functions":{}})"));
  EXPECT_EQ(cfn.graph, FactorGraph());
}

TEST(Cfn, FactorsOfAnyGraphComeBack) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "cfn");
    const FactorGraph model =
        RandomFactorGraph({.infinite_probability = 0.1, .sharing_probability = 0}, random);
    FactorGraph graph(std::vector<int>(model.label_counts().begin(), model.label_counts().end()));
    for (int f = 0; f < model.num_factors(); ++f) {
      Table table(model.table(f).begin(), model.table(f).end());
      for (double& cost : table) cost *= random.Uniform();
      if (std::ranges::min(table) == kInfinity) table[0] = 0;  // otherwise there would be no solution
      graph.AddFactor(model.scope(f), table);
    }
    EXPECT_EQ(ReadCfn(WriteTestFile(Format(graph, "<1e6"))).graph, graph);
  }
}

// The error message for a text, without the path in front.
std::string MessageOfText(std::string_view text) {
  return MessageFor(text, [](const std::string& path) { ReadCfn(path); });
}

// The error message for kProblem with `from` replaced by `to`.
struct Mistake {
  const char *from, *to, *message;
};

constexpr Mistake kMistakes[] = {
    {R"("problem")", R"("problems")",
     ":2:2: expected one of the keys problem, variables, functions, found 'problems'"},
    {R"(, "mustbe": "<10.0")", "", ":2:13: expected an object with the key mustbe, found none"},
    {R"("<10.0")", R"("10.0")", R"(:2:43: expected a bound such as "<10.0" or ">0.5", found '10.0')"},
    {R"("<10.0")", "10", R"(:2:43: expected a bound such as "<10.0", found the number 10)"},
    {R"("<10.0")", R"("<nan")", R"(:2:43: expected a bound such as "<10.0" or ">0.5", found '<nan')"},
    {R"(["u"])", "[]",
     ":3:46: expected an array of at least one label name, or their number, found an array of "
     "0"},
    {R"("y"],)", R"("x"],)", ":3:27: expected different names of labels, found 'x' twice"},
    {R"(["u"])", "[1]", ":3:47: expected the name of a label, found the number 1"},
    {R"("b": 3)", R"("a": 3)", ":3:33: expected different names of variables, found 'a' twice"},
    {R"(["a"], "costs": [1.5)", R"(["z"], "costs": [1.5)",
     ":5:19: expected the name of a variable, or a number below 3, found 'z'"},
    {R"(["a", 1])", R"(["a", 3])",
     ":6:24: expected the name of a variable, or a number below 3, found the number 3"},
    {R"(["a", 1])", R"(["a", 0])", ":6:18: expected different variables, found variable 0 twice"},
    {R"([1.5, "-2.5"])", "[1.5]", ":5:34: expected 2 costs, found an array of 1"},
    {R"("-2.5")", R"("many")", ":5:40: expected a cost of at most 1e290 in magnitude, found 'many'"},
    {R"("-2.5")", R"("+-5")", ":5:40: expected a cost of at most 1e290 in magnitude, found '+-5'"},
    {R"("-2.5")", "1e300", ":5:40: expected a cost of at most 1e290 in magnitude, found the number 1e300"},
    {"7e-1]", "7e-1, 1]", ":6:58: expected tuples of 2 labels and a cost, found an array of 7"},
    {"0, 0, 7e-1", R"("q", 0, 7e-1)",
     ":6:73: expected a label of variable 0: a name, or a number below 2, found 'q'"},
    {"0, 0, 7e-1", "1, 2, 7e-1", ":6:73: expected different tuples, found this one twice"},
    {R"("costs": [3])", R"("type": "salldiff", "costs": [3])",
     ":7:33: expected either costs or a type, found both"},
    {R"("costs": [3])", R"("cost": [3])",
     ":7:25: expected one of the keys scope, defaultcost, costs, type, params, parameters, found 'cost'"},
    {R"("g"})", R"("i"})",
     ":9:39: expected the name of a function of variables with a table of its own, found 'i'"},
    {R"(["a", "b"])", R"(["b", "a"])",
     ":9:39: expected variables with the domain sizes of the shared function, 2 x 3, found 3 x 2"},
    {R"("costs": "g")", R"("defaultcost": 1, "costs": "g")",
     ":9:45: expected no default cost, since the table is shared, found the number 1"},
};

TEST(Cfn, NamesThePlaceOfEveryMistake) {
  for (const auto& [from, to, message] : kMistakes) {
    EXPECT_EQ(MessageOfText(Replaced(std::string(kProblem), from, to)), message);
  }
}

// A bound that is not a multiple of the unit of all costs: 0 is below it.
TEST(Cfn, RoundingOfTheBoundForbidsNothing) {
  for (const std::string bound : {"<0.5", "<0.00000000000000000001"}) {
    const Cfn cfn =
        ReadCfn(WriteTestFile(R"({"problem":{"mustbe":")" + bound + R"("},"variables":[1,1],"functions":[
  {"scope":[0],"costs":[10000000000000000]}, {"scope":[1],"costs":[-10000000000000000]}]})"));
    EXPECT_EQ(cfn.graph.Energy(Labeling{0, 0}), 0) << bound;
  }
}

TEST(Cfn, ConstantsBeyondAllEnergiesHaveAPlace) {
  EXPECT_EQ(MessageOfText(R"({"problem":{"mustbe":"<1"},"variables":[1],"functions":[
  {"scope":[],"costs":[9e289]},
  {"scope":[],"costs":[9e289]}]})"),
            ":3:23: expected constants whose sum is at most 1e290 in magnitude, found more");
}

TEST(Cfn, NamesThePlaceWhereJsonEnds) {
  EXPECT_EQ(MessageOfText("{problem"),
            ":1:9: expected a closing bracket, found the end of the file; the bracket that is open begins in "
            "line 1");
  EXPECT_EQ(MessageOfText(""), ":1:1: expected JSON, found the end of the file");
  EXPECT_EQ(MessageOfText("[]"), ":1:1: expected an object with the key problem, found none");
  EXPECT_EQ(MessageOfText("7"), ":1:1: expected an object, found the number 7");
  EXPECT_EQ(MessageOfText("{} }"), ":1:4: expected the end of the file after the last bracket, found '}'");
  EXPECT_EQ(MessageOfText("{a: : b}"),
            ":1:5: expected a value, found ':'; a colon stands between the key of an object and its value");
  EXPECT_EQ(MessageOfText("{\"problem"),
            ":1:2: expected a string with its end in the same line, found none; it ends in double quotes");
  EXPECT_EQ(MessageOfText("{\"\\x\": 3}"),
            ":1:2: expected a string of UTF-8 with the escapes of JSON, found '\\x'");
  EXPECT_EQ(MessageOfText("{problem}"), ":1:2: expected a value behind it, found none");
  EXPECT_EQ(MessageOfText("{[] 3}"), ":1:2: expected the name of a field, found an array of 0");
  EXPECT_EQ(MessageOfText(std::string(100, '[')),
            ":1:17: expected at most 16 levels of arrays and objects, found more");
  EXPECT_EQ(MessageOfText("[1e999]"),
            ":1:2: expected a number that is 0 or from 4.9e-324 to 1.8e308 in magnitude, found '1e999'");
}

TEST(Cfn, TakesNoMemoryForWhatIsOnlyAnnounced) {
  const std::string head =
      R"({"problem":{"mustbe":"<1"},"variables":[9999,9999,9999,9999,9999],"functions":[{"scope":)";
  EXPECT_EQ(MessageOfText(head + R"([0,1],"defaultcost":0,"costs":[]}]})"),
            ":1:119: expected a table in proportion to the file, found one of 99980001 entries");
  EXPECT_EQ(MessageOfText(head + R"([0,1,2,3,4],"defaultcost":0,"costs":[]}]})"),
            ":1:125: expected a table in proportion to the file, found one too large for any memory");
}

}  // namespace
}  // namespace structlab::graphical_models
