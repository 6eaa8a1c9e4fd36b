#include "experiments/harness/record/record_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "common/digest.h"
#include "common/error.h"
#include "common/number.h"
#include "common/packed_numbers.h"
#include "common/png/png_file.h"
#include "common/table.h"
#include "experiments/harness/record/record.h"

namespace structlab::harness {
namespace {

constexpr std::string_view kFormat = " structlab record 2";
constexpr std::string_view kDigestOfValues = " sha256 of values.tsv: ";
constexpr const char* kRefused = "yes";
constexpr const char* kCurve = "curve";
constexpr const char* kItems = "items";
constexpr const char* kPictureEnding = ".png";
const std::vector<std::string> kCaseColumns = {"case",    "seed",        "data",        "protocol",
                                               "seconds", "cpu_seconds", "peak_rss_mb", "processor",
                                               "commit",  "date",        "refused"};
const std::vector<std::string> kValueColumns = {"case",   "seed", "table", "dataset", "method", "setting",
                                                "metric", "unit", "value", "x",       "y"};

std::string DigestOf(const Picture& picture) {
  std::string bytes = fmt::format("{} {} {}\n", picture.width, picture.height, picture.channels);
  bytes.append(picture.values.begin(), picture.values.end());
  return common::Sha256OfText(bytes).substr(0, 16);
}

// Names of the pictures' files, no two the same, also where capitals do not count.
class PictureNames {
 public:
  std::string Next(const std::string& case_name, const std::string& metric) {
    constexpr size_t kMaxLength = 200;  // file systems take 255
    const std::string stem = NamePart(case_name + "-" + metric).substr(0, kMaxLength);
    std::string name = stem;
    for (int number = 2; !used_.insert(name).second; ++number) name = fmt::format("{}-{}", stem, number);
    return name + kPictureEnding;
  }

 private:
  std::set<std::string> used_;
};

// The lines of values.tsv of one case after the other.
struct ValueLines {
  common::Table table = {.columns = kValueColumns};

