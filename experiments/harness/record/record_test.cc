#include "experiments/harness/record/record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "experiments/harness/run/columns.h"

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

// The source prints T of M for start=w0; the case has also read a parameter of the same name.
TEST(RecordedElsewhere, NamesWhatTheCaseWouldRecordUnderAnotherTable) {
  Column column = {.table = "T", .metric = "m"};
  column.cases = {"a"};
  const Setting printed = {{"start", "w0"}};
  Case c = {.name = "a", .dataset = "D", .method = "M"};
  c.parameters = {{"start", "lowest"}};
  c.columns = std::make_shared<const Columns>(
      std::vector{column}, std::vector<PrintedRow>{{.key = {"T", "D", "M", printed, "m"}}});
  const auto with = [&](const std::string& table, const Setting& setting, const std::string& metric) {
    FinishedCase finished = {.c = {.name = "a"}};
    finished.record.values = {{{table, "D", "M", setting, metric}, 1, ""}};
    return RecordedElsewhere({finished}, {c});
  };
  const std::vector<std::string> none;
  EXPECT_EQ(with("T", printed, "m"), none);  // what the key says itself decides
  EXPECT_EQ(with("beside T", {}, "m"), none);
  EXPECT_EQ(
      with("beside T", printed, "m"),
      std::vector<std::string>{"a/seed=0: value beside T, D, M, start=w0, m: it would stand in 'T' now"});
  EXPECT_EQ(with("T", {}, "m"),
            std::vector<std::string>{"a/seed=0: value T, D, M, , m: it would stand in 'beside T' now"});
  EXPECT_EQ(
      with("T", printed, "n"),
      std::vector<std::string>{"a/seed=0: value T, D, M, start=w0, n: no column of columns.tsv lets the "
                               "case record it"});
}

}  // namespace
}  // namespace structlab::harness
