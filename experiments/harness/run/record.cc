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
constexpr const char* kColumns[] = {
    "case", "seed", "table",    "dataset", "method",      "setting",     "metric",    "unit",   "value", "x",
    "y",    "data", "protocol", "seconds", "cpu_seconds", "peak_rss_mb", "processor", "commit", "date"};
// What the lines of one case have in common.
constexpr const char* kCaseColumns[] = {"data",        "protocol",  "seconds", "cpu_seconds",
                                        "peak_rss_mb", "processor", "commit",  "date"};
constexpr const char* kDataDigest = "data digest";  // of what was recorded, whose data sets are not at hand

// A row of the table and its place, for messages.
class Reader {
 public:
  explicit Reader(const common::Table& table) : table_(table) {
    for (const char* column : kColumns) columns_.emplace(column, table.Column(column));
  }
  const std::string& Text(size_t row, const char* column) const {
    return table_.rows[row][static_cast<size_t>(columns_.at(column))];
  }
  std::string Where(size_t row, const char* column) const { return table_.Where(row, columns_.at(column)); }
  double Number(size_t row, const char* column) const {
    return common::ParseDouble(Text(row, column), Where(row, column));
  }

 private:
  const common::Table& table_;
  std::map<std::string, int> columns_;
};

RecordedCase ReadCase(const Reader& reader, size_t row) {
  const std::string& name = reader.Text(row, "case");
  const std::string where = reader.Where(row, "seed");
  const int64_t seed = common::ParseInteger(reader.Text(row, "seed"), where);
  if (!IsCaseName(name)) {
    common::ThrowDataError(reader.Where(row, "case"), "the name of a case", common::Quote(name));
  }
  if (seed < 0) common::ThrowDataError(where, "a seed from 0", std::to_string(seed));
  const std::string& data = reader.Text(row, "data");
  const size_t colon = data.find(':');
  const auto word = [&](const char* column, const auto& value, const char* expected) {
    if (value) return *value;
    common::ThrowDataError(reader.Where(row, column), expected, common::Quote(reader.Text(row, column)));
  };
  return {.name = name,
          .seed = static_cast<uint64_t>(seed),
          .data = word("data", ParseOrigin(std::string_view(data).substr(0, colon)),
                       "real, substitute or stand-in"),
          .data_digest = colon == data.npos ? "" : data.substr(colon + 1),
          .protocol = word("protocol", ParseProtocol(reader.Text(row, "protocol")), "paper, cut or changed"),
          .seconds = reader.Number(row, "seconds"),
          .cpu_seconds = reader.Number(row, "cpu_seconds"),
          .peak_rss_mb = reader.Number(row, "peak_rss_mb"),
          .processor = reader.Text(row, "processor"),
          .commit = reader.Text(row, "commit"),
          .date = reader.Text(row, "date"),
          .record = {}};
}

// Throws unless the line says of the case what its first line says.
void CheckSameCase(const Reader& reader, size_t first, size_t row) {
  for (const char* column : kCaseColumns) {
    const std::string &expected = reader.Text(first, column), &found = reader.Text(row, column);
    if (found == expected) continue;
    common::ThrowDataError(reader.Where(row, column),
                           common::Quote(expected) + " as in the first line of the case",
                           common::Quote(found));
  }
}

void ReadObservation(const Reader& reader, size_t row, Record& record) {
  RowKey key = {reader.Text(row, "table"), reader.Text(row, "dataset"), reader.Text(row, "method"),
                Setting::Parse(reader.Text(row, "setting"), reader.Where(row, "setting")),
                reader.Text(row, "metric")};
  if (key.metric == kRefused && key.table.empty()) {
    record.refusal = "";
  } else if (key.metric == kNothing && key.table.empty()) {
    return;
  } else if (reader.Text(row, "x").empty()) {
    record.values.push_back({std::move(key), reader.Number(row, "value"), reader.Text(row, "unit")});
  } else {
    RecordedCurve curve{std::move(key), common::UnpackNumbers(reader.Text(row, "x"), reader.Where(row, "x")),
                        common::UnpackNumbers(reader.Text(row, "y"), reader.Where(row, "y"))};
    if (curve.x.size() != curve.y.size()) {
      common::ThrowDataError(reader.Where(row, "y"),
                             std::to_string(curve.x.size()) + " numbers, as many as x",
                             std::to_string(curve.y.size()));
    }
    record.curves.push_back(std::move(curve));
  }
}

}  // namespace

std::vector<RecordedCase> ParseRecord(std::string_view tsv, const std::string& name) {
  std::vector<RecordedCase> cases;
  if (tsv.empty()) return cases;
  const common::Table table = common::ParseTsv(tsv, name);
  const std::string format = table.comments.empty() ? "" : table.comments.front();
  if (format != kFormat) {
    const bool is_newer = format.starts_with(" structlab record ");
    common::ThrowDataError(
        name + ":1", "'#" + std::string(kFormat) + "'", common::Quote("#" + format),
        is_newer ? "the record is of a newer version of this program: update the checkout" : "");
  }
  const Reader reader(table);
  std::set<std::string> seen;
  size_t first = 0;  // line of the case
  for (size_t row = 0; row < table.rows.size(); ++row) {
    RecordedCase next = ReadCase(reader, row);
    if (!cases.empty() && cases.back().Key() == next.Key()) {
      CheckSameCase(reader, first, row);
    } else if (seen.insert(next.Key()).second) {
      first = row;
      cases.push_back(std::move(next));
    } else {
      common::ThrowDataError(reader.Where(row, "case"), "the lines of a case together",
                             common::Quote(next.Key()) + " again");
    }
    ReadObservation(reader, row, cases.back().record);
  }
  return cases;
}

