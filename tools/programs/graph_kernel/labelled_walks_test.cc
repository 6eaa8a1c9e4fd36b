// Random walks with labels, whose kernel graph_kernel makes pair by pair.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/parallel.h"
#include "kernels/graphs/random_walk_kernel.h"
#include "kernels/graphs/tu_dataset.h"
#include "tools/programs/graph_kernel/graph_kernel_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using kernels::GraphDataset;
using LabelledWalks = ProgramTest;

// Cycles of an even number of nodes, whose labels are all equal in class 1 and alternate in class 2: without
// labels they are the same.
GraphDataset LabelledCycles() {
  GraphDataset dataset;
  for (int nodes = 6; nodes < 26; nodes += 2) {
    for (const int kind : {1, 2}) {
      std::vector<kernels::Edge> edges;
      std::vector<int> labels;
      for (int i = 0; i < nodes; ++i) {
        edges.push_back({i, (i + 1) % nodes});
        labels.push_back(kind == 1 ? 0 : i % 2);
      }
      dataset.graphs.push_back(kernels::Graph(nodes, edges, labels));
      dataset.labels.push_back(kind);
    }
  }
  return dataset;
}

std::string Put(const std::string& folder, const GraphDataset& dataset) {
  const std::string data = folder + "/DS";
  std::filesystem::create_directories(data);
  kernels::WriteTuDataset(dataset, data, "DS");
  return data;
}

// Of lines "class 0:row 1:value 2:value ...".
std::vector<std::vector<double>> GramOf(const std::string& path) {
  std::vector<std::vector<double>> gram;
  std::istringstream lines(common::ReadFile(path));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word >> word;
    gram.emplace_back();
    while (words >> word) gram.back().push_back(std::stod(word.substr(word.find(':') + 1)));
  }
  return gram;
}

TEST_F(LabelledWalks, AreTheKernelOfEachPair) {
  const GraphDataset dataset = LabelledCycles();
  const std::string data = Put(folder_, dataset), out = std::string(folder_) + "/gram.svm";
  const auto gram_with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"gram", data, "--kernel=random-walk", "--labels", "--out=" + out};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = RunProgram(RunGraphKernel, words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.out.find("random-walk with labels"), std::string::npos) << outcome.out;
    return GramOf(out);
  };
  const auto raw = gram_with({"--raw"}), fixed = gram_with({"--raw", "--lambda=0.1"}), unit = gram_with({});
  common::ThreadPool pool(1);
  const double lambda = kernels::DefaultRandomWalkLambda(kernels::MaxSpectralRadius(dataset.graphs, pool));
  const size_t count = dataset.graphs.size();
  ASSERT_EQ(raw.size(), count);
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(raw[i].size(), count);
    EXPECT_NEAR(unit[i][i], 1, 1e-12);
    for (size_t j = 0; j < count; ++j) {
      const auto kernel = [&](double of_lambda) {
        return kernels::RandomWalkKernel(dataset.graphs[i], dataset.graphs[j], {.lambda = of_lambda},
                                         kernels::NodeLabels::kUse);
      };
      EXPECT_NEAR(raw[i][j], kernel(lambda), 1e-9 * kernel(lambda));
      EXPECT_NEAR(fixed[i][j], kernel(0.1), 1e-9 * kernel(0.1));
    }
  }
}

TEST_F(LabelledWalks, WriteNothingWhenInterrupted) {
  const std::string data = Put(folder_, LabelledCycles()), out = std::string(folder_) + "/interrupted.svm";
  const Outcome outcome =
      RunProgram(RunGraphKernel, {"gram", data, "--kernel=random-walk", "--labels", "--out=" + out}, true);
  EXPECT_EQ(outcome.status, 130) << outcome.messages;
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(LabelledWalks, TellApartWhatTheLabelsDo) {
  const std::string data = Put(folder_, LabelledCycles()), table = std::string(folder_) + "/folds.tsv";
  const auto evaluate = [&](const std::string& labels) {
    std::vector<std::string> words = {"evaluate", data, "--kernel=random-walk", "--folds=5",
                                      "--out=" + table};
    if (!labels.empty()) words.push_back(labels);
    const Outcome outcome = RunProgram(RunGraphKernel, words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return outcome.out;
  };
  const std::string without = evaluate("");
  EXPECT_EQ(without.find("accuracy         100 %"), std::string::npos) << without;
  EXPECT_NE(without.find("features"), std::string::npos) << without;
  const std::string with = evaluate("--labels");
  EXPECT_NE(with.find("accuracy         100 %"), std::string::npos) << with;
  EXPECT_EQ(with.find("features"), std::string::npos) << with;
  // No number of features in the last column.
  EXPECT_NE(common::ReadFile(table).find("\t\n"), std::string::npos) << common::ReadFile(table);
}

}  // namespace
}  // namespace structlab::tools
