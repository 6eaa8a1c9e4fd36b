#include "experiments/hashing/made_up_results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {

using harness::Claim;
using harness::ClaimOutcome;
using harness::FinishedCase;
using harness::Results;
using harness::Setting;
using harness::Verdict;

Setting PaperSettings() {
  Setting settings;
  for (const harness::OldSetting& setting : Settings()) settings.Set(setting.name, setting.paper);
  return settings;
}

std::vector<Claim> AllClaims() {
  std::vector<Claim> claims = TextClaims();
  for (const auto& more : {TopicClaims(), GraphClaims(), TheoryClaims()}) {
    claims.insert(claims.end(), more.begin(), more.end());
  }
  return claims;
}

ClaimOutcome Outcome(const std::string& id, const std::string& part, std::vector<FinishedCase> cases,
                     const Setting& settings) {
  const Results results(std::move(cases), harness::Profile::kPaper, settings);
  for (const Claim& claim : AllClaims()) {
    if (claim.id == id && claim.part == part) return claim.decide(results);
  }
  ADD_FAILURE() << "no claim " << id << " " << part;
  return {};
}

Verdict Decide(const std::string& id, const std::string& part, std::vector<FinishedCase> cases) {
  return Outcome(id, part, std::move(cases)).verdict;
}

MadeUp& MadeUp::Add(const std::string& table, const std::string& dataset, const std::string& method,
                    const Setting& setting, const std::string& metric, double value, double step) {
  return AddEach(table, dataset, method, setting, metric, {value + step, value + 2 * step, value + 3 * step});
}

MadeUp& MadeUp::AddEach(const std::string& table, const std::string& dataset, const std::string& method,
                        const Setting& setting, const std::string& metric,
                        const std::vector<double>& values) {
  for (uint64_t seed = 1; seed <= values.size(); ++seed) {
    FinishedCase finished;
    finished.c.name = "case" + std::to_string(cases_.size());
    finished.c.dataset = dataset;
    finished.c.method = method;
    finished.c.seed = seed;
    finished.c.repeats = static_cast<int>(values.size());
    finished.record.values.push_back(
        {.key = {table, dataset, method, setting, metric}, .value = values[seed - 1]});
    if (metric == "error" && documents_ > 0) {
      harness::RecordedCurve wrong = {
          .key = {kOurMistakes, dataset, method, MistakesKey(table, setting), "wrong_documents"},
          .x = {},
          .y = {}};
      for (int i = 0; i < std::min(100.0, values[seed - 1]) / 100 * documents_; ++i) {
        wrong.x.push_back(i);
        wrong.y.push_back(1);
      }
      wrong.x.push_back(documents_);
      wrong.y.push_back(0);
      finished.record.curves.push_back(std::move(wrong));
    }
    cases_.push_back(std::move(finished));
  }
  return *this;
}

MadeUp& MadeUp::AddFolds(const std::string& table, const std::string& dataset, const std::string& method,
                         const std::string& metric, double value, double step) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    FinishedCase finished;
    finished.c.name = "case" + std::to_string(cases_.size());
    finished.c.dataset = dataset;
    finished.c.method = method;
    finished.c.seed = seed;
    finished.c.repeats = 3;
    harness::RecordedCurve curve = {.key = {table, dataset, method, {}, metric}, .x = {}, .y = {}};
    for (uint64_t fold = 0; fold < 10; ++fold) {
      curve.x.push_back(static_cast<double>(fold + 1));
      curve.y.push_back(value + step * (static_cast<double>((7 * seed + 3 * fold) % 10) - 4.5));
    }
    finished.record.curves.push_back(std::move(curve));
    cases_.push_back(std::move(finished));
  }
  return *this;
}

std::vector<FinishedCase> MadeUp::Take() { return std::move(cases_); }

}  // namespace structlab::hashing
