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
  // "ÄQ", times, "ß".
  EXPECT_EQ(Read("x\t\xc3\x84Q\xc3\x97\xc3\x9f\n", text)[0].features,
            (Features{{Key("\xc3\xa4q"), 1.f}, {Key("\xc3\x9f"), 1.f}}));
  text.encoding = TextEncoding::kLatin1;
  EXPECT_EQ(Read("x\t\xc4Q\xd7\xdf\n", text)[0].features,
            (Features{{Key("\xe4q"), 1.f}, {Key("\xdf"), 1.f}}));
}

std::string Utf8Of(uint32_t code) {
  if (code < 0x80) return {static_cast<char>(code)};
  std::string text;
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  text += static_cast<char>((0xffu << (7 - more) & 0xffu) | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3f));
  return text;
}

std::string Utf8OfLatin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) utf8 += Utf8Of(static_cast<unsigned char>(c));
  return utf8;
}

// The lower case of a character of Latin-1 that belongs to a word, else 0.
uint32_t LowerCase(uint32_t c) {
  const auto within = [&](uint32_t first, uint32_t last) { return c >= first && c <= last; };
  if (within('A', 'Z') || (within(0xc0, 0xde) && c != 0xd7)) return c + 32;
  const bool is_letter =
      within('a', 'z') || c == 0xaa || c == 0xb5 || c == 0xba || (within(0xdf, 0xff) && c != 0xf7);
  return is_letter || within('0', '9') ? c : 0;
}

// Each character within a word, by itself, and after itself, except for the two that no line has.
TEST(RawText, LatinOneHasTheSameWordsInBothEncodings) {
  TextOptions latin1 = kCounts, utf8 = kCounts;
  latin1.encoding = TextEncoding::kLatin1;
  latin1.ngrams = utf8.ngrams = 2;
  for (uint32_t c = 1; c < 256; ++c) {
    if (c == '\n' || c == '\r') continue;
    SCOPED_TRACE(c);
    const std::string one(1, static_cast<char>(c));
    const std::string text =
        std::string("A").append(one).append("Z ").append(one).append(" e").append(one + one);
    const uint32_t lower = LowerCase(c);
    std::vector<std::string> words = {"a", "z", "e"};
    if (lower != 0) {
      const std::string letter(1, static_cast<char>(lower));
      words = {std::string("a").append(letter).append("z"), letter, std::string("e").append(letter + letter)};
    }
    const auto features = [&](auto&& encode) {
      Features all;
      for (size_t i = 0; i < words.size(); ++i) {
        all.emplace_back(Key(encode(words[i])), 1.f);
        if (i + 1 < words.size())
          all.emplace_back(GramKey(Key(encode(words[i])), Key(encode(words[i + 1]))), 1.f);
      }
      return all;
    };
    EXPECT_EQ(Read("x\t" + text + "\n", latin1)[0].features,
              features([](const std::string& word) { return word; }));
    EXPECT_EQ(Read("x\t" + Utf8OfLatin1(text) + "\n", utf8)[0].features, features(Utf8OfLatin1));
  }
}

TEST(RawText, CharactersBeyondLatinOneAreOfWordsIfTheyAreNoPunctuation) {
  const Features two = {{Key("a"), 1.f}, {Key("b"), 1.f}};
  for (const uint32_t code : {0x2000u,  // a space
                              0x200bu,  // one of no width
                              0x2014u,  // a dash
                              0x201cu,  // a quotation mark
                              0x2026u, 0x206fu, 0x20a0u, 0x20acu, 0x20cfu, 0x2e00u, 0x2e7fu,
                              0x3000u,  // the ideographic space
                              0x3002u, 0x303fu, 0xfe10u, 0xfe1fu, 0xfe30u, 0xfe6fu, 0xfeffu, 0xff01u, 0xff0fu,
                              0xff1au, 0xff20u, 0xff3bu, 0xff40u, 0xff5bu, 0xff65u, 0xffe0u, 0xffeeu}) {
    const std::string sign = Utf8Of(code);
    const std::string text = std::string("a").append(sign).append("B").append(sign);
    EXPECT_EQ(Read("x\t" + text + "\n", kCounts)[0].features, two) << std::hex << code;
  }
  for (const uint32_t code :
       {0x100u,  // capitals beyond Latin-1 keep their case
        0x178u,  0x416u,  0x7ffu,  0x800u,   0x1fffu,  0x2070u,  0x209fu, 0x20d0u, 0x2dffu,
        0x2e80u, 0x2fffu, 0x3040u, 0x4e00u,  0xd7ffu,  0xe000u,  0xfe0fu, 0xfe20u, 0xfe2fu,
        0xfe70u, 0xfefeu, 0xff00u, 0xff10u,  0xff19u,  0xff21u,  0xff3au, 0xff41u, 0xff5au,
        0xff66u, 0xffdfu, 0xffefu, 0x10000u, 0x1f600u, 0x10ffffu}) {
    const std::string letter = Utf8Of(code);
    const std::string word = std::string("a").append(letter).append("b");
    EXPECT_EQ(Read(std::string("x\tA").append(letter).append("B\n"), kCounts)[0].features,
              (Features{{Key(word), 1.f}}))
        << std::hex << code;
  }
}

// As an editor writes it.
TEST(RawText, QuotesAndDashesSeparateWords) {
  EXPECT_EQ(Read("x\t\u201ccar\u201d car\u2014it\u2019s \u201ecar\u00a0x\u201c\u3000\u00bfcar?\n", kCounts)[0]
                .features,
            (Features{{Key("car"), 4.f}, {Key("it"), 1.f}, {Key("s"), 1.f}, {Key("x"), 1.f}}));
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
  expect("label and text\n",
         ":1:15: expected a label, a tab and the text, found no tab; put a tab between label and text, or "
         "before a text without label");
  expect(" x\n",
         ":1:3: expected a label, a tab and the text, found no tab; put a tab between label and text, or "
         "before a text without label");
  expect("  \ttext\n", ":1:1: expected a label, found none");
  expect("\ttext\n", ":1:1: expected a label, found none");
  expect("a,\ttext\n", ":1:3: expected a label, found a tab");
  expect(
      "a,b\ttext\n",
      ":1:3: expected one label, found a second one, 'b'; the task multi-label learns several labels of an "
      "example");
  expect(",a\ttext\n", ":1:1: expected a label, found ','");
  // A lone byte, an overlong form, a surrogate, beyond U+10FFFF, a character cut short.
  for (const std::string bad :
       {"\xc4", "\x80", "\xc0\xaf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    EXPECT_EQ(MessageFor("x\tab" + bad + "\n", MakeRawTextParser({}, {})).substr(0, 24),
              ":1:5: expected UTF-8, fo")
        << testing::PrintToString(bad);
  }
}

TEST(RawText, BlanksAroundLabelsAreNoPartOfThem) {
  const ParserOptions any = {.labels = LabelKind::kAny, .constant = false};
  const std::vector<ReadExample> examples =
      ReadText("spam \tx\n spam\ty\n a b , c\tz\n \tno label\n", MakeRawTextParser(any, {}));
  ASSERT_EQ(examples.size(), 4u);
  EXPECT_EQ(examples[0].labels, std::vector<std::string>{"spam"});
  EXPECT_EQ(examples[1].labels, std::vector<std::string>{"spam"});
  EXPECT_EQ(examples[2].labels, (std::vector<std::string>{"a b", "c"}));
  EXPECT_TRUE(examples[3].labels.empty());
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
