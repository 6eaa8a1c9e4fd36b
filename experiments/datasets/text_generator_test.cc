#include "experiments/datasets/text_generator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/peak_memory.h"
#include "common/sanitizers.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

const TextShape kSmall = {.name = "small",
                          .train_documents = 3000,
                          .test_documents = 200,
                          .classes = 3,
                          .class_exponent = 1,
                          .vocabulary = 500,
                          .mean_words = 10,
                          .topic_words = 5,
                          .topic_share = 0.5,
                          .noise = 0.2};

std::vector<TextDocument> All(const TextShape& shape, TextPart part, uint64_t seed) {
  GeneratedTexts texts(shape, part, seed);
  std::vector<TextDocument> documents;
  for (TextDocument document; texts.Next(document);) documents.push_back(document);
  return documents;
}

std::vector<std::string> WordsOf(const std::string& text) {
  std::istringstream input(text);
  std::vector<std::string> words;
  for (std::string word; input >> word;) words.push_back(word);
  return words;
}

TEST(GeneratedTexts, AreAsManyAsTheShapeSays) {
  EXPECT_EQ(All(kSmall, TextPart::kTrain, 1).size(), 3000u);
  EXPECT_EQ(All(kSmall, TextPart::kTest, 1).size(), 200u);
}

TEST(GeneratedTexts, DependOnSeedPartAndPlaceAlone) {
  const std::vector<TextDocument> documents = All(kSmall, TextPart::kTest, 1);
  EXPECT_EQ(documents, All(kSmall, TextPart::kTest, 1));
  EXPECT_NE(documents, All(kSmall, TextPart::kTest, 2));
  EXPECT_NE(documents[0], All(kSmall, TextPart::kTrain, 1)[0]);
  TextShape longer = kSmall;
  longer.test_documents = 300;
  std::vector<TextDocument> more = All(longer, TextPart::kTest, 1);
  more.resize(200);
  EXPECT_EQ(documents, more);
}

// Probabilities 6/11, 3/11, 2/11; four standard deviations of a count.
TEST(GeneratedTexts, ClassesAreAsFrequentAsTheShapeSays) {
  std::map<uint32_t, int> counts;
  for (const TextDocument& document : All(kSmall, TextPart::kTrain, 3)) ++counts[document.label];
  const double expected[] = {6.0 / 11, 3.0 / 11, 2.0 / 11};
  for (uint32_t c = 0; c < 3; ++c) {
    const double deviation = std::sqrt(3000 * expected[c] * (1 - expected[c]));
    EXPECT_NEAR(counts[c], 3000 * expected[c], 4 * deviation) << c;
  }
}

TEST(GeneratedTexts, LengthsSpreadAroundTheirMean) {
  double sum = 0;
  std::set<size_t> lengths;
  for (const TextDocument& document : All(kSmall, TextPart::kTrain, 1)) {
    const size_t words = WordsOf(document.text).size();
    lengths.insert(words);
    sum += static_cast<double>(words);
  }
  EXPECT_EQ(*lengths.begin(), 5u);
  EXPECT_EQ(*lengths.rbegin(), 15u);
  EXPECT_NEAR(sum / 3000, 10, 4 * std::sqrt(10.0 / 3000));
}

// Without topics the word of rank r has probability log((r + 2) / (r + 1)) / log V.
TEST(GeneratedTexts, WordsAreDistributedByZipf) {
  TextShape shape = kSmall;
  shape.topic_share = 0;
  std::map<std::string, int> counts;
  int total = 0;
  for (const TextDocument& document : All(shape, TextPart::kTrain, 1)) {
    for (const std::string& word : WordsOf(document.text)) ++counts[word], ++total;
  }
  for (const int64_t rank : {0, 1, 2, 10, 50}) {
    const auto r = static_cast<double>(rank);
    const double p = std::log((r + 2) / (r + 1)) / std::log(500.0);
    EXPECT_NEAR(counts[WordOfRank(rank)], total * p, 4 * std::sqrt(total * p)) << rank;
  }
}

// Of words that one class alone prefers, and without noise, nearly all are in its documents.
TEST(GeneratedTexts, TopicsTellTheClassButForTheNoise) {
  for (const double noise : {0.0, 0.5}) {
    TextShape shape = kSmall;
    shape.vocabulary = 100'000;
    shape.topic_share = 1;
    shape.noise = noise;
    std::map<std::string, std::map<uint32_t, int>> labels;
    for (const TextDocument& document : All(shape, TextPart::kTrain, 1)) {
      for (const std::string& word : WordsOf(document.text)) ++labels[word][document.label];
    }
    EXPECT_EQ(labels.size(), 15u);
    for (const auto& [word, counts] : labels) EXPECT_EQ(counts.size(), noise == 0 ? 1u : 3u) << word;
  }
}

