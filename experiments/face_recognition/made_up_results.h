// Made-up results, of which the verdict is known.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_MADE_UP_RESULTS_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_MADE_UP_RESULTS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {

inline harness::Setting PaperSettings() {
  harness::Setting settings;
  for (const harness::OldSetting& setting : Settings()) settings.Set(setting.name, setting.paper);
  return settings;
}

inline std::vector<harness::Claim> AllClaims() {
  std::vector<harness::Claim> claims = AccuracyClaims();
  const std::vector<harness::Claim> of_times = TimeClaims();
  claims.insert(claims.end(), of_times.begin(), of_times.end());
  return claims;
}

inline harness::ClaimOutcome Decide(const std::string& id, const std::string& part,
                                    std::vector<harness::FinishedCase> cases) {
  const harness::Results results(std::move(cases), harness::Profile::kPaper, PaperSettings());
  for (const harness::Claim& claim : AllClaims()) {
    if (claim.id == id && claim.part == part) return claim.decide(results);
  }
  ADD_FAILURE() << "no claim " << id << " " << part;
  return {};
}

inline constexpr int kDimensions[] = {50, 100, 200, 300};

// How values go on with the seeds 1, 2 and 3: rising, so that differences hardly vary, or up and down.
enum class Goes { kEvenly, kUpAndDown };

// Cases of three seeds, each with one value that depends on the seed a little.
class MadeUp {
 public:
  explicit MadeUp(std::string dataset = "YaleB") : dataset_(std::move(dataset)) {}

  MadeUp& Add(const std::string& table, const std::string& method, const harness::Setting& setting,
              const std::string& metric, double value, double step, Goes goes = Goes::kEvenly) {
    for (const uint64_t seed : {1, 2, 3}) {
      const double place = goes == Goes::kEvenly ? static_cast<double>(seed) : seed == 2 ? -1 : 1;
      harness::FinishedCase finished;
      finished.c.name = "case" + std::to_string(cases_.size());
      finished.c.dataset = dataset_;
      finished.c.method = method;
      finished.c.seed = seed;
      finished.c.repeats = 3;
      finished.record.values.push_back(
          {.key = {table, dataset_, method, setting, metric}, .value = value + step * place});
      cases_.push_back(std::move(finished));
    }
    return *this;
  }
  MadeUp& Accuracy(const char* method, int dimension, double value, double step = 0.001,
                   Goes goes = Goes::kEvenly) {
    return Add(kTable31, method, DimensionKey(dimension), "accuracy", value, step, goes);
  }
  // For every u if the method has one.
  MadeUp& Timed(const char* method, int dimension, double value, double step = 0.001,
                Goes goes = Goes::kEvenly) {
    return TimedWith(method, dimension, "running_time", false, value, step, goes);
  }
  // Whole time, with as many atoms of each query, and that of features alone.
  MadeUp& TimedAtEqualAtoms(const char* method, int dimension, double value, double atoms = kEqualAtoms,
                            double step = 0.001, Goes goes = Goes::kEvenly) {
    TimedWith(method, dimension, "atoms", true, atoms, 0, Goes::kEvenly);
    if (method == std::string(kHashOmp)) {
      for (const int percent : kTimedPercents) FeaturesAloneAtU(dimension, percent, value / 2, step, goes);
    } else {
      Add(kOurTimed, method, TimedFeaturesKey(dimension, std::nullopt), kFeaturesAlone, value / 2, step,
          goes);
    }
    return TimedWith(method, dimension, "running_time", true, value, step, goes);
  }
  // Times of RANDOM-l1 vary more: differences that are all equal say nothing.
  MadeUp& AtEqualTimes(const char* method, int dimension, double time, double accuracy, double step,
                       Goes goes = Goes::kEvenly) {
    Add(kOurEqualTimes, method, OurKey(dimension), "running_time", time,
        method == std::string(kHashOmp) ? 0.001 : 0.002);
    return Add(kOurEqualTimes, method, OurKey(dimension), "accuracy", accuracy, step, goes);
  }
  MadeUp& TimedAtU(int dimension, int percent, const char* metric, bool at_equal_atoms, double value,
                   double step, Goes goes = Goes::kEvenly) {
    return Add(kOurTimed, kHashOmp, TimedKey(dimension, percent, at_equal_atoms), metric, value, step, goes);
  }
  MadeUp& FeaturesAloneAtU(int dimension, int percent, double value, double step, Goes goes = Goes::kEvenly) {
    return Add(kOurTimed, kHashOmp, TimedFeaturesKey(dimension, percent), kFeaturesAlone, value, step, goes);
  }
  // Without what one seed gave.
  MadeUp& Without(uint64_t seed) {
    std::erase_if(cases_, [&](const harness::FinishedCase& finished) { return finished.c.seed == seed; });
    return *this;
  }
  std::vector<harness::FinishedCase> Take() { return std::move(cases_); }

 private:
  MadeUp& TimedWith(const char* method, int dimension, const char* metric, bool at_equal_atoms, double value,
                    double step, Goes goes) {
    if (method != std::string(kHashOmp)) {
      return Add(kOurTimed, method, TimedKey(dimension, std::nullopt, at_equal_atoms), metric, value, step,
                 goes);
    }
    for (const int percent : kTimedPercents) {
      TimedAtU(dimension, percent, metric, at_equal_atoms, value, step, goes);
    }
    return *this;
  }

  std::string dataset_;
  std::vector<harness::FinishedCase> cases_;
};

inline constexpr const char* kOccluders = "YaleB with occluders";
inline const std::string kForAr = "AR (YaleB with drawn occluders)";

// At each dimension and u the same.
inline MadeUp Times(double hash, double random_l1, double eigen, double random_omp,
                    const std::string& dataset = "YaleB") {
  MadeUp results(dataset);
  for (const int dimension : kDimensions) {
    results.Timed(kHashOmp, dimension, hash).Timed(kRandomL1, dimension, random_l1, 0.002);
    results.Timed(kEigenOmp, dimension, eigen, 0.0005).Timed(kRandomOmp, dimension, random_omp, 0.0005);
  }
  return results;
}

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_MADE_UP_RESULTS_H_
