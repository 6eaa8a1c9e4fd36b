#include "experiments/harness/decide/outcome.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "common/random_stream.h"

namespace structlab::harness {
namespace {

// P(|T| > |t|) of Student's t, by Simpson's rule with 4000 steps over its density: an error below 1e-9.
double TwoSidedP(double t, int degrees) {
  const double nu = degrees;
  const double scale =
      std::exp(std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2)) / std::sqrt(nu * std::numbers::pi);
  // x = sqrt(nu) tan(u), so that the interval is short for any t.
  const double end = std::atan(std::abs(t) / std::sqrt(nu));
  const auto density = [&](double u) { return scale * std::sqrt(nu) * std::pow(std::cos(u), nu - 1); };
  double sum = density(0) + density(end);
  for (int i = 1; i < 4000; ++i) sum += (i % 2 == 1 ? 4 : 2) * density(end * i / 4000);
  return std::max(0.0, 1 - 2 * sum * end / 12000);
}

// The one-sample t statistic of mean - bound; `extra` is added to the 1/n of the mean's variance.
struct Student {
  double mean = 0, error = 0;
  int degrees = 0;

  explicit Student(const Pairs& pairs, double extra = 0) {
    const auto n = static_cast<double>(pairs.a.size());
    for (size_t i = 0; i < pairs.a.size(); ++i) mean += (pairs.a[i] - pairs.b[i]) / n;
    double squares = 0;
    for (size_t i = 0; i < pairs.a.size(); ++i) squares += std::pow(pairs.a[i] - pairs.b[i] - mean, 2);
    error = std::sqrt(squares / (n - 1) * (1 / n + extra));
    degrees = static_cast<int>(n) - 1;
  }
  double P(double bound) const { return TwoSidedP((mean - bound) / error, degrees); }
};

Pairs RandomPairs(common::RandomStream& random, size_t n, double shift) {
  Pairs pairs;
  for (size_t i = 0; i < n; ++i) {
    const double common_part = 10 * random.Normal();
    pairs.a.push_back(common_part + shift + random.Normal());
    pairs.b.push_back(common_part + random.Normal());
  }
  return pairs;
}

Pairs Differing(const std::vector<double>& differences, double start = 0.25) {
  Pairs pairs;
  for (const double difference : differences) {
    pairs.a.push_back(start + difference);
    pairs.b.push_back(start);
  }
  return pairs;
}

Verdict VerdictOf(bool holds, bool fails) {
  return holds ? Verdict::kHolds : fails ? Verdict::kFails : Verdict::kUndecided;
}

// Holds: the interval is below 0 and the mean at or below -effect. Fails: the interval is above -effect. For
// splits the variance of the mean is s^2 (1/n + ratio) (Nadeau, Bengio 2003, section 4).
TEST(DecideLess, IsTheTestOfStudent) {
  std::map<Verdict, int> seen, seen_of_splits, seen_equal;
  const auto is_close = [](double p) { return std::abs(p - 0.05) < 1e-6; };
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "less");
    const size_t n = 3 + random.UniformIndex(8);
    const int comparisons = seed % 3 == 0 ? 1 : static_cast<int>(1 + random.UniformIndex(20));
    const double effect = seed % 2 == 0 ? 0 : random.Uniform() * 2;
    const Pairs pairs = RandomPairs(random, n, 3 * random.Normal());
    const Certainty certainty = {.comparisons = comparisons, .min_effect = effect};
    for (const double ratio : {0.0, seed % 4 == 0 ? 0 : random.Uniform()}) {
      const Student student(pairs, ratio);
      const double p_zero = student.P(0), p_effect = std::min(1.0, student.P(-effect) * comparisons);
      if (is_close(p_zero) || is_close(p_effect)) continue;
      const bool holds = student.mean < 0 && p_zero < 0.05 && student.mean <= -effect;
      const bool fails = student.mean > -effect && p_effect < 0.05;
      std::vector<ClaimOutcome> outcomes = {DecideLessOfSplits(pairs, ratio, certainty)};
      ++seen_of_splits[outcomes[0].verdict];
      if (ratio == 0) ++seen[outcomes.emplace_back(DecideLess(pairs, certainty)).verdict];
      for (const ClaimOutcome& outcome : outcomes) {
        EXPECT_EQ(outcome.verdict, VerdictOf(holds, fails)) << outcome.evidence;
        EXPECT_NEAR(outcome.chance, fails ? p_effect : 0, 1e-7);
      }
    }
    // Equality within a margin, by the same numbers.
    const Student student(pairs);
    const double margin = 0.1 + 2 * random.Uniform(), p_above = student.P(margin),
                 p_below = student.P(-margin);
    const double low = std::min(1.0, p_above * comparisons), high = std::min(1.0, p_below * comparisons);
    if (is_close(low) || is_close(high) || is_close(p_above) || is_close(p_below)) continue;
    const bool within = std::abs(student.mean) < margin && std::max(p_above, p_below) < 0.05;
    const bool outside = (student.mean > margin && low < 0.05) || (student.mean < -margin && high < 0.05);
    const ClaimOutcome equal = DecideEqual(pairs, margin, {.comparisons = comparisons});
    EXPECT_EQ(equal.verdict, VerdictOf(within, outside)) << equal.evidence;
    EXPECT_NEAR(equal.chance, outside ? (student.mean > 0 ? low : high) : 0, 1e-7);
    ++seen_equal[equal.verdict];
  }
  for (const auto* verdicts : {&seen, &seen_of_splits, &seen_equal}) {
    EXPECT_EQ(verdicts->size(), 3u);
    for (const auto& [verdict, count] : *verdicts) EXPECT_GT(count, 100) << NameOf(verdict);
  }
}

