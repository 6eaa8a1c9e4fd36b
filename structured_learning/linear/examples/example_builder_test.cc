#include "structured_learning/linear/examples/example_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/murmur_hash.h"
#include "structured_learning/linear/examples/raw_text_line.h"
#include "structured_learning/linear/examples/read_text.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"

namespace structlab::structured_learning {
namespace {

using Features = std::vector<std::pair<uint32_t, float>>;
using kernels::CopyKey;
using kernels::CrossKey;
using kernels::GramKey;
using kernels::SignOf;

TEST(DuplicateSummer, SumsAsAMapDoes) {
  DuplicateSummer summer;
  common::RandomStream random(1, "duplicates");
  for (int trial = 0; trial < 300; ++trial) {
    const size_t size = random.UniformIndex(200);
    std::vector<uint32_t> keys(size);
    std::vector<float> values(size);
    std::map<uint32_t, float> expected;
    std::vector<uint32_t> order;
    for (size_t i = 0; i < size; ++i) {
      keys[i] = static_cast<uint32_t>(random.UniformIndex(1 + size / 2)) << (trial % 3 * 13);
      values[i] = static_cast<float>(random.UniformIndex(100));
      if (!expected.contains(keys[i])) order.push_back(keys[i]);
      expected[keys[i]] += values[i];
    }
    const size_t kept = summer.Sum(keys.data(), values.data(), size);
    ASSERT_EQ(std::vector(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(kept)), order);
    for (size_t i = 0; i < kept; ++i) ASSERT_EQ(values[i], expected[keys[i]]);
  }
}

// All keys of a file may start at a few cells of the table. Stepping from cell to cell would then take
// minutes.
TEST(DuplicateSummer, SumsChosenKeysAsAMapDoes) {
  constexpr uint32_t kTable = 1 << 21;  // size for the number of features below
  std::vector<uint32_t> keys;
  for (uint32_t key = 0; key < (1u << 28); ++key) {
    if ((key * 0x9e3779b97f4a7c15u >> 32) % kTable < 2048) keys.push_back(key);
  }
  ASSERT_GT(keys.size(), size_t{1} << 17);
  const std::vector<uint32_t> distinct = keys;
  keys.insert(keys.end(), distinct.begin(), distinct.end());
  std::vector<float> values(keys.size(), 1);
  values.back() = 5;
  ASSERT_EQ(DuplicateSummer().Sum(keys.data(), values.data(), keys.size()), distinct.size());
  EXPECT_TRUE(std::equal(distinct.begin(), distinct.end(), keys.begin()));
  std::vector<float> expected(distinct.size(), 2);
  expected.back() = 6;
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), values.begin()));
}

