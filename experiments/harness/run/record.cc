#include "experiments/harness/run/record.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "common/check.h"
#include "common/digest.h"
#include "common/error.h"
#include "common/number.h"
#include "common/table.h"

namespace structlab::harness {
namespace {

constexpr std::string_view kFormat = " structlab record 1";
constexpr std::string_view kFormatName = " structlab record ";
constexpr const char* kRefused = "refused";
constexpr const char* kNothing = "nothing";
constexpr const char* kColumns[] = {
    "case", "seed", "table",    "dataset", "method",      "setting",     "metric",    "unit",   "value", "x",
    "y",    "data", "protocol", "seconds", "cpu_seconds", "peak_rss_mb", "processor", "commit", "date"};
constexpr const char* kDataDigest = "data digest";  // of what was recorded, whose data sets are not at hand
constexpr size_t kMaxCurveBytes = size_t{1} << 26;

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    }
    for (size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? kBase64[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

std::string DecodeBase64(std::string_view text, const std::string& where) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const size_t digit = kBase64.find(c);
    if (digit == kBase64.npos) common::ThrowDataError(where, "base64", common::Quote(std::string(1, c)));
    group = group << 6 | static_cast<uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 255);
  }
  return bytes;
}

// Bytes of equal rank together, which compresses better; and back.
std::string Transposed(std::string_view bytes, size_t rows, size_t columns) {
  std::string transposed(bytes.size(), '\0');
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < columns; ++c) transposed[c * rows + r] = bytes[r * columns + c];
  }
  return transposed;
}

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
  template <typename Value>
  Value Word(size_t row, const char* column, std::optional<Value> (*parse)(std::string_view),
             const char* expected) const {
    const std::optional<Value> value = parse(Text(row, column));
    if (!value) common::ThrowDataError(Where(row, column), expected, common::Quote(Text(row, column)));
    return *value;
  }

 private:
  const common::Table& table_;
  std::map<std::string, int> columns_;
};

RecordedCase ReadCase(const Reader& reader, size_t row) {
  const int64_t seed = common::ParseInteger(reader.Text(row, "seed"), reader.Where(row, "seed"));
  if (!IsCaseName(reader.Text(row, "case"))) {
    common::ThrowDataError(reader.Where(row, "case"), "the name of a case",
                           common::Quote(reader.Text(row, "case")));
  }
  if (seed < 0) common::ThrowDataError(reader.Where(row, "seed"), "a seed from 0", std::to_string(seed));
  const std::string& data = reader.Text(row, "data");
  const size_t colon = data.find(':');
  const std::optional<DataOrigin> origin = ParseOrigin(std::string_view(data).substr(0, colon));
  if (!origin) {
    common::ThrowDataError(reader.Where(row, "data"), "real, substitute or stand-in", common::Quote(data));
  }
  return {.name = reader.Text(row, "case"),
          .seed = static_cast<uint64_t>(seed),
          .data = *origin,
          .data_digest = colon == data.npos ? "" : data.substr(colon + 1),
          .protocol = reader.Word(row, "protocol", &ParseProtocol, "paper, cut or changed"),
          .seconds = reader.Number(row, "seconds"),
          .cpu_seconds = reader.Number(row, "cpu_seconds"),
          .peak_rss_mb = reader.Number(row, "peak_rss_mb"),
          .processor = reader.Text(row, "processor"),
          .commit = reader.Text(row, "commit"),
          .date = reader.Text(row, "date"),
          .record = {}};
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
    RecordedCurve curve{std::move(key), UnpackNumbers(reader.Text(row, "x"), reader.Where(row, "x")),
                        UnpackNumbers(reader.Text(row, "y"), reader.Where(row, "y"))};
    if (curve.x.size() != curve.y.size()) {
      common::ThrowDataError(reader.Where(row, "y"),
                             std::to_string(curve.x.size()) + " numbers, as many as x",
                             std::to_string(curve.y.size()));
    }
    record.curves.push_back(std::move(curve));
  }
}

const std::string& FactOf(const FinishedCase& finished, const char* name) {
  static const std::string unknown = "unknown";
  const auto fact = std::ranges::find(finished.provenance, name, &Fact::name);
  return fact == finished.provenance.end() ? unknown : fact->value;
}

}  // namespace

std::string PackNumbers(const std::vector<double>& numbers) {
  std::string bytes(numbers.size() * sizeof(double), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  const std::string transposed = Transposed(bytes, numbers.size(), sizeof(double));
  uLongf size = compressBound(transposed.size());
  std::string packed(size, '\0');
  STRUCTLAB_CHECK(compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                            reinterpret_cast<const Bytef*>(transposed.data()), transposed.size(), 9) == Z_OK);
  packed.resize(size);
  return std::to_string(numbers.size()) + ":" + EncodeBase64(packed);
}

std::vector<double> UnpackNumbers(std::string_view text, const std::string& where) {
  const size_t colon = text.find(':');
  if (colon == text.npos) common::ThrowDataError(where, "COUNT:BASE64", common::Quote(text));
  const int64_t count = common::ParseInteger(text.substr(0, colon), where);
  if (count < 0 || static_cast<size_t>(count) > kMaxCurveBytes / sizeof(double)) {
    common::ThrowDataError(where, "at most " + std::to_string(kMaxCurveBytes / sizeof(double)) + " numbers",
                           std::to_string(count));
  }
  const std::string packed = DecodeBase64(text.substr(colon + 1), where);
  std::string transposed(static_cast<size_t>(count) * sizeof(double), '\0');
  uLongf size = transposed.size();
  const int status = uncompress(reinterpret_cast<Bytef*>(transposed.data()), &size,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (status != Z_OK || size != transposed.size()) {
    common::ThrowDataError(where, std::to_string(count) + " compressed numbers", "damaged bytes");
  }
  const std::string bytes = Transposed(transposed, sizeof(double), static_cast<size_t>(count));
  std::vector<double> numbers(static_cast<size_t>(count));
  if (count > 0) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

std::vector<RecordedCase> ParseRecord(std::string_view tsv, const std::string& name) {
  std::vector<RecordedCase> cases;
  if (tsv.empty()) return cases;
  const common::Table table = common::ParseTsv(tsv, name);
  const std::string format = table.comments.empty() ? "" : table.comments.front();
  if (format != kFormat) {
    const bool is_newer = format.starts_with(kFormatName);
    common::ThrowDataError(
        name + ":1", "'#" + std::string(kFormat) + "'", common::Quote("#" + format),
        is_newer ? "the record is of a newer version of this program: update the checkout" : "");
  }
  const Reader reader(table);
  std::set<std::string> seen;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    RecordedCase next = ReadCase(reader, row);
    if (cases.empty() || cases.back().Key() != next.Key()) {
      if (!seen.insert(next.Key()).second) {
        common::ThrowDataError(reader.Where(row, "case"), "the lines of a case together",
                               common::Quote(next.Key()) + " again");
      }
      cases.push_back(std::move(next));
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
      add(curve.key, "", "", PackNumbers(curve.x), PackNumbers(curve.y));
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
      for (const std::string& part : {dataset.name, checksum.name, checksum.value})
        lines.append(part).append("\n");
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
         .processor = FactOf(finished, "processor"),
         .commit = FactOf(finished, "commit").substr(0, 12),
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
    if (const auto found = by_key.find(c.Key()); found != by_key.end())
      merged.push_back(std::move(found->second));
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