// Whole numbers, whose differences are often all equal. Without a true difference the share of the 4000 runs
// with a verdict is at most 2.5%: 100 runs, with a standard deviation of 9.9. Five of them: a chance of 6e-7
// to be above.
TEST(DecideLess, OfCountsErrsAtMostAsOftenAsItsConfidenceSays) {
  for (const double noise : {0.1, 0.4, 2.0}) {
    std::map<Verdict, int> seen;
    for (uint64_t run = 0; run < 4000; ++run) {
      common::RandomStream random(run, "null");
      Pairs pairs = RandomPairs(random, 5, 0);
      for (size_t i = 0; i < 5; ++i) {
        const double level = std::round(50 + random.Normal());
        pairs.a[i] = std::round(level + noise * random.Normal());
        pairs.b[i] = std::round(level + noise * random.Normal());
      }
      ++seen[DecideLess(pairs).verdict];
    }
    EXPECT_LE(std::max(seen[Verdict::kFails], seen[Verdict::kHolds]), 100 + 5 * 9.9) << noise;
  }
}

// 2^(1-n) at most 5% from n = 6 on; to fail as one of five comparisons, at most 1% from n = 8 on.
TEST(DecideLess, EqualDifferencesAreDecidedByTheirSign) {
  for (size_t n = 3; n < 12; ++n) {
    SCOPED_TRACE(n);
    Pairs pairs;
    for (size_t i = 0; i < n; ++i) {
      pairs.a.push_back(0.1 * static_cast<double>(i));
      pairs.b.push_back(0.1 * static_cast<double>(i) + 0.3);  // equal except for rounding
    }
    EXPECT_EQ(DecideLess(pairs).verdict, n < 6 ? Verdict::kUndecided : Verdict::kHolds);
    EXPECT_EQ(DecideLess(pairs, {.comparisons = 5}).verdict, n < 6 ? Verdict::kUndecided : Verdict::kHolds);
    const ClaimOutcome fails = DecideLess({pairs.b, pairs.a}, {.comparisons = 5});
    EXPECT_EQ(fails.verdict, n < 8 ? Verdict::kUndecided : Verdict::kFails);
    EXPECT_EQ(fails.chance, n < 8 ? 0 : 5 * std::pow(2.0, 1 - static_cast<double>(n)));
    EXPECT_EQ(DecideEqual(pairs, 1).verdict, n < 5 ? Verdict::kUndecided : Verdict::kHolds);
    EXPECT_EQ(DecideEqual(pairs, 0.1).verdict, n < 5 ? Verdict::kUndecided : Verdict::kFails);
    // A least effect of 0.4 is not reached by 0.3, and one of 0.2 is.
    EXPECT_EQ(DecideLess(pairs, {.min_effect = 0.2}).verdict, n < 6 ? Verdict::kUndecided : Verdict::kHolds);
    EXPECT_EQ(DecideLess(pairs, {.min_effect = 0.4}).verdict, n < 6 ? Verdict::kUndecided : Verdict::kFails);
    // No difference at all says nothing about which is smaller, but that it is not smaller by an effect.
    EXPECT_EQ(DecideLess({pairs.a, pairs.a}).verdict, Verdict::kUndecided);
    EXPECT_EQ(DecideLess({pairs.a, pairs.a}, {.min_effect = 0.1}).verdict,
              n < 6 ? Verdict::kUndecided : Verdict::kFails);
  }
}

