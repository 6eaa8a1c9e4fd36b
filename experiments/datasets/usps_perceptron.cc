#include "experiments/datasets/usps_perceptron.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/random_stream.h"

namespace structlab::datasets {
namespace {

using Weights = std::vector<double>;  // 256 x 10

int Predict(const Weights& weights, std::span<const float> pixels) {
  std::array<double, kUspsClasses> scores = {};
  for (size_t i = 0; i < kUspsPixels; ++i) {
    for (size_t label = 0; label < kUspsClasses; ++label) {
      scores[label] += weights[i * kUspsClasses + label] * static_cast<double>(pixels[i]);
    }
  }
  return static_cast<int>(std::ranges::max_element(scores) - scores.begin());
}

void Add(Weights& weights, int label, std::span<const float> pixels, double factor) {
  for (size_t i = 0; i < kUspsPixels; ++i) {
    weights[i * kUspsClasses + static_cast<size_t>(label)] += factor * static_cast<double>(pixels[i]);
  }
}

}  // namespace

double PerceptronDigitError(const Usps& digits, int passes) {
  Weights weights(kUspsClasses * kUspsPixels);
  Weights weighted = weights;  // sum of the steps, each times its number; gives the average
  double steps = 0;
  for (int pass = 0; pass < passes; ++pass) {
    common::RandomStream stream(1, "usps_perceptron", static_cast<uint64_t>(pass));
    for (const int image : stream.Permutation(digits.train.size())) {
      ++steps;
      const std::span<const float> pixels = digits.train.Pixels(image);
      const int label = digits.train.labels[image];
      const int predicted = Predict(weights, pixels);
      if (predicted == label) continue;
      Add(weights, label, pixels, 1);
      Add(weights, predicted, pixels, -1);
      Add(weighted, label, pixels, steps);
      Add(weighted, predicted, pixels, -steps);
    }
  }
  for (size_t k = 0; k < weights.size(); ++k) weights[k] -= weighted[k] / (steps + 1);
  int wrong = 0;
  for (int image = 0; image < digits.test.size(); ++image) {
    wrong += Predict(weights, digits.test.Pixels(image)) != digits.test.labels[image];
  }
  return static_cast<double>(wrong) / digits.test.size();
}

}  // namespace structlab::datasets
