#include "kernels/graphs/graph_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/graph_feature_file.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/sparse_features.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;
using Ints = std::vector<int>;
using Strings = std::vector<std::string>;

// Options of an existing or unknown kernel.
GraphFeatureOptions With(const std::string& kernel, const std::vector<std::string>& values) {
  GraphFeatureOptions options;
  options.kernel = kernel;
  options.values = common::OptionValues(kernel, FindGraphKernel(kernel).options);
  for (const std::string& value : values) options.values.Parse(value);
  return options;
}

GraphFeatureOptions Small(const std::string& kernel) {
  if (kernel == "graphlet-hash") return With(kernel, {"samples=50", "burn_in=10", "most_nodes=5"});
  return With(kernel, kernel == "sampled-graphlet" ? Strings{"sets=100"} : Strings());
}

// The later graphs have fewer edges, so that the lambda of the first ones is valid for their random walks.
std::vector<Graph> SomeGraphs() {
  common::RandomStream stream(1, "graphs");
  std::vector<Graph> graphs;
  for (int g = 0; g < 12; ++g) {
    graphs.push_back(RandomLabelledGraph(10, g < 8 ? 0.5 : 0.25, 3, false, stream));
  }
  return graphs;
}

const Ints kTraining = {0, 1, 2, 3, 4, 5, 6, 7};
const Ints kClasses = {1, 2, 3, 1, 2, 3, 1, 2};

std::string Path() {
  return (std::filesystem::path(testing::TempDir()) /
          testing::UnitTest::GetInstance()->current_test_info()->name())
      .string();
}

// A saved map gives old graphs the same rows as when it was made, at any position among other graphs.
TEST(GraphFeatureMap, LaysNewGraphsOutAsOldOnes) {
  common::ThreadPool pool(2);
  const std::vector<Graph> graphs = SomeGraphs();
  for (const GraphKernelMethod& method : GraphKernels()) {
    const std::string& kernel = method.name;
    for (const FeatureChoice choice :
         {FeatureChoice::kAll, FeatureChoice::kScaled, FeatureChoice::kSelected}) {
      SCOPED_TRACE(kernel);
      const std::span<const Graph> old_graphs = std::span(graphs).first(8);
      const GraphFeatures old_features = ComputeGraphFeatures(old_graphs, Small(kernel), pool);
      const GraphFeatureMap map =
          MakeGraphFeatureMap(old_features, kTraining, kClasses, choice, choice != FeatureChoice::kAll);
      WriteGraphFeatureMap(map, Path());
      const GraphFeatureMap read = ReadGraphFeatureMap(Path());
      EXPECT_EQ(read.names, map.names);
      EXPECT_EQ(read.maxima, map.maxima);
      for (const common::OptionDeclaration& option : map.options.values.declarations()) {
        EXPECT_EQ(read.options.values.Value(option.name), map.options.values.Value(option.name))
            << option.name;
      }
      const SparseFeatures before = ApplyGraphFeatureMap(map, old_features.features);
      const std::vector<Graph> reversed(graphs.rbegin(), graphs.rend());
      const SparseFeatures rows =
          ApplyGraphFeatureMap(read, ComputeGraphFeatures(reversed, read.options, pool).features);
      ASSERT_EQ(rows.cols(), static_cast<Eigen::Index>(map.names.size()));
      const Eigen::MatrixXd again = Eigen::MatrixXd(rows).bottomRows(8).colwise().reverse();
      EXPECT_EQ(again, Eigen::MatrixXd(before));
      EXPECT_GT(before.nonZeros(), 0);
    }
  }
}

TEST(MakeGraphFeatureMap, ChoosesAndScales) {
  GraphFeatures graphs;
  graphs.features = JoinRows({{{5, 2}, {6, 1}}, {{5, 4}, {7, 1}}, {{8, 3}}});
  const Ints training = {0, 1}, classes = {1, 2};
  const GraphFeatureMap all = MakeGraphFeatureMap(graphs, training, classes, FeatureChoice::kAll, false);
  EXPECT_EQ(all.names, (std::vector<uint64_t>{5, 6, 7}));  // 8 is in no training row
  EXPECT_TRUE(all.maxima.empty());
  const GraphFeatureMap scaled =
      MakeGraphFeatureMap(graphs, training, classes, FeatureChoice::kScaled, false);
  EXPECT_EQ(scaled.maxima, (std::vector<double>{4, 1, 1}));
  const NamedFeatures new_features = JoinRows({{{5, 8}, {7, 0.5}, {9, 1}}});
  Eigen::MatrixXd expected(1, 3);
  expected << 8, 0, 0.5;
  EXPECT_EQ(Eigen::MatrixXd(ApplyGraphFeatureMap(all, new_features)), expected);
  expected << 1, 0, 0.5;
  EXPECT_EQ(Eigen::MatrixXd(ApplyGraphFeatureMap(scaled, new_features)), expected);
}

