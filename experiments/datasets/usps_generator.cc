#include "experiments/datasets/usps_generator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/datasets/smooth_field.h"

namespace structlab::datasets {
namespace {

using Counts = std::array<int, kUspsClasses>;

// Counts of the real set.
constexpr Counts kTrain = {1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644};
constexpr Counts kTest = {359, 264, 198, 166, 200, 160, 170, 147, 166, 177};

// Tuned by hand until the error was that of the real set.
constexpr double kNoise = 2.3;   // standard deviation; the prototypes' own is 1
constexpr double kPaper = -0.5;  // mean, so that most of an image is paper

std::vector<uint8_t> ShuffledLabels(const Counts& counts, common::RandomStream stream) {
  std::vector<uint8_t> sorted;
  for (size_t digit = 0; digit < counts.size(); ++digit) {
    sorted.insert(sorted.end(), counts[digit], static_cast<uint8_t>(digit));
  }
  std::vector<uint8_t> shuffled;
  for (const int i : stream.Permutation(static_cast<int>(sorted.size()))) {
    shuffled.push_back(sorted[i]);
  }
  return shuffled;
}

UspsDigits Draw(uint64_t seed, const std::string& part, const Counts& counts,
                const std::vector<std::vector<double>>& prototypes) {
  UspsDigits digits;
  digits.labels = ShuffledLabels(counts, {seed, "usps/" + part + "/order"});
  digits.pixels.reserve(digits.labels.size() * kUspsPixels);
  for (size_t image = 0; image < digits.labels.size(); ++image) {
    common::RandomStream stream(seed, "usps/" + part + "/image", image);
    const std::vector<double> noise = SmoothField(kUspsSide, kUspsSide, stream);
    const std::vector<double>& prototype = prototypes[digits.labels[image]];
    for (size_t i = 0; i < kUspsPixels; ++i) {
      const double grey = kPaper + prototype[i] + kNoise * noise[i];
      digits.pixels.push_back(static_cast<float>(std::clamp(grey, -1.0, 1.0)));
    }
  }
  return digits;
}

}  // namespace

Usps GenerateUsps(uint64_t seed) {
  common::RandomStream stream(seed, "usps/prototypes");
  std::vector<std::vector<double>> prototypes;
  for (int digit = 0; digit < kUspsClasses; ++digit) {
    prototypes.push_back(SmoothField(kUspsSide, kUspsSide, stream));
  }
  return {.train = Draw(seed, "train", kTrain, prototypes), .test = Draw(seed, "test", kTest, prototypes)};
}

}  // namespace structlab::datasets
