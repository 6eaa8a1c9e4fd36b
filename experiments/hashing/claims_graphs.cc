// S15 to S17: graphs.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Query;
using harness::Results;
using harness::Setting;
using harness::Verdict;

constexpr double kSecondsOfDay = 86400;
constexpr double kGraphsOfDd = 1178;

Query Accuracy(const std::string& dataset, const char* method) {
  return {.table = kTable28, .dataset = dataset, .method = method, .metric = "accuracy"};
}

ClaimOutcome BeatsTheOthers(const Results& results, const std::string& dataset) {
  std::vector<Comparison> comparisons;
  for (const char* rival : {kRw, kSp, kGks, kGk}) {
    comparisons.push_back({.name = rival,
                           .less = Accuracy(dataset, rival),
                           .more = Accuracy(dataset, kHk),
                           .ignored_keys = {"graphlets"}});
  }
  return AllLess(results, comparisons);
}

// All graphs of DD, or an empty list.
std::vector<Observation> TimesOnDd(const Results& results, const char* method) {
  std::vector<Observation> times;
  const auto counts =
      results.Values({.table = kOurGraphTimes, .dataset = "DD", .method = method, .metric = "graphs"});
  for (const Observation& count : counts) {
    if (count.value() < kGraphsOfDd) return {};
  }
  return results.Values(
      {.table = kOurGraphTimes, .dataset = "DD", .method = method, .metric = "kernel_time"});
}

ClaimOutcome OnlyHashingEndsWithinADay(const Results& results) {
  ClaimOutcome outcome = {Verdict::kHolds, ""};
  for (const char* method : {kRw, kSp, kGk, kHk}) {
    const std::vector<Observation> times = TimesOnDd(results, method);
    if (times.empty()) return {Verdict::kNotTested, std::string("needs all graphs of DD by ") + method};
    double least = times[0].value(), most = least;
    for (const Observation& time : times) {
      least = std::min(least, time.value());
      most = std::max(most, time.value());
    }
    const bool is_hashing = method == std::string(kHk);
    if (is_hashing ? most >= kSecondsOfDay : least < kSecondsOfDay) outcome.verdict = Verdict::kFails;
    if (!outcome.evidence.empty()) outcome.evidence += ", ";
    outcome.evidence += std::string(method) + " " + Text(std::round(is_hashing ? most : least)) + " s";
  }
  return outcome;
}

ClaimOutcome SelectionHelps(const Results& results, const std::string& dataset, const char* metric) {
  Query without = {.table = kTable29,
                   .dataset = dataset,
                   .method = kHk,
                   .metric = metric,
                   .setting = Setting{{"feature_selection", "no"}}};
  Query with = without;
  with.setting.Set("feature_selection", "yes");
  return AllLess(results, {{.name = "without against with",
                            .less = std::move(without),
                            .more = std::move(with),
                            .ignored_keys = {"feature_selection"}}});
}

}  // namespace

std::vector<Claim> GraphClaims() {
  std::vector<Claim> claims;
  for (const GraphTask& task : GraphTasks()) {
    const std::vector<std::string> data = {task.is_printed ? kGraphsData : kOtherGraphsData};
    claims.push_back(
        {.id = "S15",
         .part = task.name,
         .rule =
             std::string("accuracy of RW, SP, GKS and GK below that of HK without selection") + kAllLessRule,
         .decide = [=](const Results& results) { return BeatsTheOthers(results, task.name); },
         .data = data});
  }
  claims.push_back(
      {.id = "S16",
       .rule = "on all graphs of DD the kernel takes more than 86400 s of one processor for RW, SP and GK "
               "at each seed, and less for HK",
       .decide = OnlyHashingEndsWithinADay,
       .data = {kGraphsData}});
  for (const GraphTask& task : GraphTasks()) {
    const std::vector<std::string> data = {task.is_printed ? kGraphsData : kOtherGraphsData};
    for (const char* metric : {"accuracy", "auc"}) {
      claims.push_back(
          {.id = "S17",
           .part = std::string(metric) + ", " + task.name,
           .rule = std::string(metric) + " without selection below that with it" + kAllLessRule,
           .decide = [=](const Results& results) { return SelectionHelps(results, task.name, metric); },
           .data = data});
    }
  }
  return claims;
}

}  // namespace structlab::hashing
