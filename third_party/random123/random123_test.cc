#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace {

// Rows of the known answers that come with Random123 (kat_vectors, philox4x32 10).
TEST(Random123, PhiloxGivesTheKnownAnswers) {
  const r123::Philox4x32 philox;
  EXPECT_EQ(philox({{0, 0, 0, 0}}, {{0, 0}}),
            (r123::Philox4x32::ctr_type{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}));
  EXPECT_EQ(philox({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, {{0xa4093822, 0x299f31d0}}),
            (r123::Philox4x32::ctr_type{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}));
}

}  // namespace
