#include "experiments/harness/run/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "common/digest.h"
#include "common/error.h"
#include "common/number.h"
#include "common/packed_numbers.h"
#include "common/table.h"

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
constexpr const char* kDataDigest = "data digest";  // of what was recorded, whose data sets are not at hand

FinishedCase ReadCase(const common::Table& table, size_t row) {
  FinishedCase read;
  read.c.name = table.Text(row, "case");
  if (!IsCaseName(read.c.name)) {
    common::ThrowDataError(table.Where(row, "case"), "the name of a case", common::Quote(read.c.name));
  }
  const int64_t seed = common::ParseInteger(table.Text(row, "seed"), table.Where(row, "seed"));
  if (seed < 0) common::ThrowDataError(table.Where(row, "seed"), "a seed from 0", std::to_string(seed));
  read.c.seed = static_cast<uint64_t>(seed);
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

void ReadObservation(const common::Table& table, size_t row, Record& record) {
  RowKey key = {table.Text(row, "table"), table.Text(row, "dataset"), table.Text(row, "method"),
                Setting::Parse(table.Text(row, "setting"), table.Where(row, "setting")),
                table.Text(row, "metric")};
  if (key.metric == kRefused && key.table.empty()) {
    record.refusal = "";
  } else if (key.metric == kNothing && key.table.empty()) {
    return;
  } else if (table.Text(row, "x").empty()) {
    if (std::ranges::find(record.values, key, &RecordedValue::key) != record.values.end()) {
      common::ThrowDataError(table.Where(row, "metric"), "each value of a case once",
                             Describe(key) + " again");
    }
    record.values.push_back({std::move(key), table.Number(row, "value"), table.Text(row, "unit")});
  } else if (table.Text(row, "unit") == kPicture) {
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
    try {
      common::CheckPicture(picture, "");
    } catch (const common::Error& error) {
      common::ThrowDataError(table.Where(row, "x"), error.parts().expected, error.parts().found);
    }
    record.pictures.push_back({std::move(key), std::move(picture)});
  } else {
    RecordedCurve curve{std::move(key), common::UnpackNumbers(table.Text(row, "x"), table.Where(row, "x")),
                        common::UnpackNumbers(table.Text(row, "y"), table.Where(row, "y"))};
    if (curve.x.size() != curve.y.size()) {
      common::ThrowDataError(table.Where(row, "y"), fmt::format("{} numbers, as many as x", curve.x.size()),
                             std::to_string(curve.y.size()));
    }
    record.curves.push_back(std::move(curve));
  }
}

}  // namespace

