#include "graphical_models/model/files/wcsp_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/random_stream.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/test_file.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

constexpr std::string_view kProblem =
    "example 3 3 4 10\n2 3 2\n1 0 0 1\n1 4\n2 0 1 1 2\n0 0 7\n1 2 10\n0 5 0\n3 2 0 1 11 1\n1 0 2 3\n";

// Writes tuples that differ from a default, as the format requires.
std::string Format(const FactorGraph& graph, int upper_bound) {
  std::string text = "random " + std::to_string(graph.num_variables()) + " 9 " +
                     std::to_string(graph.num_factors() + 1) + " " + std::to_string(upper_bound) + "\n";
  const auto add = [&](int64_t value) { text.append(std::to_string(value)).append(" "); };
  for (const int count : graph.label_counts()) add(count);
  std::vector<int> shared_number(graph.num_factors(), 0);
  int num_shared = 0;
  for (int f = 0; f < graph.num_factors(); ++f) {
    const auto scope = graph.scope(f);
    int first = 0;
    while (graph.table_index(first) != graph.table_index(f)) ++first;
    const bool is_new = first == f;
    add(is_new ? -static_cast<int64_t>(scope.size()) : static_cast<int64_t>(scope.size()));
    for (const int v : scope) add(v);
    add(1);
    if (is_new) shared_number[f] = ++num_shared;
    if (!is_new) add(-shared_number[first]);
    if (!is_new) continue;
    const auto table = graph.table(f);
    add(static_cast<int64_t>(table.size()) - std::count(table.begin(), table.end(), 1.0));
    for (size_t entry = 0; entry < table.size(); ++entry) {
      if (table[entry] == 1.0) continue;
      size_t stride = table.size();
      for (const int v : scope) {
        const size_t count = graph.num_labels(v);
        stride /= count;
        add(static_cast<int64_t>(entry / stride % count));
      }
      add(table[entry] == kInfinity ? upper_bound + 5 : static_cast<int64_t>(table[entry]));
    }
  }
  add(0);
  add(static_cast<int64_t>(graph.constant()));
  add(0);
  return text;
}

TEST(Wcsp, ReadsDefaultsTuplesAndTheBound) {
  for (const std::string& path : {WriteTestFile(kProblem), WriteGzipTestFile(kProblem)}) {
    const Wcsp wcsp = ReadWcsp(path);
    EXPECT_EQ(wcsp.name, "example");
    EXPECT_EQ(wcsp.upper_bound, 10);
    EXPECT_EQ(wcsp.graph.constant(), 5);
    ASSERT_EQ(wcsp.graph.num_factors(), 3);
    const auto table = wcsp.graph.table(1);
    EXPECT_EQ(std::vector<double>(table.begin(), table.end()),
              (std::vector<double>{7, 1, 1, 1, 1, kInfinity}));
    EXPECT_EQ(wcsp.graph.Energy(Labeling{0, 2, 1}), 5 + 0 + 1 + 3);
    EXPECT_EQ(wcsp.graph.Energy(Labeling{1, 2, 1}), kInfinity);
    EXPECT_EQ(wcsp.graph.Energy(Labeling{0, 1, 1}), kInfinity);
  }
  EXPECT_EQ(ReadWcsp(WriteTestFile("empty 0 0 0 1")).graph.num_variables(), 0);
}

TEST(Wcsp, FactorsOfAnyGraphComeBack) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "wcsp");
    const FactorGraph model = RandomFactorGraph({.max_cost = 2, .infinite_probability = 0.2}, random);
    FactorGraph graph(std::vector<int>(model.label_counts().begin(), model.label_counts().end()));
    for (int f = 0; f < model.num_factors(); ++f) {
      int first = 0;
      while (model.table_index(first) != model.table_index(f)) ++first;
      std::vector<double> table(model.table(f).begin(), model.table(f).end());
      for (double& cost : table) cost += 2;
      if (first < f) {
        graph.AddFactorSharing(model.scope(f), first);
      } else {
        graph.AddFactor(model.scope(f), table);
      }
    }
    graph.AddConstant(model.constant() + 2);
    EXPECT_EQ(ReadWcsp(WriteTestFile(Format(graph, 100))).graph, graph);
  }
}

// toulbar2 finds the same optimum; with the other default it would be 2.
TEST(Wcsp, SharedTablesKeepTheirOwnDefault) {
  const Wcsp wcsp = ReadWcsp(
      WriteTestFile("shared 3 2 3 100\n2 2 2\n-2 0 1 4 2\n0 0 0\n1 1 2\n2 1 2 0 -1\n1 0 0 1\n0 3\n"));
  double least = kInfinity;
  ForAllLabelings(wcsp.graph.label_counts(),
                  [&](const Labeling& labeling) { least = std::min(least, wcsp.graph.Energy(labeling)); });
  EXPECT_EQ(least, 3);
  EXPECT_EQ(wcsp.notes, std::vector<std::string>{"1 function shares a table and gives another default cost, "
                                                 "which is ignored: the table has its own"});
}

