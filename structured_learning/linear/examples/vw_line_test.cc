#include "structured_learning/linear/examples/vw_line.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "kernels/hashing/murmur_hash.h"
#include "structured_learning/linear/examples/decimal.h"
#include "structured_learning/linear/examples/read_text.h"

namespace structlab::structured_learning {
namespace {

using Features = std::vector<std::pair<uint32_t, float>>;
using kernels::MurmurHash3;

const ParserOptions kPlain = {.constant = false};

std::vector<ReadExample> Read(std::string_view content, const ParserOptions& options = kPlain) {
  return ReadText(content, MakeVwParser(options));
}

TEST(VwText, NumericNamesAreIndicesAndOthersAreHashed) {
  const std::vector<ReadExample> examples =
      Read("1 | 7:0.5 word 12x:2 4294967299 00000000005 18446744073709551627\n");
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_EQ(examples[0].features, (Features{{7, 0.5f},
                                            {MurmurHash3("word", 0), 1.f},
                                            {MurmurHash3("12x", 0), 2.f},
                                            {3, 1.f},  // modulo 2^32
                                            {5, 1.f},
                                            {11, 1.f}}));
}

TEST(VwText, NamespacesAreSeedsAndScales) {
  const uint32_t words = MurmurHash3("words", 0);
  const std::vector<ReadExample> examples = Read("-1 2.5 'tag|words:0.5 a:3 7 |12 b | c\n");
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_EQ(examples[0].labels, std::vector<std::string>{"-1"});
  EXPECT_EQ(examples[0].importance, 2.5f);
  EXPECT_EQ(examples[0].features, (Features{{MurmurHash3("a", words), 1.5f},
                                            {7 + words, 0.5f},
                                            {MurmurHash3("b", 12), 1.f},
                                            {MurmurHash3("c", 0), 1.f}}));
}

TEST(VwText, TheSeedChangesNamesOfAllNamespaces) {
  const std::vector<ReadExample> examples = Read("1 | a |n a\n", {.seed = 9, .constant = false});
  EXPECT_EQ(examples[0].features, (Features{{MurmurHash3("a", MurmurHash3("", 9)), 1.f},
                                            {MurmurHash3("a", MurmurHash3("n", 9)), 1.f}}));
}

TEST(VwText, DuplicatesAreSummedAndZerosLeftOut) {
  const std::vector<ReadExample> examples = Read("1 | 5 b 5:2 c:0 b:-0.5 3\n");
  EXPECT_EQ(examples[0].features, (Features{{5, 3.f}, {MurmurHash3("b", 0), 0.5f}, {3, 1.f}}));
}

TEST(VwText, EmptyLinesAreSkippedAndFeaturesMayBeMissing) {
  const std::vector<ReadExample> examples = Read("\n1 |\n  \t\n2 |a\n3 | |b |\n\n");
  ASSERT_EQ(examples.size(), 3u);
  for (const ReadExample& example : examples) EXPECT_TRUE(example.features.empty());
}

TEST(VwText, ReadsLabelsOfAllKinds) {
  const ParserOptions any = {.labels = LabelKind::kAny, .constant = false};
  EXPECT_EQ(Read("spam,7,+1 | a\n", any)[0].labels, (std::vector<std::string>{"spam", "7", "+1"}));
  EXPECT_TRUE(Read("| a\n", any)[0].labels.empty());
  EXPECT_TRUE(Read("tag| a\n", any)[0].labels.empty());
  EXPECT_EQ(Read("x 2 tag| a\n", any)[0].labels, std::vector<std::string>{"x"});
  EXPECT_EQ(Read("x 'tag | a\n")[0].labels, std::vector<std::string>{"x"});
  for (const std::string name : {"12:30:1:0", "a:1", "1:b", ":1", "1:", "1:2:c", "urn:1"}) {
    EXPECT_EQ(Read(name + " | a\n", any)[0].labels, std::vector<std::string>{name});
  }
  EXPECT_TRUE(Read("1:0.5:0.2 | a\n", {.are_labels_ignored = true})[0].labels.empty());
  EXPECT_EQ(Read("-2.5 | a\n", {.labels = LabelKind::kNumber})[0].target, -2.5f);
  EXPECT_TRUE(Read("| a\n", {.are_labels_ignored = true})[0].labels.empty());
  EXPECT_EQ(Read("spam 1 | a\n", {.labels = LabelKind::kNumber, .are_labels_ignored = true})[0].target, 0);
}

enum class Reading {
  kPlainFeaturesFirst,
  kOneByOne,  // as when names are stored
};

// The bits of the example in a line, or the mistake.
std::string BitsOf(const std::string& line, const ParserOptions& options, Reading reading) {
  FeatureNames names;
  const std::unique_ptr<LineParser> parser = MakeVwParser(options);
  if (reading == Reading::kOneByOne) parser->CollectNames(&names);
  const std::string padded = std::string(line).append(kDecimalPadding, '\0');
  LabelNames labels;
  ExampleBatch batch;
  std::ostringstream bits;
  try {
    if (!parser->Parse(std::string_view(padded).substr(0, line.size()), labels, batch)) return "no example";
  } catch (const LineMistake& mistake) {
    bits << mistake.column << ": " << mistake.expected << ", " << mistake.found;
    return bits.str();
  }
  const ExampleView example = batch[0];
  for (size_t k = 0; k < example.keys.size(); ++k) {
    bits << example.keys[k] << ":" << std::bit_cast<uint32_t>(example.values[k]) << " ";
  }
  return bits.str();
}

std::string OneOf(const std::vector<std::string>& texts, common::RandomStream& random) {
  return texts[random.UniformIndex(texts.size())];
}

// Most features are plain, in namespaces with and without scales; in some lines a few characters are changed.
std::string RandomLine(common::RandomStream& random) {
  const std::vector<std::string> namespaces = {"| ", "|n ", "|n:0.5 ", "|12:-3 ", "|x:1e30 ", "|y:0 ", "|\t"};
  const std::vector<std::string> odd = {
      "7",    "word",  "word:0.25", "12x:3", "3:1e3",       "4:-0",    "5:+2",   "6:.5",  "7:5.",
      "8:12", "9:--1", "1:nan",     "1:0x1", "123456789:1", "3:1e-50", "2:3e38", "1:1:1", "4294967299:0.5"};
  std::string line = "1 ";
  for (uint64_t block = 1 + random.UniformIndex(2); block > 0; --block) {
    line += OneOf(namespaces, random);
    for (uint64_t k = random.UniformIndex(8); k > 0; --k) {
      if (random.UniformIndex(3) == 0) {
        line += OneOf(odd, random);
      } else {
        char plain[64];
        std::snprintf(plain, sizeof plain, "%llu:%.*f",
                      static_cast<unsigned long long>(random.UniformIndex(size_t{1} << (1 + k * 4))),
                      static_cast<int>(random.UniformIndex(10)), random.Normal());
        line += plain;
      }
      line += OneOf({" ", " ", " ", "  ", "\t"}, random);
    }
  }
  constexpr std::string_view kCharacters = "0123456789:.-+e |\t,a#";
  for (uint64_t changes = random.UniformIndex(4) == 0 ? 2 : 0; changes > 0; --changes) {
    line[random.UniformIndex(line.size())] = kCharacters[random.UniformIndex(kCharacters.size())];
  }
  return line;
}

TEST(VwText, PlainFeaturesAreReadLikeAllOthers) {
  common::RandomStream random(1, "vw-lines");
  int read = 0, refused = 0;
  for (int i = 0; i < 100'000; ++i) {
    const ParserOptions options = {.seed = i % 3 == 0 ? 9u : 0u,
                                   .constant = false,
                                   .limits = {.value = i % 5 == 0 ? 2.f : NumberLimits().value}};
    const std::string line = RandomLine(random);
    const std::string expected = BitsOf(line, options, Reading::kOneByOne);
    ASSERT_EQ(BitsOf(line, options, Reading::kPlainFeaturesFirst), expected) << line;
    (expected.find(", ") == std::string::npos ? read : refused) += 1;
  }
  EXPECT_GT(read, 20'000);
  EXPECT_GT(refused, 20'000);
}

// Words of sixteen bytes: room for all features that the line might have would be eight times as large.
TEST(VwText, RoomGrowsWithTheFeaturesOfALine) {
  constexpr size_t kWords = 1 << 16;
  std::string line = "1 |";
  for (size_t i = 0; i < kWords; ++i) line.append(" feature").append(std::to_string(10'000'000 + i));
  const std::string padded = std::string(line).append(kDecimalPadding, '\0');
  LabelNames labels;
  ExampleBatch batch;
  MakeVwParser(kPlain)->Parse(std::string_view(padded).substr(0, line.size()), labels, batch);
  EXPECT_EQ(batch.num_features(), kWords);
  EXPECT_LE(batch.num_features() + batch.FeatureRoom(0).size, 4 * kWords);
}

TEST(VwText, TooManyFeaturesAreRefused) {
  for (const std::string feature : {" 1", " 1:2"}) {
    std::string line = "1 |";
    for (size_t i = 0; i <= kMaxFeatures; ++i) line += feature;
    EXPECT_EQ(BitsOf(line, kPlain, Reading::kPlainFeaturesFirst),
              "1: at most 16777216 features of an example, more");
  }
}

TEST(VwText, MistakesHaveTheirPlace) {
  const auto expect = [](std::string_view content, const std::string& message) {
    EXPECT_EQ(MessageFor(content, MakeVwParser({})), message);
  };
  expect("1|a\n", ":1:1: expected a label, found a tag, a word directly before '|'; put a blank before '|'");
  expect("1 a b c\n",
         ":1:8: expected '|' before the features, found the end of the line; write label | feature "
         "feature:value, or give another format");
  const std::string costs =
      "; labels with costs, as for contextual bandits, are not supported: write the label alone";
  expect("1:0.5:0.2 | a b\n", ":1:1: expected a label, found '1:0.5:0.2'" + costs);
  expect("x | a\n 2:-1 'tag | a\n", ":2:2: expected a label, found '2:-1'" + costs);
  expect("1 | a:x\n", ":1:7: expected a finite number of at most 3.4e38, found 'x'");
  expect("1 | a:nan\n", ":1:7: expected a finite number of at most 3.4e38, found 'nan'");
  expect("1 | a:\n", ":1:7: expected a finite number of at most 3.4e38, found the end of the line");
  expect("1 | a:1:2\n", ":1:7: expected a finite number of at most 3.4e38, found '1:2'");
  expect("1 | :1\n", ":1:5: expected the name of a feature, found ':1'");
  expect("1 |:2 a\n", ":1:4: expected the name of a namespace or a blank, found ':2'");
  expect("1 |n:1e30 a b:1e30\n",
         ":1:13: expected a value of at most 3.4e38 after scaling, found 'b:1e30'; scale the features down");
  expect(
      "1 | a:3e38 a:3e38\n",
      ":1:1: expected values whose sums and products are at most 3.4e38, found inf; scale the features down");
  expect("1 -2 | a\n", ":1:3: expected a finite importance of at least 0, found '-2'");
  expect("1 x | a\n", ":1:3: expected a finite importance of at least 0, found 'x'");
  expect("1 2 3 | a\n", ":1:5: expected '|' or a tag after label and importance, found '3'");
  expect("1 'tag 3 | a\n", ":1:8: expected '|' after the tag, found '3'");
  expect("| a\n", ":1:1: expected a label, found none");
  expect(
      "1,2 | a\n",
      ":1:3: expected one label, found a second one, '2'; the task multi-label learns several labels of an "
      "example");
  expect("1, | a\n", ":1:3: expected a label, found ''");
}

}  // namespace
}  // namespace structlab::structured_learning
