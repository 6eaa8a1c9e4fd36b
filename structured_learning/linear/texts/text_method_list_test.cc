// Text methods by name: each against the function that it calls, and one of another package.
#include "structured_learning/linear/texts/text_method_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/linear/texts/listed_texts.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;
using common::OptionValues;

const TextSettings kSettings = {.lambdas = {1e-5}, .rates = {0.5, 2}};

// Ten of 300 words; every fourth one is typical of the class.
class FakeTexts : public ListedTexts {
 public:
  FakeTexts() : ListedTexts(Draw(1, 200), Draw(2, 100)) {}

 private:
  static std::vector<TextDocument> Draw(uint64_t seed, int count) {
    common::RandomStream random(seed, "few texts");
    std::vector<TextDocument> documents;
    for (int i = 0; i < count; ++i) {
      TextDocument document = {static_cast<uint32_t>(random.UniformIndex(2)), ""};
      for (int word = 0; word < 10; ++word) {
        document.text += word % 4 == 0 ? " c" + std::to_string(document.label) : std::string(" w");
        document.text += std::to_string(random.UniformIndex(150));
      }
      documents.push_back(std::move(document));
    }
    return documents;
  }
};

ExampleBatch Vectors(int count, uint64_t seed) {
  common::RandomStream random(seed, "few vectors");
  ExampleBatch batch;
  for (int i = 0; i < count; ++i) {
    const bool is_first = random.Uniform() < 0.5;
    const ExampleBatch::Room room = batch.FeatureRoom(3);
    room.keys[0] = is_first == (random.Uniform() < 0.9) ? 0 : 1;
    for (uint32_t k = 1; k < 3; ++k) room.keys[k] = 50 * k + static_cast<uint32_t>(random.UniformIndex(50));
    for (uint32_t k = 0; k < 3; ++k) room.values[k] = 0.577f;
    batch.AddLabel(is_first ? 0 : 1);
    batch.AddExample(3, 0, 1);
  }
  return batch;
}

OptionValues OptionsOf(const TextMethod& method, const std::vector<std::string>& assignments) {
  OptionValues values(method.name, method.options);
  for (const std::string& assignment : assignments) values.Parse(assignment);
  return values;
}

TEST(TextMethodList, CallsTheFunctionsOfTheLibrary) {
  const FakeTexts texts;
  const ExampleBatch train = Vectors(200, 1), test = Vectors(100, 2);
  const struct {
    std::string name;
    std::vector<std::string> options;
    TextOutcome of_texts, of_vectors;
  } expected[] = {
      {"hash-kernel",
       {"bits=7"},
       RunHashKernel(texts, 7, kSettings),
       RunOnVectors(train, test, VectorMethod::kHashed, 7, kSettings)},
      {"exact",
       {},
       RunExact(texts, ExactMethod::kGradientDescent, kSettings),
       RunOnVectors(train, test, VectorMethod::kExact, 9, kSettings)},
      {"bottou",
       {"passes=2", "lambda=0.01"},
       RunBottou(texts, {.lambda = 0.01, .passes = 2}, kSettings.seed),
       RunBottouOnVectors(train, test, {.lambda = 0.01, .passes = 2})},
      {"vw-text",
       {},
       RunExact(texts, ExactMethod::kVwFromText, kSettings),
       RunOnVectors(train, test, VectorMethod::kVwUpdates, 9, kSettings)},
      {"vw-cache",
       {},
       RunExact(texts, ExactMethod::kVwFromCache, kSettings),
       RunOnVectors(train, test, VectorMethod::kVwUpdates, 9, kSettings)},
      {"projection",
       {"bits=6"},
       RunProjection(texts, 6, kSettings),
       RunOnVectors(train, test, VectorMethod::kProjected, 6, kSettings)},
      {"projection",
       {"bits=5", "signs=sparse"},
       RunProjection(texts, 5, kSettings, kernels::ProjectionKind::kSparseSigns),
       RunOnVectors(train, test, VectorMethod::kSparselyProjected, 5, kSettings)},
  };
  for (const auto& [name, options, of_texts, of_vectors] : expected) {
    SCOPED_TRACE(name);
    const TextMethod& method = FindTextMethod(name);
    const OptionValues values = OptionsOf(method, options);
    EXPECT_EQ(method.run(texts, kSettings, values).mistakes.wrong(), of_texts.mistakes.wrong());
    const TextOutcome found = method.run_on_vectors(train, test, kSettings, values);
    EXPECT_EQ(found.mistakes.wrong(), of_vectors.mistakes.wrong());
    EXPECT_EQ(found.rate, of_vectors.rate);
  }
}

TEST(TextMethodList, ProjectedBottouTakesTextsOnly) {
  const TextMethod& method = FindTextMethod("projected-bottou");
  const OptionValues values = OptionsOf(method, {"bits=6", "passes=2", "lambda=0.01"});
  EXPECT_EQ(method.run(FakeTexts(), kSettings, values).mistakes.wrong(),
            RunProjectedBottou(FakeTexts(), 6, {.lambda = 0.01, .passes = 2}, 1).mistakes.wrong());
  EXPECT_FALSE(method.run_on_vectors);
}

// A method of another package: every document has label 0.
TextOutcome SayZero(const TextSource& texts, const TextSettings&, const OptionValues& values) {
  TextOutcome outcome;
  TextDocument document;
  const auto stream = texts.Open(TextPart::kTest);
  while (stream->Next(document)) outcome.mistakes.Add(document.label != 0);
  outcome.error = outcome.mistakes.ErrorPercent() + static_cast<double>(values.Integer("more"));
  return outcome;
}

TextMethod Zero(const std::string& name) {
  return {.name = name,
          .summary = "label 0",
          .options = {common::IntegerOption("more", 0, {0, 9}, "added to the error")},
          .run = SayZero};
}

// As packages do it: before main.
const bool kRegistered = RegisterTextMethod(Zero("zero"));

TEST(RegisterTextMethod, IsFoundAndListedAfterTheLibrarysOwn) {
  ASSERT_TRUE(kRegistered);
  std::vector<std::string> names;
  for (const TextMethod& method : TextMethods()) names.push_back(method.name);
  EXPECT_EQ(names, (std::vector<std::string>{"hash-kernel", "exact", "bottou", "vw-text", "vw-cache",
                                             "projection", "projected-bottou", "zero"}));
  EXPECT_NE(MessageOf([] { FindTextMethod("zeros"); }).find("one of zero, "), std::string::npos);
  const FakeTexts texts;
  const TextMethod& method = FindTextMethod("zero");
  const double error = method.run(texts, kSettings, {}).error;
  EXPECT_GT(error, 30);
  EXPECT_LT(error, 70);
  EXPECT_EQ(method.run(texts, kSettings, OptionsOf(method, {"more=3"})).error, error + 3);
  EXPECT_FALSE(method.run_on_vectors);
  EXPECT_EQ(
      MessageOf([&] { method.run(texts, kSettings, OptionsOf(FindTextMethod("hash-kernel"), {"bits=9"})); }),
      "option of zero: expected one of more, found 'bits'");
}

TEST(RegisterTextMethodDeathTest, WhatStandsTwiceOrDoesNothingIsABug) {
  EXPECT_DEATH(RegisterTextMethod(Zero("exact")), "bug: is_new");
  TextMethod nothing = Zero("nothing");
  nothing.run = nullptr;
  EXPECT_DEATH(RegisterTextMethod(nothing), "bug: is_whole");
}

}  // namespace
}  // namespace structlab::structured_learning
