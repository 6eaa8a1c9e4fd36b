#include "experiments/regularization_path/made_up_results.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/harness/results.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/claims.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {

using harness::Claim;
using harness::FinishedCase;
using harness::Results;
using harness::Verdict;

FinishedCase Finished(const std::string& method, std::optional<double> kappa1, uint64_t seed) {
  FinishedCase finished;
  finished.c.name = std::string(kSwappedPrefix) + harness::NamePart(method);
  finished.c.dataset = kSwappedDataset;
  finished.c.method = method;
  finished.c.seed = seed;
  finished.c.repeats = 3;
  for (const harness::SettingDeclaration& setting : Settings()) {
    finished.c.parameters.Set(setting.name, setting.paper);
  }
  if (kappa1) {
    finished.c.name += "/kappa1=" + Text(*kappa1);
    finished.c.setting = KappaKey(*kappa1);
  }
  return finished;
}

FinishedCase With(FinishedCase finished, const std::string& metric, double value) {
  finished.record.values.push_back(
      {.key = {"Table", finished.c.dataset, finished.c.method, finished.c.setting, metric}, .value = value});
  return finished;
}

std::vector<Claim> AllClaims() {
  std::vector<Claim> claims = PassClaims();
  for (const auto& more : {PathClaims(), LossClaims()}) claims.insert(claims.end(), more.begin(), more.end());
  return claims;
}

harness::ClaimOutcome Outcome(const std::string& id, const std::string& part,
                              std::vector<FinishedCase> cases) {
  const Results results(std::move(cases), harness::Profile::kPaper);
  for (const Claim& claim : AllClaims()) {
    if (claim.id == id && claim.part == part) return claim.decide(results);
  }
  ADD_FAILURE() << "no claim " << id << " " << part;
  return {};
}

Verdict Decide(const std::string& id, const std::string& part, std::vector<FinishedCase> cases) {
  return Outcome(id, part, std::move(cases)).verdict;
}

std::vector<std::pair<double, double>> AtEveryKappa(const std::vector<std::pair<double, double>>& given) {
  std::vector<std::pair<double, double>> all;
  for (const double kappa1 : ThesisKappas()) {
    const auto above =
        std::find_if(given.begin(), given.end(), [=](const auto& at) { return at.first >= kappa1; });
    const auto& high = above == given.end() ? given.back() : *above;
    const auto& low = above == given.begin() || above == given.end() ? high : *(above - 1);
    const double share = high.first == low.first ? 0 : (kappa1 - low.first) / (high.first - low.first);
    all.emplace_back(kappa1, low.second + share * (high.second - low.second));
  }
  return all;
}

double OfSeed(double value, double each, uint64_t seed) {
  return value * (1 + 1e-5 * static_cast<double>(seed)) + each * static_cast<double>(seed);
}

std::vector<FinishedCase> AtKappas(const std::string& method, const std::string& metric,
                                   const std::vector<std::pair<double, double>>& values) {
  std::vector<FinishedCase> cases;
  for (const auto& [kappa1, value] : values) {
    for (const uint64_t seed : {1, 2, 3}) {
      cases.push_back(With(Finished(method, kappa1, seed), metric,
                           OfSeed(value, 0.001 * static_cast<double>(seed), seed)));
    }
  }
  return cases;
}

std::vector<FinishedCase> Scratch(const std::string& method, const std::string& metric, double value) {
  std::vector<FinishedCase> cases;
  for (const uint64_t seed : {1, 2, 3}) {
    cases.push_back(With(Finished(method, {}, seed), metric, OfSeed(value, 0.0001, seed)));
  }
  return cases;
}

std::vector<FinishedCase> Join(std::vector<FinishedCase> a, const std::vector<FinishedCase>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<FinishedCase> GapEverywhere(const std::vector<std::string>& methods, const std::string& metric,
                                        double gap) {
  std::vector<FinishedCase> cases;
  for (const std::string& method : methods)
    cases = Join(cases, AtKappas(method, metric, AtEveryKappa({{0.5, gap}})));
  return cases;
}

}  // namespace structlab::regularization_path