std::vector<FinishedCase> ParseRecord(std::string_view tsv, const std::string& name) {
  std::vector<FinishedCase> cases;
  if (tsv.empty()) return cases;
  const common::Table table = common::ParseTsv(tsv, name);
  const std::string format = table.comments.empty() ? "" : table.comments.front();
  if (format != kFormat) {
    const bool is_newer = format.starts_with(" structlab record ");
    common::ThrowDataError(
        name + ":1", "'#" + std::string(kFormat) + "'", common::Quote("#" + format),
        is_newer ? "the record is of a newer version of this program: update the checkout" : "");
  }
  for (const char* column : kColumns) table.Column(column);  // throws where it is missing
  std::set<std::string> seen;
  size_t first = 0;  // line of the case
  for (size_t row = 0; row < table.rows.size(); ++row) {
    FinishedCase next = ReadCase(table, row);
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

std::string FormatRecord(const std::vector<FinishedCase>& cases) {
  common::Table table;
  table.comments = {std::string(kFormat)};
  table.columns.assign(std::begin(kColumns), std::end(kColumns));
  std::set<std::string> with_curves;
  for (const FinishedCase& c : cases) {
    std::string data(NameOf(OriginOf(c.c)));
    if (const std::string digest = DataDigestOf(c); !digest.empty()) data.append(":").append(digest);
    const auto add = [&](const RowKey& key, const std::string& unit, const std::string& value,
                         const std::string& x, const std::string& y) {
      table.rows.push_back({c.c.name, std::to_string(c.c.seed), key.table, key.dataset, key.method,
                            key.setting.Format(), key.metric, unit, value, x, y, data,
                            std::string(NameOf(ProtocolOf(c.c))), common::FormatDouble(c.seconds),
                            common::FormatDouble(c.cpu_seconds), common::FormatDouble(c.peak_rss_mb),
                            c.FactOf("processor"), c.FactOf("commit").substr(0, 12),
                            c.finished.substr(0, 10)});
    };
    const bool is_first =
        !(c.record.curves.empty() && c.record.pictures.empty()) && with_curves.insert(c.c.name).second;
    const bool is_empty = !c.record.refusal && c.record.values.empty() && !is_first;
    if (c.record.refusal) add({"", "", "", {}, kRefused}, "", "1", "", "");
    if (is_empty) add({"", "", "", {}, kNothing}, "", "0", "", "");
    for (const RecordedValue& v : c.record.values) {
      add(v.key, v.unit, common::FormatDouble(v.value), "", "");
    }
    if (!is_first) continue;
    for (const RecordedCurve& curve : c.record.curves) {
      add(curve.key, "", "", common::PackNumbers(curve.x), common::PackNumbers(curve.y));
    }
    for (const RecordedPicture& shown : c.record.pictures) {
      const Picture& picture = shown.picture;
      const std::vector<double> form = {1.0 * picture.width, 1.0 * picture.height, 1.0 * picture.channels};
      add(shown.key, kPicture, "", common::PackNumbers(form),
          common::PackNumbers({picture.values.begin(), picture.values.end()}));
    }
  }
  return common::FormatTsv(table);
}

std::string DataDigestOf(const FinishedCase& finished) {
  const auto recorded = std::ranges::find(finished.provenance, kDataDigest, &Fact::name);
  if (recorded != finished.provenance.end()) return recorded->value;
  std::string lines;
  for (const Dataset& dataset : finished.c.resolved) {
    for (const Fact& checksum : dataset.checksums) {
      lines += fmt::format("{}\n{}\n{}\n", dataset.name, checksum.name, checksum.value);
    }
  }
  return lines.empty() ? "" : common::Sha256OfText(lines).substr(0, 16);
}

std::vector<FinishedCase> MergeRecord(std::vector<FinishedCase> before, std::vector<FinishedCase> now,
                                      const std::vector<Case>& planned) {
  std::map<std::string, FinishedCase> by_key;
  for (std::vector<FinishedCase>* cases : {&before, &now}) {
    for (FinishedCase& c : *cases) by_key.insert_or_assign(c.Key(), std::move(c));
  }
  std::vector<FinishedCase> merged;
  for (const Case& c : planned) {
    const auto found = by_key.find(c.Key());
    if (found != by_key.end()) merged.push_back(std::move(found->second));
  }
  return merged;
}

Results ResultsOf(const std::vector<FinishedCase>& record, const std::vector<Case>& planned,
                  const Settings& settings) {
  std::map<std::string, const FinishedCase*> by_key;
  for (const FinishedCase& c : record) by_key.emplace(c.Key(), &c);
  std::vector<FinishedCase> finished;
  for (const Case& c : planned) {
    const auto found = by_key.find(c.Key());
    if (found == by_key.end()) continue;
    FinishedCase& recorded = finished.emplace_back(*found->second);
    const std::optional<DataOrigin> origin = recorded.c.origin;
    recorded.c = c;
    recorded.c.origin = origin;
  }
  Results results(std::move(finished), settings.profile(), settings.values());
  results.SetPlanned(planned);
  return results;
}

RecordGaps GapsOf(const std::vector<FinishedCase>& record, const std::vector<Case>& planned) {
  std::set<std::string> recorded_keys, planned_keys;
  for (const FinishedCase& c : record) recorded_keys.insert(c.Key());
  for (const Case& c : planned) planned_keys.insert(c.Key());
  RecordGaps gaps;
  std::ranges::set_difference(recorded_keys, planned_keys, std::back_inserter(gaps.not_planned));
  std::ranges::set_difference(planned_keys, recorded_keys, std::back_inserter(gaps.not_recorded));
  return gaps;
}

}  // namespace structlab::harness
