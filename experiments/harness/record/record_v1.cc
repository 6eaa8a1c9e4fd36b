#include "experiments/harness/record/record_v1.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "common/error.h"
#include "common/packed_numbers.h"
#include "common/table.h"
#include "experiments/harness/record/record_cells.h"

namespace structlab::harness {
namespace {

constexpr std::string_view kFormat = " structlab record 1";
constexpr const char* kRefused = "refused";
constexpr const char* kNothing = "nothing";
constexpr const char* kPicture = "picture";  // unit of one: x has width, height, channels; y its values
constexpr const char* kColumns[] = {
    "case", "seed", "table",    "dataset", "method",      "setting",     "metric",    "unit",   "value", "x",
    "y",    "data", "protocol", "seconds", "cpu_seconds", "peak_rss_mb", "processor", "commit", "date"};
// What the lines of one case have in common.
constexpr const char* kCaseColumns[] = {"data",        "protocol",  "seconds", "cpu_seconds",
                                        "peak_rss_mb", "processor", "commit",  "date"};

// Throws unless the line says of the case what its first line says.
void CheckSameCase(const common::Table& table, size_t first, size_t row) {
  for (const char* column : kCaseColumns) {
    const std::string &expected = table.Text(first, column), &found = table.Text(row, column);
    if (found == expected) continue;
    common::ThrowDataError(table.Where(row, column),
                           common::Quote(expected) + " as in the first line of the case",
                           common::Quote(found));
  }
}

Picture ReadPicture(const common::Table& table, size_t row) {
  const auto numbers = [&](const char* column) {
    return common::UnpackNumbers(table.Text(row, column), table.Where(row, column));
  };
  const std::vector<double> form = numbers("x"), values = numbers("y");
  const auto are_within = [](const std::vector<double>& all, double largest) {
    return std::ranges::all_of(all, [&](double number) { return number >= 0 && number <= largest; });
  };
  Picture picture;
  if (form.size() == 3 && are_within(form, common::kMaxPictureSide) && are_within(values, 255)) {
    picture = {.width = static_cast<int>(form[0]),
               .height = static_cast<int>(form[1]),
               .channels = static_cast<int>(form[2]),
               .values = {values.begin(), values.end()}};
  }
  CheckRecordedPicture(picture, table, row, "x");
  return picture;
}

void ReadObservation(const common::Table& table, size_t row, Record& record) {
  RowKey key = ReadKey(table, row);
  if (key.metric == kRefused && key.table.empty()) {
    record.refusal = "";
  } else if (key.metric == kNothing && key.table.empty()) {
    return;
  } else if (table.Text(row, "x").empty()) {
    RecordedValue value = {std::move(key), table.Number(row, "value"), table.Text(row, "unit")};
    AddOnce(table, row, std::move(value), record.values);
  } else if (table.Text(row, "unit") == kPicture) {
    AddOnce(table, row, RecordedPicture{std::move(key), ReadPicture(table, row)}, record.pictures);
  } else {
    AddOnce(table, row, ReadCurve(table, row, std::move(key)), record.curves);
  }
}

}  // namespace

std::vector<FinishedCase> ParseRecordV1(std::string_view tsv, const std::string& name) {
  std::vector<FinishedCase> cases;
  if (tsv.empty()) return cases;
  const common::Table table = common::ParseTsv(tsv, name);
  CheckFormat(table, kFormat);
  for (const char* column : kColumns) table.Column(column);  // throws where it is missing
  std::set<std::string> seen;
  size_t first = 0;  // line of the case
  for (size_t row = 0; row < table.rows.size(); ++row) {
    FinishedCase next = ReadCaseCells(table, row);
    if (!cases.empty() && cases.back().Key() == next.Key()) {
      CheckSameCase(table, first, row);
    } else if (seen.insert(next.Key()).second) {
      first = row;
      cases.push_back(std::move(next));
    } else {
      common::ThrowDataError(table.Where(row, "case"), "the lines of a case together",
                             common::Quote(next.Key()) + " again");
    }
    ReadObservation(table, row, cases.back().record);
  }
  return cases;
}

}  // namespace structlab::harness
