#include "structured_learning/linear/examples/label_names.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace structlab::structured_learning {
namespace {

constexpr LabelSpelling kNumber = LabelSpelling::kNumber;

// Versions, postcodes and keys: each spelling is a separate label and is shown as it was written.
TEST(LabelNames, TextsAreTheirCharacters) {
  LabelNames names;
  const std::vector<std::string> written = {"1.1", "1.10", "007", "7", "0e12", "0e99", "02134", "+1", "1"};
  for (size_t i = 0; i < written.size(); ++i) EXPECT_EQ(names.IdOf(written[i]), i);
  EXPECT_EQ(names.names(), written);
  EXPECT_EQ(names.Find("1.100"), std::nullopt);
  EXPECT_EQ(names.num_joined(), 0);
}

TEST(LabelNames, NumbersHaveOneLabelNamedAsItWasFirstWritten) {
  LabelNames names;
  EXPECT_EQ(names.IdOf("+1", kNumber), 0u);
  EXPECT_EQ(names.num_joined(), 0);
  EXPECT_EQ(names.IdOf("1.0", kNumber), 0u);
  EXPECT_EQ(names.IdOf("1.0", kNumber), 0u);
  EXPECT_EQ(names.num_joined(), 1);
  EXPECT_EQ(names.first_joined().spelling, "1.0");
  EXPECT_EQ(names.first_joined().id, 0u);
  names.SetMark();
  EXPECT_EQ(names.IdOf("one", kNumber), 1u);
  EXPECT_EQ(names.IdOf("-0", kNumber), 2u);
  EXPECT_EQ(names.IdOf("0", kNumber), 2u);
  EXPECT_EQ(names.IdOf("1e0", kNumber), 0u);
  EXPECT_EQ(names.num_joined(), 3);
  EXPECT_EQ(names.names(), (std::vector<std::string>{"+1", "one", "-0"}));
  EXPECT_EQ(names.Find("10e-1", kNumber), 0u);
  EXPECT_EQ(names.Find("1", kNumber), 0u);
  EXPECT_EQ(names.Find("two", kNumber), std::nullopt);
  for (int again = 0; again < 2; ++again) {
    names.ReturnToMark();
    EXPECT_EQ(names.names(), std::vector<std::string>{"+1"});
    EXPECT_EQ(names.num_joined(), 1);
    EXPECT_EQ(names.Find("one", kNumber), std::nullopt);
    EXPECT_EQ(names.Find("-0", kNumber), std::nullopt);
    EXPECT_EQ(names.Find("1", kNumber), 0u);
  }
  EXPECT_EQ(names.IdOf("0", kNumber), 1u);
  EXPECT_EQ(names.name(1), "0");
  names.SetMark();
  names.Close();
  EXPECT_EQ(names.IdOf("three", kNumber), std::nullopt);
  EXPECT_EQ(names.IdOf("-0", kNumber), 1u);
}

TEST(LabelNames, AreAtMostAsManyAsAreAllowed) {
  LabelNames few(1);
  EXPECT_EQ(few.IdOf("a"), 0u);
  EXPECT_EQ(few.IdOf("b"), std::nullopt);
  EXPECT_EQ(few.IdOf("a"), 0u);
}

TEST(PositiveLabel, DoesNotDependOnTheOrder) {
  const std::pair<std::string, std::string> pairs[] = {
      // the positive one first
      {"1", "-1"}, {"+1", "-1"}, {"1.0", "0"}, {"1", "2"},     {"1", "spam"},   {"2", "-3"},
      {"10", "9"}, {"b", "a"},   {"9a", "10"}, {"1e3", "999"}, {"spam", "ham"}, {"7", "07"}};
  for (const auto& [positive, negative] : pairs) {
    EXPECT_EQ(PositiveLabel(positive, negative), positive);
    EXPECT_EQ(PositiveLabel(negative, positive), positive);
  }
}

// Closed names cannot allow more labels.
TEST(LabelNames, SayHowMoreCanBeAllowedUntilTheyAreClosed) {
  LabelNames names(2, "ask for more");
  EXPECT_EQ(names.max_labels(), 2u);
  EXPECT_EQ(names.how_to_allow_more(), "ask for more");
  names.Close();
  EXPECT_EQ(names.max_labels(), 0u);
  EXPECT_EQ(names.how_to_allow_more(), "");
  EXPECT_EQ(LabelNames().max_labels(), kMaxLabels);
}

}  // namespace
}  // namespace structlab::structured_learning
