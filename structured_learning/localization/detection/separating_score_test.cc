#include "structured_learning/localization/detection/separating_score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

TEST(SeparatingScore, HasTheFewestErrors) {
  EXPECT_EQ(SeparatingScore({3, 5}, {1, 2}), 2.5);
  EXPECT_EQ(SeparatingScore({3, 5}, {3, 1}), 4);     // 1 of 2 wrong; at 2, too, but 4 finds less
  EXPECT_EQ(SeparatingScore({3, 5, 6}, {3, 1}), 4);  // 1 of 3 wrong instead of 1 of 2
  EXPECT_EQ(SeparatingScore({5}, {7}), 7);           // nothing is found
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    common::RandomStream random(seed, "separating score");
    std::vector<double> with(1 + random.UniformIndex(6)), without(1 + random.UniformIndex(6));
    for (double& score : with) score = 1 + static_cast<double>(random.UniformIndex(8));
    for (double& score : without) score = static_cast<double>(random.UniformIndex(8));
    const auto errors = [&](double limit) {
      const auto count = [&](const std::vector<double>& scores) {
        return static_cast<double>(
            std::ranges::count_if(scores, [&](double score) { return score > limit; }));
      };
      return 1 - count(with) / static_cast<double>(with.size()) +
             count(without) / static_cast<double>(without.size());
    };
    const double found = SeparatingScore(with, without);
    for (double limit = -1; limit < 10; limit += 0.25)
      EXPECT_LE(errors(found), errors(limit) + 1e-12) << seed;
  }
}

}  // namespace
}  // namespace structlab::structured_learning
