#include "tools/programs/map_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/files/uai_file.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using graphical_models::FactorGraph;

Outcome Map(const std::vector<std::string>& arguments, bool interrupted = false) {
  return RunProgram(RunMap, arguments, interrupted);
}

class MapProgram : public ProgramTest {
 protected:
  std::string Put(const std::string& name, const std::string& content) const {
    const std::string path = folder_ + "/" + name;
    common::WriteFileAtomically(path, content);
    return path;
  }

  // A cycle of three variables, of which the middle one has three labels.
  std::string PutCycle() const {
    FactorGraph graph({2, 3, 2});
    graph.AddFactor({{0, 1}}, {{1, 2, 0.5, 3, 0, 1}});
    graph.AddFactor({{1, 2}}, {{0, 4, 2, 1, 3, 0.25}});
    graph.AddFactor({{2, 0}}, {{0.75, 2, 1, 0}});
    const std::string path = folder_ + "/cycle.uai";
    graphical_models::WriteUai(graph, path);
    return path;
  }
};

TEST_F(MapProgram, WritesTheLabelingAndWhatItIsWorth) {
  const std::string model = PutCycle();
  const FactorGraph graph = graphical_models::ReadUai(model);
  const graphical_models::MapResult best = graphical_models::BruteForceMap(graph);
  for (const std::string method : {"auto", "brute-force", "bucket-elimination", "trws"}) {
    SCOPED_TRACE(method);
    const std::string out = folder_ + "/" + method;
    const Outcome outcome = Map({model, "--method=" + method, "--out=" + out, "--trace=" + out + ".tsv"});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_EQ(graphical_models::ReadUaiSolution(out, graph), best.labeling);
    EXPECT_NE(outcome.messages.find("map: iterations: "), std::string::npos) << outcome.messages;
    EXPECT_NE(outcome.messages.find(", energy "), std::string::npos) << outcome.messages;
    EXPECT_NE(outcome.out.find("model        3 variables of 2 to 3 labels, 3 factors of up to 2 variables\n"),
              std::string::npos);
    EXPECT_NE(outcome.out.find("method       " +
                               std::string(method == "auto" ? "bucket-elimination" : method) + "\n"),
              std::string::npos);
    EXPECT_NE(common::ReadFile(out + ".tsv").find("seconds\titeration\tenergy\tlower_bound\n"),
              std::string::npos);
  }
  const Outcome plain = Map({model});
  EXPECT_EQ(plain.out, graphical_models::FormatUaiSolution(best.labeling));
  EXPECT_NE(plain.messages.find("lower bound  "), std::string::npos);
}

TEST_F(MapProgram, KeepsToTheEvidence) {
  const std::string model = PutCycle();
  const FactorGraph graph = graphical_models::ReadUai(model);
  const std::string evidence = Put("evidence", "1 1 0\n");
  double least = std::numeric_limits<double>::infinity();
  graphical_models::Labeling best;
  for (const int a : {0, 1}) {
    for (const int c : {0, 1}) {
      if (const double energy = graph.Energy({{a, 0, c}}); energy < least) least = energy, best = {a, 0, c};
    }
  }
  EXPECT_NE(best, graphical_models::BruteForceMap(graph).labeling);  // else nothing would be tested
  const Outcome outcome = Map({model, "--evidence", evidence});
  EXPECT_EQ(outcome.out, graphical_models::FormatUaiSolution(best));
  EXPECT_NE(outcome.messages.find("method       tree\n"), std::string::npos) << outcome.messages;
}

TEST_F(MapProgram, ReadsCostsAndTheirBound) {
  // Costs 3 and 5, of which those from the upper bound on are no solutions.
  const std::string text = " 1 2 1 %\n2\n1 0 0 2\n0 3\n1 5\n";
  const auto with_bound = [&](const std::string& bound) {
    std::string model = "small" + text;
    return model.replace(model.find('%'), 1, bound);
  };
  const Outcome solved = Map({Put("a.wcsp", with_bound("10"))});
  EXPECT_EQ(solved.status, 0) << solved.messages;
  EXPECT_EQ(solved.out, "MPE\n1 0\n");
  EXPECT_NE(solved.messages.find("energy       3\n"), std::string::npos);
  const Outcome none = Map({Put("b.wcsp", with_bound("2"))});
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.messages.find("map: all labelings that were found are forbidden"), std::string::npos);
  // 2^53 is below a bound of 2^53 + 1, which is no double.
  const Outcome large = Map({Put("c.wcsp", "a 1 1 1 9007199254740993\n1\n1 0 9007199254740992 0\n")});
  EXPECT_EQ(large.status, 0) << large.messages;
  const Outcome loose = Map({Put("d.cfn",
                                 "{problem: {d <9007199254740993} variables: {a: 1} functions: {f: "
                                 "{scope: [a] costs: [9007199254740992]}}}")});
  EXPECT_EQ(loose.status, 0) << loose.messages;
}

