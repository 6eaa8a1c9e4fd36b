// A kernel of another package, which the program was linked with, beside the library's own.
#include <gtest/gtest.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "common/file.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/tu_dataset.h"
#include "tools/programs/graph_kernel/graph_kernel_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using kernels::Graph;
using RegisteredKernel = ProgramTest;

// One feature, the number of edges, times an option.
kernels::GraphFeatures CountEdges(std::span<const Graph> graphs, const kernels::GraphFeatureOptions& options,
                                  common::ThreadPool&) {
  std::vector<std::vector<kernels::NamedValue>> rows;
  for (const Graph& graph : graphs) {
    rows.push_back({{7, static_cast<double>(options.iterations * graph.num_edges())}});
  }
  return {options, kernels::JoinRows(rows)};
}

const bool kRegistered = kernels::RegisterGraphKernel({.name = "edge-count",
                                                       .summary = "edges, counted",
                                                       .takes_labels = false,
                                                       .options = {"iterations"},
                                                       .features = CountEdges});

// Paths of two and three nodes.
std::string Put(const std::string& folder) {
  const kernels::GraphDataset dataset = {.graphs = {Graph(2, std::vector<kernels::Edge>{{0, 1}}),
                                                    Graph(3, std::vector<kernels::Edge>{{0, 1}, {1, 2}})},
                                         .labels = {1, 2}};
  const std::string data = folder + "/DS";
  std::filesystem::create_directories(data);
  kernels::WriteTuDataset(dataset, data, "DS");
  return data;
}

TEST_F(RegisteredKernel, MakesFeaturesWithTheFlagsThatItHasAUseFor) {
  ASSERT_TRUE(kRegistered);
  const std::string data = Put(folder_), rows = std::string(folder_) + "/rows.svm";
  const std::vector<std::string> words = {"features", data, "--kernel=edge-count", "--raw", "--out=" + rows};
  const auto with = [&](const std::string& flag) {
    std::vector<std::string> more = words;
    more.push_back(flag);
    return RunProgram(RunGraphKernel, more);
  };
  const Outcome outcome = with("--iterations=3");
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_NE(outcome.out.find("kernel           edge-count\n"), std::string::npos) << outcome.out;
  EXPECT_EQ(common::ReadFile(rows), "1 1:3\n2 1:6\n");
  ExpectMistake(
      with("--bits=4"), 2,
      "graph_kernel: --bits: expected a kernel that has a use for it: graphlet-hash, found edge-count");
  ExpectMistake(with("--labels"), 2,
                "graph_kernel: --labels: expected a kernel that has a use for it: graphlet-hash, "
                "shortest-path, weisfeiler-lehman, random-walk, found edge-count");
}

TEST_F(RegisteredKernel, StandsInTheHelp) {
  const Outcome outcome = RunProgram(RunGraphKernel, {"evaluate", "--help"});
  EXPECT_NE(outcome.out.find("  shortest-path      pairs of nodes by distance; --labels\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("  edge-count         edges, counted\n"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace structlab::tools
