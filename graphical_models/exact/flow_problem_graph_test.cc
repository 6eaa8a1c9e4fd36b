#include "graphical_models/exact/flow_problem_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// Cormen, Leiserson, Rivest, Stein: Introduction to algorithms, figure 26.6: a flow of 23.
TEST(FlowProblemGraph, SolvesATextbookFile) {
  const std::string path = testing::TempDir() + "/textbook.max";
  common::WriteFileAtomically(path,
                              "c s v1 v2 v3 v4 t\np max 6 9\nn 1 s\nn 6 t\n"
                              "a 1 2 16\na 1 3 13\na 2 4 12\na 3 2 4\na 3 5 14\n"
                              "a 4 3 9\na 4 6 20\na 5 4 7\na 5 6 4\n");
  MaxFlowGraph<int64_t> graph = ToMaxFlowGraph(ReadDimacs(path));
  EXPECT_EQ(graph.Solve(), 23);
  // The only minimum cut: 12 + 7 + 4 lead from s, v1, v2, v4 to v3 and t.
  std::vector<bool> on_source_side;
  for (int node = 0; node < graph.num_nodes(); ++node) on_source_side.push_back(graph.OnSourceSide(node));
  EXPECT_EQ(on_source_side, (std::vector<bool>{true, true, true, false, true, false}));
}

// The capacity of the arcs that leave a set of nodes, given as one bit per node.
int64_t CutCapacity(const FlowProblem& problem, uint32_t source_side) {
  int64_t capacity = 0;
  for (const FlowArc& arc : problem.arcs) {
    if ((source_side >> arc.from & 1) == 1 && (source_side >> arc.to & 1) == 0) capacity += arc.capacity;
  }
  return capacity;
}

int64_t MinCutValue(const FlowProblem& problem) {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (uint32_t side = 0; side < uint32_t{1} << problem.num_nodes; ++side) {
    if ((side >> problem.source & 1) == 0 || (side >> problem.sink & 1) == 1) continue;
    least = std::min(least, CutCapacity(problem, side));
  }
  return least;
}

// Any arcs: parallel ones, loops, from source to sink, into the source and out of the sink.
FlowProblem RandomProblem(common::RandomStream& random) {
  FlowProblem problem;
  problem.num_nodes = 2 + static_cast<int>(random.UniformIndex(6));
  const std::vector<int> terminals = random.SampleWithoutReplacement(problem.num_nodes, 2);
  problem.source = terminals[0];
  problem.sink = terminals[1];
  const uint64_t nodes = static_cast<uint64_t>(problem.num_nodes);
  for (uint64_t arcs = random.UniformIndex(25); arcs > 0; --arcs) {
    problem.arcs.push_back({static_cast<int>(random.UniformIndex(nodes)),
                            static_cast<int>(random.UniformIndex(nodes)),
                            static_cast<int64_t>(random.UniformIndex(10))});
  }
  return problem;
}

TEST(FlowProblemGraph, EqualsBruteForce) {
  int positive = 0;
  for (uint64_t seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "flow problem");
    const FlowProblem problem = RandomProblem(random);
    MaxFlowGraph<int64_t> graph = ToMaxFlowGraph(problem);
    const int64_t least = MinCutValue(problem);
    EXPECT_EQ(graph.Solve(), least);
    uint32_t source_side = 0;
    for (int v = 0; v < problem.num_nodes; ++v) source_side |= uint32_t{graph.OnSourceSide(v)} << v;
    EXPECT_TRUE(graph.OnSourceSide(problem.source));
    EXPECT_FALSE(graph.OnSourceSide(problem.sink));
    EXPECT_EQ(CutCapacity(problem, source_side), least);
    positive += least > 0;
  }
  EXPECT_GT(positive, 2000);
}

TEST(FlowProblemGraph, RefusesWhatIsNoProblemAndSumsThatDoNotFit) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(MessageOf([] {
              ToMaxFlowGraph({3, 1, 1, {}});
            }),
            "sink: expected another node than the source, found the same");
  EXPECT_EQ(MessageOf([] {
              ToMaxFlowGraph({3, 0, 1, {{0, 2, -1}}});
            }),
            "arc 0: expected a capacity of 0 or more, found -1");
  for (const int64_t most : {int64_t{0}, int64_t{1}, kMost - 1, kMost}) {
    MaxFlowGraph<int64_t> graph = ToMaxFlowGraph({2, 0, 1, {{0, 1, most}}});
    EXPECT_EQ(graph.Solve(), most);
    EXPECT_TRUE(graph.OnSourceSide(0));
    EXPECT_FALSE(graph.OnSourceSide(1));
  }
  EXPECT_NE(MessageOf([] { ToMaxFlowGraph({2, 0, 1, {{0, 1, kMost}, {0, 1, 1}}}); }), "no error");
  EXPECT_NE(MessageOf([] { ToMaxFlowGraph({3, 0, 1, {{0, 2, kMost}, {0, 2, 1}}}); }), "no error");
}

}  // namespace
}  // namespace structlab::graphical_models