TEST_F(MapProgram, SaysWhatTheReaderNotes) {
  const std::string path =
      Put("shared.wcsp", "shared 3 2 3 100\n2 2 2\n-2 0 1 4 2\n0 0 0\n1 1 2\n2 1 2 0 -1\n1 0 0 1\n0 3\n");
  const Outcome outcome = Map({path});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_TRUE(outcome.messages.starts_with("map: " + path + ": 1 function shares a table"))
      << outcome.messages;
  EXPECT_NE(outcome.messages.find("\nenergy       3\n"), std::string::npos) << outcome.messages;
}

TEST_F(MapProgram, WritesTheLabelingWhenInterrupted) {
  const std::string out = folder_ + "/out";
  const Outcome outcome = Map({PutCycle(), "--method=icm", "--out=" + out}, /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.out.find("ended        interrupted, "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.messages.find("map: interrupted; the best labeling so far is written\n"),
            std::string::npos)
      << outcome.messages;
  EXPECT_EQ(common::ReadFile(out).substr(0, 4), "MPE\n");
}

// As by Ctrl-C at some moment of a run that would not end by itself: longer delays, until it had begun.
TEST_F(MapProgram, ALongFileIsReadNoFurtherWhenInterrupted) {
  std::string wcsp = "long 1 2 40000 9\n2\n";
  for (int function = 0; function < 40'000; ++function) wcsp += "1 0 1 0\n";
  std::string cfn = "{problem: {long <9} variables: {a: 2} functions: [";
  for (int function = 0; function < 20'000; ++function) cfn += "{scope: [a] costs: [0 1]}\n";
  for (const std::string& model : {Put("long.wcsp", wcsp), Put("long.cfn", cfn + "]}")}) {
    const std::string out = folder_ + "/long.out";
    const Outcome outcome = Map({model, "--out=" + out}, /*interrupted=*/true);
    EXPECT_EQ(outcome.status, 130);
    EXPECT_EQ(outcome.messages, "map: interrupted before the search began: nothing is written\n");
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

TEST_F(MapProgram, WritesTheBestLabelingWhenInterruptedInItsMidst) {
  common::RandomStream random(1, "interrupted");
  constexpr int kSide = 60;
  FactorGraph graph(std::vector<int>(kSide * kSide, 2));
  for (int v = 0; v < kSide * kSide; ++v) {
    const std::vector<double> unary = {random.Uniform(0, 1), random.Uniform(0, 1)};
    graph.AddFactor({{v}}, unary);
    for (const int other : {v % kSide == kSide - 1 ? -1 : v + 1, v + kSide}) {
      if (other < 0 || other >= kSide * kSide) continue;
      const double a = random.Uniform(0, 10), b = random.Uniform(0, 10);
      graph.AddFactor({{v, other}}, {{a, b, b, a}});
    }
  }
  const std::string model = folder_ + "/hard.uai", out = folder_ + "/out.MPE";
  graphical_models::WriteUai(graph, model);
  const Outcome outcome = RunProgramInterruptedInItsMidst(
      RunMap, {model, "--method=subgraph-descent", "--out=" + out}, [](const Outcome& so_far) {
        return so_far.out.find("interrupted, 0 iterations") == std::string::npos &&
               so_far.messages.find("before the search began") == std::string::npos;
      });
  const FactorGraph read = graphical_models::ReadUai(model);
  const double energy = read.Energy(graphical_models::ReadUaiSolution(out, read));
  EXPECT_NE(outcome.out.find("energy       " + common::FormatDouble(energy) + "\n"), std::string::npos)
      << energy << " is not in\n"
      << outcome.out;
}

// 8 x 8 variables of 6 labels, of which neighbours pay for their distance and each for some of its labels.
std::string LinearGrid() {
  constexpr int kSide = 8, kLabels = 6, kVariables = kSide * kSide;
  common::RandomStream random(1, "linear grid");
  std::string text;
  int functions = 0;
  const auto add = [&](auto... numbers) { ((text += std::to_string(numbers) + " "), ...); };
  for (int v = 0; v < kVariables; ++v) {
    add(1, v, 0, kLabels);
    for (int label = 0; label < kLabels; ++label) add(label, random.UniformIndex(30));
    ++functions;
    for (const int other : {v % kSide == kSide - 1 ? kVariables : v + 1, v + kSide}) {
      if (other >= kVariables) continue;
      add(2, v, other, 0, kLabels * kLabels);
      for (int a = 0; a < kLabels; ++a) {
        for (int b = 0; b < kLabels; ++b) add(a, b, 4 * std::min(std::abs(a - b), 3));
      }
      ++functions;
    }
  }
  std::string header = "linear " + std::to_string(kVariables) + " " + std::to_string(kLabels) + " " +
                       std::to_string(functions) + " 100000\n";
  for (int v = 0; v < kVariables; ++v) header += std::to_string(kLabels) + " ";
  return header + "\n" + text;
}

TEST_F(MapProgram, GivesTheSameWithAnyNumberOfThreads) {
  const std::string model = Put("linear.wcsp", LinearGrid());
  const auto with_threads = [&](const std::string& threads, const std::string& iterations) {
    const std::string out = folder_ + "/labels" + threads, trace = folder_ + "/trace" + threads;
    const Outcome outcome = Map({model, "--method=parsimonious", "--threads=" + threads,
                                 "--iterations=" + iterations, "--out=" + out, "--trace=" + trace});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    std::string said = common::ReadFile(out);
    for (const std::vector<std::string>& row : common::ReadTsv(trace).rows) {
      for (size_t i = 1; i < row.size(); ++i) said += row[i] + " ";  // but the seconds
    }
    return said;
  };
  // The first of the trees alone, some of them, and all with their refinement.
  std::set<std::string> different;
  for (const char* iterations : {"1", "5", "1000"}) {
    const std::string with_one = with_threads("1", iterations);
    different.insert(with_one);
    for (const char* threads : {"2", "3", "7"}) EXPECT_EQ(with_threads(threads, iterations), with_one);
  }
  EXPECT_EQ(different.size(), 3u);
}

TEST_F(MapProgram, GivesTheMethodItsOptions) {
  const std::string model = Put("linear.wcsp", LinearGrid()), trace = folder_ + "/trace";
  const auto points = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> words = {model, "--method=parsimonious", "--trace=" + trace};
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome outcome = Map(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return common::ReadTsv(trace).rows.size();
  };
  EXPECT_EQ(points({"--option=trees=3", "--option", "refine=no"}), 3u);
  EXPECT_EQ(points({"--option=trees=4", "--option=refine=no"}), 4u);
  ExpectMistake(Map({model, "--method=trws", "--option=trees=3"}), 2,
                "map: option of trws: expected one of tolerance, found 'trees'");
  ExpectMistake(Map({model, "--method=parsimonious", "--option=trees=x"}), 2,
                "map: option trees of parsimonious: expected an integer from 1 to 2147483647, found 'x'");
  ExpectMistake(Map({model, "--option=trees=3"}), 2,
                "map: --option: expected a --method that has this option, found --method=auto");
}

TEST_F(MapProgram, TheSeedIsThatOfTheMethod) {
  const std::string model = Put("linear.wcsp", LinearGrid());
  std::set<std::string> labelings;
  for (const char* seed : {"1", "2", "3", "4"}) {
    const Outcome outcome = Map({model, "--method=parsimonious", "--option=trees=1", "--option=refine=no",
                                 std::string("--seed=") + seed});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    labelings.insert(outcome.out);
  }
  EXPECT_GT(labelings.size(), 1u);
}

TEST_F(MapProgram, LabelsNothingWhereThereIsNothing) {
  const std::string model = Put("none.uai", "MARKOV\n0\n\n0\n");
  for (const graphical_models::MapMethod& method : graphical_models::MapMethods()) {
    const Outcome outcome = Map({model, "--method=" + method.name});
    EXPECT_EQ(outcome.status, 0) << method.name << outcome.messages;
    EXPECT_EQ(outcome.out, "MPE\n0\n");
    EXPECT_NE(outcome.messages.find("energy       0\n"), std::string::npos) << outcome.messages;
  }
}

TEST_F(MapProgram, PrintsTheLabelingThatNoFileTakes) {
  const std::string model = PutCycle();
  const Outcome printed = Map({model}), failed = Map({model, "--out=/dev/full"});
  EXPECT_EQ(failed.status, 3);
  EXPECT_EQ(failed.out, printed.out);
  EXPECT_TRUE(failed.messages.ends_with("\nmap: /dev/full: cannot be written: No space left on device\n"))
      << failed.messages;
}

TEST_F(MapProgram, MistakesAreOneLine) {
  const std::string model = PutCycle();
  const auto expect = [](const std::vector<std::string>& arguments, int status, const std::string& message) {
    ExpectMistake(Map(arguments), status, message);
  };
  expect({}, 2, "map: MODEL is required");
  expect({model, "--method=trw"}, 2, "map: method: expected one of trws, ");
  expect({model, "--method=aut"}, 2, "map: method: expected one of auto, ");
  expect({model, "--methd=trws"}, 2, "map: flag: expected one of --method, ");
  expect({model, "--threads=0"}, 2, "map: --threads: expected 1 to 1024, found 0");
  expect({model, "--seconds=-1"}, 2, "map: --seconds: expected a finite number of at least 0, found '-1'");
  expect({model, "--out=" + folder_ + "/none/x"}, 2, "map: --out: expected a file in a folder that exists");
  expect({model, "--trace=" + folder_ + "/none/x"}, 2, "map: --trace: expected a file in a folder");
  expect({model, "--out=" + folder_}, 2, "map: --out: expected a file, found the folder " + folder_);
  expect({model, "--iterations=1.5"}, 2,
         "map: --iterations: expected a whole number from 0 to 9223372036854775807, found '1.5'");
  expect({model, "--out=" + model}, 2, "map: --out: expected another file than MODEL");
  expect({"grid"}, 2, "map: MODEL: expected a name that ends in .uai, .wcsp or .cfn");
  expect({folder_ + "/none.uai"}, 3, "map: " + folder_ + "/none.uai: ");
  expect({Put("bad.uai", "MARKOV\n1\n2\n1\n1 0\n2\n1 -1\n")}, 3, "map: " + folder_ + "/bad.uai:7:3: ");
  expect({model, "--evidence=" + Put("e", "1 7 0")}, 3, "map: " + folder_ + "/e:1:3: ");
}

// Labels that leave no choice cost nothing, however many a factor has.
TEST_F(MapProgram, VariablesOfOneLabelAreKnown) {
  constexpr int kVariables = 50'000;
  std::vector<int> counts(kVariables, 1), all;
  counts[0] = counts[1] = counts[2] = 2;
  for (int v = 0; v < kVariables; ++v) all.push_back(v);
  FactorGraph graph(counts);
  graph.AddFactor(all, std::vector<double>{5, 4, 3, 2, 1, 0, 6, 7});
  graph.AddFactor(std::vector<int>{0, 1, 3}, std::vector<double>{0, 0, 0, 1});
  const std::string model = folder_ + "/one_label.uai";
  graphical_models::WriteUai(graph, model);
  for (const char* method : {"auto", "max-product", "mean-field", "icm"}) {
    const Outcome outcome = Map({model, std::string("--method=") + method, "--out=" + folder_ + "/labels"});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_EQ(common::ReadFile(folder_ + "/labels").substr(0, 18), "MPE\n50000 1 0 1 0 ") << method;
  }
}

// 0.3 + 0.2 + 0.1 is less than 0.3 + (0.2 + 0.1), as the energy of what is left of the model sums it.
TEST_F(MapProgram, TheBoundIsNotAboveTheEnergyOfTheWholeModel) {
  const std::string model = Put("sums.cfn", R"({"problem": {"name": "sums", "mustbe": "<9.0"},
    "variables": {"a": 2, "b": 2, "c": 2},
    "functions": {"f": {"scope": ["a"], "costs": [0.3, 2.0]}, "g": {"scope": ["b"], "costs": [0.2, 2.0]},
                  "h": {"scope": ["c"], "costs": [0.1, 2.0]}}})");
  const Outcome outcome = Map({model, "--evidence=" + Put("e", "2 1 0 2 0"), "--out=" + folder_ + "/labels"});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_NE(outcome.out.find("energy       0.6\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("lower bound  0.6\n"), std::string::npos) << outcome.out;
}

// More than the buffer holds, so that the failure is one of a write before the last.
TEST_F(MapProgram, AFullDiskIsAnError) {
  const std::string model = folder_ + "/large.uai";
  graphical_models::WriteUai(FactorGraph(std::vector<int>(20000, 2)), model);
  ExpectFullDiskIsAnError(RunMap, {model}, "map");
}

TEST_F(MapProgram, HelpNamesEveryMethod) {
  const Outcome outcome = Map({"--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const graphical_models::MapMethod& method : graphical_models::MapMethods()) {
    EXPECT_NE(outcome.out.find("\n  " + method.name + ": "), std::string::npos) << method.name;
    for (const common::OptionDeclaration& option : method.options) {
      const std::string line = "\n      --option " + option.name + "=" +
                               common::FormatOptionValue(option.default_value) + "  " +
                               common::DescribeRange(option) + ": " + option.help + "\n";
      EXPECT_NE(outcome.out.find(line), std::string::npos) << method.name << line;
    }
  }
}

}  // namespace
}  // namespace structlab::tools