TEST(GeneratedTexts, RanksHaveDifferentWords) {
  EXPECT_EQ(WordOfRank(0), "a");
  EXPECT_EQ(WordOfRank(25), "z");
  EXPECT_EQ(WordOfRank(26), "aa");
  EXPECT_EQ(WordOfRank(26 + 26 * 26), "aaa");
  std::set<std::string> words;
  for (int64_t rank = 0; rank < 20'000; ++rank) words.insert(WordOfRank(rank));
  EXPECT_EQ(words.size(), 20'000u);
}

TEST(GeneratedTexts, ShapesHaveTheSizesOfTheSource) {
  EXPECT_EQ(Rcv1Shape().train_documents + Rcv1Shape().test_documents, 804'414);
  EXPECT_EQ(DmozLevel2Shape().classes, 575);
  EXPECT_EQ(DmozLevel3Shape().classes, 7100);
  for (const TextShape& shape : {Rcv1Shape(), DmozLevel2Shape(), DmozLevel3Shape()}) {
    TextDocument document;
    EXPECT_TRUE(GeneratedTexts(shape, TextPart::kTrain, 7).Next(document)) << shape.name;
  }
}

TEST(GenerateCollection, HasTheDocumentsOfBothParts) {
  const TextCollection all = GenerateCollection(kSmall, 2);
  EXPECT_EQ(all.classes, (std::vector<std::string>{"class 0", "class 1", "class 2"}));
  EXPECT_EQ(all.train, All(kSmall, TextPart::kTrain, 2));
  EXPECT_EQ(all.test, All(kSmall, TextPart::kTest, 2));
}

TEST(GenerateCollection, GeneratesTheFirstDocumentsOfEachPart) {
  const TextCollection all = GenerateCollection(kSmall, 2);
  TextCollection first = all;
  first.train.resize(50);
  first.test.resize(20);
  EXPECT_EQ(GenerateCollection(kSmall, 2, {.train = 50, .test = 20}), first);
  first.train.clear();
  first.test = all.test;
  EXPECT_EQ(GenerateCollection(kSmall, 2, {.train = 0}), first);
  EXPECT_EQ(GenerateCollection(kSmall, 2, {.train = 5000, .test = 5000}), all);
}

// 4.5 million documents of DMOZ would be gigabytes.
TEST(GeneratedTexts, AreNeverAllInMemory) {
  if (common::kAddressSanitizer || common::kThreadSanitizer) return;  // they keep what was freed
  const auto mebibytes_for = [](int documents) {
    const common::PeakMemory memory = common::MeasurePeakMemory([&] {
      return [documents] {
        GeneratedTexts texts(DmozLevel3Shape(), TextPart::kTrain, 7);
        TextDocument document;
        for (int i = 0; i < documents; ++i) texts.Next(document);
      };
    });
    return memory.peak - memory.before;
  };
  EXPECT_LT(mebibytes_for(60'000), mebibytes_for(6'000) + 2);
}

// The largest class has 15% and 13% of DMOZ's documents (Table 2.5, majority vote).
TEST(GeneratedTexts, TheLargestClassOfDmozIsAsLargeAsInTheSource) {
  for (const auto& [shape, expected] : {std::pair(DmozLevel2Shape(), 0.1495), {DmozLevel3Shape(), 0.1317}}) {
    GeneratedTexts texts(shape, TextPart::kTrain, 7);
    TextDocument document;
    int largest = 0;
    for (int i = 0; i < 20'000; ++i) {
      texts.Next(document);
      largest += document.label == 0;
    }
    EXPECT_NEAR(largest / 20'000.0, expected, 0.012) << shape.name;
  }
}

TEST(GeneratedTexts, RefusesShapesThatCannotBe) {
  const auto message = [](const auto& change) {
    TextShape shape = kSmall;
    change(shape);
    return ErrorOf([&] { GeneratedTexts(shape, TextPart::kTrain, 1); }).parts().where;
  };
  EXPECT_EQ(message([](TextShape& s) { s.train_documents = -1; }), "TextShape::train_documents");
  EXPECT_EQ(message([](TextShape& s) { s.test_documents = -1; }), "TextShape::test_documents");
  EXPECT_EQ(message([](TextShape& s) { s.classes = 0; }), "TextShape::classes");
  EXPECT_EQ(message([](TextShape& s) { s.vocabulary = 0; }), "TextShape::vocabulary");
  EXPECT_EQ(message([](TextShape& s) { s.mean_words = 0; }), "TextShape::mean_words");
  EXPECT_EQ(message([](TextShape& s) { s.topic_words = 0; }), "TextShape::topic_words");
  EXPECT_EQ(message([](TextShape& s) { s.topic_share = 1.5; }), "TextShape::topic_share");
  EXPECT_EQ(message([](TextShape& s) { s.noise = -0.1; }), "TextShape::noise");
  TextShape shape = kSmall;
  shape.classes = 0;
  EXPECT_EQ(ErrorOf([&] { GenerateCollection(shape, 1); }).parts().where, "TextShape::classes");
}

}  // namespace
}  // namespace structlab::datasets
