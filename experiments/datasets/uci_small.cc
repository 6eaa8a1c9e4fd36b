#include "experiments/datasets/uci_small.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/reproducible_math.h"
#include "common/text_input.h"
#include "experiments/datasets/field_cursor.h"

namespace structlab::datasets {
namespace {

constexpr size_t kLongestLine = 4096;
constexpr std::array<std::string_view, 3> kSexes = {"M", "F", "I"};

constexpr int kAbaloneNumbers = 7;  // of a line, without the sex and the target
constexpr const char kAbaloneLine[] = "9 fields, separated by commas";

// What the real file has.
struct Shape {
  int columns, rows;
};

Shape ShapeOf(UciTable table) {
  if (table == UciTable::kHousing) return {.columns = 13, .rows = 506};
  return {.columns = static_cast<int>(kSexes.size()) + kAbaloneNumbers, .rows = 4177};
}

double ReadNumber(FieldCursor& cursor) {
  if (cursor.at_end()) cursor.RefuseHere(kAbaloneLine, ',');
  const std::string_view field = cursor.Field(',');
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value)) {
    cursor.Refuse("a number");
  }
  return value;
}

void ReadAbaloneRow(FieldCursor cursor, NumberTable& table) {
  const std::string_view sex = cursor.Field(',');
  bool is_known = false;
  for (const std::string_view known : kSexes) {
    table.inputs.push_back(sex == known ? 1 : 0);
    is_known = is_known || sex == known;
  }
  if (!is_known) cursor.Refuse("M, F or I");
  for (int i = 0; i < kAbaloneNumbers; ++i) table.inputs.push_back(ReadNumber(cursor));
  table.targets.push_back(ReadNumber(cursor));
  cursor.ExpectEnd(kAbaloneLine);
}

}  // namespace

const char* NameOf(UciTable table) { return table == UciTable::kHousing ? "housing" : "abalone"; }

NumberTable ReadUciTable(const std::string& path, UciTable table) {
  const Shape shape = ShapeOf(table);
  if (table == UciTable::kHousing) return ReadNumberTable(path, shape.columns, kernels::TableNames::kNo);
  common::TextInput input(path, kLongestLine);
  NumberTable read;
  read.columns = shape.columns;
  std::string_view line;
  while (input.Next(&line)) ReadAbaloneRow(FieldCursor(input, line), read);
  if (read.targets.empty()) common::ThrowDataError(path, "at least one row", "an empty file");
  return read;
}

NumberTable GenerateUciTable(UciTable table, uint64_t seed) {
  constexpr int kDirections = 4;
  constexpr double kNoise = 0.25;
  const Shape shape = ShapeOf(table);
  common::RandomStream random(seed, std::string("uci_small/") + NameOf(table));
  const auto columns = static_cast<size_t>(shape.columns);
  std::vector<double> directions(kDirections * columns);
  for (double& entry : directions) entry = random.Normal() / std::sqrt(static_cast<double>(columns));
  NumberTable generated;
  generated.columns = shape.columns;
  for (int row = 0; row < shape.rows; ++row) {
    for (size_t c = 0; c < columns; ++c) generated.inputs.push_back(random.Normal());
    const std::span<const double> inputs = generated.Row(row);
    double target = kNoise * random.Normal();
    for (size_t d = 0; d < kDirections; ++d) {
      double product = 0;
      for (size_t c = 0; c < columns; ++c) product += directions[d * columns + c] * inputs[c];
      target += common::ReproducibleExp(-product * product);
    }
    generated.targets.push_back(target);
  }
  return generated;
}

}  // namespace structlab::datasets
