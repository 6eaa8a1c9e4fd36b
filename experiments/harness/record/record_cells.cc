#include "experiments/harness/record/record_cells.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <system_error>

#include "common/error.h"
#include "common/packed_numbers.h"
#include "experiments/harness/record/record.h"

namespace structlab::harness {

uint64_t ReadSeed(const common::Table& table, size_t row) {
  const std::string& text = table.Text(row, "seed");
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) {
    common::ThrowDataError(table.Where(row, "seed"), "a seed", common::Quote(text));
  }
  return seed;
}

FinishedCase ReadCaseCells(const common::Table& table, size_t row) {
  FinishedCase read;
  read.c.name = table.Text(row, "case");
  if (!IsCaseName(read.c.name)) {
    common::ThrowDataError(table.Where(row, "case"), "the name of a case", common::Quote(read.c.name));
  }
  read.c.seed = ReadSeed(table, row);
  const std::string& data = table.Text(row, "data");
  const size_t colon = data.find(':');
  ParseCell(data.substr(0, colon), table.Where(row, "data"), read.c.origin.emplace());
  ParseCell(table.Text(row, "protocol"), table.Where(row, "protocol"), read.c.protocol);
  read.seconds = table.Number(row, "seconds");
  read.cpu_seconds = table.Number(row, "cpu_seconds");
  read.peak_rss_mb = table.Number(row, "peak_rss_mb");
  read.finished = table.Text(row, "date");
  read.provenance = {{"processor", table.Text(row, "processor")}, {"commit", table.Text(row, "commit")}};
  if (colon != data.npos) read.provenance.push_back({kDataDigest, data.substr(colon + 1)});
  return read;
}

RowKey ReadKey(const common::Table& table, size_t row) {
  return {table.Text(row, "table"), table.Text(row, "dataset"), table.Text(row, "method"),
          Setting::Parse(table.Text(row, "setting"), table.Where(row, "setting")), table.Text(row, "metric")};
}

RecordedCurve ReadCurve(const common::Table& table, size_t row, RowKey key) {
  RecordedCurve curve{std::move(key), common::UnpackNumbers(table.Text(row, "x"), table.Where(row, "x")),
                      common::UnpackNumbers(table.Text(row, "y"), table.Where(row, "y"))};
  if (curve.x.size() != curve.y.size()) {
    common::ThrowDataError(table.Where(row, "y"), fmt::format("{} numbers, as many as x", curve.x.size()),
                           std::to_string(curve.y.size()));
  }
  return curve;
}

void CheckRecordedPicture(const Picture& picture, const common::Table& table, size_t row,
                          std::string_view column) {
  try {
    common::CheckPicture(picture, "");
  } catch (const common::Error& error) {
    common::ThrowDataError(table.Where(row, column), error.parts().expected, error.parts().found);
  }
}

void CheckFormat(const common::Table& table, std::string_view format) {
  const std::string found = table.comments.empty() ? "" : table.comments.front();
  if (found == format) return;
  const bool is_newer = found.starts_with(" structlab record ") &&
                        std::pair(found.size(), found) > std::pair(format.size(), std::string(format));
  common::ThrowDataError(
      table.name + ":1", "'#" + std::string(format) + "'", common::Quote("#" + found),
      is_newer ? "the record is of a newer version of this program: update the checkout" : "");
}

void ThrowRepeated(const common::Table& table, size_t row, const RowKey& key) {
  common::ThrowDataError(table.Where(row, "metric"), "each value of a case once", Describe(key) + " again");
}

}  // namespace structlab::harness
