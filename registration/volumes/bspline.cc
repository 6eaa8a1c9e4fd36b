#include "registration/volumes/bspline.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace structlab::registration {
namespace {

const double kPole = std::sqrt(3.0) - 2;
constexpr int64_t kHorizon = 20;  // kPole^20 is below a float's last bit

// Coefficient in front of which no other stands, of samples that are mirrored: sum over k of pole^k
// sample[k]. `at(k)` gives the sample.
template <class Value, class At>
Value FirstCoefficient(int64_t count, const At& at) {
  double power = kPole;
  if (count > kHorizon) {
    Value sum = at(0);
    for (int64_t k = 1; k < kHorizon; ++k, power *= kPole) sum += static_cast<float>(power) * at(k);
    return sum;
  }
  double back = std::pow(kPole, static_cast<double>(count - 1));
  Value sum = at(0) + static_cast<float>(back) * at(count - 1);
  back *= back / kPole;
  for (int64_t k = 1; k < count - 1; ++k, power *= kPole, back /= kPole) {
    sum += static_cast<float>(power + back) * at(k);
  }
  // power is now pole^(count - 1).
  return sum / static_cast<float>(1 - power * power);
}

// Filters `count` samples, each a row of `width` floats, `stride` apart.
void FilterRows(float* first, int64_t count, int64_t stride, int64_t width) {
  using Rows = Eigen::Map<Eigen::ArrayXf>;
  const auto row = [&](int64_t k) { return Rows(first + k * stride, width); };
  const auto pole = static_cast<float>(kPole), gain = static_cast<float>((1 - kPole) * (1 - 1 / kPole));
  for (int64_t k = 0; k < count; ++k) row(k) *= gain;
  const Eigen::ArrayXf start = FirstCoefficient<Eigen::ArrayXf>(count, row);
  row(0) = start;
  for (int64_t k = 1; k < count; ++k) row(k) += pole * row(k - 1);
  row(count - 1) = (pole / (pole * pole - 1)) * (pole * row(count - 2) + row(count - 1));
  for (int64_t k = count - 2; k >= 0; --k) row(k) = pole * (row(k + 1) - row(k));
}

void FilterRow(float* values, int64_t count) {
  const auto pole = static_cast<float>(kPole), gain = static_cast<float>((1 - kPole) * (1 - 1 / kPole));
  for (int64_t k = 0; k < count; ++k) values[k] *= gain;
  values[0] = FirstCoefficient<float>(count, [&](int64_t k) { return values[k]; });
  for (int64_t k = 1; k < count; ++k) values[k] += pole * values[k - 1];
  values[count - 1] = (pole / (pole * pole - 1)) * (pole * values[count - 2] + values[count - 1]);
  for (int64_t k = count - 2; k >= 0; --k) values[k] = pole * (values[k + 1] - values[k]);
}

int64_t Mirrored(int64_t index, int64_t size) {
  if (size == 1) return 0;
  const int64_t period = 2 * (size - 1);
  index = ((index % period) + period) % period;
  return index < size ? index : period - index;
}

struct Support {
  std::array<int64_t, 4> offsets;
  std::array<double, 4> weights;

  Support(double index, int64_t size, int64_t stride) {
    const double whole = std::floor(index);
    weights = CubicBSplineWeights(index - whole);
    const auto first = static_cast<int64_t>(whole) - 1;
    for (int64_t i = 0; i < 4; ++i) {
      const bool inside = first >= 0 && first + 3 < size;
      offsets[i] = (inside ? first + i : Mirrored(first + i, size)) * stride;
    }
  }
};

}  // namespace

Image BSplineCoefficients(const Image& image, common::ThreadPool& pool) {
  Image found = image;
  const VoxelIndex size = image.geometry.size;
  const int64_t slice = size[0] * size[1];
  common::ParallelFor(pool, size[2], [&](int64_t k) {
    float* const values = found.values.data() + k * slice;
    if (size[0] > 1) {
      for (int64_t j = 0; j < size[1]; ++j) FilterRow(values + j * size[0], size[0]);
    }
    if (size[1] > 1) FilterRows(values, size[1], size[0], size[0]);
  });
  if (size[2] > 1) {
    common::ParallelFor(pool, size[1], [&](int64_t j) {
      FilterRows(found.values.data() + j * size[0], size[2], slice, size[0]);
    });
  }
  return found;
}

float BSplineValue(const Image& coefficients, const Point& index) {
  const VoxelIndex& size = coefficients.geometry.size;
  const Support x(index[0], size[0], 1), y(index[1], size[1], size[0]),
      z(index[2], size[2], size[0] * size[1]);
  const float* const values = coefficients.values.data();
  double sum = 0;
  for (size_t k = 0; k < 4; ++k) {
    if (size[2] == 1 && k > 0) break;
    double plane = 0;
    for (size_t j = 0; j < 4; ++j) {
      const float* const row = values + z.offsets[k] + y.offsets[j];
      double line = 0;
      for (size_t i = 0; i < 4; ++i) line += x.weights[i] * static_cast<double>(row[x.offsets[i]]);
      plane += y.weights[j] * line;
    }
    sum += size[2] == 1 ? plane : z.weights[k] * plane;
  }
  return static_cast<float>(sum);
}

}  // namespace structlab::registration
