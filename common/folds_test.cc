#include "common/folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "common/error.h"

namespace structlab::common {
namespace {

void ExpectEvenSizes(const std::vector<int>& sizes) {
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  EXPECT_LE(*most - *least, 1);
}

TEST(Folds, AreEvenOverallAndForEachLabel) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream stream(seed, "folds_test");
    const int k = 2 + static_cast<int>(stream.UniformIndex(9));
    std::vector<int> labels(static_cast<size_t>(k) + stream.UniformIndex(200));
    for (int& label : labels) label = static_cast<int>(stream.UniformIndex(5)) - 2;
    const std::vector<int> folds = StratifiedFolds(labels, k, stream);
    ASSERT_EQ(folds.size(), labels.size());
    std::vector<int> sizes(k);
    std::map<int, std::vector<int>> sizes_of;
    for (size_t i = 0; i < labels.size(); ++i) {
      ++sizes.at(folds[i]);
      std::vector<int>& of_label = sizes_of.try_emplace(labels[i], static_cast<size_t>(k)).first->second;
      ++of_label[folds[i]];
    }
    ExpectEvenSizes(sizes);
    for (const auto& [label, of_label] : sizes_of) ExpectEvenSizes(of_label);

    std::vector<int> plain_sizes(k);
    for (const int fold : Folds(static_cast<int>(labels.size()), k, stream)) {
      ++plain_sizes.at(fold);
    }
    ExpectEvenSizes(plain_sizes);
  }
}

// Each item is in each fold, and two items are in one fold, as often as chance says.
TEST(Folds, AreRandom) {
  constexpr int kDraws = 20'000;
  RandomStream stream(1, "folds_test/random");
  int first_in_zero = 0;
  int together = 0;
  for (int i = 0; i < kDraws; ++i) {
    const std::vector<int> folds = Folds(5, 2, stream);
    first_in_zero += folds[0] == 0 ? 1 : 0;
    together += folds[0] == folds[1] ? 1 : 0;
  }
  // Sizes 3 and 2: two items are together in (3 * 2 + 2 * 1) of 5 * 4 cases. Bounds are 4 standard deviations
  // of at most sqrt(n) / 2: a false alarm in 1.3e-4 of all seeds.
  EXPECT_NEAR(first_in_zero, 0.5 * kDraws, 2.0 * std::sqrt(kDraws));
  EXPECT_NEAR(together, 0.4 * kDraws, 2.0 * std::sqrt(kDraws));
}

TEST(Folds, RefuseWrongNumbers) {
  RandomStream stream(1, "folds_test");
  EXPECT_THROW(Folds(5, 1, stream), Error);
  EXPECT_THROW(Folds(5, 6, stream), Error);
  EXPECT_THROW(Folds(-1, 2, stream), Error);
  EXPECT_THROW(StratifiedFolds(std::vector<int>{1, 2}, 3, stream), Error);
}

}  // namespace
}  // namespace structlab::common
