// Theorem 3 as it is measured: with the settings of the last profile.
#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"

namespace structlab::hashing {
namespace {

harness::Case PaperCase(std::initializer_list<const char*> names, uint64_t seed) {
  harness::Case c;
  c.method = kHk;
  c.seed = seed;
  for (const harness::OldSetting& setting : Settings()) {
    for (const char* name : names) {
      if (setting.name == name) c.parameters.Set(name, setting.paper);
    }
  }
  return c;
}

// Every deviation is one of many collisions, not of the order in which a sum was rounded.
TEST(Deviation, FeaturesMeetAtEverySize) {
  for (const uint64_t seed : {1, 2, 3, 4, 5}) {
    const harness::Case c =
        PaperCase({"deviation_observations", "deviation_classes", "deviation_bits"}, seed);
    harness::Recorder record(c);
    RunDeviation(c, record);
    std::map<std::string, int> sizes;
    for (const harness::RecordedValue& value : record.record().values) {
      EXPECT_EQ(value.key.metric, "largest_deviation");
      EXPECT_GT(value.value, 1e-2) << value.key.setting.Format();
      ++sizes[value.key.setting.Text("varied")];
    }
    EXPECT_EQ(sizes, (std::map<std::string, int>{{"m", 5}, {"M", 4}, {"n", 5}}));
  }
}

// Words of two observations meet in so many pairs that a kernel is a sum of many collisions: 200^2 / n.
TEST(Deviation, BinsAreFewerThanATenthOfThePairsOfWords) {
  const harness::Case c = PaperCase({"deviation_bits"}, 1);
  for (const int64_t bits : c.parameters.Integers("deviation_bits")) EXPECT_LE(1 << bits, 200 * 200 / 10);
}

TEST(InformationLoss, SaysOfHowManyFunctionsAShareIs) {
  harness::Case c;
  c.seed = 1;
  c.parameters = {{"trials", "2"}};
  harness::Recorder record(c);
  RunInformationLoss(c, record);
  std::map<std::string, double> functions, shares;
  for (const harness::RecordedValue& value : record.record().values) {
    const std::string copies = value.key.setting.Text("duplicates_c");
    if (value.key.metric == "random_functions") functions[copies] = value.value;
    if (value.key.metric == "share_of_functions_that_lose") shares[copies] = value.value;
  }
  EXPECT_EQ(functions.size(), 5u);
  for (const auto& [copies, count] : functions) EXPECT_EQ(count, 2) << copies;
  EXPECT_EQ(shares.at("1"), 1);  // 10^5 of 10^8: that none of 5 10^9 pairs meets has probability e^-50
}

}  // namespace
}  // namespace structlab::hashing
