// Claims about the synthetic lattices.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "experiments/parsimonious_labeling/claims.h"
#include "experiments/parsimonious_labeling/image_data.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Results;
using harness::Setting;
using harness::Verdict;

// Below the largest; at 0 nothing couples the pixels, and energies are equal by construction.
constexpr double kWeights[] = {1, 2, 3, 4, 5};
constexpr double kTruncations[] = {1, 5, 10, 20};

const char* PrefixOf(LatticeCase which) {
  return which == LatticeCase::kHierarchical ? kHierarchicalPrefix : kLinearPrefix;
}

std::string AtWeight(double weight) { return std::string("w_c=").append(Text(weight)); }

// Why the cases are not on the source's lattices; nothing if they are. Small ones say little about those of
// the source, and nothing about times.
std::optional<ClaimOutcome> OtherLattices(const Results& results, LatticeCase which) {
  for (const harness::FinishedCase& finished : results.cases()) {
    if (!finished.c.name.starts_with(PrefixOf(which))) continue;
    const Setting& parameters = finished.c.parameters;
    if (parameters.Integer("lattice_side") == kSourceSide && parameters.Integer("window") == kSourceWindow &&
        parameters.Integer("lattice_labels") == kSourceLabels) {
      continue;
    }
    return ClaimOutcome{Verdict::kNotTested,
                        "needs the source's lattices of 100x100 with windows of 10x10 and 20 labels, the "
                        "cases have others"};
  }
  return std::nullopt;
}

ClaimOutcome LessAtAllWeights(const Results& results, const char* metric) {
  if (const auto other = OtherLattices(results, LatticeCase::kHierarchical)) return *other;
  std::vector<Comparison> comparisons;
  for (const double weight : kWeights) {
    Comparison comparison;
    comparison.name = AtWeight(weight);
    comparison.less = {.table = kFigure34,
                       .metric = metric,
                       .setting = LatticeKey(LatticeCase::kHierarchical, weight),
                       .case_prefix = kHierarchicalPrefix};
    comparison.more = comparison.less;
    comparison.less.method = kParsimonious;
    comparison.more.method = kCoOccurrence;
    comparisons.push_back(std::move(comparison));
  }
  return AllLess(results, comparisons);
}

ClaimOutcome LessAtAllWeights(const Results& results, const char* metric, double truncation) {
  if (const auto other = OtherLattices(results, LatticeCase::kLinear)) return *other;
  std::vector<Comparison> comparisons;
  for (const double weight : kWeights) {
    Comparison comparison;
    comparison.name = AtWeight(weight);
    comparison.less = {.table = kOurLattices,
                       .metric = metric,
                       .setting = LatticeKeyOfOurs(LatticeCase::kLinear, weight, truncation),
                       .case_prefix = kLinearPrefix};
    comparison.more = comparison.less;
    comparison.less.method = kParsimonious;
    comparison.more.method = kCoOccurrence;
    comparisons.push_back(std::move(comparison));
  }
  return AllLess(results, comparisons);
}

// The labels of one lattice and M that a method left.
struct Left {
  double labels_used = 0, most_frequent = -1;
  int planned = 1;  // lattices
};
using LeftBySeed = std::map<std::pair<uint64_t, std::string>, Left>;

// Lattices of each M that are planned and not there.
int NumMissing(const LeftBySeed& left) {
  std::map<std::string, int> missing;
  for (const auto& [key, one] : left) missing.try_emplace(key.second, one.planned);
  for (const auto& [key, one] : left) --missing[key.second];
  int sum = 0;
  for (const auto& [setting, count] : missing) sum += std::max(0, count);
  return sum;
}

LeftBySeed LabelsLeft(const Results& results, LatticeCase which, const char* method) {
  LeftBySeed left;
  const auto values = [&](const char* metric) {
    return results.Values({.table = kLabelsLeft,
                           .method = method,
                           .metric = metric,
                           .setting = LatticeKeyOfOurs(which, kLargestWeight),
                           .case_prefix = PrefixOf(which)});
  };
  const auto key = [](const Observation& value) {
    return std::make_pair(value.seed(), value.key().setting.Format());
  };
  for (const Observation& value : values("labels_used")) {
    Left& one = left[key(value)];
    one.labels_used = value.value();
    one.planned = value.finished->c.repeats;
  }
  for (const Observation& value : values("most_frequent_label")) {
    left[key(value)].most_frequent = value.value();
  }
  return left;
}

// Whether a case has other M than the source's.
bool HasOtherTruncations(const Results& results) {
  return std::ranges::any_of(results.cases(), [](const harness::FinishedCase& finished) {
    return finished.c.name.starts_with(PrefixOf(LatticeCase::kLinear)) &&
           Rising(finished.c.parameters.Numbers("truncations")) != std::vector<double>{1, 5, 10, 20};
  });
}