// So many features that they are sorted. Each key occurs three times, far apart.
TEST(DuplicateSummer, SumsMillionsAsAMapDoes) {
  constexpr uint32_t kDistinct = 1'500'001;
  std::vector<uint32_t> keys(size_t{3} * kDistinct);
  std::vector<float> values(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    keys[i] = static_cast<uint32_t>(i % kDistinct * 2'654'435'761u);
    const size_t times_before = i / kDistinct;
    values[i] = static_cast<float>(1 + times_before);
  }
  const std::vector<uint32_t> distinct(keys.begin(), keys.begin() + kDistinct);
  ASSERT_EQ(DuplicateSummer().Sum(keys.data(), values.data(), keys.size()), kDistinct);
  EXPECT_TRUE(std::equal(distinct.begin(), distinct.end(), keys.begin()));
  EXPECT_EQ(std::count(values.begin(), values.begin() + kDistinct, 6.f), kDistinct);
}

Features VwFeatures(std::string_view line, std::vector<std::pair<char, char>> crosses) {
  return ReadText(line, MakeVwParser({.constant = false, .crosses = std::move(crosses)})).at(0).features;
}

TEST(Crosses, AreTheProductsOfTwoNamespaces) {
  const auto key = [](uint32_t name_space, uint32_t index) { return name_space + index; };
  const Features found = VwFeatures("1 |1 2:3 4:5 |7 1:2 |1 6\n", {{'1', '7'}});
  EXPECT_EQ(found, (Features{{key(1, 2), 3.f},
                             {key(1, 4), 5.f},
                             {key(7, 1), 2.f},
                             {key(1, 6), 1.f},
                             {CrossKey(key(1, 2), key(7, 1)), 6.f},
                             {CrossKey(key(1, 4), key(7, 1)), 10.f},
                             {CrossKey(key(1, 6), key(7, 1)), 2.f}}));
}

TEST(Crosses, OfANamespaceWithItselfHaveNoOrder) {
  EXPECT_EQ(VwFeatures("1 | 2:3 4:5 9:7\n", {{' ', ' '}}), (Features{{2, 3.f},
                                                                     {4, 5.f},
                                                                     {9, 7.f},
                                                                     {CrossKey(2, 4), 15.f},
                                                                     {CrossKey(2, 9), 21.f},
                                                                     {CrossKey(4, 9), 35.f}}));
  Features other = VwFeatures("1 | 9:7 4:5 2:3\n", {{' ', ' '}});
  Features first = VwFeatures("1 | 2:3 4:5 9:7\n", {{' ', ' '}});
  std::sort(other.begin(), other.end());
  std::sort(first.begin(), first.end());
  EXPECT_EQ(other, first);
}

// A word that occurs twice is one feature with twice the value, at any positions.
TEST(Crosses, OfDuplicatesAreThoseOfTheirSum) {
  const auto sorted = [](const std::string& line) {
    Features features = VwFeatures(line, {{':', ':'}});
    std::sort(features.begin(), features.end());
    return features;
  };
  const Features expected = sorted("1 |a the:2 cat\n");
  EXPECT_EQ(expected.size(), 3u);
  EXPECT_EQ(sorted("1 |a the the cat\n"), expected);
  EXPECT_EQ(sorted("1 |a the |a cat the\n"), expected);
}

// The limit also counts pairs that make no feature, however often a word occurs and in however many
// namespaces.
TEST(Crosses, OfManyDuplicatesAreFewOrRefused) {
  std::string words = "1 |a", namespaces = "1 ";
  for (int i = 0; i < 10'000; ++i) words += " x", namespaces += "|a x ";
  EXPECT_EQ(VwFeatures(words, {{'a', 'a'}}).size(), 1u);
  EXPECT_EQ(MessageFor(namespaces, MakeVwParser({.crosses = {{'a', 'a'}}})),
            ":1:1: expected at most 33554432 pairs to be crossed, found more");
}

TEST(Crosses, OfAllNamespacesHaveEachPairOnce) {
  // Three within each of two namespaces of three, nine between them.
  EXPECT_EQ(VwFeatures("1 |1 10 20 30 |7 11 21 31\n", {{':', ':'}}).size(), 6u + 3 + 3 + 9);
}

// In the order of the keys, with their names.
std::pair<Features, FeatureNames> SortedAndNamed(const std::string& line, std::pair<char, char> cross) {
  FeatureNames names;
  auto parser = MakeVwParser({.constant = false, .crosses = {cross}});
  parser->CollectNames(&names);
  Features features = ReadText(line, std::move(parser)).at(0).features;
  std::sort(features.begin(), features.end());
  return {features, names};
}

// A pair of namespaces of which either may be the left one has no order; of others the cross has one.
TEST(Crosses, DoNotDependOnTheOrderOfNamespaces) {
  const std::string namespaces[] = {"|ab z:5 3", "|a x:2 y:3", "|c x:7 1:0.5", "| w:11"};
  const std::vector<std::pair<char, char>> crosses = {{':', ':'}, {'a', 'a'}, {':', 'a'},
                                                      {'a', ':'}, {'a', 'c'}, {' ', 'a'}};
  for (const std::pair<char, char>& cross : crosses) {
    SCOPED_TRACE(std::string() + cross.first + cross.second);
    std::vector<size_t> order = {0, 1, 2, 3};
    std::optional<std::pair<Features, FeatureNames>> first;
    do {
      std::string line = "1";
      for (const size_t place : order) line.append(" ").append(namespaces[place]);
      const std::pair<Features, FeatureNames> found = SortedAndNamed(line, cross);
      if (!first) first = found;
      EXPECT_GT(found.first.size(), 7u) << line;
      EXPECT_EQ(found.first, first->first) << line;
      EXPECT_EQ(found.second, first->second) << line;
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(Crosses, SvmlightAndTextHaveOneNamespace) {
  const ParserOptions crossed = {.constant = false, .crosses = {{' ', ' '}}};
  EXPECT_EQ(ReadText("1 3:2 5:4\n", MakeSvmlightParser(crossed))[0].features,
            (Features{{3, 2.f}, {5, 4.f}, {CrossKey(3, 5), 8.f}}));
  EXPECT_EQ(ReadText("1\ta b c\n", MakeRawTextParser(crossed, {}))[0].features.size(), 6u);
}

// Millions of pairs of namespaces that are empty or do not match take no time.
TEST(Crosses, NamespacesWithoutFeaturesMakeNone) {
  std::string line = "1 |b y ";
  for (int i = 0; i < 200'000; ++i) line += i % 2 == 0 ? "|a" : "|c x ";
  line += "|a z";
  EXPECT_EQ(VwFeatures(line, {{'b', 'b'}}), VwFeatures(line, {}));
  EXPECT_EQ(VwFeatures(line, {{'a', 'b'}}).size(), VwFeatures(line, {}).size() + 1);
}

TEST(Crosses, TooManyAndInfiniteOnesAreRefused) {
  std::string line = "1 |a";
  for (int i = 0; i < 6000; ++i) line.append(" ").append(std::to_string(i));
  EXPECT_EQ(MessageFor(line, MakeVwParser({.crosses = {{'a', 'a'}}})),
            ":1:1: expected at most 16777216 features of an example with its crosses, found more");
  EXPECT_EQ(
      MessageFor("1 1:1e30 2:1e30\n", MakeSvmlightParser({.crosses = {{' ', ' '}}})),
      ":1:1: expected values whose sums and products are at most 3.4e38, found inf; scale the features down");
}

Features SvmlightFeatures(std::string_view line, const ParserOptions& options) {
  return ReadText(line, MakeSvmlightParser(options)).at(0).features;
}

TEST(Copies, AreOtherKeysThatShareTheValue) {
  const float half = 0.5f;
  EXPECT_EQ(SvmlightFeatures("1 3:1 8:-2\n", {.copies = 4}), (Features{{CopyKey(3, 1), half},
                                                                       {CopyKey(3, 2), half},
                                                                       {CopyKey(3, 3), half},
                                                                       {CopyKey(3, 4), half},
                                                                       {CopyKey(8, 1), -1.f},
                                                                       {CopyKey(8, 2), -1.f},
                                                                       {CopyKey(8, 3), -1.f},
                                                                       {CopyKey(8, 4), -1.f},
                                                                       {kConstantKey, 1.f}}));
  EXPECT_THROW(MakeSvmlightParser({.copies = 0}), common::Error);
  EXPECT_THROW(MakeVwParser({.copies = 256}), common::Error);
}

TEST(Copies, TooManyFeaturesAreRefused) {
  std::string line = "1";
  for (int i = 0; i < 65'794; ++i) line.append(" ").append(std::to_string(i)).append(":1");
  EXPECT_EQ(MessageFor(line, MakeSvmlightParser({.copies = 255})),
            ":1:1: expected at most 16777216 features of an example with its crosses and copies, found more");
}

// The bigram "a b" is not the cross of a and b, nor a copy of either.
TEST(Keys, OfNgramsCrossesAndCopiesDiffer) {
  const ParserOptions crossed = {.constant = false, .crosses = {{' ', ' '}}};
  for (const char* text : {"x\ta b\n", "x\tb a\n"}) {
    // a, b, "a b" and three pairs of them.
    EXPECT_EQ(ReadText(text, MakeRawTextParser(crossed, {.ngrams = 2}))[0].features.size(), 6u);
  }
  for (uint32_t key = 0; key < 1000; ++key) {
    for (uint32_t other = 1; other < 10; ++other) {
      EXPECT_NE(CopyKey(key, other), CrossKey(key, other));
      EXPECT_NE(CopyKey(key, other), GramKey(key, other));
      EXPECT_NE(CrossKey(key, other), GramKey(key, other));
    }
  }
}

TEST(Signs, AreThoseOfTheHashedFeatureMap) {
  constexpr uint32_t kSeed = 5;
  std::string line = "1";
  for (int i = 0; i < 400; ++i) line.append(" ").append(std::to_string(i)).append(":2");
  const Features found = SvmlightFeatures(line, {.seed = kSeed, .is_signed = true});
  ASSERT_EQ(found.size(), 401u);
  int negative = 0;
  for (uint32_t i = 0; i < 400; ++i) {
    EXPECT_EQ(found[i], (std::pair{i, 2.f * static_cast<float>(SignOf(i, kernels::SaltOf(kSeed)))}));
    negative += found[i].second < 0;
  }
  EXPECT_NEAR(negative, 200, 60);  // six standard deviations
  EXPECT_EQ(found[400], (std::pair{kConstantKey, 1.f}));
}

TEST(FeatureNames, AreThoseOfWordsNamespacesNgramsAndCrosses) {
  FeatureNames names;
  auto vw = MakeVwParser({.crosses = {{'n', ' '}}});
  vw->CollectNames(&names);
  ReadText("1 |n apple |  7 pear\n", std::move(vw));
  const uint32_t apple = KeyOfName("apple", KeyOfName("n", 0)), pear = KeyOfName("pear", 0);
  EXPECT_EQ(names, (FeatureNames{{apple, "n^apple"},
                                 {7, "7"},
                                 {pear, "pear"},
                                 {CrossKey(apple, 7), "n^apple^7"},
                                 {CrossKey(apple, pear), "n^apple^pear"},
                                 {kConstantKey, "Constant"}}));
  names.clear();
  auto text = MakeRawTextParser({.constant = false}, {.ngrams = 2});
  text->CollectNames(&names);
  ReadText("x\tHash kernel\n", std::move(text));
  const uint32_t hash = kernels::MurmurHash3("hash", 0), kernel = kernels::MurmurHash3("kernel", 0);
  EXPECT_EQ(names,
            (FeatureNames{{hash, "hash"}, {kernel, "kernel"}, {GramKey(hash, kernel), "hash kernel"}}));
  names.clear();
  auto copies = MakeSvmlightParser({.constant = false, .copies = 2});
  copies->CollectNames(&names);
  ReadText("x 7:1\n", std::move(copies));
  EXPECT_EQ(names, (FeatureNames{{7, "7"}}));
}

}  // namespace
}  // namespace structlab::structured_learning
