#include "experiments/harness/run/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace structlab::harness {
namespace {

template <typename Recorded>
void ThrowIfRecorded(const std::vector<Recorded>& recorded, const RowKey& key) {
  if (std::ranges::find(recorded, key, &Recorded::key) != recorded.end()) {
    common::ThrowUsageError("record of " + Describe(key), "each key once", "it a second time");
  }
}

}  // namespace

RowKey Recorder::KeyOf(std::string_view table, std::string_view metric, const Overrides& overrides) const {
  RowKey key = {.table = std::string(table),
                .dataset = overrides.dataset.value_or(case_.dataset),
                .method = overrides.method.value_or(case_.method),
                .setting = overrides.setting.value_or(case_.setting),
                .metric = std::string(metric)};
  key.setting.CheckFormat(fmt::format("record of {}, {} in case {}", key.table, key.metric, case_.name));
  return key;
}

void Recorder::Value(std::string_view table, std::string_view metric, double value,
                     const Overrides& overrides) {
  RowKey key = KeyOf(table, metric, overrides);
  ThrowIfRecorded(record_.values, key);
  record_.values.push_back({.key = std::move(key), .value = value, .unit = overrides.unit});
}

void Recorder::Time(std::string_view table, std::string_view metric, double seconds, Overrides overrides) {
  overrides.unit = std::string("s");
  Value(table, metric, seconds, overrides);
}

void Recorder::Curve(std::string_view table, std::string_view metric, std::span<const double> x,
                     std::span<const double> y, const Overrides& overrides) {
  RowKey key = KeyOf(table, metric, overrides);
  ThrowIfRecorded(record_.curves, key);
  if (x.size() != y.size()) {
    common::ThrowUsageError("curve " + Describe(key), "as many x as y",
                            std::to_string(x.size()) + " and " + std::to_string(y.size()));
  }
  record_.curves.push_back({.key = std::move(key), .x = {x.begin(), x.end()}, .y = {y.begin(), y.end()}});
}

void Recorder::Picture(std::string_view table, std::string_view metric, harness::Picture picture,
                       const Overrides& overrides) {
  RowKey key = KeyOf(table, metric, overrides);
  ThrowIfRecorded(record_.pictures, key);
  const std::string where = "picture " + Describe(key);
  common::CheckPicture(picture, where);
  size_t bytes = picture.values.size();
  for (const RecordedPicture& recorded : record_.pictures) bytes += recorded.picture.values.size();
  if (bytes > kMaxPictureBytesOfCase) {
    common::ThrowUsageError(where, fmt::format("at most {} bytes in all pictures", kMaxPictureBytesOfCase),
                            std::to_string(bytes), "record fewer or smaller ones");
  }
  record_.pictures.push_back({.key = std::move(key), .picture = std::move(picture)});
}

void Recorder::File(std::string_view name, std::string_view content) {
  const std::string where = fmt::format("file '{}' of case {}", name, case_.name);
  if (!IsCaseName(name) || name.find('/') != name.npos) {
    common::ThrowUsageError(where, "letters, digits and ._=+- in its name", common::Quote(name));
  }
  if (content.find('\0') != content.npos) common::ThrowUsageError(where, "text", "a zero byte");
  if (std::ranges::find(record_.files, name, &RecordedFile::name) != record_.files.end()) {
    common::ThrowUsageError(where, "each name once", "it a second time");
  }
  record_.files.push_back({std::string(name), std::string(content)});
}

void Recorder::Note(std::string_view text) { record_.notes.emplace_back(text); }

void Recorder::Refuse(std::string_view reason) {
  record_ = {};
  record_.refusal = reason;
}

}  // namespace structlab::harness
