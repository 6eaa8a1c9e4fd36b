#include "registration/deformable/grey_map.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace structlab::registration {
namespace {

constexpr size_t kKnots = 17;
constexpr double kLeastCount = 0.5;  // voxels near a knot, by their weights

struct Place {
  size_t below;
  float share;  // of the way to the next knot
};

Place PlaceOf(float value) {
  const float at = std::clamp(value, 0.0F, 1.0F) * static_cast<float>(kKnots - 1);
  const size_t below = std::min(static_cast<size_t>(at), kKnots - 2);
  return {below, at - static_cast<float>(below)};
}

}  // namespace

GreyMap GreyMap::Fitted(const Image& fixed, const Image& moving, const Image* fixed_weights,
                        const Image* moving_weights) {
  const auto counts_at = [](const Image* weights, size_t i) {
    return weights == nullptr || weights->values[i] >= 0.5F;
  };
  std::array<double, kKnots> sums = {}, counts = {};
  for (size_t i = 0; i < fixed.values.size(); ++i) {
    if (!counts_at(fixed_weights, i) || !counts_at(moving_weights, i)) continue;
    const Place place = PlaceOf(moving.values[i]);
    const auto share = static_cast<double>(place.share), value = static_cast<double>(fixed.values[i]);
    counts[place.below] += 1 - share;
    counts[place.below + 1] += share;
    sums[place.below] += (1 - share) * value;
    sums[place.below + 1] += share * value;
  }
  std::vector<size_t> known;
  for (size_t k = 0; k < kKnots; ++k) {
    if (counts[k] >= kLeastCount) known.push_back(k);
  }
  GreyMap map;
  if (known.empty()) return map;
  const auto mean = [&](size_t k) { return sums[k] / counts[k]; };
  for (size_t k = 0; k < kKnots; ++k) {
    const auto next = std::ranges::lower_bound(known, k);
    if (next == known.begin() || next == known.end()) {
      map.knots_.push_back(static_cast<float>(mean(next == known.end() ? known.back() : *next)));
      continue;
    }
    const size_t above = *next, below = *(next - 1);
    const double share = static_cast<double>(k - below) / static_cast<double>(above - below);
    map.knots_.push_back(static_cast<float>((1 - share) * mean(below) + share * mean(above)));
  }
  return map;
}

float GreyMap::operator()(float value) const {
  if (knots_.empty()) return value;
  const Place place = PlaceOf(value);
  return knots_[place.below] + place.share * (knots_[place.below + 1] - knots_[place.below]);
}

}  // namespace structlab::registration