// With t(4) = 2.776445 and a standard deviation of sqrt(1/6), five equal differences are known to +-0.5069.
TEST(DecideLess, EqualDifferencesOfCountsAreKnownToTheUnit) {
  const double half = 2.776445 * std::sqrt(1.0 / 6 / 5);
  const std::vector<double> counts = {122, 120, 125, 122, 122};
  const auto decide = [&](double difference, const Certainty& certainty = {}) {
    Pairs pairs{counts, counts};
    for (double& value : pairs.a) value += difference;
    return DecideLess(pairs, certainty);
  };
  EXPECT_EQ(decide(-13).verdict, Verdict::kHolds);
  EXPECT_NE(decide(-13).evidence.find(fmt::format("[{:.2f}, {:.2f}]", -13 - half, -13 + half)),
            std::string::npos)
      << decide(-13).evidence;
  EXPECT_EQ(decide(13, {.comparisons = 20}).verdict, Verdict::kFails);
  EXPECT_NEAR(decide(13).chance, TwoSidedP(13 / std::sqrt(1.0 / 6 / 5), 4), 1e-9);
  EXPECT_EQ(decide(0).verdict, Verdict::kUndecided);
  EXPECT_EQ(decide(-1, {.min_effect = 1 + half - 1e-3}).verdict, Verdict::kUndecided);
  EXPECT_EQ(decide(-1, {.min_effect = 1 + half + 1e-3}).verdict, Verdict::kFails);
  EXPECT_EQ(decide(-1, {.min_effect = 1}).verdict, Verdict::kHolds);
  // Three runs do not tell a difference of one from none; yes or no is no count; fractions are none.
  EXPECT_EQ(DecideLess({{4, 4, 4}, {5, 5, 5}}).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideLess(Differing(std::vector<double>(5, 1), 0)).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideLess(Differing(std::vector<double>(5, 9), 0.5)).verdict, Verdict::kUndecided);
  // Equal differences of splits decide nothing.
  EXPECT_EQ(DecideLessOfSplits(Differing(std::vector<double>(10, -0.1)), 0).verdict, Verdict::kUndecided);
}

TEST(Decide, NothingFollowsFromFewPairsOrWhatIsNotFinite) {
  const std::vector<double> sound = {1, 2, 3, 4}, odd = {1, 2, std::nan(""), 4},
                            endless = {1, std::numeric_limits<double>::infinity(), 3, 4};
  for (const Pairs& pairs : {Pairs{odd, sound}, {sound, odd}, {endless, sound}, {{1, 2}, {3, 5}}}) {
    for (const ClaimOutcome& outcome :
         {DecideLess(pairs), DecideEqual(pairs, 100), DecideLessOfSplits(pairs, 0)}) {
      EXPECT_EQ(outcome.verdict, Verdict::kNotTested) << outcome.evidence;
    }
  }
}

}  // namespace
}  // namespace structlab::harness
