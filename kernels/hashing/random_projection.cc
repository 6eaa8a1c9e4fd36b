#include "kernels/hashing/random_projection.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

constexpr int kMostRows = 1 << 24;

double Checked(int rows) {
  if (rows < 1 || rows > kMostRows) {
    common::ThrowUsageError("RandomProjection::rows", "1 to " + std::to_string(kMostRows),
                            std::to_string(rows));
  }
  return rows;
}

// One bit decides a sign: 64 rows for each draw.
void AddSigns(common::RandomStream& stream, double value, std::span<double> projected) {
  for (size_t begin = 0; begin < projected.size(); begin += 64) {
    uint64_t bits = stream.Bits();
    const size_t end = std::min(projected.size(), begin + 64);
    for (size_t row = begin; row < end; ++row, bits >>= 1) projected[row] += (bits & 1) != 0 ? -value : value;
  }
}

void AddSparseSigns(common::RandomStream& stream, double value, std::span<double> projected) {
  for (double& entry : projected) {
    const uint64_t face = stream.UniformIndex(6);
    if (face < 2) entry += face == 0 ? value : -value;
  }
}

}  // namespace

RandomProjection::RandomProjection(ProjectionKind kind, int rows, uint64_t seed)
    : kind_(kind), rows_(rows), seed_(seed), scale_(1 / std::sqrt(Checked(rows))) {}

void RandomProjection::Add(uint64_t feature, double value, std::span<double> projected) const {
  if (projected.size() != static_cast<size_t>(rows_)) {
    common::ThrowUsageError("RandomProjection::Add", std::to_string(rows_) + " entries",
                            std::to_string(projected.size()));
  }
  if (!std::isfinite(value)) {
    common::ThrowUsageError("RandomProjection::Add", "a finite value", common::FormatDouble(value));
  }
  common::RandomStream stream(seed_, "hashing/projection", feature);
  switch (kind_) {
    case ProjectionKind::kGaussian:
      for (double& entry : projected) entry += value * scale_ * stream.Normal();
      break;
    case ProjectionKind::kSigns:
      AddSigns(stream, value * scale_, projected);
      break;
    case ProjectionKind::kSparseSigns:
      AddSparseSigns(stream, value * scale_ * std::sqrt(3.0), projected);
      break;
    case ProjectionKind::kCountSketch: {
      const bool negative = (stream.Bits() & 1) != 0;
      projected[stream.UniformIndex(projected.size())] += negative ? -value : value;
      break;
    }
  }
}

}  // namespace structlab::kernels
