#include "structured_learning/linear/examples/read_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace structlab::structured_learning {
namespace {

// Batches 0 .. count - 1, of one example each whose target is the number of the batch.
NextBatch Numbered(int count, std::atomic<int>* calls = nullptr) {
  return [count, calls, i = 0](ExampleBatch& batch) mutable {
    if (calls != nullptr) ++*calls;
    if (i == count) return false;
    batch.Clear();
    batch.AddExample(0, static_cast<float>(i++), 1);
    return true;
  };
}

TEST(ReadAhead, GivesTheBatchesInTheirOrder) {
  for (const int count : {0, 1, 2, 3, 500}) {
    const NextBatch next = ReadAhead(Numbered(count));
    ExampleBatch batch;
    for (int i = 0; i < count; ++i) {
      ASSERT_TRUE(next(batch));
      ASSERT_EQ(batch.size(), 1u);
      ASSERT_EQ(batch[0].target, static_cast<float>(i));
    }
    EXPECT_FALSE(next(batch));
    EXPECT_FALSE(next(batch));
  }
}

TEST(ReadAhead, ThrowsInThePlaceOfTheBatch) {
  const NextBatch next = ReadAhead([inner = Numbered(10)](ExampleBatch& batch) {
    if (!inner(batch)) throw std::runtime_error("the end");
    return true;
  });
  ExampleBatch batch;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(next(batch)) << i;
  EXPECT_THROW(next(batch), std::runtime_error);
}

TEST(ReadAhead, IsAtMostTwoBatchesAheadAndCanBeGivenUp) {
  std::atomic<int> calls = 0;
  {
    const NextBatch next = ReadAhead(Numbered(1'000'000, &calls));
    ExampleBatch batch;
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(next(batch));
  }
  EXPECT_GE(calls, 5);
  EXPECT_LE(calls, 7);
}

}  // namespace
}  // namespace structlab::structured_learning