// If new graphs have features that the old ones lack, their similarities are the same as in one matrix of all
// graphs.
TEST(ApplyGraphFeatureMap, ComparesNewGraphsAsTheNormalisedKernelDoes) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = SomeGraphs();
  for (const std::string kernel : {"weisfeiler-lehman", "shortest-path"}) {
    const GraphFeatures some = ComputeGraphFeatures(std::span(graphs).first(8), Small(kernel), pool);
    const GraphFeatureMap map = MakeGraphFeatureMap(some, kTraining, kClasses, FeatureChoice::kAll, true);
    const GraphFeatures all = ComputeGraphFeatures(graphs, Small(kernel), pool);
    const Eigen::MatrixXd rows = ApplyGraphFeatureMap(map, all.features);
    const Eigen::MatrixXd expected = NormalizeGram(LinearGram(all.features.values));
    const Eigen::MatrixXd products = rows * rows.topRows(8).transpose();
    EXPECT_LT((products - expected.leftCols(8)).cwiseAbs().maxCoeff(), 1e-12) << kernel;
    if (kernel == "weisfeiler-lehman") {
      EXPECT_LT(rows.bottomRows(4).rowwise().norm().minCoeff(), 0.999);
    }
  }
}

TEST(ApplyGraphFeatureMap, MakesRowsOfLengthOne) {
  GraphFeatures graphs;
  for (const double scale : {1.0, 1e-300, 1e300}) {
    graphs.features = JoinRows({{{1, 3 * scale}, {2, 4 * scale}}, {}});
    const GraphFeatureMap map = MakeGraphFeatureMap(graphs, Ints{0}, Ints{1}, FeatureChoice::kAll, true);
    const Eigen::MatrixXd rows = ApplyGraphFeatureMap(map, graphs.features);
    EXPECT_NEAR(rows(0, 0), 0.6, 1e-15);
    EXPECT_NEAR(rows(0, 1), 0.8, 1e-15);
    EXPECT_EQ(rows.row(1), Eigen::RowVectorXd::Zero(2));
  }
}

TEST(ComputeGraphFeatures, RefusesKernelsThatThereAreNot) {
  common::ThreadPool pool(1);
  EXPECT_EQ(MessageOf([&] { ComputeGraphFeatures(SomeGraphs(), {.kernel = "walk"}, pool); }),
            "kernel: expected one of random-walk, graphlet, graphlet-hash, shortest-path, sampled-graphlet, "
            "weisfeiler-lehman, found 'walk'");
  GraphFeatureOptions options = Small("random-walk");
  options.labels = NodeLabels::kUse;
  EXPECT_EQ(MessageOf([&] { ComputeGraphFeatures(SomeGraphs(), options, pool); }),
            "labels: expected a kernel that has features with labels: graphlet-hash, shortest-path, "
            "weisfeiler-lehman, found random-walk");
}

// No option has its default value.
TEST(GraphFeatureFile, IsReadAsItWasWritten) {
  for (const GraphFeatureOptions& options :
       {With("graphlet-hash", {"least_nodes=3", "most_nodes=6", "samples=77", "burn_in=88", "bits=9"}),
        With("graphlet", {"nodes=3"}), With("sampled-graphlet", {"nodes=5", "sets=66"}),
        With("shortest-path", {}), With("weisfeiler-lehman", {"iterations=11"}),
        With("random-walk", {"lambda=0.1", "moments=44"})}) {
    SCOPED_TRACE(options.kernel);
    GraphFeatureMap map;
    map.options = options;
    map.options.labels = NodeLabels::kUse;
    map.options.seed = UINT64_MAX;
    map.unit_rows = false;
    map.names = {0, 3, UINT64_MAX};
    map.maxima = {0.1, 1e-300, 7};
    for (const bool scaled : {true, false}) {
      if (!scaled) map.maxima.clear();
      WriteGraphFeatureMap(map, Path());
      const GraphFeatureMap read = ReadGraphFeatureMap(Path());
      EXPECT_EQ(read.options.kernel, map.options.kernel);
      EXPECT_EQ(read.options.labels, map.options.labels);
      for (const common::OptionDeclaration& option : options.values.declarations()) {
        EXPECT_EQ(read.options.values.Value(option.name), options.values.Value(option.name)) << option.name;
        EXPECT_NE(read.options.values.Value(option.name), option.default_value) << option.name;
      }
      EXPECT_EQ(read.options.seed, UINT64_MAX);
      EXPECT_EQ(read.unit_rows, map.unit_rows);
      EXPECT_EQ(read.names, map.names);
      EXPECT_EQ(read.maxima, map.maxima);
    }
  }
}

