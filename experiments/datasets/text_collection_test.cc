#include "experiments/datasets/text_collection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

std::vector<TextDocument> NumberedDocuments(int count) {
  std::vector<TextDocument> documents;
  for (int i = 0; i < count; ++i) {
    documents.push_back({.label = static_cast<uint32_t>(i % 3), .text = std::to_string(i)});
  }
  return documents;
}

std::vector<TextDocument> Shuffled(std::vector<TextDocument> documents, uint64_t seed) {
  common::RandomStream random(seed, "order");
  ShuffleDocuments(documents, random);
  return documents;
}

// Documents of these labels, whose texts are their places.
std::vector<TextDocument> DocumentsOf(const std::vector<uint32_t>& labels) {
  std::vector<TextDocument> documents;
  for (const uint32_t label : labels) documents.push_back({label, std::to_string(documents.size())});
  return documents;
}

TextCollection CollectionOf(int classes, const std::vector<uint32_t>& train,
                            const std::vector<uint32_t>& test) {
  TextCollection collection = {.classes = {}, .train = DocumentsOf(train), .test = DocumentsOf(test)};
  for (int c = 0; c < classes; ++c) collection.classes.push_back(std::string(1, static_cast<char>('a' + c)));
  return collection;
}

TextCollection WithTwoClasses(TextCollection collection, FirstClass first) {
  MakeTwoClasses(collection, first);
  return collection;
}

TEST(ShuffleDocuments, TakesTheOrderFromTheStream) {
  const std::vector<TextDocument> documents = NumberedDocuments(100);
  const std::vector<TextDocument> shuffled = Shuffled(documents, 1);
  common::RandomStream random(1, "order");
  const std::vector<int> order = random.Permutation(100);
  ASSERT_EQ(shuffled.size(), 100u);
  for (size_t i = 0; i < 100; ++i) EXPECT_EQ(shuffled[i], documents[static_cast<size_t>(order[i])]);
  EXPECT_NE(shuffled, documents);
  EXPECT_NE(shuffled, Shuffled(documents, 2));
}

TEST(ShuffleDocuments, KeepsAllDocuments) {
  std::vector<TextDocument> documents = NumberedDocuments(100), shuffled = Shuffled(documents, 1);
  std::ranges::sort(documents, {}, &TextDocument::text);
  std::ranges::sort(shuffled, {}, &TextDocument::text);
  EXPECT_EQ(shuffled, documents);
  EXPECT_TRUE(Shuffled({}, 1).empty());
  EXPECT_EQ(Shuffled({{7, "only"}}, 1), (std::vector<TextDocument>{{7, "only"}}));
}

TEST(ShuffleDocuments, LeavesTheStreamBehindItsNumbers) {
  std::vector<TextDocument> first = NumberedDocuments(100), second = first;
  common::RandomStream random(1, "order");
  ShuffleDocuments(first, random);
  ShuffleDocuments(second, random);
  EXPECT_NE(first, second);
}

TEST(MakeTwoClasses, TakesTheLargestClassOfTheTrainingDocuments) {
  const TextCollection all = CollectionOf(3, {0, 1, 2, 1, 1, 2}, {2, 2, 2, 2, 2, 0, 1});
  TextCollection expected = all;
  expected.classes = {"first", "second"};
  expected.train = DocumentsOf({1, 0, 1, 0, 0, 1});
  expected.test = DocumentsOf({1, 1, 1, 1, 1, 1, 0});
  EXPECT_EQ(WithTwoClasses(all, FirstClass::kLargest), expected);
}

TEST(MakeTwoClasses, TakesTheFirstOfEquallyLargeClasses) {
  const TextCollection two = WithTwoClasses(CollectionOf(3, {2, 1, 0, 2, 1}, {}), FirstClass::kLargest);
  EXPECT_EQ(two.train, DocumentsOf({1, 0, 1, 1, 0}));
}

TEST(MakeTwoClasses, TakesTheFirstHalfOfTheClasses) {
  const auto halves = [](int classes, const std::vector<uint32_t>& labels) {
    const TextCollection two = WithTwoClasses(CollectionOf(classes, labels, labels), FirstClass::kFirstHalf);
    EXPECT_EQ(two.classes, (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(two.train, two.test);
    return two.train;
  };
  EXPECT_EQ(halves(2, {1, 0, 1}), DocumentsOf({1, 0, 1}));
  EXPECT_EQ(halves(3, {2, 1, 0}), DocumentsOf({1, 0, 0}));
  EXPECT_EQ(halves(4, {3, 2, 1, 0}), DocumentsOf({1, 1, 0, 0}));
}

TEST(MakeTwoClasses, RefusesCollectionsOfOneClassAndUnknownLabels) {
  const struct {
    TextCollection collection;
    std::string where, expected, found;
  } cases[] = {{CollectionOf(0, {}, {}), "TextCollection::classes", "at least two classes", "0"},
               {CollectionOf(1, {0}, {0}), "TextCollection::classes", "at least two classes", "1"},
               {CollectionOf(2, {0, 2}, {1}), "TextDocument::label", "less than 2", "2"},
               {CollectionOf(3, {0, 2}, {4}), "TextDocument::label", "less than 3", "4"}};
  for (const auto& [collection, where, expected, found] : cases) {
    for (const FirstClass first : {FirstClass::kLargest, FirstClass::kFirstHalf}) {
      TextCollection changed = collection;
      const common::Error error = ErrorOf([&] { MakeTwoClasses(changed, first); });
      EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
      EXPECT_EQ(error.parts().where, where);
      EXPECT_EQ(error.parts().expected, expected);
      EXPECT_EQ(error.parts().found, found);
      EXPECT_EQ(changed, collection);
    }
  }
}

}  // namespace
}  // namespace structlab::datasets
