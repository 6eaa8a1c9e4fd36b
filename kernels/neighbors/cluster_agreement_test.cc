#include "kernels/neighbors/cluster_agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

TEST(NormalizedMutualInformation, OfTheSamePartitionIsOneWhateverTheNames) {
  EXPECT_NEAR(NormalizedMutualInformation({{0, 0, 1, 2, 2}}, {{7, 7, -3, 0, 0}}), 1, 1e-15);
  EXPECT_EQ(NormalizedMutualInformation({{4, 4}}, {{1, 1}}), 1);
}

// Halves compared with quarters: I = H(A) = log 2, H(B) = log 4. Independent halves share no information.
TEST(NormalizedMutualInformation, OfPartitionsByHand) {
  EXPECT_NEAR(NormalizedMutualInformation({{0, 0, 1, 1}}, {{0, 1, 2, 3}}), 2.0 / 3, 1e-15);
  EXPECT_NEAR(NormalizedMutualInformation({{0, 0, 1, 1}}, {{0, 1, 0, 1}}), 0, 1e-15);
  EXPECT_NEAR(NormalizedMutualInformation({{0, 0, 0, 0}}, {{0, 1, 0, 1}}), 0, 1e-15);
}

// I as the sum of p(a, b) log(p(a, b) / (p(a) p(b))) over all pairs of clusters.
TEST(NormalizedMutualInformation, IsTheSumOverAllPairsOfClusters) {
  common::RandomStream random(1, "mutual-information");
  std::vector<int> a, b;
  for (int i = 0; i < 200; ++i) {
    a.push_back(static_cast<int>(random.UniformIndex(4)));
    b.push_back(random.Uniform() < 0.5 ? a.back() : static_cast<int>(random.UniformIndex(3)));
  }
  double information = 0, entropies = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      double both = 0, first = 0, second = 0;
      for (size_t row = 0; row < a.size(); ++row) {
        both += a[row] == i && b[row] == j ? 1.0 / 200 : 0;
        first += a[row] == i ? 1.0 / 200 : 0;
        second += b[row] == j ? 1.0 / 200 : 0;
      }
      if (both > 0) information += both * std::log(both / (first * second));
      if (j == 0) entropies -= first * std::log(first);
      if (i == 0) entropies -= second * std::log(second);
    }
  }
  EXPECT_NEAR(NormalizedMutualInformation(a, b), 2 * information / entropies, 1e-12);
}

TEST(NormalizedMutualInformation, RefusesLabelingsOfDifferentLengths) {
  const std::string message = common::MessageOf([] { NormalizedMutualInformation({{0, 1}}, {{0, 1, 1}}); });
  EXPECT_NE(message.find("2 and 3"), message.npos) << message;
}

}  // namespace
}  // namespace structlab::kernels
