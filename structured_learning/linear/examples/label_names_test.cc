#include "structured_learning/linear/examples/label_names.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace structlab::structured_learning {
namespace {

TEST(LabelNames, NumbersHaveOneNameAndLabelsCanBeForgotten) {
  LabelNames names;
  EXPECT_EQ(names.IdOf("+1"), 0u);
  EXPECT_EQ(names.IdOf("1.0"), 0u);
  names.SetMark();
  EXPECT_EQ(names.IdOf("one"), 1u);
  EXPECT_EQ(names.IdOf("-0"), 2u);
  EXPECT_EQ(names.IdOf("0"), 2u);
  EXPECT_EQ(names.IdOf("1e0"), 0u);
  EXPECT_EQ(names.names(), (std::vector<std::string>{"1", "one", "0"}));
  EXPECT_EQ(names.Find("10e-1"), 0u);
  EXPECT_EQ(names.Find("two"), std::nullopt);
  for (int again = 0; again < 2; ++again) {
    names.ReturnToMark();
    EXPECT_EQ(names.names(), std::vector<std::string>{"1"});
    EXPECT_EQ(names.Find("one"), std::nullopt);
    EXPECT_EQ(names.Find("-0"), std::nullopt);
    EXPECT_EQ(names.Find("+1"), 0u);
  }
  EXPECT_EQ(names.IdOf("two"), 1u);
  names.SetMark();
  names.Close();
  EXPECT_EQ(names.IdOf("three"), std::nullopt);
  EXPECT_EQ(names.IdOf("two"), 1u);
  LabelNames few(1);
  EXPECT_EQ(few.IdOf("a"), 0u);
  EXPECT_EQ(few.IdOf("b"), std::nullopt);
  EXPECT_EQ(few.IdOf("a"), 0u);
}

// To a closed one no more can be allowed.
TEST(LabelNames, SayHowMoreCanBeAllowedUntilTheyAreClosed) {
  LabelNames names(2, "ask for more");
  EXPECT_EQ(names.most(), 2u);
  EXPECT_EQ(names.how_to_allow_more(), "ask for more");
  names.Close();
  EXPECT_EQ(names.most(), 0u);
  EXPECT_EQ(names.how_to_allow_more(), "");
  EXPECT_EQ(LabelNames().most(), kMostLabels);
}

}  // namespace
}  // namespace structlab::structured_learning
