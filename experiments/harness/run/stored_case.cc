#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/hdf5/hdf5_file.h"
#include "common/number.h"
#include "experiments/harness/run/store.h"

namespace structlab::harness {
namespace {

using common::Hdf5File;
using common::Hdf5Table;

[[noreturn]] void ThrowDamaged(const std::string& name, const std::string& what) {
  throw common::Error(common::ErrorKind::kData,
                      {.where = name, .what = "cannot be read as a stored case (" + what + ")"});
}

// Tables of a file: names and values, and what stands under row keys.
Hdf5Table FactTable(const std::vector<Fact>& facts = {}) {
  Hdf5Table table = {.text_names = {"name", "value"}, .number_names = {}};
  for (const Fact& fact : facts) table.texts.push_back({fact.name, fact.value});
  return table;
}

std::vector<Fact> ReadFacts(const Hdf5File& file, const char* dataset) {
  Hdf5Table table = FactTable();
  file.ReadTable(dataset, table);
  std::vector<Fact> facts;
  for (const auto& texts : table.texts) facts.push_back({texts[0], texts[1]});
  return facts;
}

Hdf5Table KeyTable(const std::vector<std::string>& more_texts, std::vector<std::string> numbers) {
  Hdf5Table table = {{"table", "dataset", "method", "setting", "metric"}, std::move(numbers)};
  table.text_names.insert(table.text_names.end(), more_texts.begin(), more_texts.end());
  return table;
}

void AddRow(Hdf5Table& table, const RowKey& key, const std::vector<std::string>& more_texts,
            const std::vector<double>& numbers) {
  table.texts.push_back({key.table, key.dataset, key.method, key.setting.Format(), key.metric});
  table.texts.back().insert(table.texts.back().end(), more_texts.begin(), more_texts.end());
  table.numbers.insert(table.numbers.end(), numbers.begin(), numbers.end());
}

RowKey KeyOf(const Hdf5Table& table, size_t row, const std::string& name) {
  const std::vector<std::string>& texts = table.texts[row];
  return {texts[0], texts[1], texts[2], Setting::Parse(texts[3], name), texts[4]};
}

// The format, the facts, and what the case took.
std::vector<Fact> ProvenanceRows(const FinishedCase& stored) {
  std::vector<Fact> facts = {{"format", std::string(kStoredCaseFormat)}};
  facts.insert(facts.end(), stored.provenance.begin(), stored.provenance.end());
  facts.push_back({"seconds", common::FormatDouble(stored.seconds)});
  facts.push_back({"cpu_seconds", common::FormatDouble(stored.cpu_seconds)});
  facts.push_back({"peak_rss_mb", common::FormatDouble(stored.peak_rss_mb)});
  facts.push_back({"finished", stored.finished});
  return facts;
}

void ReadProvenance(const std::vector<Fact>& facts, FinishedCase& stored, const std::string& name) {
  if (facts.size() < 5 || facts[0].value != kStoredCaseFormat) {
    common::ThrowDataError(name, std::string(kStoredCaseFormat),
                           facts.empty() ? "nothing" : common::Quote(facts[0].value));
  }
  const auto took = facts.end() - 4;
  stored.provenance.assign(facts.begin() + 1, took);
  stored.seconds = common::ParseDouble(took[0].value, name);
  stored.cpu_seconds = common::ParseDouble(took[1].value, name);
  stored.peak_rss_mb = common::ParseDouble(took[2].value, name);
  stored.finished = took[3].value;
}

void WriteCurves(Hdf5File& file, const Record& record) {
  Hdf5Table curves = KeyTable({}, {"begin", "length"});
  std::vector<double> points;
  for (const RecordedCurve& curve : record.curves) {
    const size_t begin = points.size() / 2;
    AddRow(curves, curve.key, {}, {static_cast<double>(begin), static_cast<double>(curve.x.size())});
    for (size_t i = 0; i < curve.x.size(); ++i) points.insert(points.end(), {curve.x[i], curve.y[i]});
  }
  file.WriteTable("curves", curves);
  file.WritePoints("points", points);
}

// The points of the curves stand one after the other, each of them in one curve.
void ReadCurves(const Hdf5File& file, Record& record, const std::string& name) {
  Hdf5Table curves = KeyTable({}, {"begin", "length"});
  file.ReadTable("curves", curves);
  const std::vector<double> points = file.ReadPoints("points");
  const size_t count = points.size() / 2;
  size_t next = 0;
  for (size_t i = 0; i < curves.texts.size(); ++i) {
    const double begin = curves.numbers[2 * i], length = curves.numbers[2 * i + 1];
    const auto left = static_cast<double>(count - next);
    if (begin != static_cast<double>(next) || !(length >= 0 && length <= left) ||
        length != std::floor(length)) {
      ThrowDamaged(name, "curves are not one after the other in /points");
    }
    RecordedCurve& curve = record.curves.emplace_back(RecordedCurve{KeyOf(curves, i, name), {}, {}});
    for (const size_t end = next + static_cast<size_t>(length); next < end; ++next) {
      curve.x.push_back(points[2 * next]);
      curve.y.push_back(points[2 * next + 1]);
    }
  }
}

void WritePictures(Hdf5File& file, const Record& record) {
  Hdf5Table pictures = KeyTable({"name"}, {});
  for (const RecordedPicture& recorded : record.pictures) {
    const std::string name = fmt::format("picture_{}", pictures.texts.size());
    AddRow(pictures, recorded.key, {name}, {});
    file.WritePicture(name, recorded.picture);
  }
  file.WriteTable("pictures", pictures);
}

void ReadPictures(const Hdf5File& file, Record& record, const std::string& name) {
  Hdf5Table pictures = KeyTable({"name"}, {});
  file.ReadTable("pictures", pictures);
  size_t bytes = 0;
  for (size_t i = 0; i < pictures.texts.size(); ++i) {
    record.pictures.push_back({KeyOf(pictures, i, name), file.ReadPicture(pictures.texts[i][5])});
    bytes += record.pictures.back().picture.values.size();
    if (bytes > kMaxPictureBytesOfCase) ThrowDamaged(name, "more pictures than a case may have");
  }
}

// The points of all items: the number of the item and its value, part by part.
void WriteItems(Hdf5File& file, const Record& record) {
  Hdf5Table items = KeyTable({"items"}, {"size", "parts"});
  std::vector<double> points;
  for (const RecordedItems& recorded : record.items) {
    AddRow(items, recorded.key, {FormatItems(recorded.items)},
           {static_cast<double>(recorded.items.size()), static_cast<double>(recorded.parts.size())});
    for (const std::vector<double>& part : recorded.parts) {
      for (size_t i = 0; i < part.size(); ++i) points.insert(points.end(), {static_cast<double>(i), part[i]});
    }
  }
  file.WriteTable("items", items);
  file.WritePoints("item_points", points);
}

void ReadItems(const Hdf5File& file, Record& record, const std::string& name) {
  constexpr double kMaxParts = 1 << 20;
  Hdf5Table items = KeyTable({"items"}, {"size", "parts"});
  file.ReadTable("items", items);
  const std::vector<double> points = file.ReadPoints("item_points");
  const size_t count = points.size() / 2;
  size_t next = 0;
  for (size_t row = 0; row < items.texts.size(); ++row) {
    const double size = items.numbers[2 * row], parts = items.numbers[2 * row + 1];
    const auto left = static_cast<double>(count - next);
    const bool are_whole = size == std::floor(size) && parts == std::floor(parts);
    if (!(are_whole && size >= 0 && parts >= 1 && parts <= kMaxParts && size * parts <= left)) {
      ThrowDamaged(name, "items are not one after the other in /item_points");
    }
    RecordedItems& recorded = record.items.emplace_back(RecordedItems{
        KeyOf(items, row, name), ParseItems(items.texts[row][5], static_cast<size_t>(size), name), {}});
    for (auto part = static_cast<size_t>(parts); part > 0; --part) {
      std::vector<double>& values = recorded.parts.emplace_back();
      for (size_t i = 0; i < recorded.items.size(); ++i, ++next) {
        if (points[2 * next] != static_cast<double>(i)) ThrowDamaged(name, "items in another order");
        values.push_back(points[2 * next + 1]);
      }
    }
  }
}

}  // namespace

std::string EncodeCase(const FinishedCase& stored) {
  const Record& record = stored.record;
  Hdf5File file;
  file.WriteTable("provenance", FactTable(ProvenanceRows(stored)));
  Hdf5Table notes = FactTable(), files = FactTable(), values = KeyTable({"unit"}, {"value"});
  for (const std::string& note : record.notes) notes.texts.push_back({"note", note});
  if (record.refusal) notes.texts.push_back({"refusal", *record.refusal});
  for (const RecordedFile& recorded : record.files) files.texts.push_back({recorded.name, recorded.content});
  for (const RecordedValue& value : record.values) AddRow(values, value.key, {value.unit}, {value.value});
  file.WriteTable("notes", notes);
  file.WriteTable("files", files);
  file.WriteTable("values", values);
  WriteCurves(file, record);
  WritePictures(file, record);
  WriteItems(file, record);
  return file.Bytes();
}

FinishedCase DecodeCase(std::string_view bytes, const std::string& name) {
  const Hdf5File file(bytes, name);
  FinishedCase stored;
  ReadProvenance(ReadFacts(file, "provenance"), stored, name);
  for (const Fact& note : ReadFacts(file, "notes")) {
    if (note.name == "refusal") {
      stored.record.refusal = note.value;
    } else if (note.name == "note") {
      stored.record.notes.push_back(note.value);
    } else {
      ThrowDamaged(name, "neither note nor refusal");
    }
  }
  for (const Fact& recorded : ReadFacts(file, "files")) {
    stored.record.files.push_back({recorded.name, recorded.value});
  }
  Hdf5Table values = KeyTable({"unit"}, {"value"});
  file.ReadTable("values", values);
  for (size_t i = 0; i < values.texts.size(); ++i) {
    stored.record.values.push_back({KeyOf(values, i, name), values.numbers[i], values.texts[i][5]});
  }
  ReadCurves(file, stored.record, name);
  ReadPictures(file, stored.record, name);
  ReadItems(file, stored.record, name);
  return stored;
}

}  // namespace structlab::harness
