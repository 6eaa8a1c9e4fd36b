#include "experiments/harness/run/stored_case.h"

#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "experiments/harness/run/hdf5_file.h"

namespace structlab::harness {
namespace {

constexpr const char* kFormat = "structlab case 2";

Hdf5Table FactTable() {
  return {.text_names = {"name", "value"}, .number_names = {}, .texts = {}, .numbers = {}};
}

Hdf5Table KeyTable(std::vector<std::string> more_texts, std::vector<std::string> numbers) {
  Hdf5Table table;
  table.text_names = {"table", "dataset", "method", "setting", "metric"};
  for (std::string& text : more_texts) table.text_names.push_back(std::move(text));
  table.number_names = std::move(numbers);
  return table;
}

std::vector<std::string> Texts(const RowKey& key) {
  return {key.table, key.dataset, key.method, key.setting.Format(), key.metric};
}

// Cases share a few settings; the same text is not read twice.
RowKey KeyFrom(const std::vector<std::string>& texts, std::pair<std::string, Setting>& last_setting,
               const std::string& name) {
  if (last_setting.first != texts[3]) last_setting = {texts[3], Setting::Parse(texts[3], name)};
  return {.table = texts[0],
          .dataset = texts[1],
          .method = texts[2],
          .setting = last_setting.second,
          .metric = texts[4]};
}

Hdf5Table ProvenanceTable(const StoredCase& stored) {
  Hdf5Table table = FactTable();
  table.texts.push_back({"format", kFormat});
  for (const Fact& fact : stored.provenance) table.texts.push_back({fact.name, fact.value});
  table.texts.push_back({"seconds", common::FormatDouble(stored.seconds)});
  table.texts.push_back({"cpu_seconds", common::FormatDouble(stored.cpu_seconds)});
  table.texts.push_back({"peak_rss_mb", common::FormatDouble(stored.peak_rss_mb)});
  table.texts.push_back({"finished", stored.finished});
  return table;
}

void ReadProvenance(const Hdf5Table& table, StoredCase& stored, const std::string& name) {
  const size_t rows = table.texts.size();
  if (rows < 5 || table.texts[0][1] != kFormat) {
    common::ThrowDataError(name, kFormat, rows == 0 ? "nothing" : "'" + table.texts[0][1] + "'");
  }
  for (size_t i = 1; i + 4 < rows; ++i) stored.provenance.push_back({table.texts[i][0], table.texts[i][1]});
  stored.seconds = common::ParseDouble(table.texts[rows - 4][1], name);
  stored.cpu_seconds = common::ParseDouble(table.texts[rows - 3][1], name);
  stored.peak_rss_mb = common::ParseDouble(table.texts[rows - 2][1], name);
  stored.finished = table.texts[rows - 1][1];
}

Hdf5Table NoteTable(const Record& record) {
  Hdf5Table table = FactTable();
  for (const std::string& note : record.notes) table.texts.push_back({"note", note});
  if (record.refusal) table.texts.push_back({"refusal", *record.refusal});
  return table;
}

void WritePictures(const Hdf5Id& file, const Record& record) {
  Hdf5Table pictures = KeyTable({"name"}, {});
  for (const RecordedPicture& recorded : record.pictures) {
    const std::string name = "picture_" + std::to_string(pictures.texts.size());
    pictures.texts.push_back(Texts(recorded.key));
    pictures.texts.back().push_back(name);
    WriteHdf5Picture(file, name, recorded.picture);
  }
  WriteHdf5Table(file, "pictures", pictures);
}

void ReadPictures(const Hdf5Id& file, Record& record, const std::string& name) {
  Hdf5Table pictures = KeyTable({"name"}, {});
  ReadHdf5Table(file, "pictures", pictures, name);
  std::pair<std::string, Setting> last_setting;
  size_t bytes = 0;
  for (const auto& texts : pictures.texts) {
    record.pictures.push_back(
        {.key = KeyFrom(texts, last_setting, name), .picture = ReadHdf5Picture(file, texts[5], name)});
    bytes += record.pictures.back().picture.values.size();
    if (bytes > kMaxPictureBytesOfCase) ThrowDamagedHdf5(name, "more pictures than a case may have");
  }
}

// The points of the curves stand one after the other, each of them in one curve.
void ReadCurves(const Hdf5Id& file, Record& record, const std::string& name) {
  Hdf5Table curves = KeyTable({}, {"begin", "length"});
  ReadHdf5Table(file, "curves", curves, name);
  const std::vector<double> points = ReadHdf5Points(file, "points", name);
  std::pair<std::string, Setting> last_setting;
  size_t next = 0;
  for (size_t i = 0; i < curves.texts.size(); ++i) {
    const double begin = curves.numbers[2 * i], length = curves.numbers[2 * i + 1];
    const size_t num_points = points.size() / 2;
    const auto left = static_cast<double>(num_points - next);
    if (begin != static_cast<double>(next) || !(length >= 0 && length <= left) ||
        length != std::floor(length)) {
      ThrowDamagedHdf5(name, "curves are not one after the other in /points");
    }
    RecordedCurve curve{.key = KeyFrom(curves.texts[i], last_setting, name), .x = {}, .y = {}};
    for (const size_t end = next + static_cast<size_t>(length); next < end; ++next) {
      curve.x.push_back(points[2 * next]);
      curve.y.push_back(points[2 * next + 1]);
    }
    record.curves.push_back(std::move(curve));
  }
}

}  // namespace

std::string EncodeCase(const StoredCase& stored) {
  const Hdf5Id file = CreateHdf5Image();
  WriteHdf5Table(file, "provenance", ProvenanceTable(stored));
  WriteHdf5Table(file, "notes", NoteTable(stored.record));
  Hdf5Table files = FactTable();
  for (const RecordedFile& recorded : stored.record.files) {
    files.texts.push_back({recorded.name, recorded.content});
  }
  WriteHdf5Table(file, "files", files);

  Hdf5Table values = KeyTable({"unit"}, {"value"});
  for (const RecordedValue& value : stored.record.values) {
    values.texts.push_back(Texts(value.key));
    values.texts.back().push_back(value.unit);
    values.numbers.push_back(value.value);
  }
  WriteHdf5Table(file, "values", values);

  Hdf5Table curves = KeyTable({}, {"begin", "length"});
  std::vector<double> points;
  for (const RecordedCurve& curve : stored.record.curves) {
    curves.texts.push_back(Texts(curve.key));
    const size_t begin = points.size() / 2;
    curves.numbers.push_back(static_cast<double>(begin));
    curves.numbers.push_back(static_cast<double>(curve.x.size()));
    for (size_t i = 0; i < curve.x.size(); ++i) {
      points.push_back(curve.x[i]);
      points.push_back(curve.y[i]);
    }
  }
  WriteHdf5Table(file, "curves", curves);
  WriteHdf5Points(file, "points", points);
  WritePictures(file, stored.record);
  return Hdf5ImageBytes(file);
}

StoredCase DecodeCase(std::string_view bytes, const std::string& name) {
  const Hdf5Id file = OpenHdf5Image(bytes, name);
  StoredCase stored;
  Hdf5Table provenance = FactTable(), notes = FactTable();
  ReadHdf5Table(file, "provenance", provenance, name);
  ReadProvenance(provenance, stored, name);
  ReadHdf5Table(file, "notes", notes, name);
  for (const auto& texts : notes.texts) {
    if (texts[0] == "refusal") {
      stored.record.refusal = texts[1];
    } else if (texts[0] == "note") {
      stored.record.notes.push_back(texts[1]);
    } else {
      ThrowDamagedHdf5(name, "neither note nor refusal");
    }
  }
  Hdf5Table files = FactTable();
  ReadHdf5Table(file, "files", files, name);
  for (const auto& texts : files.texts) stored.record.files.push_back({texts[0], texts[1]});

  std::pair<std::string, Setting> last_setting;
  Hdf5Table values = KeyTable({"unit"}, {"value"});
  ReadHdf5Table(file, "values", values, name);
  for (size_t i = 0; i < values.texts.size(); ++i) {
    stored.record.values.push_back({.key = KeyFrom(values.texts[i], last_setting, name),
                                    .value = values.numbers[i],
                                    .unit = values.texts[i][5]});
  }

  ReadCurves(file, stored.record, name);
  ReadPictures(file, stored.record, name);
  return stored;
}

}  // namespace structlab::harness
