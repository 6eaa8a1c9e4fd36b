// A registered kernel is listed with the library's own kernels.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/parallel.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/graph_feature_file.h"
#include "kernels/graphs/graph_features.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

// Counts the nodes of each degree; with labels, of each degree and label.
GraphFeatures CountDegrees(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                           common::ThreadPool&) {
  std::vector<std::vector<NamedValue>> rows;
  for (const Graph& graph : graphs) {
    std::map<uint64_t, double> counts;
    for (int node = 0; node < graph.num_nodes(); ++node) {
      const int label = options.labels == NodeLabels::kUse ? graph.node_labels()[node] : 0;
      counts[static_cast<uint64_t>(100 * label + graph.degree(node))] += 1;
    }
    rows.emplace_back();
    for (const auto& [name, count] : counts) rows.back().push_back({name, count});
  }
  return {options, JoinRows(rows)};
}

GraphKernelMethod Degrees(const std::string& name, bool takes_labels) {
  return {.name = name,
          .summary = "nodes by their degree",
          .takes_labels = takes_labels,
          .options = {},
          .features = CountDegrees};
}

// As packages do it: before main, in any order.
const bool kRegistered =
    RegisterGraphKernel(Degrees("unlabelled", false)) && RegisterGraphKernel(Degrees("degree", true));

GraphFeatureOptions Of(const std::string& kernel, NodeLabels labels = NodeLabels::kIgnore) {
  GraphFeatureOptions options;
  options.kernel = kernel;
  options.labels = labels;
  return options;
}

TEST(RegisterGraphKernel, IsFoundAndListedAfterTheLibrarysOwnByName) {
  ASSERT_TRUE(kRegistered);
  std::vector<std::string> names;
  for (const GraphKernelMethod& kernel : GraphKernels()) names.push_back(kernel.name);
  EXPECT_EQ(names, (std::vector<std::string>{"graphlet-hash", "graphlet", "sampled-graphlet", "shortest-path",
                                             "weisfeiler-lehman", "random-walk", "degree", "unlabelled",
                                             "with-options"}));
  EXPECT_EQ(FindGraphKernel("degree").summary, "nodes by their degree");
  EXPECT_NE(MessageOf([] { FindGraphKernel("degrees"); }).find("one of degree, "), std::string::npos);
}

// The cycle of six nodes has only degree 2. With a saved map, new graphs get the columns of the graphs that
// it was made from, by the kernel that it names.
TEST(RegisterGraphKernel, MakesFeaturesAndMapsByItsName) {
  common::ThreadPool pool(1);
  const std::vector<Graph> old_graphs = {SixCycle()}, new_graphs = {GraphOf(3, {{0, 1}, {1, 2}})};
  const GraphFeatures features = ComputeGraphFeatures(old_graphs, Of("degree"), pool);
  EXPECT_EQ(features.features.names, std::vector<uint64_t>{2});
  EXPECT_EQ(Eigen::MatrixXd(features.features.values)(0, 0), 6);
  const std::string path = (std::filesystem::path(testing::TempDir()) / "degrees").string();
  WriteGraphFeatureMap(
      MakeGraphFeatureMap(features, std::vector<int>{0}, std::vector<int>{1}, FeatureChoice::kAll, false),
      path);
  const GraphFeatureMap map = ReadGraphFeatureMap(path);
  EXPECT_EQ(map.options.kernel, "degree");
  const SparseFeatures rows =
      ApplyGraphFeatureMap(map, ComputeGraphFeatures(new_graphs, map.options, pool).features);
  ASSERT_EQ(rows.cols(), 1);
  EXPECT_EQ(Eigen::MatrixXd(rows)(0, 0), 1);  // the node in the middle
}

// A kernel with its own options of every kind, and one option that has a line in older files.
GraphFeatures CountNodes(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                         common::ThreadPool&) {
  std::vector<std::vector<NamedValue>> rows;
  for (const Graph& graph : graphs) {
    const double factor = static_cast<double>(options.values.Integer("bits")) +
                          (options.values.Flag("negative") ? -1 : 1) * options.values.Number("scale");
    rows.push_back({{7, factor * graph.num_nodes()}});
  }
  return {options, JoinRows(rows)};
}

const bool kOptionsRegistered = RegisterGraphKernel(
    {.name = "with-options",
     .summary = "nodes",
     .takes_labels = false,
     .options = {common::NumberOption("scale", 1, {}, "of each node"),
                 common::IntegerOption("bits", 0, {-5, 5}, ""), common::FlagOption("negative", false, ""),
                 common::TextOption("note", "", ""), common::ChoiceOption("rule", "a", {"a", "b"}, "")},
     .features = CountNodes});