  void Add(const Case& c, const RowKey& key, const std::string& unit, const std::string& value,
           const std::string& x = "", const std::string& y = "") {
    table.rows.push_back({c.name, std::to_string(c.seed), key.table, key.dataset, key.method,
                          key.setting.Format(), key.metric, unit, value, x, y});
  }
  void Add(const Case& c, const RecordedItems& recorded) {
    std::string parts;
    for (const std::vector<double>& part : recorded.parts) {
      parts.append(parts.empty() ? "" : ";").append(common::PackNumbers(part));
    }
    Add(c, recorded.key, "", kItems, FormatItems(recorded.items), parts);
  }
};

std::vector<std::string> CaseLine(const FinishedCase& finished) {
  std::string data(NameOf(OriginOf(finished.c)));
  if (const std::string digest = DataDigestOf(finished); !digest.empty()) data.append(":").append(digest);
  return {finished.c.name,
          std::to_string(finished.c.seed),
          data,
          std::string(NameOf(ProtocolOf(finished.c))),
          common::FormatDouble(finished.seconds),
          common::FormatDouble(finished.cpu_seconds),
          common::FormatDouble(finished.peak_rss_mb),
          finished.FactOf("processor"),
          finished.FactOf("commit").substr(0, 12),
          finished.finished.substr(0, 10),
          finished.record.refusal ? kRefused : ""};
}

// All cells except "refused".
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

// Adds what a line recorded. Throws if there already is one with this key.
template <typename Recorded>
void AddOnce(const common::Table& table, size_t row, Recorded recorded, std::vector<Recorded>& all) {
  if (std::ranges::find(all, recorded.key, &Recorded::key) != all.end()) {
    common::ThrowDataError(table.Where(row, "metric"), "each value of a case once",
                           Describe(recorded.key) + " again");
  }
  all.push_back(std::move(recorded));
}

RecordedItems ReadItems(const common::Table& table, size_t row, RowKey key) {
  RecordedItems recorded = {std::move(key), {}, {}};
  for (const std::string_view part : SplitList(table.Text(row, "y"), ';')) {
    recorded.parts.push_back(common::UnpackNumbers(part, table.Where(row, "y")));
    const size_t expected = recorded.parts.front().size(), found = recorded.parts.back().size();
    if (found == expected) continue;
    common::ThrowDataError(table.Where(row, "y"), fmt::format("{} numbers in each part", expected),
                           std::to_string(found));
  }
  recorded.items = ParseItems(table.Text(row, "x"), recorded.parts.front().size(), table.Where(row, "x"));
  return recorded;
}

Picture ReadPicture(const common::Table& table, size_t row, const RecordFiles& files,
                    const std::string& folder) {
  const std::string& name = table.Text(row, "value");
  const auto file = files.find(name);
  if (file == files.end()) {
    common::ThrowDataError(table.Where(row, "value"), "the picture " + folder + "/" + name, "no such file");
  }
  common::PngSamples read = common::DecodePng(file->second, folder + "/" + name);
  Picture picture = {read.width, read.height, read.channels, std::move(read.samples)};
  if (read.bits != 8) {
    common::ThrowDataError(table.Where(row, "value"), "a picture of 8 bits", std::to_string(read.bits));
  }
  try {
    common::CheckPicture(picture, "");
  } catch (const common::Error& error) {
    common::ThrowDataError(table.Where(row, "value"), error.parts().expected, error.parts().found);
  }
  const std::string &expected = table.Text(row, "x"), found = DigestOf(picture);
  if (found != expected) {
    common::ThrowDataError(table.Where(row, "x"), "the digest of " + folder + "/" + name + ", " + found,
                           common::Quote(expected));
  }
  return picture;
}

void ReadObservation(const common::Table& table, size_t row, const RecordFiles& files,
                     const std::string& folder, Record& record) {
  RowKey key = ReadKey(table, row);
  const std::string& value = table.Text(row, "value");
  if (value == kCurve) return AddOnce(table, row, ReadCurve(table, row, std::move(key)), record.curves);
  if (value == kItems) return AddOnce(table, row, ReadItems(table, row, std::move(key)), record.items);
  const bool is_picture = value.ends_with(kPictureEnding);
  for (const char* column : {"x", "y"}) {
    if (table.Text(row, column).empty() || (is_picture && column[0] == 'x')) continue;
    common::ThrowDataError(table.Where(row, column), "nothing, as it is no curve and no items",
                           common::Quote(table.Text(row, column)));
  }
  if (is_picture) {
    AddOnce(table, row, RecordedPicture{std::move(key), ReadPicture(table, row, files, folder)},
            record.pictures);
  } else {
    RecordedValue number = {std::move(key), table.Number(row, "value"), table.Text(row, "unit")};
    AddOnce(table, row, std::move(number), record.values);
  }
}

// The digest of values.tsv that cases.tsv names.
std::string ExpectedDigest(const common::Table& cases) {
  const std::string line = cases.comments.size() < 2 ? "" : cases.comments[1];
  if (line.starts_with(kDigestOfValues)) return line.substr(kDigestOfValues.size());
  common::ThrowDataError(cases.name + ":2", fmt::format("'#{}DIGEST'", kDigestOfValues),
                         common::Quote("#" + line));
}

// Throws for a table of another format, as its first comment says.
void CheckFormat(const common::Table& table) {
  const std::string found = table.comments.empty() ? "" : table.comments.front();
  if (found == kFormat) return;
  const bool is_newer = found.starts_with(" structlab record ") &&
                        std::pair(found.size(), found) > std::pair(kFormat.size(), std::string(kFormat));
  common::ThrowDataError(
      table.name + ":1", "'#" + std::string(kFormat) + "'", common::Quote("#" + found),
      is_newer ? "the record is of a newer version of this program: update the checkout" : "");
}

std::vector<FinishedCase> ReadCases(const common::Table& table) {
  CheckFormat(table);
  for (const std::string& column : kCaseColumns) table.Column(column);  // throws where it is missing
  std::vector<FinishedCase> cases;
  std::set<std::string> seen;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& refused = table.Text(row, "refused");
    FinishedCase& read = cases.emplace_back(ReadCaseCells(table, row));
    if (!seen.insert(read.Key()).second) {
      common::ThrowDataError(table.Where(row, "case"), "each case and seed once",
                             common::Quote(read.Key()) + " again");
    }
    if (refused == kRefused) {
      read.record.refusal = "";
    } else if (!refused.empty()) {
      common::ThrowDataError(table.Where(row, "refused"), "'yes' or nothing", common::Quote(refused));
    }
  }
  return cases;
}

}  // namespace

