// S20 to S22, S27 and S28: accuracies and codes.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Query;
using harness::Results;
using harness::Verdict;

// "Competitive": not worse by more, as a mean over the dimensions.
constexpr double kCompetitive = 0.02;
constexpr int64_t kLowDimension = 50, kHighDimension = 300;

bool IsPlanned(const Results& results, int64_t dimension) {
  return std::ranges::count(PlannedDimensions(results), dimension) > 0;
}

ClaimOutcome NeedsDimension(int64_t dimension) {
  return {Verdict::kNotTested, "needs dimension " + std::to_string(dimension)};
}

// Subjects may be too few for that many eigenfaces: what cannot be had is left out, and named.
ClaimOutcome MostAccurate(const Results& results, const std::string& dataset) {
  if (!IsPlanned(results, kHighDimension)) return NeedsDimension(kHighDimension);
  std::vector<Comparison> comparisons;
  std::string left_out;
  const auto compare = [&](const std::string& rival) {
    const Query query = AccuracyOf(dataset, rival, kHighDimension);
    if (results.Values(query).empty()) {
      left_out.append(left_out.empty() ? "" : ", ").append(rival);
      return;
    }
    comparisons.push_back(
        {.name = rival, .less = query, .more = AccuracyOf(dataset, kHashL1, kHighDimension)});
  };
  for (const Method& method : Methods()) {
    if (method.name == std::string(kHashL1) || method.features == Features::kFisher) continue;
    compare(method.name);
  }
  if (comparisons.empty()) return {Verdict::kNotTested, "no rival was measured"};
  ClaimOutcome outcome = AllLess(results, comparisons);
  if (!left_out.empty()) outcome.evidence += "; without " + left_out;
  return outcome;
}

// Means over the planned dimensions, by seed; of trials that have all of them.
std::map<uint64_t, double> MeanAccuracies(const Results& results, const std::string& dataset,
                                          const char* method) {
  const std::vector<int64_t> dimensions = PlannedDimensions(results);
  std::map<uint64_t, std::pair<double, size_t>> sums;
  for (const int64_t dimension : dimensions) {
    for (const Observation& value : results.Values(AccuracyOf(dataset, method, dimension))) {
      sums[value.seed()].first += value.value();
      ++sums[value.seed()].second;
    }
  }
  std::map<uint64_t, double> means;
  for (const auto& [seed, sum] : sums) {
    if (sum.second == dimensions.size()) means[seed] = sum.first / static_cast<double>(sum.second);
  }
  return means;
}

ClaimOutcome Competitive(const Results& results, const std::string& dataset, const char* method) {
  const auto ours = MeanAccuracies(results, dataset, method),
             theirs = MeanAccuracies(results, dataset, kRandomL1);
  Pairs pairs;
  for (const auto& [seed, accuracy] : theirs) {
    if (!ours.contains(seed)) continue;
    pairs.a.push_back(accuracy - kCompetitive);
    pairs.b.push_back(ours.at(seed));
    pairs.labels.push_back("seed=" + std::to_string(seed));
  }
  return harness::DecideLess(pairs);
}

ClaimOutcome WorseThanSvm(const Results& results, const std::string& dataset) {
  if (!IsPlanned(results, kLowDimension)) return NeedsDimension(kLowDimension);
  std::vector<Comparison> comparisons;
  for (const char* svm : {kEigenSvm, kFisherSvmWithin}) {
    for (const Method& method : Methods()) {
      if (!method.has_codes()) continue;
      comparisons.push_back({.name = method.name + std::string(" against ") + svm,
                             .less = AccuracyOf(dataset, method.name, kLowDimension),
                             .more = AccuracyOf(dataset, svm, kLowDimension)});
    }
  }
  return AllLess(results, comparisons);
}

ClaimOutcome Sparser(const Results& results, const std::string& dataset) {
  if (!IsPlanned(results, kHighDimension)) return NeedsDimension(kHighDimension);
  const auto share = [&](const char* method) {
    return Query{.table = kOurCodes,
                 .dataset = dataset,
                 .method = method,
                 .metric = "share_of_heaviest",
                 .setting = OurKey(kHighDimension)};
  };
  return AllLess(results, {{.name = "share of RANDOM-l1 against that of HASH-l1",
                            .less = share(kRandomL1),
                            .more = share(kHashL1)}});
}

