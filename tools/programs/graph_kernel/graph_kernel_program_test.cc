#include "tools/programs/graph_kernel/graph_kernel_program.h"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>
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
#include "kernels/graphs/testing/random_graphs.h"
#include "kernels/graphs/tu_dataset.h"
#include "kernels/support_vectors/cross_validation.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using kernels::Graph;
using kernels::GraphDataset;

Outcome GraphKernel(const std::vector<std::string>& arguments, bool interrupted = false) {
  return RunProgram(RunGraphKernel, arguments, interrupted);
}

Graph Cycle(int nodes) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < nodes; ++i) edges.push_back({i, (i + 1) % nodes});
  return kernels::GraphOf(nodes, edges);
}

Graph Star(int nodes) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 1; i < nodes; ++i) edges.push_back({0, i});
  return kernels::GraphOf(nodes, edges);
}

// The numbers of a line of svmlight, by column from 1; the class as column 0.
std::vector<double> DenseRow(const std::string& line, size_t columns) {
  std::vector<double> row(columns + 1);
  std::istringstream words(line);
  words >> row[0];
  for (std::string word; words >> word;) {
    const size_t colon = word.find(':');
    row[std::stoul(word.substr(0, colon))] = std::stod(word.substr(colon + 1));
  }
  return row;
}

std::vector<double> ReadDoubles(const std::string& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GE(file, 0);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  EXPECT_GE(dataset, 0) << name;
  const hid_t space = H5Dget_space(dataset);
  std::vector<double> values(static_cast<size_t>(H5Sget_simple_extent_npoints(space)));
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return values;
}

class GraphKernelProgram : public ProgramTest {
 protected:
  // As the program names it.
  std::string At(const std::string& name) const {
    return (std::filesystem::path(folder_) / name).lexically_normal().string();
  }

  // A folder of this name with a data set of this name.
  std::string Put(const std::string& name, const GraphDataset& dataset) const {
    std::filesystem::create_directories(At(name));
    kernels::WriteTuDataset(dataset, At(name), name);
    return At(name);
  }

  // Cycles of class 1 and stars of class 2, of 5 to 14 nodes.
  static GraphDataset CyclesAndStars() {
    GraphDataset dataset;
    for (int nodes = 5; nodes < 15; ++nodes) {
      dataset.graphs.push_back(Cycle(nodes));
      dataset.labels.push_back(1);
      dataset.graphs.push_back(Star(nodes));
      dataset.labels.push_back(2);
    }
    return dataset;
  }
};

// Some 150 KB of files ask for a matrix of 2 GiB.
TEST_F(GraphKernelProgram, MatricesThatMemoryCannotHoldAreRefused) {
  constexpr int kGraphs = (1 << 14) + 1;
  GraphDataset dataset;
  for (int g = 0; g < kGraphs; ++g) {
    dataset.graphs.push_back(Graph(1, {}));
    dataset.labels.push_back(g % 2);
  }
  const std::string data = Put("DS", dataset), gram = "--out=" + At("gram.h5");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"gram", data, "--kernel=weisfeiler-lehman", gram},
        {"gram", data, "--kernel=random-walk", "--labels", gram},
        {"evaluate", data, "--kernel=weisfeiler-lehman"}}) {
    const Outcome outcome = GraphKernel(words);
    EXPECT_EQ(outcome.status, 2) << words[0];
    EXPECT_NE(outcome.messages.find("DATA: expected at most 16384 graphs, whose kernel takes 2 GiB, found "
                                    "16385; take fewer, or learn from their features"),
              std::string::npos)
        << outcome.messages;
  }
  EXPECT_FALSE(std::filesystem::exists(At("gram.h5")));
}