uint64_t ReadSeed(const common::Table& table, size_t row) {
  const std::string& text = table.Text(row, "seed");
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) {
    common::ThrowDataError(table.Where(row, "seed"), "a seed", common::Quote(text));
  }
  return seed;
}

RecordFiles FormatRecord(const std::vector<FinishedCase>& cases) {
  RecordFiles files;
  common::Table case_lines = {.columns = kCaseColumns};
  ValueLines values;
  PictureNames names;
  std::set<std::string> with_curves;
  for (const FinishedCase& finished : cases) {
    const Case& c = finished.c;
    const Record& record = finished.record;
    case_lines.rows.push_back(CaseLine(finished));
    const bool is_first =
        !(record.curves.empty() && record.pictures.empty()) && with_curves.insert(c.name).second;
    for (const RecordedValue& value : record.values) {
      values.Add(c, value.key, value.unit, common::FormatDouble(value.value));
    }
    for (const RecordedCurve& curve : record.curves) {
      if (!is_first) break;
      values.Add(c, curve.key, "", kCurve, common::PackNumbers(curve.x), common::PackNumbers(curve.y));
    }
    for (const RecordedItems& items : record.items) values.Add(c, items);
    if (!is_first) continue;
    for (const RecordedPicture& recorded : record.pictures) {
      const std::string name = names.Next(c.name, recorded.key.metric);
      values.Add(c, recorded.key, "", name, DigestOf(recorded.picture));
      files.emplace(name, common::EncodePng(recorded.picture, name));
    }
  }
  const std::string& text = files[kValuesFile] = common::FormatTsv(values.table);
  case_lines.comments = {std::string(kFormat), std::string(kDigestOfValues) + common::Sha256OfText(text)};
  files[kCasesFile] = common::FormatTsv(case_lines);
  return files;
}

std::vector<FinishedCase> ParseRecordedCases(std::string_view cases_tsv, const std::string& name) {
  return cases_tsv.empty() ? std::vector<FinishedCase>() : ReadCases(common::ParseTsv(cases_tsv, name));
}

std::vector<FinishedCase> ParseRecord(const RecordFiles& files, const std::string& folder) {
  const auto cases_file = files.find(kCasesFile), values_file = files.find(kValuesFile);
  if (cases_file == files.end()) return {};
  const common::Table case_lines = common::ParseTsv(cases_file->second, folder + "/" + kCasesFile);
  std::vector<FinishedCase> cases = ReadCases(case_lines);
  const std::string digest = ExpectedDigest(case_lines);
  if (values_file == files.end()) {
    common::ThrowDataError(folder + "/" + kValuesFile, "the values of the recorded cases", "no such file");
  }
  const common::Table values = common::ParseTsv(values_file->second, folder + "/" + kValuesFile);
  for (const std::string& column : kValueColumns) values.Column(column);
  std::map<std::pair<std::string, uint64_t>, FinishedCase*> by_name;
  for (FinishedCase& c : cases) by_name.emplace(std::pair(c.c.name, c.c.seed), &c);
  for (size_t row = 0; row < values.rows.size(); ++row) {
    const auto c = by_name.find({values.Text(row, "case"), ReadSeed(values, row)});
    if (c == by_name.end()) {
      common::ThrowDataError(values.Where(row, "case"), "a case and seed of cases.tsv",
                             common::Quote(values.Text(row, "case") + "/seed=" + values.Text(row, "seed")));
    }
    ReadObservation(values, row, files, folder, c->second->record);
  }
  if (const std::string found = common::Sha256OfText(values_file->second); found != digest) {
    common::ThrowDataError(case_lines.name + ":2", found + ", the digest of values.tsv", digest);
  }
  return cases;
}

}  // namespace structlab::harness