TEST(Wcsp, CommentsAndIntervalsAreRead) {
  const Wcsp wcsp = ReadWcsp(WriteTestFile("x 2 3 1 9 # head\n# sizes\n-3 2\n2 0 1 0 1 #one\n2 1 5\n#end"));
  EXPECT_EQ(wcsp.graph.num_labels(0), 3);
  EXPECT_EQ(wcsp.graph.Energy(Labeling{2, 1}), 5);
  EXPECT_TRUE(wcsp.notes.empty());
}

TEST(Wcsp, NamesThePlaceOfEveryMistake) {
  const auto message = [](std::string_view text) {
    return MessageFor(text, [](const std::string& path) { ReadWcsp(path); });
  };
  const std::string cut = "; the file is cut off or a count in it is too large";
  const std::string head = "x 2 3 1 9\n2 3\n";
  EXPECT_EQ(message(""), ":1:1: expected the name of the problem, found the end of the file" + cut);
  EXPECT_EQ(message("x -1"), ":1:3: expected the number of variables, 0 to 1000000000, found '-1'");
  EXPECT_EQ(message("x 1 2 1 9\n3"), ":2:1: expected the domain size of variable 0, 1 to 2, found '3'");
  EXPECT_EQ(message("x 1 2 1 9\n-3"), ":2:1: expected the domain size of variable 0, -2 to -1, found '-3'");
  EXPECT_EQ(
      message("x 1 1000000000 0 9\n1000000000"),
      ":2:1: expected labels of all variables in proportion to the file, found 1000000000 of variable 0");
  EXPECT_EQ(message(head + "3 0 1 0"), ":3:1: expected the arity of cost function 0, -2 to 2, found '3'");
  EXPECT_EQ(message(head + "1 2 0 0"), ":3:3: expected a variable of cost function 0, 0 to 1, found '2'");
  EXPECT_EQ(message(head + "2 1 1 0 0"),
            ":3:5: expected different variables of cost function 0, found variable 1 twice");
  EXPECT_EQ(message(head + "1 0 -2 0"),
            ":3:5: expected the default cost of cost function 0, at least 0, found '-2'");
  EXPECT_EQ(message(head + "1 0 0 3"), ":3:7: expected at most 2 tuples of cost function 0, found '3'");
  EXPECT_EQ(message(head + "1 0 0 1\n2 0"), ":4:1: expected a label of cost function 0, 0 to 1, found '2'");
  EXPECT_EQ(message(head + "1 0 0 1\n1 -4"),
            ":4:3: expected a cost of cost function 0, at least 0, found '-4'");
  EXPECT_EQ(message(head + "1 0 0 2\n1 4\n1 4"),
            ":5:3: expected different tuples of cost function 0, found this one twice");
  EXPECT_EQ(message(head + "1 0 0 1\n1"),
            ":4:2: expected a cost of cost function 0, found the end of the file" + cut);
  EXPECT_EQ(message(head + "1 0 0 0\n5"),
            ":4:1: expected the end of the file after 1 cost functions, found '5'; "
            "remove the rest or correct the counts before it");
  EXPECT_EQ(message(head + "0 1 1"),
            ":3:5: expected no tuple of cost function 0, since it has no variable, found '1'");
  EXPECT_EQ(message("x 1 2 1 9223372036854775807\n2\n1 0 9007199254740993 0"),
            ":3:5: expected the default cost of cost function 0 of at most 2^53, "
            "or of at least the upper bound, found '9007199254740993'");
}

TEST(Wcsp, NamesWhatCannotBeShared) {
  const auto message = [](std::string_view text) {
    return MessageFor(text, [](const std::string& path) { ReadWcsp(path); });
  };
  const std::string head = "x 2 3 2 9\n2 3\n-1 0 4 0\n";
  EXPECT_EQ(message(head + "1 0 4 -2"), ":4:7: expected one of the 1 shared functions before it, found '-2'");
  EXPECT_EQ(message(head + "-1 0 4 -1"),
            ":4:8: expected tuples of cost function 1, found '-1'; a shared function has tuples of its own");
  EXPECT_EQ(
      message(head + "1 1 4 -1"),
      ":4:7: expected variables of cost function 1 with the domain sizes of shared function 1, 2, found 3");
}

TEST(Wcsp, TakesNoMemoryForWhatIsOnlyAnnounced) {
  const auto message = [](std::string_view text) {
    return MessageFor(text, [](const std::string& path) { ReadWcsp(path); });
  };
  EXPECT_EQ(
      message("x 2 9999 1 9\n9999 9999\n2 0 1 0 0"),
      ":3:9: expected a table of cost function 0 in proportion to the file, found one of 99980001 entries");
  EXPECT_EQ(message("x 4 99999 1 9\n99999 99999 99999 99999\n4 0 1 2 3 0 0"),
            ":3:13: expected a table of cost function 0 in proportion to the file, found one too large for "
            "any memory");
}

}  // namespace
}  // namespace structlab::graphical_models
