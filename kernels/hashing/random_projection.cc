#include "kernels/hashing/random_projection.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

constexpr int kMaxRows = 1 << 24, kRowsOfWord = 64;
constexpr uint64_t kSmallFeatures = uint64_t{1} << 22;
constexpr const char* kStream = "hashing/projection";

double Checked(int rows) {
  if (rows < 1 || rows > kMaxRows) {
    common::ThrowUsageError("RandomProjection::rows", "1 to " + std::to_string(kMaxRows),
                            std::to_string(rows));
  }
  return rows;
}

// projected += value * signs, for at most 64 rows with one bit each. Sets the sign bit of the number
// directly, without a branch.
void AddSigns(uint64_t bits, double value, std::span<double> projected) {
  const auto number = std::bit_cast<uint64_t>(value);
  for (size_t row = 0; row < projected.size(); ++row) {
    projected[row] += std::bit_cast<double>(number ^ (bits >> row << 63));
  }
}

// One draw per 64 rows.
void AddSigns(common::RandomStream& stream, double value, std::span<double> projected) {
  for (size_t begin = 0; begin < projected.size(); begin += kRowsOfWord) {
    AddSigns(stream.Bits(), value,
             projected.subspan(begin, std::min<size_t>(kRowsOfWord, projected.size() - begin)));
  }
}

void CheckArguments(const char* function, int rows, double value, std::span<double> projected) {
  if (projected.size() != static_cast<size_t>(rows)) {
    common::ThrowUsageError(function, std::to_string(rows) + " entries", std::to_string(projected.size()));
  }
  if (!std::isfinite(value)) {
    common::ThrowUsageError(function, "a finite value", common::FormatDouble(value));
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
    : kind_(kind), rows_(rows), seed_(seed), scale_(1 / std::sqrt(Checked(rows))) {
  if (kind == ProjectionKind::kUnscaledSigns) scale_ = 1;
}

void RandomProjection::Add(uint64_t feature, double value, std::span<double> projected) const {
  CheckArguments("RandomProjection::Add", rows_, value, projected);
  common::RandomStream stream(seed_, kStream, feature);
  switch (kind_) {
    case ProjectionKind::kGaussian:
      for (double& entry : projected) entry += value * scale_ * stream.Normal();
      break;
    case ProjectionKind::kSigns:
    case ProjectionKind::kUnscaledSigns:
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

StoredSigns::StoredSigns(int rows, uint64_t seed)
    : rows_(rows), seed_(seed), scale_(1 / std::sqrt(Checked(rows))) {}

uint32_t& StoredSigns::SlotOf(uint64_t feature) {
  const size_t mask = others_.size() - 1;
  // The high bits of the product depend on all bits of the feature.
  size_t at = (feature * 0x9e3779b97f4a7c15) >> 32 & mask;
  while (others_[at].column != 0 && others_[at].feature != feature) at = (at + 1) & mask;
  others_[at].feature = feature;
  return others_[at].column;
}

void StoredSigns::GrowOthers() {
  std::vector<Slot> before(std::max<size_t>(2 * others_.size(), 1024));
  before.swap(others_);
  for (const Slot& slot : before) {
    if (slot.column != 0) SlotOf(slot.feature) = slot.column;
  }
}

size_t StoredSigns::ColumnOf(uint64_t feature) {
  const bool is_small = feature < kSmallFeatures;
  if (is_small && feature >= small_.size()) small_.resize(2 * feature + 1);
  if (!is_small && 2 * num_others_ >= others_.size()) GrowOthers();
  uint32_t& column = is_small ? small_[feature] : SlotOf(feature);
  if (column == 0) {
    num_others_ += is_small ? 0 : 1;
    column = static_cast<uint32_t>(bits_.size() / WordsOfColumn()) + 1;
    common::RandomStream stream(seed_, kStream, feature);
    for (size_t word = 0; word < WordsOfColumn(); ++word) bits_.push_back(stream.Bits());
  }
  return column - 1;
}

void StoredSigns::Add(uint64_t feature, double value, std::span<double> projected) {
  CheckArguments("StoredSigns::Add", rows_, value, projected);
  const size_t first = ColumnOf(feature) * WordsOfColumn();
  const uint64_t* bits = bits_.data() + first;
  for (size_t begin = 0; begin < projected.size(); begin += kRowsOfWord, ++bits) {
    AddSigns(*bits, value * scale_,
             projected.subspan(begin, std::min<size_t>(kRowsOfWord, projected.size() - begin)));
  }
}

}  // namespace structlab::kernels
