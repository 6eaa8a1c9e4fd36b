#include "structured_learning/linear/examples/fasttext_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/error.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/examples/raw_text_line.h"
#include "structured_learning/linear/examples/read_text.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"

namespace structlab::structured_learning {
namespace {

using Features = std::vector<std::pair<uint32_t, float>>;
using kernels::GramKey;

const ParserOptions kPlain = {.constant = false};
const ParserOptions kSeveral = {.labels = LabelKind::kAny, .constant = false};
const TextOptions kCounts = {.weight = TermWeight::kCount, .unit_length = false};

uint32_t Key(std::string_view word) { return kernels::MurmurHash3(word, 0); }

std::vector<ReadExample> Read(std::string_view content, const ParserOptions& options = kPlain,
                              const TextOptions& text = kCounts) {
  return ReadText(content, MakeFastTextParser(options, text));
}

TEST(FastText, LabelsStandAnywhereAndWordsAreAsTheyAreWritten) {
  for (const std::string line : {"__label__spam Buy now, now\n", "Buy __label__spam now, now\n",
                                 "\t Buy\vnow,\fnow __label__spam \r\n"}) {
    const std::vector<ReadExample> examples = Read(line);
    ASSERT_EQ(examples.size(), 1u) << line;
    EXPECT_EQ(examples[0].labels, std::vector<std::string>{"spam"}) << line;
    EXPECT_EQ(examples[0].features, (Features{{Key("Buy"), 1.f}, {Key("now,"), 1.f}, {Key("now"), 1.f}}))
        << line;
  }
  // Letters before __label__ make it an ordinary word.
  EXPECT_EQ(Read("__label__a x__label__b\n")[0].features, (Features{{Key("x__label__b"), 1.f}}));
}

TEST(FastText, LabelsMayBeSeveralOrNone) {
  const std::vector<ReadExample> examples = Read("__label__a,b x __label__c\n\ny\n", kSeveral);
  ASSERT_EQ(examples.size(), 2u);
  EXPECT_EQ(examples[0].labels, (std::vector<std::string>{"a,b", "c"}));
  EXPECT_TRUE(examples[1].labels.empty());
}

TEST(FastText, NumbersAreLabelsOfRegression) {
  const ParserOptions number = {.labels = LabelKind::kNumber};
  EXPECT_EQ(Read("__label__-2.5 x\n", number)[0].target, -2.5f);
}

TEST(FastText, LabelsAreNoFeaturesWhereTheyAreIgnored) {
  const ParserOptions predicts = {.are_labels_ignored = true, .constant = false};
  for (const std::string line : {"x\n", "__label__a x __label__ __label__b\n"}) {
    EXPECT_EQ(Read(line, predicts)[0].features, (Features{{Key("x"), 1.f}})) << line;
  }
}

TEST(FastText, HasNgramsAndWeightsOfText) {
  TextOptions text = kCounts;
  text.ngrams = 2;
  EXPECT_EQ(Read("__label__a x __label__b y\n", kSeveral, text)[0].features,
            (Features{{Key("x"), 1.f}, {GramKey(Key("x"), Key("y")), 1.f}, {Key("y"), 1.f}}));
  EXPECT_FLOAT_EQ(
      Read("__label__a x x x y y y y\n", kPlain, {.weight = TermWeight::kCount})[0].features[0].second, 0.6f);
}

TEST(FastText, MistakesHaveTheirPlace) {
  const auto expect = [](std::string_view content, const std::string& message) {
    EXPECT_EQ(MessageFor(content, MakeFastTextParser({}, {})), message);
  };
  expect("buy now\n",
         ":1:1: expected a word that begins with __label__, found none; put __label__ before "
         "the label, or give another format");
  const std::string table = "; separate labels and words by blanks, as in '__label__a hello'";
  expect("__label__a,hello\n", ":1:11: expected words after the label, found ',hello'" + table);
  expect("__label__a x\n __label__b,c \n", ":2:12: expected words after the label, found ',c '" + table);
  EXPECT_TRUE(MessageFor("__label__a,hello\n", MakeFastTextParser({.are_labels_ignored = true}, {}))
                  .starts_with(":1:11: expected words after the label"));
  expect("x __label__ y\n", ":1:12: expected a label directly after __label__, found nothing");
  expect(
      "__label__a x __label__b\n",
      ":1:23: expected one label, found a second one, 'b'; the task multi-label learns several labels of an "
      "example");
  expect("__label__a b\x01\n", ":1:13: expected words without control characters, found '\\x01'");
  expect("__label__a \xc4\n", ":1:12: expected UTF-8, found '\\xc4'; say which encoding it is");
  EXPECT_EQ(Read("__label__a \xc4\n", kPlain, {.encoding = TextEncoding::kLatin1})[0].features.size(), 1u);
}

TEST(FastText, OtherFormatsNameIt) {
  const std::string remedy = "; give the format fasttext", line = "y __label__a x\n";
  EXPECT_TRUE(MessageFor(line, MakeRawTextParser({}, {})).ends_with(remedy));
  EXPECT_TRUE(MessageFor(line, MakeVwParser({})).ends_with(remedy));
  EXPECT_TRUE(MessageFor(line, MakeSvmlightParser({})).ends_with(remedy));
}

// They would become classes with __label__ in their names.
TEST(FastText, ItsLabelsAreMistakesInOtherFormats) {
  const auto expect = [](std::string_view content, std::unique_ptr<LineParser> parser,
                         const std::string& message) {
    EXPECT_EQ(MessageFor(content, std::move(parser)), message + "; give the format fasttext");
  };
  expect("__label__a,hello\n", MakeSvmlightParser(kSeveral),
         ":1:1: expected a label without __label__, found '__label__a,hello'");
  expect("__label__a 1:1\n", MakeSvmlightParser({.are_labels_ignored = true}),
         ":1:1: expected a label without __label__, found '__label__a'");
  expect("b,__label__a | x\n", MakeVwParser(kSeveral),
         ":1:3: expected a label without __label__, found '__label__a'");
}

TEST(FastText, RefusesNgramsOutOfRange) {
  EXPECT_THROW(MakeFastTextParser({}, {.ngrams = 9}), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
