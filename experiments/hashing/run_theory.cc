// Theorems 2 and 3.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "kernels/hashing/hashed_feature_map.h"
#include "kernels/hashing/information_loss.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;

constexpr int64_t kFeatures = 100'000, kBins = 100'000'000;
constexpr int kMostCopies = 5;

Setting LossKey(int copies) { return {{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", std::to_string(copies)}}; }

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
    sum += a.values[i] * b.values[static_cast<size_t>(found - b.features.begin())];
  }
  return sum;
}

// The largest deviation of the signed joint hash kernel from its mean, over all pairs of an observation and a
// class.
double LargestDeviation(const std::vector<Observation>& observations, int64_t classes, int bits,
                        uint64_t seed) {
  const kernels::HashedFeatureMap map({.bits = bits, .seed = static_cast<uint32_t>(seed), .is_signed = true});
  std::vector<kernels::HashedVector> hashed;
  for (const Observation& observation : observations) {
    for (int64_t label = 0; label < classes; ++label) {
      kernels::HashedVector vector;
      for (size_t i = 0; i < observation.features.size(); ++i) {
        map.Add(observation.features[i], observation.values[i], vector, static_cast<uint32_t>(label));
      }
      kernels::SumEqualBins(vector);
      hashed.push_back(std::move(vector));
    }
  }
  double largest = 0;
  for (size_t i = 0; i < observations.size(); ++i) {
    for (size_t j = 0; j <= i; ++j) {
      const double product = Product(observations[i], observations[j]);
      for (size_t y = 0; y < static_cast<size_t>(classes); ++y) {
        for (size_t z = 0; z < static_cast<size_t>(classes); ++z) {
          const double kernel = kernels::HashKernel(hashed[i * static_cast<size_t>(classes) + y],
                                                    hashed[j * static_cast<size_t>(classes) + z]);
          largest = std::max(largest, std::abs(kernel - (y == z ? product : 0)));
        }
      }
    }
  }
  return largest;
}

}  // namespace

void RunInformationLossBound(const Case&, Recorder& record) {
  std::vector<double> copies, bounds;
  for (int count = 1; count <= kMostCopies; ++count) {
    // Without copies a feature is lost as soon as two meet: the birthday problem, of which the probability is
    // known.
    const double bound = count == 1 ? -std::expm1(kernels::LogProbabilityOfNoCollision(kFeatures, kBins))
                                    : kernels::InformationLossBound({kFeatures, kBins, count});
    const char* const table = count <= 3 ? kTheorem2 : kOurInformationLoss;
    record.Value(table, "probability_of_information_loss", bound, {.setting = LossKey(count)});
    copies.push_back(count);
    bounds.push_back(bound);
  }
  record.Curve(kOurInformationLoss, "probability_by_copies", copies, bounds);
}

void RunInformationLoss(const Case& c, Recorder& record) {
  const int trials = static_cast<int>(c.parameters.Integer("trials"));
  std::vector<double> copies, shares;
  for (int count = 1; count <= kMostCopies; ++count) {
    const double share = kernels::SimulateInformationLoss({kFeatures, kBins, count}, trials, c.seed);
    record.Value(kOurInformationLoss, "share_of_functions_that_lose", share, {.setting = LossKey(count)});
    record.Value(kOurInformationLoss, "random_functions", trials, {.setting = LossKey(count)});
    copies.push_back(count);
    shares.push_back(share);
  }
  record.Curve(kOurInformationLoss, "probability_by_copies", copies, shares);
}

void RunDeviation(const Case& c, Recorder& record) {
  std::vector<int64_t> counts = c.parameters.Integers("deviation_observations");
  std::vector<int64_t> class_counts = c.parameters.Integers("deviation_classes");
  std::vector<int64_t> bits = c.parameters.Integers("deviation_bits");
  std::ranges::sort(counts);
  std::ranges::sort(class_counts);
  std::ranges::sort(bits);
  const std::vector<Observation> all = DrawObservations(counts.back(), c.seed);
  const auto record_one = [&](const char* varied, int64_t observations, int64_t classes, int64_t exponent) {
    const std::vector<Observation> first(all.begin(), all.begin() + observations);
    const double deviation = LargestDeviation(first, classes, static_cast<int>(exponent), c.seed);
    record.Value(kOurDeviation, "largest_deviation", deviation,
                 {.setting = Setting{{"varied", varied},
                                     {"m", std::to_string(observations)},
                                     {"M", std::to_string(classes)},
                                     {"n", Power(exponent)}}});
  };
  // What is not varied is smallest, but for the bins, of which there are so few that many words meet.
  const int64_t fewest = counts.front(), first_classes = class_counts.front(), bins = bits.front();
  for (const int64_t count : counts) record_one("m", count, first_classes, bins);
  for (const int64_t classes : class_counts) record_one("M", fewest, classes, bins);
  for (const int64_t exponent : bits) record_one("n", fewest, first_classes, exponent);
}

}  // namespace structlab::hashing
