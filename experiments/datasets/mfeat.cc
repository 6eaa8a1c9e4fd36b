#include "experiments/datasets/mfeat.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <system_error>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/text_input.h"
#include "experiments/datasets/field_cursor.h"

namespace structlab::datasets {
namespace {

constexpr size_t kLongestLine = 1 << 14;

std::string LineOf(const MfeatView& view) {
  return fmt::format("{} fields, separated by commas", view.columns + 1);
}

std::string_view NextField(FieldCursor& cursor, const MfeatView& view) {
  if (cursor.at_end()) cursor.RefuseHere(LineOf(view), ',');
  return cursor.Field(',');
}

// The numbers of the columns, 0 and up; above the digits stands any number.
void ReadHeader(FieldCursor cursor, const MfeatView& view) {
  for (int c = 0; c < view.columns; ++c) {
    const std::string expected = std::to_string(c);
    if (NextField(cursor, view) != expected) cursor.Refuse("the column number " + expected);
  }
  NextField(cursor, view);
  cursor.ExpectEnd(LineOf(view));
}

void ReadRow(FieldCursor cursor, const MfeatView& view, MfeatTable& table) {
  for (int c = 0; c < view.columns; ++c) {
    const std::string_view field = NextField(cursor, view);
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value)) {
      cursor.Refuse("a number");
    }
    table.features.push_back(value);
  }
  const std::string_view digit = NextField(cursor, view);
  if (digit.size() != 1 || digit[0] < '0' || digit[0] > '9') cursor.Refuse("a digit, 0 to 9");
  table.digits.push_back(static_cast<uint8_t>(digit[0] - '0'));
  cursor.ExpectEnd(LineOf(view));
}

}  // namespace

const MfeatView& FindMfeatView(std::string_view name) {
  std::string known;
  for (const MfeatView& view : kMfeatViews) {
    if (view.name == name) return view;
    known += (known.empty() ? "" : ", ") + std::string(view.name);
  }
  common::ThrowUsageError("view of mfeat", "one of " + known, common::Quote(name));
}

MfeatTable ReadMfeatTable(const std::string& path, const MfeatView& view) {
  common::TextInput input(path, kLongestLine);
  MfeatTable table;
  table.columns = view.columns;
  std::string_view line;
  if (input.Next(&line)) ReadHeader(FieldCursor(input, line), view);
  while (input.Next(&line)) ReadRow(FieldCursor(input, line), view, table);
  if (table.digits.empty()) common::ThrowDataError(path, "at least one row", "a file without rows");
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
