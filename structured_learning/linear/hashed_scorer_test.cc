#include "structured_learning/linear/hashed_scorer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/input_format.h"
#include "structured_learning/linear/hashed_model_file.h"

namespace structlab::structured_learning {
namespace {

constexpr uint32_t kSeeds[] = {0, 7};

std::string Path(const std::string& ending) {
  return std::string(testing::TempDir())
      .append("/")
      .append(testing::UnitTest::GetInstance()->current_test_info()->name())
      .append(ending);
}

InputFormat FormatOf(ExampleFormat format, uint32_t seed) {
  InputFormat input = {.format = format};
  input.parser.seed = seed;
  return input;
}

std::vector<ExampleBatch> Read(const std::string& content, const InputFormat& input, LabelNames& labels) {
  std::ofstream(Path(".data"), std::ios::binary) << content;
  ExampleReader reader(Path(".data"), MakeParser(input), &labels);
  std::vector<ExampleBatch> batches;
  for (ExampleBatch batch; reader.Next(batch);) batches.push_back(batch);
  return batches;
}

// For the last example: the score that the learner computes from the line must equal the score of these
// names.
void ExpectSameScore(const std::string& content, const InputFormat& input,
                     const std::vector<std::pair<std::string, std::string>>& names,
                     const std::vector<float>& values) {
  LabelNames labels;
  StreamingLearner learner({.bits = 18, .seed = input.parser.seed, .task = LinearTask::kOneVsRest});
  const std::vector<ExampleBatch> batches = Read(content, input, labels);
  ASSERT_EQ(batches.size(), 1u);
  for (size_t i = 0; i < batches[0].size(); ++i) learner.Learn(batches[0][i]);
  SaveHashedModel(learner, {labels.names(), FactsOf(input)}, SavedStates::kNone, Path(".model"));
  const HashedScorer scorer(Path(".model"));
  std::vector<uint32_t> keys;
  for (const auto& [name_space, name] : names) keys.push_back(scorer.Key(name, name_space));
  keys.push_back(kConstantKey);
  std::vector<float> all = values, scores(scorer.num_outputs());
  all.push_back(1);
  scorer.Score(keys, all, scores);
  const std::span<const float> expected = learner.Scores(batches[0][batches[0].size() - 1]);
  for (size_t c = 0; c < scores.size(); ++c) {
    EXPECT_EQ(scores[c], expected[c]) << input.parser.seed;
    EXPECT_NE(scores[c], 0);
  }
}

TEST(HashedScorer, NamesHaveTheKeysOfTheirFormat) {
  for (const uint32_t seed : kSeeds) {
    ExpectSameScore("a | hash 12 x\nb |n hash 12 |7 hash\nc | hash 0012 |n 3:2 hash |7 y:0.5 4\n",
                    FormatOf(ExampleFormat::kVw, seed),
                    {{"", "hash"}, {"", "0012"}, {"n", "3"}, {"n", "hash"}, {"7", "y"}, {"7", "4"}},
                    {1, 1, 2, 1, 0.5f, 1});
    InputFormat text = FormatOf(ExampleFormat::kRawText, seed);
    text.text.unit_length = false;
    text.text.weight = TermWeight::kCount;
    ExpectSameScore("a\tHash kernels\nb\tof 12 words\nc\tHash, 12: hash\n", text, {{"", "hash"}, {"", "12"}},
                    {2, 1});
    text.format = ExampleFormat::kFastText;
    ExpectSameScore("__label__a Hash, x\n__label__b 12\n__label__c Hash, 12 Hash,\n", text,
                    {{"", "Hash,"}, {"", "12"}}, {2, 1});
    ExpectSameScore("a 3:1 4:2\nb 5:1\nc 3:0.5 4000000000:2\n", FormatOf(ExampleFormat::kSvmlight, seed),
                    {{"", "3"}, {"", "4000000000"}}, {0.5f, 2});
  }
}

std::string MessageOfKey(const Facts& facts, std::string_view name, std::string_view name_space) {
  SaveHashedModel(StreamingLearner({.bits = 3}), {{}, facts}, SavedStates::kNone, Path(".model"));
  const HashedScorer scorer(Path(".model"));
  try {
    scorer.Key(name, name_space);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(HashedScorer, NamesThatHaveNoKeyAreRefused) {
  const Facts text = FactsOf(InputFormat{.format = ExampleFormat::kRawText});
  const Facts svmlight = FactsOf(InputFormat{.format = ExampleFormat::kSvmlight});
  EXPECT_EQ(MessageOfKey(text, "word", ""), "no error");
  EXPECT_EQ(MessageOfKey(text, "word", "n"), "this model has no namespaces: only the format vw does");
  EXPECT_EQ(MessageOfKey(svmlight, "4294967295", ""), "no error");
  EXPECT_EQ(MessageOfKey(svmlight, "word", ""),
            "a feature of svmlight: expected a number as its name, found 'word'");
  EXPECT_EQ(MessageOfKey(svmlight, "4294967296", ""),
            "a feature of svmlight: expected a number as its name, found '4294967296'");
  EXPECT_EQ(MessageOfKey({}, "word", ""), "this model does not say how names become keys");
}

}  // namespace
}  // namespace structlab::structured_learning
