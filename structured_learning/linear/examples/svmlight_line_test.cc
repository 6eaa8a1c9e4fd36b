#include "structured_learning/linear/examples/svmlight_line.h"

#include <gtest/gtest.h>

#include "structured_learning/linear/examples/read_text.h"

namespace structlab::structured_learning {
namespace {

using Features = std::vector<std::pair<uint32_t, float>>;

const ParserOptions kPlain = {.constant = false};
const ParserOptions kAny = {.labels = LabelKind::kAny, .constant = false};

std::vector<ReadExample> Read(std::string_view content, const ParserOptions& options = kPlain) {
  return ReadText(content, MakeSvmlightParser(options));
}

TEST(Svmlight, ReadsLabelsAndFeatures) {
  const std::vector<ReadExample> examples = Read(
      "+1 0:0.5 7:-2 4294967295:1e-3\n-1\t3:1 \t 9:2.25  # a comment: 5:5\r\n# nothing\nspam qid:17 "
      "1:1\n2#x\n");
  ASSERT_EQ(examples.size(), 4u);
  EXPECT_EQ(examples[0].labels, std::vector<std::string>{"+1"});
  EXPECT_EQ(examples[0].features, (Features{{0, 0.5f}, {7, -2.f}, {4294967295u, 1e-3f}}));
  EXPECT_EQ(examples[1].labels, std::vector<std::string>{"-1"});
  EXPECT_EQ(examples[1].features, (Features{{3, 1.f}, {9, 2.25f}}));
  EXPECT_EQ(examples[2].labels, std::vector<std::string>{"spam"});
  EXPECT_EQ(examples[2].features, (Features{{1, 1.f}}));
  EXPECT_EQ(examples[3].labels, std::vector<std::string>{"2"});
  EXPECT_TRUE(examples[3].features.empty());
}

TEST(Svmlight, ReadsSeveralLabelsAndNone) {
  const std::vector<ReadExample> examples = Read("3,1,politics 1:1\n 2:2\n 7 3:1\n", kAny);
  ASSERT_EQ(examples.size(), 3u);
  EXPECT_EQ(examples[0].labels, (std::vector<std::string>{"3", "1", "politics"}));
  EXPECT_TRUE(examples[1].labels.empty());
  EXPECT_EQ(examples[1].features, (Features{{2, 2.f}}));
  EXPECT_EQ(examples[2].labels, std::vector<std::string>{"7"});
}

TEST(Svmlight, ReadsNumbersToBeLearned) {
  const std::vector<ReadExample> examples =
      Read("-2.5e1 1:1\n+3 1:1\n", {.labels = LabelKind::kNumber, .constant = false});
  EXPECT_EQ(examples[0].target, -25);
  EXPECT_EQ(examples[1].target, 3);
  EXPECT_TRUE(examples[0].labels.empty());
}

TEST(Svmlight, AddsTheConstantAndLeavesZerosOut) {
  const std::vector<ReadExample> examples = Read("1 2:0 3:4 5:0.0\n", {});
  EXPECT_EQ(examples[0].features, (Features{{3, 4.f}, {kConstantKey, 1.f}}));
}

TEST(Svmlight, MistakesHaveTheirPlace) {
  const auto expect = [](std::string_view content, const std::string& message,
                         const ParserOptions& options = kPlain) {
    EXPECT_EQ(MessageFor(content, MakeSvmlightParser(options)), message);
  };
  expect("1 1:1\n1 2:1 x:3\n",
         ":2:7: expected an index from 0 to 4294967295, found 'x:3'; features with names are for "
         "the format vw");
  expect("1 4294967296:1", ":1:3: expected an index from 0 to 4294967295, found '4294967296:1'");
  expect("1 -4:1", ":1:3: expected an index from 0 to 4294967295, found '-4:1'");
  expect("1 4,5:1",
         ":1:4: expected ':' between index and value, found ',5:1'; write features as index:value");
  expect("1 4",
         ":1:4: expected ':' between index and value, found the end of the line; write features as "
         "index:value");
  expect("1 4:", ":1:5: expected a finite number of at most 3.4e38, found the end of the line");
  expect("1 4:nan", ":1:5: expected a finite number of at most 3.4e38, found 'nan'");
  expect("1 4:-inf", ":1:5: expected a finite number of at most 3.4e38, found '-inf'");
  expect("1 4:1e39", ":1:5: expected a finite number of at most 3.4e38, found '1e39'");
  expect("1 4:1:2", ":1:6: expected a blank after the value, found ':2'");
  expect(
      "1 4:1 4:2",
      ":1:7: expected an index above 4, the one before, found 4; write each index once, in increasing order");
  expect(
      "1 4:1 3:2",
      ":1:7: expected an index above 4, the one before, found 3; write each index once, in increasing order");
  expect("1 qid:x 3:2", ":1:3: expected qid: and an integer, found 'qid:x'");
  expect("1:1 2:2", ":1:1: expected a label, found none");
  expect(
      "1,2 2:2",
      ":1:3: expected one label, found a second one, '2'; the task multi-label learns several labels of an "
      "example");
  expect("1,,2 2:2", ":1:3: expected a label, found ',2'", kAny);
  expect("324, 674 234:1",
         ":1:5: expected a label after the comma, found a blank; write labels without blanks between them, "
         "as 3,7",
         kAny);
  expect(",2 2:2", ":1:1: expected a label, found ',2'", kAny);
  expect("x 2:2",
         ":1:1: expected a finite number as the label, found 'x'; labels that are words need another task "
         "than regression",
         {.labels = LabelKind::kNumber});
  expect("1e39 2:2", ":1:1: expected a finite number as the label, found '1e39'",
         {.labels = LabelKind::kNumber});
}

TEST(Svmlight, LabelsOutOfRangeAreRefused) {
  EXPECT_EQ(
      MessageFor("1 1:1\n-1 1:1\n+1 1:1\n2 1:1\n", MakeSvmlightParser(kPlain), 2),
      ":4:1: expected one of the 2 labels '1', '-1', found '2'; tasks of more labels are one-vs-rest and "
      "multiclass");
  EXPECT_EQ(MessageFor("ab 1:1\n" + std::string(65'537, 'x') + " 1:1\n", MakeSvmlightParser(kPlain)),
            ":2:1: expected a label of at most 65536 bytes, found one of 65537");
  EXPECT_EQ(MessageFor(std::string(65'536, 'x') + " 1:1\n", MakeSvmlightParser(kPlain)), "no error");
}

// For prediction the labels of the lines are not read, so they cannot be wrong.
TEST(Svmlight, LabelsMayBeIgnored) {
  LabelNames labels;
  labels.IdOf("a");
  labels.Close();
  ExampleReader reader(WriteTestFile("b 1:1\na,,a 1:1\n1:1\n"),
                       MakeSvmlightParser({.are_labels_ignored = true}), &labels);
  const std::vector<ReadExample> examples = ReadAll(reader, labels);
  ASSERT_EQ(examples.size(), 3u);
  EXPECT_TRUE(examples[0].labels.empty());
  EXPECT_TRUE(examples[1].labels.empty());
  EXPECT_TRUE(examples[2].labels.empty());
}

}  // namespace
}  // namespace structlab::structured_learning
