#include "structured_learning/linear/examples/raw_text_line.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/error.h"
#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/murmur_hash.h"
#include "structured_learning/linear/examples/read_text.h"

namespace structlab::structured_learning {
namespace {

using Features = std::vector<std::pair<uint32_t, float>>;
using kernels::GramKey;
using kernels::MurmurHash3;

const ParserOptions kPlain = {.constant = false};
const TextOptions kCounts = {.weight = TermWeight::kCount, .unit_length = false};

uint32_t Key(std::string_view word) { return MurmurHash3(word, 0); }

std::vector<ReadExample> Read(std::string_view content, const TextOptions& text) {
  return ReadText(content, MakeRawTextParser(kPlain, text));
}

TEST(RawText, WordsAreRunsOfLettersAndDigitsInLowerCase) {
  const std::vector<ReadExample> examples = Read("rec.autos\tThe car, THE 2nd car--it's\n", kCounts);
  EXPECT_EQ(examples[0].labels, std::vector<std::string>{"rec.autos"});
  EXPECT_EQ(
      examples[0].features,
      (Features{{Key("the"), 2.f}, {Key("car"), 2.f}, {Key("2nd"), 1.f}, {Key("it"), 1.f}, {Key("s"), 1.f}}));
}

TEST(RawText, NgramsKeepTheOrderOfTheirWords) {
  TextOptions text = kCounts;
  text.ngrams = 3;
  const uint32_t ab = GramKey(Key("a"), Key("b")), ba = GramKey(Key("b"), Key("a"));
  EXPECT_EQ(Read("x\ta b a b\n", text)[0].features, (Features{{Key("a"), 2.f},
                                                              {ab, 2.f},
                                                              {GramKey(ab, Key("a")), 1.f},
                                                              {Key("b"), 2.f},
                                                              {ba, 1.f},
                                                              {GramKey(ba, Key("b")), 1.f}}));
}

TEST(RawText, WeightsAreBinaryCountsOrLogarithms) {
  TextOptions text = {.unit_length = false};
  EXPECT_EQ(Read("x\ta a a b\n", text)[0].features[0].second, 1 + std::log(3.f));
  text.weight = TermWeight::kBinary;
  EXPECT_EQ(Read("x\ta a a b\n", text)[0].features[0].second, 1.f);
  text = {.weight = TermWeight::kCount};
  const Features unit = Read("x\ta a a b b b b\n", text)[0].features;
  EXPECT_FLOAT_EQ(unit[0].second, 0.6f);
  EXPECT_FLOAT_EQ(unit[1].second, 0.8f);
  EXPECT_TRUE(Read("x\t...\n", text)[0].features.empty());
}

TEST(RawText, EncodingsSayWhichBytesAreLetters) {
  TextOptions text = kCounts;
  // "Ä" as UTF-8 has two bytes, both of a word; its case stays.
  EXPECT_EQ(Read("x\t\xc3\x84q \xe2\x82\xac\n", text)[0].features,
            (Features{{Key("\xc3\x84q"), 1.f}, {Key("\xe2\x82\xac"), 1.f}}));
  text.encoding = TextEncoding::kLatin1;
  // "ÄQ", times, "ß".
  EXPECT_EQ(Read("x\t\xc4Q\xd7\xdf\n", text)[0].features,
            (Features{{Key("\xe4q"), 1.f}, {Key("\xdf"), 1.f}}));
}

TEST(RawText, LabelsMayBeSeveral) {
  const ParserOptions any = {.labels = LabelKind::kAny, .constant = false};
  const std::vector<ReadExample> examples = ReadText("a,b\tx\n\ty\n", MakeRawTextParser(any, {}));
  EXPECT_EQ(examples[0].labels, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(examples[1].labels.empty());
}

TEST(RawText, MistakesHaveTheirPlace) {
  const auto expect = [](std::string_view content, const std::string& message) {
    EXPECT_EQ(MessageFor(content, MakeRawTextParser({}, {})), message);
  };
  expect("label and text\n", ":1:15: expected a label, a tab and the text, found no tab");
  expect("\n", ":1:1: expected a label, a tab and the text, found no tab");
  expect("\ttext\n", ":1:1: expected a label, found none");
  expect("a,\ttext\n", ":1:3: expected a label, found a tab");
  expect("a,b\ttext\n", ":1:3: expected one label, found a second one, 'b'");
  expect(",a\ttext\n", ":1:1: expected a label, found ','");
  // A lone byte, an overlong form, a surrogate, beyond U+10FFFF, a character cut short.
  for (const std::string bad :
       {"\xc4", "\x80", "\xc0\xaf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    EXPECT_EQ(MessageFor("x\tab" + bad + "\n", MakeRawTextParser({}, {})).substr(0, 24),
              ":1:5: expected UTF-8, fo")
        << testing::PrintToString(bad);
  }
}

TEST(RawText, TooManyNgramsAreRefused) {
  std::string line = "x\t";
  for (int i = 0; i <= 1 << 21; ++i) line += "a ";
  EXPECT_EQ(MessageFor(line, MakeRawTextParser({}, {.ngrams = 8})),
            ":1:1: expected at most 16777216 features of an example with its n-grams, found more");
}

TEST(RawText, RefusesNgramsOutOfRange) {
  EXPECT_THROW(MakeRawTextParser({}, {.ngrams = 0}), common::Error);
  EXPECT_THROW(MakeRawTextParser({}, {.ngrams = 9}), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
