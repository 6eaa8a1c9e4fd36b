#include "experiments/datasets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <span>

#include "common/error.h"
#include "common/key_values.h"
#include "common/number.h"

namespace structlab::datasets {
namespace {

using common::Quote;
using common::ThrowDataError;

constexpr size_t kDigestDigits = 64;
const std::map<std::string, std::string Dataset::*>& Texts() {
  static const std::map<std::string, std::string Dataset::*> texts = {
      {"name", &Dataset::name},         {"title", &Dataset::title},       {"licence", &Dataset::licence},
      {"citation", &Dataset::citation}, {"stand_in", &Dataset::stand_in}, {"by_hand", &Dataset::by_hand},
      {"folder", &Dataset::folder}};
  return texts;
}

int64_t PositiveNumber(const std::string& text, const std::string& where) {
  const int64_t number = common::ParseInteger(text, where);
  if (number <= 0) ThrowDataError(where, "a positive number", Quote(text));
  return number;
}

// Refuses an absolute path, one that leads out of its folder, and one that can be written shorter.
void CheckPathBelow(const std::string& name, const std::string& where) {
  const std::filesystem::path path(name);
  if (!name.empty() && path.is_relative() && path.lexically_normal() == path && !name.starts_with("..") &&
      !name.ends_with("/")) {
    return;
  }
  ThrowDataError(where, "a path below the folder of the set, as in images/one.png", Quote(name));
}

// One line, split at tabs.
class FactsReader {
 public:
  FactsReader(const std::string& file, Dataset& dataset) : file_(file), dataset_(dataset) {}

  void Read(std::span<const std::string> cells, int line) {
    where_ = fmt::format("{}:{}", file_, line);
    const std::string& key = cells[0];
    const std::span<const std::string> values = cells.subspan(1);
    if (const auto text = Texts().find(key); text != Texts().end()) {
      Need(values, key, 1, 1);
      std::string& place = dataset_.*text->second;
      if (!place.empty()) ThrowDataError(where_, "the key " + key + " once", "it a second time");
      place = values[0];
      if (key == "folder") CheckPathBelow(place, where_);
    } else if (key == "use") {
      Need(values, key, 2, 2);
      dataset_.uses.push_back({values[0], OriginOf(values[1])});
    } else if (key == "count") {
      Need(values, key, 2, 2);
      const int64_t count = common::ParseInteger(values[1], where_);
      if (count < 0) ThrowDataError(where_, "a number of 0 or more", Quote(values[1]));
      dataset_.counts.push_back({values[0], count});
    } else if (key == "file") {
      Need(values, key, 3, 4);
      AddFile(values);
    } else {
      ThrowDataError(where_,
                     "one of the keys name, folder, title, licence, citation, stand_in, by_hand, use, count, "
                     "file",
                     Quote(key), "correct the key, or write the line as a comment with # before it");
    }
  }

 private:
  void Need(std::span<const std::string> values, const std::string& key, size_t least, size_t most) const {
    const bool has_empty = std::ranges::any_of(values, [](const std::string& v) { return v.empty(); });
    if (values.size() >= least && values.size() <= most && !has_empty) return;
    const std::string number = least == most ? std::to_string(least) : fmt::format("{} or {}", least, most);
    ThrowDataError(
        where_, fmt::format("{} value{} after {}, a tab before each", number, number == "1" ? "" : "s", key),
        has_empty ? "an empty one" : std::to_string(values.size()));
  }

  harness::DataOrigin OriginOf(const std::string& word) const {
    if (word == "real") return harness::DataOrigin::kReal;
    if (word == "substitute") return harness::DataOrigin::kSubstitute;
    ThrowDataError(where_, "real or substitute", Quote(word));
  }

  void AddFile(std::span<const std::string> values) {
    DatasetFile file = {.name = values[0],
                        .address = values.size() == 4 ? values[3] : "",
                        .sha256 = values[2],
                        .bytes = PositiveNumber(values[1], where_)};
    CheckPathBelow(file.name, where_);
    if (std::ranges::find(dataset_.files, file.name, &DatasetFile::name) != dataset_.files.end()) {
      ThrowDataError(where_, "each file once", Quote(file.name) + " a second time");
    }
    if (file.sha256.size() != kDigestDigits ||
        file.sha256.find_first_not_of("0123456789abcdef") != std::string::npos) {
      ThrowDataError(where_, "a sha256 of 64 digits 0-9a-f", Quote(file.sha256),
                     "take what zcat FILE | sha256sum prints (sha256sum FILE if it is not compressed)");
    }
    const bool has_address =
        file.address.empty() || file.address.starts_with("http://") || file.address.starts_with("https://");
    if (!has_address) ThrowDataError(where_, "an address that begins with http", Quote(file.address));
    dataset_.files.push_back(std::move(file));
  }

  const std::string& file_;
  Dataset& dataset_;
  std::string where_;
};

}  // namespace

Dataset ParseFacts(std::string_view text, const std::string& file) {
  Dataset dataset;
  FactsReader reader(file, dataset);
  int line = 0;
  for (const std::string_view each : common::SplitList(text, '\n')) {
    ++line;
    if (each.empty() || each.front() == '#') continue;
    std::vector<std::string> cells;
    for (const std::string_view cell : common::SplitList(each, '\t')) cells.emplace_back(cell);
    reader.Read(cells, line);
  }
  const auto need = [&](bool is_there, const std::string& what) {
    if (!is_there) ThrowDataError(file, "a line with the key " + what, "none");
  };
  for (const auto& [key, place] : Texts()) need(key == "folder" || !(dataset.*place).empty(), key);
  need(!dataset.uses.empty(), "use");
  need(!dataset.counts.empty(), "count");
  need(!dataset.files.empty(), "file");
  return dataset;
}

std::vector<Dataset> ParseAllFacts(std::string_view text) {
  std::vector<Dataset> all;
  while (!text.empty()) {
    const std::string path(text.substr(1, text.find('\n') - 1));
    text.remove_prefix(path.size() + 2);
    const size_t end = text.starts_with('@') ? 0 : std::min(text.size(), text.find("\n@") + 1);
    const size_t length = end == 0 ? text.size() : end;
    Dataset& one = all.emplace_back(ParseFacts(text.substr(0, length), path));
    text.remove_prefix(length);
    const std::string folder = std::filesystem::path(path).parent_path().filename().string();
    if (one.name != folder) {
      ThrowDataError(path, "the name of its folder, " + Quote(folder), Quote(one.name));
    }
  }
  std::ranges::sort(all, {}, &Dataset::name);
  return all;
}

}  // namespace structlab::datasets