TEST(RegisterGraphKernel, GetsItsOptionsAndSavesThem) {
  ASSERT_TRUE(kOptionsRegistered);
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {SixCycle()};
  const auto value = [&](const GraphFeatureOptions& options) {
    return Eigen::MatrixXd(ComputeGraphFeatures(graphs, options, pool).features.values)(0, 0);
  };
  EXPECT_EQ(value(Of("with-options")), 6);
  GraphFeatureMap map;
  map.options = Of("with-options");
  map.options.values = common::OptionValues("with-options", FindGraphKernel("with-options").options);
  for (const char* option : {"scale=0.1", "bits=-3", "negative=yes", "note=a = b", "rule=b"}) {
    map.options.values.Parse(option);
  }
  EXPECT_DOUBLE_EQ(value(map.options), -18.6);
  map.names = {7};
  const std::string path = (std::filesystem::path(testing::TempDir()) / "options").string();
  WriteGraphFeatureMap(map, path);
  const GraphFeatureMap read = ReadGraphFeatureMap(path);
  for (const common::OptionDeclaration& option : map.options.values.declarations()) {
    EXPECT_EQ(read.options.values.Value(option.name), map.options.values.Value(option.name)) << option.name;
  }
  EXPECT_EQ(value(read.options), value(map.options));
  EXPECT_EQ(read.names, map.names);

  const std::string text = common::ReadFile(path);
  const auto damaged = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    common::WriteFileAtomically(path, changed);
    return MessageOf(common::ErrorKind::kData, [&] { ReadGraphFeatureMap(path); }).substr(path.size());
  };
  EXPECT_EQ(damaged("rule=b", "rule=c"), ":19: expected one of a, b, found 'c'");
  EXPECT_EQ(damaged("rule=b", "rules=b"),
            ":19: expected one of rule, scale, bits, note, negative, found 'rules'");
  EXPECT_EQ(damaged("bits -3", "bits 6"), ":8: expected bits from -5 to 5, found 6");
  EXPECT_EQ(damaged("options 4", "options 5"),
            ":20: expected one of bits, note, negative, rule, scale, found "
            "'unit_rows 1'");
  map.options.values.Set("note", "a\nb");
  EXPECT_EQ(MessageOf([&] { WriteGraphFeatureMap(map, path); }),
            "option note: expected a text on one line, found 'a\\x0ab'");
}

TEST(RegisterGraphKernel, TakesNoOptionsOfOthersNorValuesOutOfRange) {
  common::ThreadPool pool(1);
  GraphFeatureOptions options = Of("graphlet");
  options.values = common::OptionValues("graphlet-hash", FindGraphKernel("graphlet-hash").options);
  options.values.Parse("bits=9");
  EXPECT_EQ(MessageOf([&] { ComputeGraphFeatures(std::vector<Graph>{SixCycle()}, options, pool); }),
            "option of graphlet: expected one of nodes, found 'bits'");
  EXPECT_EQ(MessageOf([&] { options.values.Parse("bits=25"); }),
            "option bits of graphlet-hash: expected an integer from 1 to 24, found 25");
  const std::string path = (std::filesystem::path(testing::TempDir()) / "saved").string();
  GraphFeatureMap map;
  map.options.values = options.values;
  map.options.values.Parse("least_nodes=5"), map.options.values.Parse("most_nodes=4");
  EXPECT_EQ(MessageOf([&] { WriteGraphFeatureMap(map, path); }),
            "least_nodes: expected at most most_nodes, found 5 and 4");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(RegisterGraphKernel, GetsLabelsOnlyIfItTakesThem) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {Graph(2, std::vector<Edge>{{0, 1}}, {3, 4})};
  EXPECT_EQ(ComputeGraphFeatures(graphs, Of("degree", NodeLabels::kUse), pool).features.names,
            (std::vector<uint64_t>{301, 401}));
  EXPECT_EQ(MessageOf([&] { ComputeGraphFeatures(graphs, Of("unlabelled", NodeLabels::kUse), pool); }),
            "labels: expected a kernel that has features with labels: graphlet-hash, shortest-path, "
            "weisfeiler-lehman, degree, found unlabelled");
}

TEST(RegisterGraphKernelDeathTest, WhatStandsTwiceOrDoesNothingIsABug) {
  EXPECT_DEATH(RegisterGraphKernel(Degrees("graphlet", false)), "bug: is_new");
  EXPECT_DEATH(RegisterGraphKernel(Degrees("degree", false)), "bug: is_new");
  EXPECT_DEATH(RegisterGraphKernel(Degrees("", false)), "bug: is_whole");
  GraphKernelMethod nothing = Degrees("nothing", false);
  nothing.features = nullptr;
  EXPECT_DEATH(RegisterGraphKernel(nothing), "bug: is_whole");
}

}  // namespace
}  // namespace structlab::kernels