TEST_F(GraphKernelProgram, WritesTheSameGramMatrixInBothFormats) {
  const std::string data = Put("DS", CyclesAndStars());
  for (const std::string flag : {"--kernel=shortest-path", "--raw"}) {
    std::vector<std::string> words = {"gram", data, "--kernel=shortest-path"};
    if (flag == "--raw") words.push_back(flag);
    words.push_back("--out=" + At("gram.h5"));
    const Outcome outcome = GraphKernel(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.out.find("graphs           20 of 2 classes\n"), std::string::npos) << outcome.out;
    words.back() = "--out=" + At("gram.svm");
    EXPECT_EQ(GraphKernel(words).status, 0);

    common::ThreadPool pool(1);
    kernels::GraphFeatureOptions options;
    options.kernel = "shortest-path";
    const GraphDataset dataset = CyclesAndStars();
    Eigen::MatrixXd expected =
        kernels::LinearGram(ComputeGraphFeatures(dataset.graphs, options, pool).features.values);
    if (flag != "--raw") expected = kernels::NormalizeGram(expected);
    const std::vector<double> gram = ReadDoubles(At("gram.h5"), "gram");
    const std::vector<double> classes = ReadDoubles(At("gram.h5"), "classes");
    ASSERT_EQ(gram.size(), 400u);
    std::istringstream lines(common::ReadFile(At("gram.svm")));
    for (int row = 0; row < 20; ++row) {
      std::string line;
      ASSERT_TRUE(std::getline(lines, line));
      const std::string start =
          std::to_string(dataset.labels[static_cast<size_t>(row)]) + " 0:" + std::to_string(row + 1) + " 1:";
      EXPECT_EQ(line.substr(0, start.size()), start);
      EXPECT_EQ(classes[static_cast<size_t>(row)], dataset.labels[static_cast<size_t>(row)]);
      const std::vector<double> numbers = DenseRow(line, 20);  // 0:row takes the place of the class
      for (int column = 0; column < 20; ++column) {
        const double found = gram[static_cast<size_t>(20 * row + column)];
        EXPECT_NEAR(found, expected(row, column), 1e-12 * expected(row, column));
        EXPECT_EQ(numbers[static_cast<size_t>(column) + 1], found);
      }
    }
  }
}

// A map that was saved gives the graphs the rows that they had when it was made, and new ones rows as wide.
TEST_F(GraphKernelProgram, MapsNewGraphsAsOldOnes) {
  const std::string data = Put("DS", CyclesAndStars());
  GraphDataset more = CyclesAndStars();
  more.graphs.push_back(Cycle(30));  // with distances that the others do not have
  more.labels.push_back(1);
  more.graphs.push_back(Star(40));  // and with more walks
  more.labels.push_back(2);
  const std::string new_data = Put("NEW", more);
  for (const std::string kernel : {"graphlet-hash", "graphlet", "sampled-graphlet", "shortest-path",
                                   "weisfeiler-lehman", "random-walk"}) {
    SCOPED_TRACE(kernel);
    for (const std::string columns : {"all", "scaled", "selected"}) {
      std::vector<std::string> words = {
          "features",           data, "--kernel=" + kernel, "--columns=" + columns, "--out=" + At("old.svm"),
          "--save=" + At("map")};
      if (kernel == "graphlet-hash") words.push_back("--samples=50");
      const Outcome saved = GraphKernel(words);
      ASSERT_EQ(saved.status, 0) << saved.messages;
      const Outcome outcome =
          GraphKernel({"features", new_data, "--load=" + At("map"), "--out=" + At("new.svm"), "--threads=1"});
      ASSERT_EQ(outcome.status, 0) << outcome.messages;
      const std::string old_rows = common::ReadFile(At("old.svm")), rows = common::ReadFile(At("new.svm"));
      EXPECT_EQ(rows.substr(0, old_rows.size()), old_rows);
      EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 22);
      EXPECT_EQ(saved.out.substr(saved.out.find("features")),
                outcome.out.substr(outcome.out.find("features")));
    }
  }
}

// What new graphs have in common counts, though no old one has it: paths of three nodes have pairs at
// distance 2, and edges have none.
TEST_F(GraphKernelProgram, TheKernelOfNewGraphsIsOfAllTheirFeatures) {
  const Graph edge = kernels::GraphOf(2, {{0, 1}}), path = kernels::GraphOf(3, {{0, 1}, {1, 2}});
  const std::string data = Put("DS", {.graphs = {edge, edge}, .labels = {1, 2}});
  const std::string new_data = Put("NEW", {.graphs = {path, path, edge}, .labels = {1, 2, 1}});
  ASSERT_EQ(
      GraphKernel({"gram", data, "--kernel=shortest-path", "--out=" + At("old.h5"), "--save=" + At("map")})
          .status,
      0);
  ASSERT_EQ(GraphKernel({"gram", new_data, "--load=" + At("map"), "--out=" + At("new.h5")}).status, 0);
  const double beside = 2 / std::sqrt(5.0);  // of (2, 1) and (1, 0)
  const std::vector<double> expected = {1, 1, beside, 1, 1, beside, beside, beside, 1};
  const std::vector<double> gram = ReadDoubles(At("new.h5"), "gram");
  ASSERT_EQ(gram.size(), expected.size());
  for (size_t i = 0; i < gram.size(); ++i) EXPECT_NEAR(gram[i], expected[i], 1e-14) << i;
}

