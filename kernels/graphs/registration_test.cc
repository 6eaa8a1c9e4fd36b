// A kernel that is registered stands beside the library's own.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/graph_feature_file.h"
#include "kernels/graphs/graph_features.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

// How many nodes have each degree; with labels each degree and label.
GraphFeatures CountDegrees(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                           common::ThreadPool&) {
  std::vector<std::vector<NamedValue>> rows;
  for (const Graph& graph : graphs) {
    std::map<uint64_t, double> counts;
    for (int node = 0; node < graph.num_nodes(); ++node) {
      const int label =
          options.labels == NodeLabels::kUse ? graph.node_labels()[static_cast<size_t>(node)] : 0;
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

// As a package does it: before main, in any order.
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
                                             "weisfeiler-lehman", "random-walk", "degree", "unlabelled"}));
  EXPECT_EQ(FindGraphKernel("degree").summary, "nodes by their degree");
  EXPECT_NE(MessageOf([] { FindGraphKernel("degrees"); }).find("one of degree, "), std::string::npos);
}

// The cycle of six nodes has degree 2 alone; graphs of a map that was saved have the columns of those it was
// made of, by the kernel that it names.
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

// Options are whatever they are where a kernel has no use for them, and otherwise what can be read again.
TEST(RegisterGraphKernel, SavesWhatCanBeLoaded) {
  const std::string path = (std::filesystem::path(testing::TempDir()) / "saved").string();
  GraphFeatureMap map;
  map.options = Of("shortest-path");
  map.options.nodes = 9;
  map.options.bits = -1;
  map.options.least_nodes = 12;
  WriteGraphFeatureMap(map, path);
  EXPECT_EQ(ReadGraphFeatureMap(path).options.nodes, 9);
  EXPECT_EQ(ReadGraphFeatureMap(path).options.bits, -1);
  map.options.kernel = "sampled-graphlet";
  EXPECT_EQ(MessageOf([&] { WriteGraphFeatureMap(map, path); }),
            "nodes: expected 2 to 7 in a file of features, found 9");
  map.options.kernel = "graphlet-hash";
  map.options.bits = 9;
  map.options.least_nodes = 5;
  map.options.most_nodes = 4;
  EXPECT_EQ(MessageOf([&] { WriteGraphFeatureMap(map, path); }),
            "least_nodes: expected at most most_nodes, found 5 and 4");
  map.options.most_nodes = 5;
  map.options.lambda = -1;
  EXPECT_EQ(MessageOf([&] { WriteGraphFeatureMap(map, path); }),
            "lambda: expected a finite number of at least 0, found -1");
  EXPECT_EQ(ReadGraphFeatureMap(path).options.kernel, "shortest-path");  // the old one stays
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
