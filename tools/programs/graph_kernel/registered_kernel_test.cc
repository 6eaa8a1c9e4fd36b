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
    const int64_t times = options.values.Flag("twice") ? 2 : 1;
    rows.push_back(
        {{7, static_cast<double>(times * options.values.Integer("iterations") * graph.num_edges())}});
  }
  return {options, kernels::JoinRows(rows)};
}

const bool kRegistered =
    kernels::RegisterGraphKernel({.name = "edge-count",
                                  .summary = "edges, counted",
                                  .takes_labels = false,
                                  .options = {common::IntegerOption("iterations", 1, {1, 9}, "factor"),
                                              common::FlagOption("twice", false, "again")},
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
  // An option without a flag of its own; the map keeps both.
  std::vector<std::string> more = words;
  more.insert(more.end(),
              {"--option", "twice=yes", "--option=iterations=2", "--save=" + std::string(folder_) + "/map"});
  EXPECT_EQ(RunProgram(RunGraphKernel, more).status, 0);
  EXPECT_EQ(common::ReadFile(rows), "1 1:4\n2 1:8\n");
  EXPECT_EQ(RunProgram(RunGraphKernel,
                       {"features", data, "--load=" + std::string(folder_) + "/map", "--out=" + rows})
                .status,
            0);
  EXPECT_EQ(common::ReadFile(rows), "1 1:4\n2 1:8\n");
  ExpectMistake(with("--iterations=10"), 2,
                "graph_kernel: --iterations: expected an integer from 1 to 9, found 10");
  ExpectMistake(with("--option=iterations=10"), 2,
                "graph_kernel: option iterations of edge-count: expected an integer from 1 to 9, found 10");
  ExpectMistake(with("--option=bits=4"), 2,
                "graph_kernel: option of edge-count: expected one of twice, iterations, found 'bits'");
  more = words;
  more.insert(more.end(), {"--iterations=2", "--option=iterations=2"});
  ExpectMistake(RunProgram(RunGraphKernel, more), 2,
                "graph_kernel: --iterations: expected no --option iterations, found both");
  ExpectMistake(with("--bits=4"), 2,
                "graph_kernel: --bits: expected a kernel that uses it: graphlet-hash, found edge-count");
  ExpectMistake(with("--labels"), 2,
                "graph_kernel: --labels: expected a kernel that uses it: graphlet-hash, "
                "shortest-path, weisfeiler-lehman, random-walk, found edge-count");
}

TEST_F(RegisteredKernel, StandsInTheHelp) {
  const Outcome outcome = RunProgram(RunGraphKernel, {"evaluate", "--help"});
  EXPECT_NE(outcome.out.find("  shortest-path      pairs of nodes by distance; --labels\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("  edge-count         edges, counted\n"
                             "      --option iterations=1  an integer from 1 to 9: factor\n"
                             "      --option twice=no  yes or no: again\n"),
            std::string::npos)
      << outcome.out;
}

}  // namespace
}  // namespace structlab::tools