// Of one column that varies none correlates more than the median.
TEST_F(GraphKernelProgram, ASelectionOfNoColumnStaysOne) {
  const std::string data = Put("DS", {.graphs = {Cycle(3), Star(2)}, .labels = {1, 2}});
  const std::string save = "--save=" + At("map"), out = "--out=" + At("gram.h5");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"gram", data, "--kernel=shortest-path", "--columns=selected", out, save},
        {"gram", data, "--load=" + At("map"), out}}) {
    const Outcome outcome = GraphKernel(words);
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.out.find("features         0\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(ReadDoubles(At("gram.h5"), "gram"), std::vector<double>(4, 0));
  }
}

// New graphs have no classes yet; graphs that a map is made of must have them.
TEST_F(GraphKernelProgram, MapsGraphsWithoutClasses) {
  const std::string data = Put("DS", CyclesAndStars());
  const std::string load = "--load=" + At("map"), out = "--out=" + At("rows.svm");
  ASSERT_EQ(GraphKernel({"features", data, "--kernel=shortest-path", out, "--save=" + At("map")}).status, 0);
  const std::string with_classes = common::ReadFile(At("rows.svm"));
  std::filesystem::remove(data + "/DS_graph_labels.txt");
  ExpectMistake(GraphKernel({"features", data, "--kernel=shortest-path", out}), 3,
                "graph_kernel: " + data + "/DS_graph_labels.txt: is not there");
  const Outcome outcome = GraphKernel({"features", data, load, out});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_NE(outcome.out.find("graphs           20 without classes\n"), std::string::npos) << outcome.out;
  std::istringstream rows(common::ReadFile(At("rows.svm"))), expected(with_classes);
  for (std::string row, other; std::getline(expected, other);) {
    ASSERT_TRUE(std::getline(rows, row));
    EXPECT_EQ(row.substr(0, 2), "0 ");
    EXPECT_EQ(row.substr(1), other.substr(1));
  }
  for (const std::string command : {"features", "gram"}) {
    ASSERT_EQ(GraphKernel({command, data, load, "--out=" + At("rows.h5")}).status, 0);
    const hid_t file = H5Fopen(At("rows.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    EXPECT_EQ(H5Lexists(file, "classes", H5P_DEFAULT), 0);
    H5Fclose(file);
  }
  ASSERT_EQ(GraphKernel({"gram", data, load, out}).status, 0);
  EXPECT_TRUE(common::ReadFile(At("rows.svm")).starts_with("0 0:1 1:"));
}

TEST_F(GraphKernelProgram, WritesFeaturesAsHdf5) {
  const std::string data = Put("DS", CyclesAndStars());
  const std::vector<std::string> words = {"features", data, "--kernel=shortest-path", "--raw"};
  std::vector<std::string> as_hdf5 = words, as_text = words;
  as_hdf5.push_back("--out=" + At("rows.h5"));
  as_text.insert(as_text.end(), {"--out=" + At("rows"), "--format=svmlight"});
  ASSERT_EQ(GraphKernel(as_hdf5).status, 0);
  ASSERT_EQ(GraphKernel(as_text).status, 0);
  const std::vector<double> shape = ReadDoubles(At("rows.h5"), "shape");
  EXPECT_EQ(shape, (std::vector<double>{20, 7}));  // distances of 1 to 7
  EXPECT_EQ(ReadDoubles(At("rows.h5"), "names"), (std::vector<double>{1, 2, 3, 4, 5, 6, 7}));
  const std::vector<double> begin = ReadDoubles(At("rows.h5"), "row_begin");
  const std::vector<double> columns = ReadDoubles(At("rows.h5"), "columns");
  const std::vector<double> values = ReadDoubles(At("rows.h5"), "values");
  std::istringstream lines(common::ReadFile(At("rows")));
  for (size_t row = 0; row < 20; ++row) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    std::vector<double> dense(8);
    dense[0] = row % 2 == 0 ? 1 : 2;
    for (size_t i = static_cast<size_t>(begin[row]); i < static_cast<size_t>(begin[row + 1]); ++i) {
      dense[static_cast<size_t>(columns[i]) + 1] = values[i];
    }
    EXPECT_EQ(DenseRow(line, 7), dense);
  }
}

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

// Classes that have nothing to do with the graphs, among ten times as many features as graphs: if the test
// part had a say in which features are kept, some nine of ten would be right.
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

// Nor do the folds that choose the cost look at what they hold out: they select columns of their own.
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
  options.iterations = 0;
  const kernels::GraphFeatures features = ComputeGraphFeatures(dataset.graphs, options, pool);
  const auto gram_of = [&](const std::vector<int>& graphs) {
    std::vector<int> classes;
    for (const int g : graphs) classes.push_back(dataset.labels[static_cast<size_t>(g)]);
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
      if (fold_of[static_cast<size_t>(g)] != fold) training.push_back(g);
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
          "--bits: expected a kernel that has a use for it: graphlet-hash, found graphlet");
  refused({"features", data, out, "--kernel=random-walk", "--labels"},
          "--labels: expected gram or evaluate for random walks, which have no features with them, found "
          "features");
  refused({"features", data, out, "--kernel=graphlet", "--labels"},
          "--labels: expected a kernel that has a use for it: graphlet-hash, shortest-path, "
          "weisfeiler-lehman, random-walk");
  refused({"gram", data, out, "--kernel=random-walk", "--labels", "--columns=scaled"},
          "--columns: expected all for random walks with labels, which have no columns");
  refused({"gram", data, out, "--kernel=random-walk", "--labels", "--lambda=-1"},
          "--lambda: expected a finite number of at least 0, found -1");
  refused({"gram", data, out, "--kernel=random-walk", "--labels", "--save=" + At("map")},
          "--save: expected a kernel that has features, found random-walk with --labels");
  refused({"gram", data, out, "--kernel=random-walk", "--labels"},
          "labels: expected graphs with labels of their nodes");
  refused({"features", data, out, "--bits=30"}, "--bits: expected 1 to 24, found 30");
  refused({"features", data, out, "--samples=-1"}, "--samples: expected 0 or more, found -1");
  refused({"features", data, out, "--kernel=random-walk", "--lambda=5"},
          "lambda: expected 0 or more, and no");
  refused({"features", data, out, "--columns=some"}, "--columns: expected one of all, scaled, selected");
  refused({"features", data, out, "--labels"}, "labels: expected graphs with labels of their nodes");
  refused({"features", data, out, "--threads=0"}, "--threads: expected 1 to 1024, found 0");
  refused({"features", data, out, "--load=map", "--bits=9"}, "--bits: expected nothing beside --load");
  refused({"features", data, out, "--load=map", "--save=other"}, "--save: expected nothing beside --load");
  refused({"features", data, out, "--save=" + At("rows.svm")},
          "--out: expected another file than --save, found ");
  refused({"features", data, "--out=" + At("map.svm"), "--load=" + At("map.svm")},
          "--out: expected another file than --load, found ");
  refused({"features", data, out, "--kernel=weisfeiler-lehman", "--iterations=268435454"},
          "--iterations: expected 0 to 10000, found 268435454");
  refused({"evaluate", data, "--folds=1"}, "--folds: expected 2 or more, found 1");
  refused({"evaluate", data, "--folds=21"}, "--folds: expected at most 20, one a graph, found 21");
  refused({"evaluate", data, "--repeats=0"}, "--repeats: expected 1 or more, found 0");
  refused({"evaluate", data, "--cost=1,0"}, "--cost: expected finite numbers above 0, found 0");
  GraphDataset one_class = CyclesAndStars();
  one_class.labels.assign(20, 3);
  refused({"evaluate", Put("ONE", one_class)}, "DATA: expected graphs of two classes");
  refused({"features", At("ONE"), out},
          "--columns: expected graphs of two classes for selected, found 1; give --columns=scaled or "
          "--columns=all");
  refused({"features", data, out, "--least-nodes=5", "--most-nodes=4"},
          "--least-nodes, --most-nodes: expected ");
  GraphDataset one_of_each = CyclesAndStars();
  one_of_each.graphs.resize(3);
  one_of_each.labels = {1, 2, 3};
  refused(
      {"evaluate", Put("THREE", one_of_each), "--folds=2"},
      "--folds: expected two classes in the graphs that each fold learns from, found 1 of them; take more "
      "folds, or more graphs");
}

TEST_F(GraphKernelProgram, RefusesDamagedFiles) {
  const std::string data = Put("DS", CyclesAndStars()), out = "--out=" + At("rows.svm");
  ExpectMistake(GraphKernel({"evaluate", At("nowhere")}), 3,
                "graph_kernel: " + At("nowhere") + "/nowhere_A.txt: is not there");
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

}  // namespace
}  // namespace structlab::tools
