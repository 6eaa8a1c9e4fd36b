// A kernel that another package registers is compared with the source's, without a word about it here.
#include "experiments/hashing/linked_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/harness/run/case.h"
#include "experiments/hashing/graph_validation.h"
#include "experiments/hashing/package.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "experiments/old_experiment/testing/package_plan.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::hashing {
namespace {

using harness::Recorder;
using kernels::Graph;
using kernels::GraphFeatureOptions;
using kernels::GraphFeatures;
using Strings = std::vector<std::string>;

// Nodes, and edges.
GraphFeatures CountNodesAndEdges(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                                 common::ThreadPool&) {
  std::vector<std::vector<kernels::NamedValue>> rows;
  for (const Graph& graph : graphs) {
    rows.push_back(
        {{0, static_cast<double>(graph.num_nodes())}, {1, static_cast<double>(graph.num_edges())}});
  }
  return {options, kernels::JoinRows(rows)};
}

GraphFeatures RefuseAll(std::span<const Graph>, const GraphFeatureOptions&, common::ThreadPool&) {
  common::ThrowUsageError("graphs", "trees", "graphs with cycles");
}

const bool kRegistered = kernels::RegisterGraphKernel({.name = "tree-size",
                                                       .summary = "refuses every graph",
                                                       .takes_labels = false,
                                                       .options = {},
                                                       .features = RefuseAll}) &&
                         kernels::RegisterGraphKernel({.name = "Graph size",
                                                       .summary = "nodes and edges, counted",
                                                       .takes_labels = false,
                                                       .options = {},
                                                       .features = CountNodesAndEdges});

harness::Case CaseOf(const std::string& method) {
  harness::Case c;
  c.dataset = "MUTAG";
  c.method = method;
  c.seed = 1;
  c.parameters = {{"graphs", "40"}, {"folds", "4"}, {"inner_folds", "2"}, {"costs", "1,10"}};
  c.data = {kGraphsData};
  c.resolved = {{.name = kGraphsData, .origin = harness::DataOrigin::kStandIn}};
  return c;
}

// What is recorded under these two keys and the method of the case.
std::vector<double> Recorded(const harness::Case& c, const Recorder& record, const char* table,
                             const char* metric) {
  std::vector<double> values;
  for (const harness::RecordedValue& value : record.record().values) {
    if (value.key.table != table || value.key.metric != metric) continue;
    EXPECT_EQ(value.key.method, c.method);
    values.push_back(value.value);
  }
  return values;
}

TEST(LinkedKernels, AreThoseThatNoMethodOfThePackageIs) {
  ASSERT_TRUE(kRegistered);
  EXPECT_EQ(LinkedKernels(), (Strings{"Graph size", "tree-size"}));
  EXPECT_EQ(LibraryKernelOf("Graph size"), "Graph size");
  std::set<std::string> own;
  for (const char* method : {kRw, kSp, kGks, kGk, kHk, kHkf, kWl}) own.insert(LibraryKernelOf(method));
  for (const kernels::GraphKernelMethod& kernel : kernels::GraphKernels()) own.erase(kernel.name);
  EXPECT_EQ(own, std::set<std::string>()) << "of names that the library does not know";
}

// On every set of graphs, as often as the others, and as no part of the source's protocol.
TEST(LinkedKernels, HaveCasesBesideTheSources) {
  const harness::Experiment experiment = MakeExperiment();
  EXPECT_EQ(harness::Problems(experiment), Strings());
  EXPECT_EQ(std::ranges::count(experiment.methods, "Graph size"), 1);
  size_t cases = 0;
  for (const harness::Case& c : harness::PlanOf(experiment, harness::Profile::kPaper)) {
    if (c.method != "Graph size") continue;
    EXPECT_TRUE(c.name.starts_with(kGraphsPrefix) && c.name.ends_with("/graph-size")) << c.name;
    EXPECT_EQ(c.protocol, harness::Protocol::kChanged);
    EXPECT_EQ(c.departures, Strings{"beyond the source: a kernel that is linked beside its own"});
    EXPECT_EQ(c.repeats, c.dataset == "MUTAG" || c.dataset == "PTC" ? 10 : 5) << c.dataset;
    ++cases;
  }
  EXPECT_EQ(cases, GraphTasks().size());
}

// The row is the accuracy that the kernel has by its features.
TEST(LinkedKernels, AreValidatedAsTheSources) {
  const harness::Case c = CaseOf("Graph size");
  Recorder record(c);
  RunGraphKernel(c, record);
  const kernels::GraphDataset dataset = GraphsOf(c);
  common::ThreadPool pool(1);
  const kernels::SparseFeatures features = CountNodesAndEdges(dataset.graphs, {}, pool).features.values;
  const Eigen::MatrixXd gram = kernels::NormalizeGram(kernels::LinearGram(features));
  const CrossValidated expected = CrossValidate(c, dataset, [&](const std::vector<int>&) { return gram; });
  EXPECT_EQ(Recorded(c, record, kTable28, "accuracy"), std::vector<double>{expected.chosen.accuracy});
  EXPECT_EQ(Recorded(c, record, kOurGraphTimes, "graphs"),
            std::vector<double>{static_cast<double>(dataset.graphs.size())});
}

TEST(LinkedKernels, MayRefuse) {
  const harness::Case c = CaseOf("tree-size");
  Recorder record(c);
  RunGraphKernel(c, record);
  EXPECT_EQ(record.record().refusal, "graphs: expected trees, found graphs with cycles");
  EXPECT_TRUE(record.record().values.empty());
}

}  // namespace
}  // namespace structlab::hashing