// The format of the first programs: a line for each option of all kernels, whatever the kernel.
TEST(GraphFeatureFile, OldFilesAreRead) {
  const std::string old =
      "structlab_graph_features 2\nkernel sampled-graphlet\nlabels 0\nleast_nodes 12\nmost_nodes 3\n"
      "samples 77\nburn_in 88\nbits -1\nnodes 5\nsets 66\niterations 11\nmoments 44\nlambda 0.1\nseed 7\n"
      "unit_rows 1\nscaled 0\ncolumns 1\n3\n";
  common::WriteFileAtomically(Path(), old);
  const GraphFeatureMap map = ReadGraphFeatureMap(Path());
  EXPECT_EQ(map.options.kernel, "sampled-graphlet");
  EXPECT_EQ(map.options.values.Integer("nodes"), 5);
  EXPECT_EQ(map.options.values.Integer("sets"), 66);
  EXPECT_EQ(map.options.seed, 7u);
  EXPECT_EQ(map.names, std::vector<uint64_t>{3});
}

// Equal to the byte, so that older programs can read it.
TEST(GraphFeatureFile, KeepsItsFormat) {
  GraphFeatureMap map;
  map.options.kernel = "weisfeiler-lehman";
  map.names = {3};
  WriteGraphFeatureMap(map, Path());
  EXPECT_EQ(common::ReadFile(Path()),
            "structlab_graph_features 2\nkernel weisfeiler-lehman\nlabels 0\nleast_nodes 4\nmost_nodes 9\n"
            "samples 10000\nburn_in 1000\nbits 20\nnodes 4\nsets 8497\niterations 5\nmoments 0\nlambda 0\n"
            "seed 1\nunit_rows 1\nscaled 0\ncolumns 1\n3\n");
}

// The error for a file in which a text is replaced, without its path.
std::string MessageFor(const std::string& text, const std::string& by,
                       const std::string& kernel = "graphlet-hash") {
  GraphFeatureMap map;
  map.options.kernel = kernel;
  map.names = {4, 7};
  map.maxima = {2, 3};
  WriteGraphFeatureMap(map, Path());
  std::string content = common::ReadFile(Path());
  const size_t at = content.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  content.replace(at, text.size(), by);
  common::WriteFileAtomically(Path(), content);
  const std::string message = MessageOf(common::ErrorKind::kData, [] { ReadGraphFeatureMap(Path()); });
  EXPECT_TRUE(message.starts_with(Path())) << message;
  return message.substr(std::min(Path().size(), message.size()));
}

TEST(GraphFeatureFile, RefusesWhatIsDamaged) {
  EXPECT_EQ(MessageFor("features 2", "features 4"),
            ":1: expected 'structlab_graph_features 2', found 'structlab_graph_features 4'");
  EXPECT_EQ(MessageFor("kernel graphlet-hash", "kernel walk"),
            ":2: expected one of random-walk, graphlet, graphlet-hash, shortest-path, sampled-graphlet, "
            "weisfeiler-lehman, found 'walk'");
  EXPECT_EQ(MessageFor("labels 0\n", ""), ":3: expected 'labels' and a value, found 'least_nodes 4'");
  EXPECT_EQ(MessageFor("bits 20", "bits 25"), ":8: expected bits from 1 to 24, found 25");
  EXPECT_EQ(MessageFor("iterations 5", "iterations 10001", "weisfeiler-lehman"),
            ":11: expected iterations from 0 to 10000, found 10001");
  EXPECT_EQ(MessageFor("moments 0", "moments 50001", "random-walk"),
            ":12: expected moments from 0 to 50000, found 50001");
  EXPECT_EQ(MessageFor("bits 20", "bits x"), ":8: expected an integer, found 'x'");
  EXPECT_EQ(MessageFor("least_nodes 4\nmost_nodes 9", "least_nodes 5\nmost_nodes 4"),
            ":12: expected least_nodes up to most_nodes, found 5 and 4");
  EXPECT_EQ(MessageFor("lambda 0", "lambda -1"), ":13: expected lambda, finite and 0 or more, found '-1'");
  EXPECT_EQ(MessageFor("seed 1", "seed -1"), ":14: expected a seed from 0 to 2^64 - 1, found '-1'");
  EXPECT_EQ(MessageFor("7 3", "4 3"), ":19: expected a name above 4, found 4");
  EXPECT_EQ(MessageFor("7 3", "7"), ":19: expected a name and a maximum, found '7'");
  EXPECT_EQ(MessageFor("scaled 1", "scaled 0"), ":18: expected only a name, found '4 2'");
  EXPECT_EQ(MessageFor("7 3", "7 inf"), ":19: expected a maximum, finite and above 0, found 'inf'");
  EXPECT_EQ(MessageFor("7 3\n", ""), ":18: expected a column, found the end of the file");
  EXPECT_EQ(MessageFor("7 3\n", "7 3\n8 1\n"), ":20: expected the end of the file, found '8 1'");
  const std::string nowhere = Path() + "/nowhere";
  EXPECT_TRUE(MessageOf([&] { ReadGraphFeatureMap(nowhere); }).starts_with(nowhere + ": "));
}

}  // namespace
}  // namespace structlab::kernels