Query AlphaAccuracy(const std::string& dataset, int64_t dimension) {
  return {.table = kTable34,
          .dataset = dataset,
          .method = kAlphaSvm,
          .metric = "accuracy",
          .setting = AlphaKey(dimension)};
}

ClaimOutcome AlphaAgainstResiduals(const Results& results, const std::string& dataset, bool is_low) {
  std::vector<Comparison> comparisons;
  for (const int64_t dimension : PlannedDimensions(results)) {
    if (is_low ? dimension != kLowDimension : dimension < 2 * kLowDimension) continue;
    for (const char* method : {kHashOmp, kHashL1}) {
      Comparison comparison = {.name = method + std::string(" at dim=") + std::to_string(dimension),
                               .less = AccuracyOf(dataset, method, dimension),
                               .more = AlphaAccuracy(dataset, dimension),
                               .ignored_keys = {"trials", "folds"}};
      if (!is_low) std::swap(comparison.less, comparison.more);
      comparisons.push_back(std::move(comparison));
    }
  }
  if (comparisons.empty()) return NeedsDimension(is_low ? kLowDimension : 2 * kLowDimension);
  return AllLess(results, comparisons);
}

void AddAlpha(const FaceTask& task, std::vector<Claim>& claims) {
  for (const bool is_low : {true, false}) {
    claims.push_back(
        {.id = "S28",
         .part = std::string(is_low ? "dim 50, " : "dim 100 and more, ") + task.name,
         .rule =
             std::string(is_low ? "accuracy of HASH-OMP and of HASH-l1 at dimension 50 below that of the "
                                  "machine on the codes of HASH-l1"
                                : "accuracy of the machine on the codes of HASH-l1 below that of HASH-OMP "
                                  "and of HASH-l1, at each dimension from 100 on") +
             kAllLessRule,
         .decide = [name = task.name,
                    is_low](const Results& results) { return AlphaAgainstResiduals(results, name, is_low); },
         .data = {task.data}});
  }
}

}  // namespace

std::vector<Claim> AccuracyClaims() {
  std::vector<Claim> claims;
  for (const FaceTask& task : FaceTasks()) {
    claims.push_back(
        {.id = "S20",
         .part = task.name,
         .rule =
             std::string("accuracy of each other method at dimension 300 below that of HASH-l1; there are "
                         "fewer discriminants, so FISHER is that within 300 eigenfaces") +
             kAllLessRule,
         .decide = [name = task.name](const Results& results) { return MostAccurate(results, name); },
         .data = {task.data}});
  }
  for (const FaceTask& task : FaceTasks()) {
    for (const char* method : {kHashL1, kHashOmp}) {
      claims.push_back(
          {.id = "S21",
           .part = std::string(method) + ", " + task.name,
           .rule = std::string("the mean over the dimensions of the accuracy of RANDOM-l1, less 0.02, is "
                               "below that of ") +
                   method +
                   ": the 95% t interval of the mean difference, paired over the trials, must be "
                   "below 0; it fails above",
           .decide = [name = task.name,
                      method](const Results& results) { return Competitive(results, name, method); },
           .data = {task.data}});
    }
  }
  for (const FaceTask& task : FaceTasks()) {
    claims.push_back(
        {.id = "S22",
         .part = task.name,
         .rule = std::string("at dimension 50 the accuracy of each method with sparse codes below that of "
                             "EIGEN-SVM and of FISHER-SVM within 50 eigenfaces") +
                 kAllLessRule,
         .decide = [name = task.name](const Results& results) { return WorseThanSvm(results, name); },
         .data = {task.data}});
  }
  for (const FaceTask& task : FaceTasks()) {
    claims.push_back(
        {.id = "S27",
         .part = task.name,
         .rule = std::string("at dimension 300 the share of the l1 norm in the 10 largest coefficients, as "
                             "the mean over the test images, of RANDOM-l1 below that of HASH-l1") +
                 kAllLessRule,
         .decide = [name = task.name](const Results& results) { return Sparser(results, name); },
         .data = {task.data}});
  }
  for (const FaceTask& task : FaceTasks()) {
    if (task.has_alpha) AddAlpha(task, claims);
  }
  return claims;
}

}  // namespace structlab::face_recognition
