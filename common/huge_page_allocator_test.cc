#include "common/huge_page_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <vector>

namespace structlab::common {
namespace {

constexpr size_t kHugePage = size_t{1} << 21;

using Bytes = std::vector<char, HugePageAllocator<char>>;

TEST(HugePageAllocator, LargeArraysBeginAtAHugePageAndAreCleared) {
  for (const size_t size : {kHugePage, kHugePage + 1, 3 * kHugePage - 1}) {
    EXPECT_TRUE(HugePageAllocator<char>::GivesZeros(size));
    const Bytes bytes(size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes.data()) % kHugePage, 0u);
    EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 0), static_cast<std::ptrdiff_t>(size));
  }
}

TEST(HugePageAllocator, SmallArraysBeginAtALineOfTheCache) {
  for (const size_t size : {size_t{1}, size_t{1000}, kHugePage - 1}) {
    EXPECT_FALSE(HugePageAllocator<char>::GivesZeros(size));
    const Bytes bytes(size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes.data()) % 64, 0u);
  }
}

// Growing moves what is there, from one kind of memory to the other too.
TEST(HugePageAllocator, VectorsKeepWhatTheyHoldWhileTheyGrow) {
  std::vector<int, HugePageAllocator<int>> numbers;
  for (int i = 0; i < 2'000'000; ++i) numbers.push_back(i);
  numbers.shrink_to_fit();
  std::vector<int> expected(2'000'000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), numbers.begin(), numbers.end()));
}

TEST(HugePageAllocator, WhatNoMachineHasIsRefused) {
  HugePageAllocator<double> allocator;
  EXPECT_THROW(allocator.allocate(std::numeric_limits<size_t>::max() / sizeof(double)), std::bad_alloc);
}

}  // namespace
}  // namespace structlab::common
