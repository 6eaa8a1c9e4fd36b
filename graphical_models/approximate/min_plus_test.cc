#include "graphical_models/approximate/min_plus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "common/random_stream.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

std::vector<double> RandomVector(size_t labels, double infinite_probability, common::RandomStream& random) {
  std::vector<double> vector(labels);
  for (double& entry : vector) {
    entry = random.Uniform() < infinite_probability ? kInfinity : random.Uniform(-30, 30);
  }
  return vector;
}

TEST(MinPlus, EqualsTheLeastOverAllPairs) {
  MinPlus min_plus;
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "min-plus");
    const size_t labels = 1 + random.UniformIndex(9);
    const PairwisePotential potential =
        RandomPotential(PotentialClass::kAny, static_cast<int>(labels), 20, random);
    const bool is_table = potential.As<LabelTable>() != nullptr;
    const size_t other_labels = is_table ? labels : 1 + random.UniformIndex(9);
    const double weight = random.Uniform() < 0.2 ? 0.0 : random.Uniform(-1, 3);
    const EdgeEnd end = random.Uniform() < 0.5 ? EdgeEnd::kFirst : EdgeEnd::kSecond;
    const std::vector<double> vector = RandomVector(labels, 0.2, random);
    std::vector<double> message(other_labels);
    min_plus(potential, weight, end, vector, message);
    for (size_t b = 0; b < other_labels; ++b) {
      double expected = kInfinity;
      for (size_t a = 0; a < labels; ++a) {
        const Label from = static_cast<Label>(a), to = static_cast<Label>(b);
        const double cost = end == EdgeEnd::kFirst ? potential(from, to) : potential(to, from);
        expected = std::min(expected, vector[a] + weight * cost);
      }
      if (expected == kInfinity) {
        EXPECT_EQ(message[b], kInfinity);
      } else {
        EXPECT_NEAR(message[b], expected, 1e-12);
      }
    }
  }
}

TEST(MinPlus, InfiniteCostsAndTruncationsStayExact) {
  MinPlus min_plus;
  std::vector<double> message(2);
  const LabelTable table(2, 2, {0, kInfinity, kInfinity, kInfinity});
  min_plus(table, 2, EdgeEnd::kFirst, std::vector<double>{1, 0}, message);
  EXPECT_EQ(message, (std::vector<double>{1, kInfinity}));
  min_plus(TruncatedLinear{2}, 1, EdgeEnd::kFirst, std::vector<double>{kInfinity, 1}, message);
  EXPECT_EQ(message, (std::vector<double>{3, 1}));
  min_plus(TruncatedQuadratic{2}, 0, EdgeEnd::kFirst, std::vector<double>{kInfinity, 1}, message);
  EXPECT_EQ(message, (std::vector<double>{1, 1}));
  min_plus(TruncatedLinear{2}, 0, EdgeEnd::kFirst, std::vector<double>{kInfinity, kInfinity}, message);
  EXPECT_EQ(message, (std::vector<double>{kInfinity, kInfinity}));
}

}  // namespace
}  // namespace structlab::graphical_models
