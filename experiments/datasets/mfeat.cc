#include "experiments/datasets/mfeat.h"

#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/number_table.h"

namespace structlab::datasets {
const MfeatView& FindMfeatView(std::string_view name) {
  std::string known;
  for (const MfeatView& view : kMfeatViews) {
    if (view.name == name) return view;
    known += (known.empty() ? "" : ", ") + std::string(view.name);
  }
  common::ThrowUsageError("view of mfeat", "one of " + known, common::Quote(name));
}

MfeatTable ReadMfeatTable(const std::string& path, const MfeatView& view) {
  // The names are the numbers of the columns, and above the digits another one.
  NumberTable read = ReadNumberTable(path, view.columns, kernels::TableNames::kYes);
  MfeatTable table = {.columns = view.columns, .features = {}, .digits = {}};
  for (const int digit : WholeTargets(read, 0, kMfeatDigits - 1, "a digit", path)) {
    table.digits.push_back(static_cast<uint8_t>(digit));
  }
  table.features = std::move(read.inputs);
  return table;
}

MfeatTable GenerateMfeatTable(const MfeatView& view, uint64_t seed) {
  constexpr size_t kShared = 12;
  constexpr double kNoise = 0.5;
  common::RandomStream shared(seed, "mfeat/shared");  // the same for all views
  common::RandomStream own(seed, "mfeat/" + std::string(view.name));
  std::vector<double> centres(kMfeatDigits * kShared), map(static_cast<size_t>(view.columns) * kShared);
  for (double& entry : centres) entry = shared.Normal();
  for (double& entry : map) entry = own.Normal() / std::sqrt(static_cast<double>(kShared));
  MfeatTable table;
  table.columns = view.columns;
  for (int row = 0; row < kMfeatRows; ++row) {
    const int digit = row / (kMfeatRows / kMfeatDigits);
    std::array<double, kShared> numeral;
    for (size_t k = 0; k < kShared; ++k) {
      numeral[k] = centres[static_cast<size_t>(digit) * kShared + k] + shared.Normal();
    }
    for (size_t c = 0; c < static_cast<size_t>(view.columns); ++c) {
      double feature = kNoise * own.Normal();
      for (size_t k = 0; k < kShared; ++k) feature += map[c * kShared + k] * numeral[k];
      table.features.push_back(feature);
    }
    table.digits.push_back(static_cast<uint8_t>(digit));
  }
  return table;
}

}  // namespace structlab::datasets
