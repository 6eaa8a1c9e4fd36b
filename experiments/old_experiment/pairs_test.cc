#include "experiments/old_experiment/pairs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace structlab::harness {
namespace {

TEST(Pair, MatchesSeedSettingDataAndProtocolButNotMethod) {
  std::vector<FinishedCase> finished;
  for (const char* method : {"a", "b"}) {
    for (const char* size : {"1", "2"}) {
      for (const uint64_t seed : {1u, 2u, 3u}) {
        FinishedCase& f = finished.emplace_back();
        f.c.name = fmt::format("{}/{}", method, size);
        f.c.seed = seed;
        f.c.changed_by_user = finished.size() == 1;
        f.record.values = {{{"T", finished.size() == 2 ? "E" : "D", method, {{"size", size}}, "m"},
                            static_cast<double>(finished.size())}};
      }
    }
  }
  const Results results(std::move(finished), Profile::kPaper);
  EXPECT_EQ(results.Values({.table = "T", .method = "b", .setting = Setting{{"size", "1.0"}}}).size(), 3u);
  EXPECT_EQ(results.Values({.dataset = "E", .metric = "m", .case_prefix = "a/"}).size(), 1u);
  EXPECT_EQ(results.Values({.protocol = Protocol::kChanged}).size(), 1u);
  const auto a = results.Values({.method = "a"}), b = results.Values({.method = "b"});
  const Pairs pairs = Pair(a, b);
  EXPECT_EQ(pairs.a, (std::vector<double>{4, 5, 3, 6}));  // of another protocol and data set: 1 and 2
  EXPECT_EQ(pairs.b, (std::vector<double>{10, 11, 9, 12}));
  EXPECT_EQ(pairs.labels[2], "size=1 seed=3");
  EXPECT_EQ(
      Pair(results.Values({.case_prefix = "b/1"}), results.Values({.case_prefix = "b/2"}), {"size"}).a.size(),
      3u);
  EXPECT_EQ(Pair(a, b, {"size"}).a.size(), 0u);  // each has several partners
}

TEST(MeanCurve, HasThePointsThatAllCurvesHave) {
  std::vector<FinishedCase> finished(2);
  finished[0].record.curves = {{{"T", "D", "a", {}, "m"}, {1, 10, 100}, {1, 1, 1}}};
  finished[1].record.curves = {{{"T", "D", "a", {}, "m"}, {2, 10, 100}, {1, 1, 3}}};
  const Results results(std::move(finished), Profile::kPaper);
  const Series mean = MeanCurve("mean", results.Curves({.metric = "m"}));
  EXPECT_EQ(mean.x, (std::vector<double>{10, 100}));
  EXPECT_EQ(mean.y, (std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace structlab::harness
