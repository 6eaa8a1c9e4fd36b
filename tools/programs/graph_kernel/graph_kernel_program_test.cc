#include "tools/programs/graph_kernel/graph_kernel_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/file.h"
#include "common/folds.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "kernels/graphs/graph_features.h"
#include "kernels/support_vectors/cross_validation.h"
#include "tools/programs/graph_kernel/graph_kernel_testing.h"

namespace structlab::tools {
namespace {

using kernels::Graph;
using kernels::GraphDataset;

TEST_F(GraphKernelProgram, TellsCyclesFromStars) {
  const std::string data = Put("DS", CyclesAndStars());
  for (const std::string kernel : {"graphlet-hash", "weisfeiler-lehman"}) {
    const Outcome outcome = GraphKernel({"evaluate", data, "--kernel=" + kernel, "--folds=5", "--repeats=2",
                                         "--cost=1,10", "--out=" + At("folds.tsv")});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.out.find("accuracy         100 % +- 0 over 10 folds\n"), std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("area under curve 1 +- 0\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(common::ReadTsv(At("folds.tsv")).rows.size(), 10u);
  }
}

// Classes that are independent of the graphs, with ten times as many features as graphs. If the test part
// influenced the choice of features, about nine of ten predictions would be right.
GraphDataset ClassesByChance() {
  GraphDataset dataset;
  common::RandomStream stream(1, "graphs");
  for (int g = 0; g < 40; ++g) {
    std::vector<int> labels;
    for (int label = 0; label < 400; ++label) {
      if (stream.Uniform() < 0.5) labels.push_back(label);
    }
    const int nodes = static_cast<int>(labels.size());
    dataset.graphs.push_back(Graph(nodes, {}, labels));
    dataset.labels.push_back(g % 2);
  }
  return dataset;
}

TEST_F(GraphKernelProgram, DoesNotLookAtTheTestPart) {
  const std::string data = Put("DS", ClassesByChance());
  const Outcome outcome =
      GraphKernel({"evaluate", data, "--kernel=weisfeiler-lehman", "--labels", "--iterations=0",
                   "--columns=selected", "--repeats=5", "--cost=10", "--out=" + At("folds.tsv")});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  const common::Table folds = common::ReadTsv(At("folds.tsv"));
  double accuracy = 0;
  for (size_t row = 0; row < folds.rows.size(); ++row) {
    accuracy += folds.Number(row, folds.Column("accuracy")) / static_cast<double>(folds.rows.size());
  }
  EXPECT_LT(accuracy, 0.5 + 3 * std::sqrt(0.25 / 40));  // by chance one half of 40
}

// The folds that choose the cost do not use held-out classes either: each selects its own columns.
TEST_F(GraphKernelProgram, ChoosesCostsWithColumnsOfTheInnerFolds) {
  const GraphDataset dataset = ClassesByChance();
  const std::vector<double> costs = {1e-3, 1e-2, 0.1, 1};
  const Outcome outcome =
      GraphKernel({"evaluate", Put("DS", dataset), "--kernel=weisfeiler-lehman", "--labels", "--iterations=0",
                   "--columns=selected", "--cost=0.001,0.01,0.1,1", "--out=" + At("folds.tsv")});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  const common::Table folds = common::ReadTsv(At("folds.tsv"));
  ASSERT_EQ(folds.rows.size(), 10u);

  common::ThreadPool pool(1);
  kernels::GraphFeatureOptions options;
  options.kernel = "weisfeiler-lehman";
  options.labels = kernels::NodeLabels::kUse;
  options.values = common::OptionValues(options.kernel, kernels::FindGraphKernel(options.kernel).options);
  options.values.Set("iterations", 0);
  const kernels::GraphFeatures features = ComputeGraphFeatures(dataset.graphs, options, pool);
  const auto gram_of = [&](const std::vector<int>& graphs) {
    std::vector<int> classes;
    for (const int g : graphs) classes.push_back(dataset.labels[g]);
    return kernels::LinearGram(ApplyGraphFeatureMap(
        MakeGraphFeatureMap(features, graphs, classes, kernels::FeatureChoice::kSelected, true),
        features.features));
  };
  common::RandomStream stream(options.seed, "folds", 0);
  const std::vector<int> fold_of = common::StratifiedFolds(dataset.labels, 10, stream);
  const uint64_t seed = stream.Bits();
  int misled = 0;  // costs that are others with the columns of the whole training part
  for (int fold = 0; fold < 10; ++fold) {
    std::vector<int> training;
    for (int g = 0; g < 40; ++g) {
      if (fold_of[g] != fold) training.push_back(g);
    }
    const double cost = folds.Number(static_cast<size_t>(fold), folds.Column("cost"));
    EXPECT_EQ(cost, kernels::ChooseCostOfFolds(gram_of, dataset.labels, training, costs, 5, seed)) << fold;
    misled += cost != kernels::ChooseCost(gram_of(training), dataset.labels, training, costs, 5, seed);
  }
  EXPECT_GT(misled, 0);
}

TEST_F(GraphKernelProgram, IsTheSameWithAnyNumberOfThreads) {
  const std::string data = Put("DS", CyclesAndStars());
  const auto run = [&](const std::string& threads) {
    return GraphKernel({"evaluate", data, "--samples=100", "--folds=4", threads}).out;
  };
  EXPECT_EQ(run("--threads=1"), run("--threads=3"));
}

TEST_F(GraphKernelProgram, ExplainsItself) {
  for (const std::string command : {"", "evaluate", "features", "gram"}) {
    const Outcome outcome = command.empty() ? GraphKernel({"--help"}) : GraphKernel({command, "--help"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("graph_kernel"), std::string::npos);
    EXPECT_EQ(outcome.messages, "");
  }
}

TEST_F(GraphKernelProgram, RefusesWrongUsage) {
  const std::string data = Put("DS", CyclesAndStars()), out = "--out=" + At("rows.svm");
  const auto refused = [&](const std::vector<std::string>& words, const std::string& message) {
    ExpectMistake(GraphKernel(words), 2, "graph_kernel: " + message);
    EXPECT_FALSE(std::filesystem::exists(At("rows.svm")));
  };
  refused({}, "command: expected one of evaluate, features, gram, found none");
  refused({"learn"}, "command: expected one of evaluate, features, gram, found 'learn'");
  refused({"features", data, out, "--samples=0"}, "--samples: expected 1 or more, found 0");
  refused({"features", data, out, "--kernel=sampled-graphlet", "--sets=0"},
          "--sets: expected 1 or more, found 0");
  refused({"features", data}, "--out is required");
  refused({"features", data, "--out=" + At("rows")}, "--out: expected a name that ends in .h5");
  refused({"features", data, out, "--format=csv"}, "--format: expected hdf5 or svmlight, found 'csv'");
  refused({"features", data, "--out=" + At("no/rows.svm")}, "--out: expected a file in a folder");
  refused({"features", data, out, "--kernel=walks"}, "kernel: expected one of graphlet, random-walk, ");
  refused({"features", data, out, "--kernel=graphlet", "--bits=10"},
          "--bits: expected a kernel that uses it: graphlet-hash, found graphlet");
  refused({"features", data, out, "--kernel=random-walk", "--labels"},
          "--labels: expected gram or evaluate, because random walks with labels have no features, found "
          "features");
  refused({"features", data, out, "--kernel=graphlet", "--labels"},
          "--labels: expected a kernel that uses it: graphlet-hash, shortest-path, "
          "weisfeiler-lehman, random-walk");
  refused({"gram", data, out, "--kernel=random-walk", "--labels", "--columns=scaled"},
          "--columns: expected all, because random walks with labels have no columns");
  refused({"gram", data, out, "--kernel=random-walk", "--labels", "--lambda=-1"},
          "--lambda: expected a finite number of at least 0, found -1");
  refused({"gram", data, out, "--kernel=random-walk", "--labels", "--save=" + At("map")},
          "--save: expected a kernel that has features, found random-walk with --labels");
  refused({"gram", data, out, "--kernel=random-walk", "--labels"},
          "labels: expected graphs with node labels");
  refused({"features", data, out, "--bits=30"}, "--bits: expected an integer from 1 to 24, found 30");
  refused({"features", data, out, "--samples=-1"},
          "--samples: expected an integer from 0 to 2147483647, found -1");
  refused({"features", data, out, "--kernel=random-walk", "--lambda=5"},
          "lambda: expected 0 or more, and no");
  refused({"features", data, out, "--columns=some"}, "--columns: expected one of all, scaled, selected");
  refused({"features", data, out, "--labels"}, "labels: expected graphs with node labels");
  refused({"features", data, out, "--threads=0"}, "--threads: expected 1 to 1024, found 0");
  refused({"features", data, out, "--load=map", "--bits=9"},
          "--bits: expected no value, because --load sets it");
  refused({"features", data, out, "--load=map", "--option=bits=9"},
          "--option: expected no value, because --load sets it");
  refused({"features", data, out, "--load=map", "--save=other"}, "--save: expected no file with --load");
  refused({"features", data, out, "--save=" + At("rows.svm")},
          "--out: expected another file than --save, found ");
  refused({"features", data, "--out=" + At("map.svm"), "--load=" + At("map.svm")},
          "--out: expected another file than --load, found ");
  refused({"features", data, out, "--kernel=weisfeiler-lehman", "--iterations=268435454"},
          "--iterations: expected an integer from 0 to 10000, found 268435454");
  refused({"evaluate", data, "--folds=1"}, "--folds: expected 2 or more, found 1");
  refused({"evaluate", data, "--folds=21"}, "--folds: expected at most 20, the number of graphs, found 21");
  refused({"evaluate", data, "--repeats=0"}, "--repeats: expected 1 or more, found 0");
  refused({"evaluate", data, "--cost=1,0"}, "--cost: expected finite numbers above 0, found 0");
  refused({"evaluate", data, "--cost=1,,2"}, "--cost: expected values with ',' between, found '1,,2'");
  GraphDataset one_class = CyclesAndStars();
  one_class.labels.assign(20, 3);
  refused({"evaluate", Put("ONE", one_class)}, "DATA: expected graphs of two classes");
  refused({"features", At("ONE"), out},
          "--columns: expected graphs of two classes for selected, found 1; give --columns=scaled or "
          "--columns=all");
  refused({"features", data, out, "--min-nodes=5", "--max-nodes=4"}, "--min-nodes, --max-nodes: expected ");
  GraphDataset one_of_each = CyclesAndStars();
  one_of_each.graphs.resize(3);
  one_of_each.labels = {1, 2, 3};
  refused({"evaluate", Put("THREE", one_of_each), "--folds=2"},
          "--folds: expected two classes in the training graphs of each fold, found 1 of them; take more "
          "folds, or more graphs");
}

TEST_F(GraphKernelProgram, RefusesDamagedFiles) {
  const std::string data = Put("DS", CyclesAndStars()), out = "--out=" + At("rows.svm");
  ExpectMistake(GraphKernel({"evaluate", At("nowhere")}), 3,
                "graph_kernel: " + At("nowhere") + "/nowhere_A.txt: does not exist");
  ExpectMistake(GraphKernel({"features", data, out, "--load=" + At("nowhere")}), 3,
                "graph_kernel: " + At("nowhere") + ": ");
  common::WriteFileAtomically(At("map"), "something else\n");
  ExpectMistake(GraphKernel({"features", data, out, "--load=" + At("map")}), 3,
                "graph_kernel: " + At("map") + ":1: expected 'structlab_graph_features 2'");
  common::WriteFileAtomically(data + "/DS_A.txt", "1, 2\n2, x\n");
  ExpectMistake(GraphKernel({"features", data, out}), 3,
                "graph_kernel: " + data + "/DS_A.txt:2:4: expected an integer, found 'x'");
}

TEST_F(GraphKernelProgram, StopsWhenInterruptedAndWhenNothingCanBePrinted) {
  const std::string data = Put("DS", CyclesAndStars());
  EXPECT_EQ(GraphKernel({"evaluate", data, "--kernel=graphlet"}, true).status, 130);
  for (const std::string command : {"features", "gram"}) {
    const Outcome outcome = GraphKernel(
        {command, data, "--kernel=graphlet", "--out=" + At("new.h5"), "--save=" + At("new.map")}, true);
    EXPECT_EQ(outcome.status, 130) << outcome.messages;
    EXPECT_FALSE(std::filesystem::exists(At("new.h5")) || std::filesystem::exists(At("new.map"))) << command;
  }
  ExpectFullDiskIsAnError(RunGraphKernel, {"evaluate", data, "--kernel=graphlet"}, "graph_kernel");
  ExpectFullDiskIsAnError(RunGraphKernel, {"--help"}, "graph_kernel");
  ExpectFullDiskIsAnError(RunGraphKernel, {"gram", "--help"}, "graph_kernel");
}

// Sparse graphs on which each kernel takes seconds or minutes.
GraphDataset LargeGraphs() {
  GraphDataset dataset;
  common::RandomStream stream(2, "large graphs");
  constexpr int kNodes = 3000;
  for (int g = 0; g < 8; ++g) {
    std::vector<std::pair<int, int>> edges;
    for (int node = 1; node < kNodes; ++node) {
      for (int k = 0; k < 4; ++k) {
        edges.emplace_back(node, static_cast<int>(stream.UniformIndex(static_cast<uint64_t>(node))));
      }
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    dataset.graphs.push_back(kernels::GraphOf(kNodes, edges));
    dataset.labels.push_back(g % 2);
  }
  return dataset;
}

// An interrupt works everywhere: while sampling, counting, walking, and reading.
TEST_F(GraphKernelProgram, EndsWithinTwoSecondsOfAnInterrupt) {
  const std::string data = Put("DS", LargeGraphs()), out = At("interrupted.h5");
  for (const std::string kernel :
       {"--kernel=graphlet-hash --samples=3000000", "--kernel=sampled-graphlet --sets=100000000",
        "--kernel=graphlet", "--kernel=shortest-path", "--kernel=weisfeiler-lehman --iterations=10000",
        "--kernel=random-walk"}) {
    for (const int milliseconds : {30, 400}) {
      SCOPED_TRACE(testing::Message() << kernel << " after " << milliseconds);
      std::vector<std::string> words = {"features", data, "--columns=all", "--out=" + out};
      std::istringstream flags(kernel);
      for (std::string flag; flags >> flag;) words.push_back(flag);
      std::filesystem::remove(out);
      const auto begin = std::chrono::steady_clock::now();
      const Outcome outcome = RunProgramInterruptedAfter(RunGraphKernel, words, milliseconds);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      EXPECT_LT(seconds.count(), 2 + 0.001 * milliseconds);
      if (outcome.status == 0) continue;  // of a kernel that is faster than that
      EXPECT_EQ(outcome.status, 130) << outcome.messages;
      EXPECT_EQ(outcome.messages, "graph_kernel: interrupted: nothing is written\n");
      EXPECT_FALSE(std::filesystem::exists(out));
    }
  }
}

}  // namespace
}  // namespace structlab::tools
