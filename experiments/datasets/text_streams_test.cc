#include "experiments/datasets/text_streams.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace structlab::datasets {
namespace {

const std::vector<TextDocument>& ThreeDocuments() {
  static const std::vector<TextDocument> documents = {
      {2, "first"}, {0, "From: a\n\nsecond\n\nparagraph"}, {1, ""}};
  return documents;
}

std::vector<TextDocument> First(const std::vector<TextDocument>& documents, int64_t max_documents) {
  FirstDocuments first(std::make_unique<CollectionStream>(documents), max_documents);
  return ReadDocuments(first);
}

// Throws after this number of empty documents.
class DamagedStream : public TextStream {
 public:
  explicit DamagedStream(int whole) : left_(whole) {}

  bool Next(TextDocument& document) override {
    if (left_-- == 0) throw std::runtime_error("damaged");
    document = {};
    return true;
  }

 private:
  int left_;
};

TEST(CollectionStream, ReadsDocumentsInTheirOrder) {
  CollectionStream stream(ThreeDocuments());
  TextDocument document;
  for (const TextDocument& expected : ThreeDocuments()) {
    ASSERT_TRUE(stream.Next(document));
    EXPECT_EQ(document, expected);
  }
  EXPECT_FALSE(stream.Next(document));
  EXPECT_FALSE(stream.Next(document));
}

TEST(CollectionStream, HasNothingWhereTheVectorIsEmpty) {
  const std::vector<TextDocument> none;
  TextDocument document;
  EXPECT_FALSE(CollectionStream(none).Next(document));
}

TEST(CollectionStream, HasItsOwnPlaceInTheVector) {
  CollectionStream ahead(ThreeDocuments()), behind(ThreeDocuments());
  TextDocument document;
  ahead.Next(document);
  ahead.Next(document);
  EXPECT_EQ(ReadDocuments(behind), ThreeDocuments());
  EXPECT_EQ(ReadDocuments(ahead), (std::vector<TextDocument>{{1, ""}}));
}

TEST(FirstDocuments, EndsAfterTheirNumber) {
  const std::vector<TextDocument>& all = ThreeDocuments();
  EXPECT_EQ(First(all, 2), (std::vector<TextDocument>{all[0], all[1]}));
  EXPECT_EQ(First(all, 3), all);
  EXPECT_EQ(First(all, 4), all);
  EXPECT_EQ(First(all, std::numeric_limits<int64_t>::max()), all);
}

TEST(FirstDocuments, AreNoneUnlessTheNumberIsPositive) {
  EXPECT_TRUE(First(ThreeDocuments(), 0).empty());
  EXPECT_TRUE(First(ThreeDocuments(), -1).empty());
  EXPECT_TRUE(First(ThreeDocuments(), std::numeric_limits<int64_t>::min()).empty());
}

TEST(FirstDocuments, ReadNothingBeyondTheirNumber) {
  FirstDocuments first(std::make_unique<DamagedStream>(2), 2);
  EXPECT_EQ(CountDocuments(first), 2);
  TextDocument document;
  EXPECT_FALSE(first.Next(document));
  FirstDocuments beyond(std::make_unique<DamagedStream>(2), 3);
  EXPECT_THROW(CountDocuments(beyond), std::runtime_error);
}

TEST(BodiesOnly, LeavesOutHeadersAndKeepsTheRest) {
  BodiesOnly bodies(std::make_unique<CollectionStream>(ThreeDocuments()));
  EXPECT_EQ(ReadDocuments(bodies),
            (std::vector<TextDocument>{{2, "first"}, {0, "second\n\nparagraph"}, {1, ""}}));
  BodiesOnly damaged(std::make_unique<DamagedStream>(1));
  EXPECT_THROW(ReadDocuments(damaged), std::runtime_error);
}

TEST(CountDocuments, CountsWhatRemains) {
  CollectionStream stream(ThreeDocuments());
  TextDocument document;
  stream.Next(document);
  EXPECT_EQ(CountDocuments(stream), 2);
  EXPECT_EQ(CountDocuments(stream), 0);
}

}  // namespace
}  // namespace structlab::datasets