std::string FormatRecord(const std::vector<RecordedCase>& cases) {
  common::Table table;
  table.comments = {std::string(kFormat)};
  table.columns.assign(std::begin(kColumns), std::end(kColumns));
  for (const RecordedCase& c : cases) {
    std::string data(NameOf(c.data));
    if (!c.data_digest.empty()) data.append(":").append(c.data_digest);
    const auto add = [&](const RowKey& key, const std::string& unit, const std::string& value,
                         const std::string& x, const std::string& y) {
      table.rows.push_back({c.name, std::to_string(c.seed), key.table, key.dataset, key.method,
                            key.setting.Format(), key.metric, unit, value, x, y, data,
                            std::string(NameOf(c.protocol)), common::FormatDouble(c.seconds),
                            common::FormatDouble(c.cpu_seconds), common::FormatDouble(c.peak_rss_mb),
                            c.processor, c.commit, c.date});
    };
    const bool is_empty = !c.record.refusal && c.record.values.empty() && c.record.curves.empty();
    if (c.record.refusal) add({"", "", "", {}, kRefused}, "", "1", "", "");
    if (is_empty) add({"", "", "", {}, kNothing}, "", "0", "", "");
    for (const RecordedValue& v : c.record.values) {
      add(v.key, v.unit, common::FormatDouble(v.value), "", "");
    }
    for (const RecordedCurve& curve : c.record.curves) {
      add(curve.key, "", "", common::PackNumbers(curve.x), common::PackNumbers(curve.y));
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

std::vector<RecordedCase> RecordOf(const Results& results) {
  std::vector<RecordedCase> cases;
  std::set<std::string> with_curves;
  for (const FinishedCase& finished : results.cases()) {
    RecordedCase& c = cases.emplace_back();
    c = {.name = finished.c.name,
         .seed = finished.c.seed,
         .data = OriginOf(finished.c),
         .data_digest = DataDigestOf(finished),
         .protocol = ProtocolOf(finished.c),
         .seconds = finished.seconds,
         .cpu_seconds = finished.cpu_seconds,
         .peak_rss_mb = finished.peak_rss_mb,
         .processor = finished.FactOf("processor"),
         .commit = finished.FactOf("commit").substr(0, 12),
         .date = finished.finished.substr(0, 10),
         .record = {}};
    c.record.values = finished.record.values;
    if (finished.record.refusal) c.record.refusal = "";
    if (with_curves.insert(finished.c.name).second) c.record.curves = finished.record.curves;
  }
  return cases;
}

std::vector<RecordedCase> MergeRecord(std::vector<RecordedCase> before, std::vector<RecordedCase> now,
                                      const std::vector<Case>& planned) {
  std::map<std::string, RecordedCase> by_key;
  for (std::vector<RecordedCase>* cases : {&before, &now}) {
    for (RecordedCase& c : *cases) by_key.insert_or_assign(c.Key(), std::move(c));
  }
  std::vector<RecordedCase> merged;
  for (const Case& c : planned) {
    const auto found = by_key.find(c.Key());
    if (found != by_key.end()) merged.push_back(std::move(found->second));
  }
  return merged;
}

Results ResultsOf(const std::vector<RecordedCase>& record, const std::vector<Case>& planned,
                  const Settings& settings) {
  std::map<std::string, const RecordedCase*> by_key;
  for (const RecordedCase& c : record) by_key.emplace(c.Key(), &c);
  std::vector<FinishedCase> finished;
  for (const Case& c : planned) {
    const auto found = by_key.find(c.Key());
    if (found == by_key.end()) continue;
    const RecordedCase& recorded = *found->second;
    FinishedCase& f = finished.emplace_back();
    f.c = c;
    f.c.origin = recorded.data;
    f.record = recorded.record;
    f.seconds = recorded.seconds;
    f.cpu_seconds = recorded.cpu_seconds;
    f.peak_rss_mb = recorded.peak_rss_mb;
    f.finished = recorded.date;
    f.provenance = {{"processor", recorded.processor}, {"commit", recorded.commit}};
    if (!recorded.data_digest.empty()) f.provenance.push_back({kDataDigest, recorded.data_digest});
  }
  Results results(std::move(finished), settings.profile(), settings.values());
  results.SetPlanned(planned);
  return results;
}

RecordGaps GapsOf(const std::vector<RecordedCase>& record, const std::vector<Case>& planned) {
  std::set<std::string> recorded_keys, planned_keys;
  for (const RecordedCase& c : record) recorded_keys.insert(c.Key());
  for (const Case& c : planned) planned_keys.insert(c.Key());
  RecordGaps gaps;
  std::ranges::set_difference(recorded_keys, planned_keys, std::back_inserter(gaps.not_planned));
  std::ranges::set_difference(planned_keys, recorded_keys, std::back_inserter(gaps.not_recorded));
  return gaps;
}

}  // namespace structlab::harness
