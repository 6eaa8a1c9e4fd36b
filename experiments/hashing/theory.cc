// Theorems 2 and 3 of Shi 2011.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/hashing/protocol.h"
#include "kernels/hashing/hashed_feature_map.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

constexpr int kMostCopies = 5, kPrintedCopies = 3;
// What a growth may exceed that of the bound by, since the largest of finitely many numbers follows its bound
// only roughly.
constexpr double kRoughly = 1.25;
// A deviation below it, of a kernel of unit vectors, is the rounding of sums: nothing has collided.
constexpr double kNothingCollides = 1e-12;

// Sparse vectors of unit length, the ones of an observation the same for all classes: 200 of 1000 words with
// exponential values. In n bins words of two observations meet in about 200^2 / n pairs, so that there must
// be no more bins than a tenth of that, if each deviation is to be a sum of many.
struct Observation {
  std::vector<uint64_t> features;
  std::vector<double> values;
};
constexpr uint64_t kWords = 1000;
constexpr int kWordsOfObservation = 200;

std::vector<Observation> DrawObservations(int64_t count, uint64_t seed) {
  std::vector<Observation> observations;
  for (int64_t i = 0; i < count; ++i) {
    common::RandomStream random(seed, "hashing/observation", static_cast<uint64_t>(i));
    Observation observation;
    double squares = 0;
    for (const int word : random.SampleWithoutReplacement(static_cast<int>(kWords), kWordsOfObservation)) {
      observation.features.push_back(static_cast<uint64_t>(word));
      observation.values.push_back(random.Exponential());
      squares += observation.values.back() * observation.values.back();
    }
    for (double& value : observation.values) value /= std::sqrt(squares);
    observations.push_back(std::move(observation));
  }
  return observations;
}

double Product(const Observation& a, const Observation& b) {
  double sum = 0;
  for (size_t i = 0; i < a.features.size(); ++i) {
    const auto found = std::ranges::find(b.features, a.features[i]);
    if (found == b.features.end()) continue;
    sum += a.values[i] * b.values[found - b.features.begin()];
  }
  return sum;
}

// The sizes that a deviation depends on: observations, classes, and the exponent of the number of bins.
struct Sizes {
  int64_t m, classes, bits;

  // The logarithm of the number of different entries of the joint kernel.
  double LogEntries() const {
    const auto joint = static_cast<double>(m * classes);
    return std::log(joint * (joint + 1) / 2);
  }
};

// The largest deviation of the signed joint hash kernel from its mean, over all pairs of an observation and a
// class.
double LargestDeviation(const std::vector<Observation>& all, const Sizes& sizes, uint64_t seed) {
  const kernels::HashedFeatureMap map(
      {.bits = static_cast<int>(sizes.bits), .seed = static_cast<uint32_t>(seed), .is_signed = true});
  const auto observations = static_cast<size_t>(sizes.m), classes = static_cast<size_t>(sizes.classes);
  std::vector<kernels::HashedVector> hashed;
  for (size_t i = 0; i < observations; ++i) {
    for (uint32_t label = 0; label < classes; ++label) {
      kernels::HashedVector vector;
      for (size_t k = 0; k < all[i].features.size(); ++k) {
        map.Add(all[i].features[k], all[i].values[k], vector, label);
      }
      kernels::SumEqualBins(vector);
      hashed.push_back(std::move(vector));
    }
  }
  double largest = 0;
  for (size_t i = 0; i < observations; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      const double product = Product(all[i], all[j]);
      for (size_t y = 0; y < classes; ++y) {
        for (size_t z = 0; z < classes; ++z) {
          const double kernel = kernels::HashKernel(hashed[i * classes + y], hashed[j * classes + z]);
          largest = std::max(largest, std::abs(kernel - (y == z ? product : 0)));
        }
      }
    }
  }
  return largest < kNothingCollides ? 0 : largest;
}

// What is varied from the smallest to the largest number while the others are smallest: few bins, in which
// many words meet.
struct Deviations {
  std::vector<int64_t> observations, classes, bits;  // ascending

  Sizes smallest() const { return {observations.front(), classes.front(), bits.front()}; }
};

