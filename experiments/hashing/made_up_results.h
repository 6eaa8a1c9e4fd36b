// Results that no case made, for tests of rules.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_MADE_UP_RESULTS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_MADE_UP_RESULTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

// The settings of the last profile.
harness::Setting PaperSettings();

std::vector<harness::Claim> AllClaims();

// What the part of a claim says of these cases; fails the test if there is none.
harness::ClaimOutcome Outcome(const std::string& id, const std::string& part,
                              std::vector<harness::FinishedCase> cases,
                              const harness::Setting& settings = PaperSettings());
harness::Verdict Decide(const std::string& id, const std::string& part,
                        std::vector<harness::FinishedCase> cases);

// Cases of some seeds, each with one value; errors in percent with which of so many test documents are wrong,
// too: the first ones, so that no two methods are wrong on different documents. 0: that is not recorded.
class MadeUp {
 public:
  explicit MadeUp(int documents = 50'000) : documents_(documents) {}

  // Of three seeds, whose values differ by `step`.
  MadeUp& Add(const std::string& table, const std::string& dataset, const std::string& method,
              const harness::Setting& setting, const std::string& metric, double value, double step = 0.001);
  // The values of the seeds 1, 2, ...
  MadeUp& AddEach(const std::string& table, const std::string& dataset, const std::string& method,
                  const harness::Setting& setting, const std::string& metric,
                  const std::vector<double>& values);
  // Three seeds of ten folds, whose values are `value` and up to 4.5 steps from it, with the same mean at
  // each seed.
  MadeUp& AddFolds(const std::string& table, const std::string& dataset, const std::string& method,
                   const std::string& metric, double value, double step);
  std::vector<harness::FinishedCase> Take();

 private:
  int documents_;
  std::vector<harness::FinishedCase> cases_;
};

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_MADE_UP_RESULTS_H_
