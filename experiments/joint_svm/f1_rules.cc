#include "experiments/joint_svm/f1_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "common/random_stream.h"

namespace structlab::joint_svm {

using harness::ClaimOutcome;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

namespace {

constexpr int kResamples = 2000;
constexpr double kTail = 0.025;

double F1(double hits, double errors) {
  return hits + errors == 0 ? 0 : 100 * 2 * hits / (2 * hits + errors);
}

Values CurveOf(Values values) {
  values.metric = "hits_and_errors";
  return values;
}

// The curve of these values; null unless exactly one curve matches.
const harness::RecordedCurve* FindCurve(const Values& values, const Results& results) {
  const harness::RecordedCurve* found = nullptr;
  for (const harness::CurveObservation& curve : results.Curves({.table = values.table})) {
    if (!values.Contain(curve.key(), curve.finished->c)) continue;
    if (found != nullptr) return nullptr;
    found = curve.recorded;
  }
  return found;
}

Rule OfDifference(const std::string& sentence, const Values& a, const Values& b,
                  const std::function<Verdict(const F1Difference&)>& decide) {
  const Values of_a = CurveOf(a), of_b = CurveOf(b);
  return harness::Custom(sentence, {of_a, of_b}, [=](const Results& results) -> ClaimOutcome {
    const auto* curve_a = FindCurve(of_a, results);
    const auto* curve_b = FindCurve(of_b, results);
    if (curve_a == nullptr || curve_b == nullptr || curve_a->x.size() != curve_b->x.size()) {
      return {Verdict::kNotTested,
              fmt::format("no predicted tags of {}", (curve_a == nullptr ? of_a : of_b).Name())};
    }
    const F1Difference found = DifferenceOfF1(curve_a->x, curve_a->y, curve_b->x, curve_b->y);
    return {
        .verdict = decide(found),
        .evidence = fmt::format("difference {:+.2f} points, 95% interval {:+.2f} to {:+.2f} over resampled "
                                "test rows",
                                found.difference, found.low, found.high),
        .effect = fmt::format("{:+.1f} points", found.difference)};
  });
}

}  // namespace

F1Difference DifferenceOfF1(std::span<const double> hits_a, std::span<const double> errors_a,
                            std::span<const double> hits_b, std::span<const double> errors_b) {
  const size_t rows = hits_a.size();
  const auto difference = [&](const std::function<size_t(size_t)>& row) {
    double sums[4] = {};
    for (size_t i = 0; i < rows; ++i) {
      const size_t at = row(i);
      sums[0] += hits_a[at], sums[1] += errors_a[at], sums[2] += hits_b[at], sums[3] += errors_b[at];
    }
    return F1(sums[2], sums[3]) - F1(sums[0], sums[1]);
  };
  F1Difference result = {.difference = difference([](size_t i) { return i; })};
  common::RandomStream random(1, "resampled test rows");
  std::vector<double> resampled;
  for (int i = 0; i < kResamples && rows > 0; ++i) {
    resampled.push_back(difference([&](size_t) { return random.UniformIndex(rows); }));
  }
  std::ranges::sort(resampled);
  if (resampled.empty()) return result;
  result.low = resampled[static_cast<size_t>(kTail * kResamples)];
  result.high = resampled[static_cast<size_t>((1 - kTail) * kResamples) - 1];
  return result;
}

Rule F1Below(const Values& a, const Values& b, double points) {
  const std::string sentence = fmt::format("the micro F1 of {} is at least {} points below that of {}",
                                           CurveOf(a).Name(), points, CurveOf(b).Name());
  return OfDifference(sentence, a, b, [=](const F1Difference& found) {
    if (found.low > 0 && found.difference >= points) return Verdict::kHolds;
    return found.high < points ? Verdict::kFails : Verdict::kUndecided;
  });
}

Rule F1Alike(const Values& a, const Values& b, double points) {
  const std::string sentence = fmt::format("the micro F1 of {} and {} differ by at most {} points",
                                           CurveOf(a).Name(), CurveOf(b).Name(), points);
  return OfDifference(sentence, a, b, [=](const F1Difference& found) {
    if (found.low >= -points && found.high <= points) return Verdict::kHolds;
    return found.low > points || found.high < -points ? Verdict::kFails : Verdict::kUndecided;
  });
}

}  // namespace structlab::joint_svm