void MeasureDeviations(const Deviations& varied, uint64_t seed, Recorder& record) {
  const std::vector<Observation> all = DrawObservations(varied.observations.back(), seed);
  const auto measure = [&](const char* name, const Sizes& sizes) {
    const double deviation = LargestDeviation(all, sizes, seed);
    record.Value(kOurDeviation, "largest_deviation", deviation,
                 {.setting = Setting{{"varied", name},
                                     {"m", std::to_string(sizes.m)},
                                     {"M", std::to_string(sizes.classes)},
                                     {"bits", std::to_string(sizes.bits)}}});
    return deviation;
  };
  const auto measure_each = [&](const char* name, const std::vector<int64_t>& numbers,
                                int64_t Sizes::*number) {
    std::pair<double, double> ends;
    for (const int64_t each : numbers) {
      Sizes sizes = varied.smallest();
      sizes.*number = each;
      const double deviation = measure(name, sizes);
      if (each == numbers.front()) ends.first = deviation;
      ends.second = deviation;
    }
    return ends;
  };
  // Theorem 3: as the root of the logarithm of the number of entries.
  const auto record_growth = [&](const char* name, const std::pair<double, double>& ends,
                                 const Sizes& largest) {
    const double growth = std::sqrt(largest.LogEntries() / varied.smallest().LogEntries());
    record.Value(kOurDeviation, std::string("deviation_at_the_largest_").append(name), ends.second);
    record.Value(kOurDeviation, std::string("allowed_at_the_largest_").append(name),
                 kRoughly * growth * ends.first);
  };
  Sizes largest = varied.smallest();
  largest.m = varied.observations.back();
  record_growth("m", measure_each("m", varied.observations, &Sizes::m), largest);
  largest = varied.smallest();
  largest.classes = varied.classes.back();
  record_growth("M", measure_each("M", varied.classes, &Sizes::classes), largest);
  const auto ends = measure_each("bits", varied.bits, &Sizes::bits);
  const auto root = [](int64_t bits) { return std::exp2(static_cast<double>(bits) / 2); };
  record.Value(kOurDeviation, "deviation_times_root_of_fewest_bins", root(varied.bits.front()) * ends.first);
  record.Value(kOurDeviation, "deviation_times_root_of_most_bins", root(varied.bits.back()) * ends.second);
}

void PlanInformationLoss(Planner& plan) {
  const int trials = static_cast<int>(plan.Int("loss_trials"));
  for (int copies = 1; copies <= kMostCopies; ++copies) {
    const Setting key = {{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", std::to_string(copies)}};
    const auto add = [&](const char* method) -> Case& {
      Case& c = plan.Add("theory", method, {{"duplicates_c", std::to_string(copies)}});
      c.setting = key;
      return c;
    };
    Case& bound = add(kBound);
    bound.deterministic = true;
    bound.run = [=](uint64_t, Recorder& record) {
      // Without copies a feature is lost as soon as two meet: the birthday problem, of which the probability
      // is known.
      const double probability = copies == 1 ? -std::expm1(kernels::LogProbabilityOfNoCollision(
                                                   PrintedLoss(1).features, PrintedLoss(1).bins))
                                             : kernels::InformationLossBound(PrintedLoss(copies));
      if (copies <= kPrintedCopies) record.Value(kTheorem2, "probability_of_information_loss", probability);
      record.Value(kOurInformationLoss, "probability", probability);
    };
    Case& simulation = add(kSimulation);
    simulation.repeats = 3;  // so that an interval can be given
    simulation.Int("loss_trials");
    simulation.run = [=](uint64_t seed, Recorder& record) {
      const double share = kernels::SimulateInformationLoss(PrintedLoss(copies), trials, seed);
      record.Value(kOurInformationLoss, "probability", share);
      record.Value(kOurInformationLoss, "random_functions", trials);
      // Each seed has other functions.
      const double losses = std::round(share * trials);
      record.Items(kOurInformationLoss, "probability", {.ids = {fmt::format("functions of seed {}", seed)}},
                   {{losses}, {static_cast<double>(trials)}});
    };
  }
}

}  // namespace

void Theory(harness::Package& package) {
  package.Plan([](Planner& plan) {
    PlanInformationLoss(plan);
    Case& c = plan.Add("theory", kHk);
    c.name = "theory/deviation";
    c.data = {kDrawnVectorsData};
    c.repeats = static_cast<int>(plan.Int("deviation_seeds"));
    Deviations varied;
    const auto sorted = [&](const char* setting) {
      std::vector<int64_t> numbers;
      for (const double number : c.Numbers(setting)) numbers.push_back(std::llround(number));
      std::ranges::sort(numbers);
      return numbers;
    };
    varied.observations = sorted("deviation_observations");
    varied.classes = sorted("deviation_classes");
    varied.bits = sorted("deviation_bits");
    c.run = [=](uint64_t seed, Recorder& record) { MeasureDeviations(varied, seed, record); };
  });
}

}  // namespace structlab::hashing
