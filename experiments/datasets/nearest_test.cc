#include "experiments/datasets/nearest.h"

#include <gtest/gtest.h>

namespace structlab::datasets {
namespace {

TEST(NearestFirst, OrdersByInsertionsRemovalsAndReplacements) {
  EXPECT_EQ(NearestFirst("usp", {"ocr-letters", "usps"}), "usps, ocr-letters");
  EXPECT_EQ(NearestFirst("ocr-leters", {"usps", "ocr-letters"}), "ocr-letters, usps");
  EXPECT_EQ(NearestFirst("abc", {"bc", "axc", "abcd", "xyz"}), "bc, axc, abcd, xyz") << "ties stay in order";
  EXPECT_EQ(NearestFirst("", {"two", "a"}), "a, two");
  EXPECT_EQ(NearestFirst("name", {}), "");
}

}  // namespace
}  // namespace structlab::datasets
