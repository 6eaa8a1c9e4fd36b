#include "experiments/harness/record/record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

namespace structlab::harness {
namespace {

// Against the definition, over all subsets of before, now and the plan of four cases.
TEST(MergeRecord, IsNowThenBeforeInTheOrderOfThePlan) {
  const auto chosen = [](int subset, double seconds) {
    std::vector<FinishedCase> cases;
    for (int i = 3; i >= 0; --i) {  // not in the order of the plan
      if (subset >> i & 1) cases.push_back({.c = {.name = fmt::format("c{}", i)}, .seconds = seconds});
    }
    return cases;
  };
  for (int subsets = 0; subsets < 16 * 16 * 16; ++subsets) {
    const int before = subsets & 15, now = subsets >> 4 & 15, plan = subsets >> 8;
    SCOPED_TRACE(fmt::format("{} {} {}", before, now, plan));
    std::vector<Case> planned;
    std::vector<std::pair<std::string, double>> expected, found;
    std::vector<std::string> not_planned, not_recorded;
    for (int i = 0; i < 4; ++i) {
      const std::string name = fmt::format("c{}", i), key = name + "/seed=0";
      const bool is_planned = plan >> i & 1, is_recorded = (before | now) >> i & 1;
      if (is_planned) planned.emplace_back().name = name;
      if (is_planned && is_recorded) expected.emplace_back(name, now >> i & 1 ? 2 : 1);
      if (!is_planned && before >> i & 1) not_planned.push_back(key);
      if (is_planned && !(before >> i & 1)) not_recorded.push_back(key);
    }
    for (const FinishedCase& c : MergeRecord(chosen(before, 1), chosen(now, 2), planned)) {
      found.emplace_back(c.c.name, c.seconds);
    }
    EXPECT_EQ(found, expected);
    const RecordGaps gaps = GapsOf(chosen(before, 1), planned);
    EXPECT_EQ(gaps.not_planned, not_planned);
    EXPECT_EQ(gaps.not_recorded, not_recorded);
  }
}

TEST(ItemsOfFewerSeeds, CountsTheSeedsThatRecorded) {
  const auto recorded = [](const std::string& name, uint64_t seed, int num_values,
                           std::vector<std::string> items) {
    FinishedCase c = {.c = {.name = name, .seed = seed}};
    if (num_values > 0) c.record.values = {{{"T", "D", "M", {}, "m"}, 1, ""}};
    for (const std::string& metric : items) {
      c.record.items.push_back({{"T", "D", "M", {}, metric}, {.ids = {"i"}}, {{1}}});
    }
    return c;
  };
  EXPECT_TRUE(ItemsOfFewerSeeds({recorded("a", 1, 1, {"i", "j"}), recorded("a", 2, 1, {"i", "j"}),
                                 recorded("a", 3, 0, {}), recorded("b", 1, 1, {})})
                  .empty());
  EXPECT_EQ(ItemsOfFewerSeeds({recorded("a", 1, 1, {"i", "j"}), recorded("a", 2, 1, {"j"}),
                               recorded("a", 3, 0, {"j"}), recorded("b", 1, 1, {"i"})}),
            std::vector<std::string>{"a: T, D, M, , i: items of 1 seed, values of 3"});
}

}  // namespace
}  // namespace structlab::harness