ClaimOutcome OneLabelEverywhere(const Results& results, LatticeCase which) {
  if (const auto other = OtherLattices(results, which)) return *other;
  if (which == LatticeCase::kLinear && HasOtherTruncations(results)) {
    return {Verdict::kNotTested, "needs M of 1, 5, 10 and 20, the cases have others"};
  }
  const LeftBySeed ours = LabelsLeft(results, which, kParsimonious);
  const LeftBySeed baseline = LabelsLeft(results, which, kCoOccurrence);
  size_t pairs = 0, same = 0;
  double most_ours = 0, most_baseline = 0;
  for (const auto& [key, left] : ours) {
    const auto partner = baseline.find(key);
    if (partner == baseline.end()) continue;
    ++pairs;
    same += left.labels_used == 1 && partner->second.labels_used == 1 &&
            left.most_frequent == partner->second.most_frequent;
    most_ours = std::max(most_ours, left.labels_used);
    most_baseline = std::max(most_baseline, partner->second.labels_used);
  }
  if (pairs < 3) return {Verdict::kNotTested, "needs at least 3 pairs, has " + std::to_string(pairs)};
  const std::string evidence = "one and the same label in " + std::to_string(same) + " of " +
                               std::to_string(pairs) + " pairs of labelings; labels used at most: ours " +
                               Text(most_ours) + ", theirs " + Text(most_baseline);
  if (same < pairs) return {Verdict::kFails, evidence};
  if (pairs < ours.size() || pairs < baseline.size()) {
    return {Verdict::kNotTested, evidence + "; some labelings have no partner"};
  }
  if (const int missing = NumMissing(ours); missing > 0) {
    return {Verdict::kNotTested, evidence + "; " + std::to_string(missing) + " more are planned"};
  }
  return {Verdict::kHolds, evidence};
}

constexpr const char* kEqualAtZero = "the energies are equal by construction";
constexpr const char* kUntimedAtZero = "nothing couples the pixels, and there is no clique to time";

std::string OverLattices(const char* at_zero) {
  return std::string(" at each weight from 1 to 5 (at 0 ") + at_zero + "), " + AllLessRule("lattices") +
         "; on the source's lattices only, since the effect of a weight depends on how many windows a pixel "
         "is in";
}

}  // namespace

std::vector<Claim> LatticeClaims() {
  std::vector<Claim> claims;
  claims.push_back(
      {.id = "D01",
       .part = "energy",
       .rule = "average_energy of the hierarchical moves below that of co-occurrence" +
               OverLattices(kEqualAtZero),
       .decide = [](const Results& results) { return LessAtAllWeights(results, "average_energy"); }});
  claims.push_back(
      {.id = "D01",
       .part = "time",
       .rule = "average_time of the hierarchical moves below that of co-occurrence" +
               OverLattices(kUntimedAtZero),
       .decide = [](const Results& results) { return LessAtAllWeights(results, "average_time"); }});
  for (const double truncation : kTruncations) {
    const std::string at = std::string("M=").append(Text(truncation));
    claims.push_back(
        {.id = "D02",
         .part = "energy, " + at,
         .rule = "energy of parsimonious labeling with the largest number of trees (10; not "
                 "refined) below that of co-occurrence, " +
                 at + "," + OverLattices(kEqualAtZero),
         .decide = [=](const Results& results) { return LessAtAllWeights(results, "energy", truncation); }});
    claims.push_back(
        {.id = "D02",
         .part = "time, " + at,
         .rule = "time of parsimonious labeling with the same trees (equal ones once, as all are with M = 1) "
                 "below that of co-occurrence, " +
                 at + "," + OverLattices(kUntimedAtZero),
         .decide = [=](const Results& results) { return LessAtAllWeights(results, "time", truncation); }});
  }
  const std::pair<const char*, LatticeCase> kinds[] = {{"hierarchical Pn Potts", LatticeCase::kHierarchical},
                                                       {"truncated linear", LatticeCase::kLinear}};
  for (const auto& [part, which] : kinds) {
    claims.push_back(
        {.id = "D03",
         .part = part,
         .rule = "at w_c=100, on every lattice (and for every M): both labelings use one label, "
                 "and the same; on the source's lattices only, since the weight at which one "
                 "label wins depends on how many windows a pixel is in",
         .decide = [which = which](const Results& results) { return OneLabelEverywhere(results, which); }});
  }
  for (Claim& claim : claims) claim.data = {kDrawnData};
  return claims;
}

}  // namespace structlab::parsimonious_labeling
