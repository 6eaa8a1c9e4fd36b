#include "structured_learning/ranking/files/link_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "kernels/files/table_cells.h"
#include "kernels/files/table_lines.h"

namespace structlab::structured_learning {
namespace {

using kernels::TableCell;

constexpr int kSeveral = -2;

class LinkReader {
 public:
  LinkReader(const std::string& path, const RankingFile& samples) : samples_(samples), lines_(path) {
    for (int i = 0; i < std::ssize(samples.ids); ++i) {
      if (samples.ids[i].empty()) continue;
      const auto [place, is_new] = sample_of_.emplace(samples.ids[i], i);
      if (!is_new) place->second = kSeveral;
    }
  }

  LinkFile Read() {
    bool is_first = true;
    for (std::string_view line; lines_.Next(&line);) {
      common::StopPoint();
      if (common::IsBlankLine(line) || kernels::IsComment(line)) continue;
      // The first line decides the separator: ids may hold the other ones.
      if (is_first) separator_ = kernels::SeparatorOf(line);
      const std::vector<TableCell> cells = kernels::SplitCells(line, separator_);
      if (is_first && AreNames(cells)) {
        file_.notes.push_back(
            fmt::format("the first line is taken for names of columns: {}", common::Quote(line)));
      } else {
        Add(cells);
      }
      is_first = false;
    }
    if (repeated_ > 0)
      file_.notes.push_back(fmt::format("links that occur again are read once: {}", repeated_));
    if (!has_weights_) file_.links.weights.clear();
    return std::move(file_);
  }

 private:
  std::optional<int> Find(std::string_view text) const {
    if (!samples_.ids.empty()) {
      const auto found = sample_of_.find(std::string(text));
      return found == sample_of_.end() ? std::nullopt : std::optional(found->second);
    }
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number && number >= 1 && number <= samples_.num_samples() ? std::optional(number - 1)
                                                                        : std::nullopt;
  }

  bool AreNames(const std::vector<TableCell>& cells) const {
    return std::ranges::none_of(cells, [&](const TableCell& cell) {
      const std::string text = kernels::Unquoted(cell.text);
      return Find(text) || kernels::NumberIn(cell.text, separator_);
    });
  }

  int SampleIn(const TableCell& cell) const {
    const std::string text = kernels::Unquoted(cell.text);
    const std::optional<int> sample = Find(text);
    if (sample && *sample != kSeveral) return *sample;
    const std::string where = lines_.Where(cell.column);
    if (sample)
      common::ThrowDataError(where, "an id that one sample has",
                             common::Quote(text) + ", which several have");
    if (!samples_.ids.empty()) common::ThrowDataError(where, "the id of a sample", common::Quote(text));
    common::ThrowDataError(where, fmt::format("the number of a sample, 1 to {}", samples_.num_samples()),
                           common::Quote(text));
  }

  double WeightIn(const TableCell& cell) const {
    const std::optional<double> weight = kernels::NumberIn(cell.text, separator_);
    if (weight && *weight >= 0) return *weight;
    common::ThrowDataError(lines_.Where(cell.column), "a finite weight of at least 0",
                           common::Quote(cell.text));
  }

  void Add(const std::vector<TableCell>& cells) {
    if (cells.size() < 2 || cells.size() > 3) {
      common::ThrowDataError(lines_.Where(), "two samples, and maybe a weight",
                             fmt::format("{} cells", cells.size()));
    }
    const int p = SampleIn(cells[0]), q = SampleIn(cells[1]);
    if (p == q) {
      common::ThrowDataError(lines_.Where(), "two different samples",
                             common::Quote(kernels::Unquoted(cells[0].text)) + " twice");
    }
    const double weight = cells.size() == 3 ? WeightIn(cells[2]) : 1;
    const auto [place, is_new] = weight_of_.emplace(std::minmax({p, q}), weight);
    if (!is_new) {
      if (place->second != weight) {
        common::ThrowDataError(
            lines_.Where(), "each link once",
            fmt::format("one that has the weight {} in a line before", common::FormatShort(place->second)));
      }
      ++repeated_;
      return;
    }
    has_weights_ = has_weights_ || weight != 1;
    file_.links.pairs.push_back({p, q});
    file_.links.weights.push_back(weight);
  }

  const RankingFile& samples_;
  kernels::TableLines lines_;
  LinkFile file_;
  char separator_ = 0;
  std::unordered_map<std::string, int> sample_of_;
  std::map<std::pair<int, int>, double> weight_of_;
  int64_t repeated_ = 0;
  bool has_weights_ = false;
};

}  // namespace

LinkFile ReadLinkFile(const std::string& path, const RankingFile& samples) {
  return LinkReader(path, samples).Read();
}

SampleLinks LinksOfGroups(const RankingFile& samples) {
  std::unordered_map<std::string, int> number_of;
  std::vector<int> group_of;
  std::vector<std::string> names;
  for (const std::string& group : samples.groups) {
    const auto [place, is_new] = number_of.emplace(group, static_cast<int>(number_of.size()));
    if (is_new) names.push_back(group);
    group_of.push_back(place->second);
  }
  try {
    return LinksWithinGroups(group_of);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    const std::string number = parts.where.substr(parts.where.rfind(' ') + 1);
    parts.where = fmt::format("{}: group {}", samples.path, common::Quote(names[std::stoul(number)]));
    throw common::Error(error.kind(), parts);
  }
}

}  // namespace structlab::structured_learning
