#include "structured_learning/linear/term_weights/term_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::structured_learning {
namespace {

struct Document {
  std::vector<uint32_t> keys;
  std::vector<float> counts;
  std::vector<uint32_t> labels = {3};
  ExampleView view() const { return {keys, counts, labels, 0.5f, 2}; }
};

std::vector<uint32_t> KeysOf(const ExampleView& view) { return {view.keys.begin(), view.keys.end()}; }

// Bins of 2 bits: 5 is bin 1 and 8 is bin 0. Of three documents one contains bin 0, two contain bin 1, and
// all contain bin 2.
TEST(TermWeights, AreTfIdfOfBins) {
  TermWeights weights(2);
  weights.Count(Document{{8, 2}, {1, 4}}.view());
  weights.Count(Document{{5, 1, 6}, {2, 1, 1}}.view());
  weights.Count(Document{{1, 2}, {1, 1}}.view());
  EXPECT_EQ(weights.documents(), 3);
  EXPECT_EQ(weights.DocumentsWith(0), 1u);
  EXPECT_EQ(weights.DocumentsWith(1), 2u);  // once for each document, although the second has two words in it
  EXPECT_EQ(weights.DocumentsWith(2), 3u);
  EXPECT_EQ(weights.DocumentsWith(3), 0u);
  ExampleBatch batch;
  weights.Weigh(Document{{7, 5, 2, 1}, {1, 2, 9, 3}}.view(), batch);
  const ExampleView weighted = batch[0];
  EXPECT_EQ(KeysOf(weighted), (std::vector<uint32_t>{1, 2, 3}));
  const double expected[] = {(1 + std::log(5.0)) * std::log(4.0 / 3), 0, std::log(4.0)};
  const double norm = std::hypot(expected[0], expected[2]);
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(weighted.values[i], expected[i] / norm, 1e-6) << i;
  EXPECT_EQ(weighted.labels[0], 3u);
  EXPECT_EQ(weighted.target, 0.5f);
  EXPECT_EQ(weighted.importance, 2.f);
}

TEST(TermWeights, ADocumentOfCommonWordsWeighsNothing) {
  TermWeights weights(4);
  weights.Count(Document{{1}, {1}}.view());
  ExampleBatch batch;
  weights.Weigh(Document{{1}, {2}}.view(), batch);
  weights.Weigh(Document{{}, {}}.view(), batch);
  EXPECT_EQ(batch[0].values[0], 0);
  EXPECT_EQ(batch[1].keys.size(), 0u);
}

TEST(TermWeights, RefusesBitsOutOfRange) {
  for (const int bits : {0, 32}) {
    EXPECT_EQ(common::MessageOf(common::ErrorKind::kUsage, [&] { TermWeights weights(bits); }),
              std::string("TermWeights::bits: expected 1 to 31, found ").append(std::to_string(bits)));
  }
}

TEST(TermDictionary, NumbersWordsInTheOrderOfTheirFirstDocuments) {
  TermDictionary dictionary;
  dictionary.Add(Document{{900, 7}, {1, 1}}.view());
  dictionary.Add(Document{{7, 4000000000u}, {1, 1}}.view());
  EXPECT_EQ(dictionary.size(), 3u);
  ExampleBatch batch;
  dictionary.Translate(Document{{4000000000u, 5, 900}, {3, 1, 2}}.view(), batch);
  const ExampleView numbered = batch[0];
  EXPECT_EQ(KeysOf(numbered), (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(numbered.values[0], 2);
  EXPECT_EQ(numbered.values[1], 3);
  EXPECT_EQ(numbered.labels[0], 3u);
}

TEST(TermDictionary, RefusesMoreWordsThanItsNumbersAreFor) {
  TermDictionary dictionary(2);
  dictionary.Add(Document{{900, 7}, {1, 1}}.view());
  dictionary.Add(Document{{7, 900}, {1, 1}}.view());
  EXPECT_EQ(
      common::MessageOf(common::ErrorKind::kData,
                        [&] {
                          dictionary.Add(Document{{7, 8}, {1, 1}}.view());
                        }),
      "documents: expected at most 2 different words, found more; take fewer documents, or hash the words");
  EXPECT_EQ(dictionary.size(), 2u);
}

}  // namespace
}  // namespace structlab::structured_learning
