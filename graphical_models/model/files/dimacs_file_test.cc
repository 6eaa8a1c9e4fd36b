#include "graphical_models/model/files/dimacs_file.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/files/test_file.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr std::string_view kProblem =
    "c an example\np max 4 3\nn 1 s\nn 4 t\nc arcs follow\n\na 1 2 5\na 2 4 0\na 3 3 9223372036854775807\n";

TEST(Dimacs, ReadsNodesFromZero) {
  const FlowProblem expected = {4, 0, 3, {{0, 1, 5}, {1, 3, 0}, {2, 2, std::numeric_limits<int64_t>::max()}}};
  EXPECT_EQ(ReadDimacs(WriteTestFile(kProblem)), expected);
  EXPECT_EQ(ReadDimacs(WriteGzipTestFile(kProblem)), expected);
  EXPECT_EQ(ReadDimacs(WriteTestFile("p max 2 0 n 2 s n 1 t")), (FlowProblem{2, 1, 0, {}}));
}

TEST(Dimacs, IsReadBack) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    common::RandomStream random(seed, "dimacs");
    FlowProblem problem;
    problem.num_nodes = 2 + static_cast<int>(random.UniformIndex(9));
    const std::vector<int> terminals = random.SampleWithoutReplacement(problem.num_nodes, 2);
    problem.source = terminals[0];
    problem.sink = terminals[1];
    for (uint64_t arcs = random.UniformIndex(20); arcs > 0; --arcs) {
      const uint64_t nodes = static_cast<uint64_t>(problem.num_nodes);
      problem.arcs.push_back({static_cast<int>(random.UniformIndex(nodes)),
                              static_cast<int>(random.UniformIndex(nodes)),
                              static_cast<int64_t>(random.Bits() >> (1 + random.UniformIndex(60)))});
    }
    WriteDimacs(problem, TestPath());
    EXPECT_EQ(ReadDimacs(TestPath()), problem);
  }
}

TEST(Dimacs, NamesThePlaceOfEveryMistake) {
  const auto message = [](std::string_view text) {
    return MessageFor(text, [](const std::string& path) { ReadDimacs(path); });
  };
  const std::string head = "p max 3 1\nn 1 s\nn 3 t\n";
  EXPECT_EQ(message(""),
            ":1:1: expected the lines p, n for the source and n for the sink, found the end of the file");
  EXPECT_EQ(message("x"), ":1:1: expected a line that begins with c, p, n or a, found 'x'");
  EXPECT_EQ(message("p min 2 1"), ":1:3: expected max, for a maximum-flow problem, found 'min'");
  EXPECT_EQ(message("p max 1 1"), ":1:7: expected the number of nodes, 2 to 2147483647, found '1'");
  EXPECT_EQ(message("p max 2 -1"), ":1:9: expected the number of arcs, 0 to 2147483647, found '-1'");
  EXPECT_EQ(message("n 1 s"), ":1:1: expected the line p before the lines n, found 'n'");
  EXPECT_EQ(message(head + "p max 3 1"), ":4:1: expected one line p, found 'p'; remove the second one");
  EXPECT_EQ(message("p max 3 1\nn 4 s"), ":2:3: expected a node, 1 to 3, found '4'");
  EXPECT_EQ(message("p max 3 1\nn 1 q"), ":2:5: expected s or t, found 'q'");
  EXPECT_EQ(message("p max 3 1\nn 1 s\nn 2 s"), ":3:5: expected one source and one sink, found a second one");
  EXPECT_EQ(message("p max 3 1\nn 1 s\nn 1 t"),
            ":3:5: expected different nodes as source and sink, found the same");
  EXPECT_EQ(message("p max 3 1\nn 1 s\na 1 2 3"),
            ":3:1: expected the lines p, n for the source and n for the sink before the lines a, found 'a'");
  EXPECT_EQ(message(head + "a 0 2 3"), ":4:3: expected the node from which the arc leads, 1 to 3, found '0'");
  EXPECT_EQ(message(head + "a 1 4 3"), ":4:5: expected the node to which the arc leads, 1 to 3, found '4'");
  for (const std::string wrong : {"-1", "1.5", "9223372036854775808", "nan"}) {
    EXPECT_EQ(message(head + "a 1 2 " + wrong),
              ":4:7: expected a capacity, at least 0, found '" + wrong + "'");
  }
  EXPECT_EQ(
      message(head + "a 1 2"),
      ":4:6: expected a capacity, found the end of the file; the file is cut off or a count in it is too "
      "large");
  EXPECT_EQ(message(head),
            ":3:6: expected 1 arcs, as the line p says, found the end of the file after 0; the file is "
            "cut off or the count is wrong");
  EXPECT_EQ(message(head + "a 1 2 3\na 1 2 3"), ":5:1: expected 1 arcs, as the line p says, found one more");
  EXPECT_EQ(message("p max 2000000000 0\nn 1 s\nn 2 t"),
            ":1:7: expected fewer nodes in a file of this size, found 2000000000");
}

TEST(Dimacs, WritesOnlyWhatItReads) {
  const auto message = [](const FlowProblem& problem) {
    return MessageOf([&] { WriteDimacs(problem, TestPath()); });
  };
  EXPECT_EQ(message({3, 3, 1, {}}), "source: expected a node from 0 to 2, found 3");
  EXPECT_EQ(message({3, 0, -1, {}}), "sink: expected a node from 0 to 2, found -1");
  EXPECT_EQ(message({3, 1, 1, {}}), "sink: expected another node than the source, found the same");
  EXPECT_EQ(message({3, 0, 1, {{0, 3, 1}}}), "arc 0: expected a node from 0 to 2, found 3");
  EXPECT_EQ(message({3, 0, 1, {{0, 1, -1}}}), "arc 0: expected a capacity of 0 or more, found -1");
}

}  // namespace
}  // namespace structlab::graphical_models
