#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace {

using testing::ElementsAre;
using testing::Not;

TEST(GoogleTest, MatchersTellListsApart) {
  const std::vector<int> list = {1, 2, 3};
  EXPECT_THAT(list, ElementsAre(1, 2, 3));
  EXPECT_THAT(list, Not(ElementsAre(3, 2, 1)));
}

TEST(GoogleTestDeathTest, SeesAProgramStop) { EXPECT_DEATH(std::abort(), ""); }

}  // namespace
