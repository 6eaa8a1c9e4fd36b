// Numbers that a learner cannot accept are reported as mistakes in their line.
#include "structured_learning/linear/examples/number_limits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/raw_text_line.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {
namespace {

std::string Path() {
  return std::string(testing::TempDir())
      .append("/")
      .append(testing::UnitTest::GetInstance()->current_test_info()->name());
}

std::vector<ExampleBatch> ReadAll(const std::string& content, std::unique_ptr<LineParser> parser,
                                  OnMistake on_mistake) {
  std::ofstream(Path(), std::ios::binary) << content;
  LabelNames labels;
  ExampleReader reader(Path(), std::move(parser), &labels, {.on_mistake = on_mistake});
  std::vector<ExampleBatch> batches;
  for (ExampleBatch batch; reader.Next(batch);) batches.push_back(batch);
  return batches;
}

std::string MessageFor(const std::string& content, std::unique_ptr<LineParser> parser) {
  try {
    ReadAll(content, std::move(parser), OnMistake::kStop);
  } catch (const common::Error& error) {
    return std::string(error.what()).substr(Path().size());
  }
  return "no error";
}

TEST(NumberLimits, LargerNumbersHaveTheirPlace) {
  const NumberLimits adaptive = LimitsOf(UpdateRule::kAdaptive);
  const NumberLimits normalized = LimitsOf(UpdateRule::kNormalized);
  EXPECT_EQ(MessageFor("a 1:2\nb 3:1 4:-2e18\n", MakeSvmlightParser({.limits = adaptive})),
            ":2:9: expected a finite number of at most 1e+15, found '-2e18'; scale the features down");
  EXPECT_EQ(MessageFor("a 1:2\nb 4:2e7\n", MakeSvmlightParser({.limits = normalized})),
            ":2:5: expected a finite number of at most 1e+07, found '2e7'; scale the features down");
  EXPECT_EQ(MessageFor("a |n:1e8 x y:1e8\n", MakeVwParser({.limits = adaptive})),
            ":1:12: expected a value of at most 1e+15 after scaling, found 'y:1e8'; scale the features down");
  EXPECT_EQ(
      MessageFor("a | x:6e14 x:6e14\n", MakeVwParser({.limits = adaptive})),
      ":1:1: expected values whose sums and products are at most 1e+15, found 1.2e+15; scale the features "
      "down");
  EXPECT_EQ(
      MessageFor("a 1:1e8 2:1e8\n", MakeSvmlightParser({.crosses = {{' ', ' '}}, .limits = adaptive})),
      ":1:1: expected values whose sums and products are at most 1e+15, found 1e+16; scale the features "
      "down");
  EXPECT_EQ(MessageFor("a | x\n  a 1e38 | 1:10\n", MakeVwParser({.limits = adaptive})),
            ":2:5: expected an importance of at most 1e+28 with values of up to 10, found 1e+38; scale "
            "importances and features down");
  const ParserOptions numbers = {.labels = LabelKind::kNumber, .limits = adaptive};
  EXPECT_EQ(MessageFor(" 1e20 1:1\n", MakeSvmlightParser(numbers)),
            ":1:2: expected a number of at most 5e+14 with values of up to 1, found 1e+20; scale numbers and "
            "features down");
  EXPECT_EQ(MessageFor("1000 1:1e14\n", MakeSvmlightParser(numbers)),
            ":1:1: expected a number of at most 5 with values of up to 1e+14, found 1000; scale numbers and "
            "features down");
  EXPECT_EQ(
      MessageFor("-5e14 1:1\n1e15 1:0.1\n", MakeSvmlightParser(numbers)),
      ":2:1: expected a number of at most 5e+14 with values of up to 0.1, found 1e+15; scale numbers and "
      "features down");
  EXPECT_EQ(MessageFor("1 1e31 | x\n", MakeVwParser(numbers)),
            ":1:1: expected a number of at most 0.1581 with values of up to 1, found 1; scale numbers and "
            "features down");
  // A learner without states, and prediction, accept any finite number.
  for (const NumberLimits& none : {LimitsOf(UpdateRule::kSchedule), NumberLimits()}) {
    EXPECT_EQ(MessageFor("a 1e38 | x:3e38\n", MakeVwParser({.limits = none})), "no error");
  }
}

// The squared loss of labels has the derivative 2 at first.
TEST(NumberLimits, OfReadersAreThoseOfTheFirstDerivative) {
  for (const UpdateRule update : {UpdateRule::kAdaptive, UpdateRule::kNormalized}) {
    for (const LinearTask task : {LinearTask::kBinary, LinearTask::kOneVsRest}) {
      const LearnerOptions options = {
          .bits = 6, .task = task, .loss = LinearLoss::kSquared, .update = update};
      const NumberLimits limits = ReaderLimitsOf(options);
      std::vector<std::string> lines = {"a 2e29 | x\n", "a 4e29 | x\n", "a | x:4e14\n", "a | x:7e14\n",
                                        "a | x:5e6\n"};
      int taken = 0;
      for (const std::string& line : lines) {
        if (MessageFor(line, MakeVwParser({.limits = limits})) != "no error") continue;
        StreamingLearner learner(options);
        learner.Learn(ReadAll(line, MakeVwParser({.limits = limits}), OnMistake::kStop)[0][0]);
        ++taken;
      }
      EXPECT_EQ(taken, update == UpdateRule::kAdaptive ? 3 : 2);
    }
  }
  EXPECT_EQ(ReaderLimitsOf({}).growth, LimitsOf(UpdateRule::kAdaptive).growth);
}

// A count is a value, too.
TEST(NumberLimits, CountsOfWordsAreWithinThem) {
  EXPECT_EQ(
      MessageFor("a\tx x x x\n", MakeRawTextParser({.limits = {.value = 3}},
                                                   {.weight = TermWeight::kCount, .unit_length = false})),
      ":1:1: expected values whose sums and products are at most 3, found 4; scale the features down");
}

std::string RandomLines(int count) {
  common::RandomStream random(1, "limits");
  const auto number = [&](double lowest, double highest) {
    return common::FormatShort(std::pow(10, random.Uniform(lowest, highest)));
  };
  std::string lines;
  for (int i = 0; i < count; ++i) {
    lines.append("l").append(std::to_string(random.UniformIndex(2))).append(" ").append(number(-10, 38));
    lines.append(" |");
    for (int k = 0; k < 3; ++k) {
      lines.append(" ").append(std::to_string(random.UniformIndex(50))).append(":").append(number(-20, 16));
    }
    lines.append("\n");
  }
  return lines;
}

// Losses with derivatives of at most 1 learn everything that the reader accepts, and no state becomes
// infinite.
TEST(NumberLimits, WhatTheReaderTakesTheLearnerTakes) {
  const std::string lines = RandomLines(5000);
  for (const UpdateRule update : {UpdateRule::kAdaptive, UpdateRule::kNormalized}) {
    for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kHinge}) {
      for (const LinearTask task : {LinearTask::kBinary, LinearTask::kOneVsRest, LinearTask::kMulticlass}) {
        const std::vector<ExampleBatch> batches =
            ReadAll(lines, MakeVwParser({.limits = LimitsOf(update)}), OnMistake::kSkip);
        // Each example goes to a new learner, so that scores stay finite.
        const LearnerOptions options = {.bits = 6, .task = task, .loss = loss, .update = update};
        size_t taken = 0;
        for (const ExampleBatch& batch : batches) {
          for (size_t i = 0; i < batch.size(); ++i, ++taken) {
            StreamingLearner learner(options);
            learner.Learn(batch[i]);
            ASSERT_TRUE(std::isfinite(MaxMagnitude(learner.state().table))) << taken;
          }
        }
        EXPECT_GT(taken, 1000u);
        EXPECT_LT(taken, 4500u);
      }
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
