#include <gtest/gtest.h>
#include <xxhash.h>

namespace {

// Values of the specification (doc/xxhash_spec.md) for the empty text and seed 0.
TEST(Xxhash, GivesTheKnownAnswers) {
  EXPECT_EQ(XXH64("", 0, 0), 0xef46db3751d8e999u);
  EXPECT_EQ(XXH3_64bits("", 0), 0x2d06800538d394c2u);
}

}  // namespace
