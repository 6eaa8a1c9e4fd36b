#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "kernels/files/table_cells.h"
#include "kernels/files/table_lines.h"
#include "structured_learning/ranking/files/ranking_readers.h"

namespace structlab::structured_learning {
namespace {

using kernels::TableCell;

constexpr int kNone = -1;

class TableReader {
 public:
  TableReader(const std::string& path, const RankingFileOptions& options) : options_(options), lines_(path) {
    file_.path = path;
  }

  RankingFile Read() {
    for (std::string_view line; lines_.Next(&line);) {
      common::StopPoint();
      if (common::IsBlankLine(line) || IsCommentHere(line)) continue;
      if (separator_ == 0) {
        separator_ = kernels::SeparatorOf(line);
        ReadNames(kernels::SplitCells(line, separator_));
      } else {
        AddRow(kernels::SplitCells(line, separator_));
      }
    }
    if (file_.lines.empty()) common::ThrowDataError(file_.path, "at least one sample", "none");
    file_.rows = kernels::DenseRows<double>(Eigen::Map<const kernels::DenseRows<double>>(
        values_.data(), std::ssize(file_.lines), std::ssize(features_)));
    return std::move(file_);
  }

 private:
  // Below the names, a line with as many cells as these is a sample, whatever its first text begins with.
  bool IsCommentHere(std::string_view line) const {
    if (!kernels::IsComment(line)) return false;
    return separator_ == 0 || kernels::SplitCells(line, separator_).size() != names_.size();
  }

  void ReadNames(const std::vector<TableCell>& cells) {
    names_where_ = lines_.Where();
    const bool has_words = std::ranges::any_of(
        cells, [&](const TableCell& cell) { return !kernels::NumberIn(cell.text, separator_); });
    for (const TableCell& cell : cells) names_.push_back(kernels::Unquoted(cell.text));
    if (!has_words) {
      common::ThrowDataError(names_where_, "names of columns in the first line", "numbers",
                             "write a line of names above them");
    }
    std::map<std::string, int> seen;
    for (const std::string& name : names_) {
      if (++seen[name] == 2) {
        common::ThrowDataError(names_where_, "different names of columns", common::Quote(name) + " twice");
      }
    }
    label_ = Find(options_.label, {"label", "relevance"});
    query_ = Find(options_.query, {"query", "qid"});
    id_ = Find(options_.id, {"id"});
    weight_ = Find(options_.weight, {});
    group_ = Find(options_.group, {});
    if (label_ == kNone && options_.needs_labels) Missing("label", "name the column of labels by --label");
    ChooseFeatures();
  }

  int PlaceOf(const std::string& name) const {
    const auto found = std::ranges::find(names_, name);
    return found == names_.end() ? kNone : static_cast<int>(found - names_.begin());
  }

  [[noreturn]] void Missing(const std::string& name, const std::string& remedy) const {
    common::ThrowDataError(names_where_, "a column named " + common::Quote(name),
                           "the columns " + common::ListNearest(name, names_), remedy);
  }

  int Find(const std::string& given, std::initializer_list<const char*> defaults) const {
    if (!given.empty()) {
      const int place = PlaceOf(given);
      if (place == kNone) Missing(given, "");
      return place;
    }
    for (const char* name : defaults) {
      const int place = PlaceOf(name);
      // A column that a model reads as a feature, or that is ignored, has no other use.
      const bool is_free =
          !std::ranges::count(options_.features, name) && !std::ranges::count(options_.ignored, name);
      if (place != kNone && is_free) return place;
    }
    return kNone;
  }

  void ChooseFeatures() {
    for (const std::string& name : options_.ignored) {
      if (PlaceOf(name) == kNone) Missing(name, "");
    }
    if (!options_.features.empty()) {
      for (const std::string& name : options_.features) {
        const int place = PlaceOf(name);
        if (place == kNone) Missing(name, "the model needs it");
        features_.push_back(place);
      }
    } else {
      for (int c = 0; c < static_cast<int>(names_.size()); ++c) {
        const bool is_used = c == label_ || c == query_ || c == id_ || c == weight_ || c == group_;
        if (!is_used && std::ranges::count(options_.ignored, names_[c]) == 0) features_.push_back(c);
      }
      if (features_.empty() && options_.needs_features) {
        common::ThrowDataError(names_where_, "a column of features", "none");
      }
    }
    for (const int c : features_) file_.feature_names.push_back(names_[c]);
  }

  // The text of a cell that may not be missing.
  std::string TextAt(const std::vector<TableCell>& cells, int column) const {
    std::string text = kernels::Unquoted(cells[column].text);
    if (text.empty()) {
      common::ThrowDataError(lines_.Where(cells[column].column),
                             fmt::format("a text in column {}", common::Quote(names_[column])), "nothing");
    }
    return text;
  }

  double NumberAt(const std::vector<TableCell>& cells, int column) const {
    const TableCell& cell = cells[column];
    if (const std::optional<double> number = kernels::NumberIn(cell.text, separator_)) return *number;
    const bool is_missing = kernels::IsMissingMark(kernels::Unquoted(cell.text));
    const bool may_be_ignored = options_.features.empty() && column != weight_;
    std::string remedy = is_missing ? "fill in a number, or leave the row out" : "";
    if (!is_missing && may_be_ignored) {
      remedy = fmt::format("if the column is no feature: --ignore={}", names_[column]);
    }
    common::ThrowDataError(lines_.Where(cell.column),
                           fmt::format("a finite number in column {}", common::Quote(names_[column])),
                           cell.text.empty() ? "nothing" : common::Quote(cell.text), remedy);
  }

  void AddRow(const std::vector<TableCell>& cells) {
    if (cells.size() != names_.size()) {
      common::ThrowDataError(lines_.Where(), fmt::format("{} cells, as in the first line", names_.size()),
                             std::to_string(cells.size()));
    }
    for (const int c : features_) values_.push_back(NumberAt(cells, c));
    if (label_ != kNone) file_.labels.push_back(TextAt(cells, label_));
    if (query_ != kNone) file_.queries.push_back(TextAt(cells, query_));
    if (id_ != kNone) file_.ids.push_back(TextAt(cells, id_));
    if (group_ != kNone) file_.groups.push_back(TextAt(cells, group_));
    if (weight_ != kNone) {
      file_.weights.push_back(CheckedWeight(NumberAt(cells, weight_), lines_.Where(cells[weight_].column)));
    }
    file_.lines.push_back(lines_.line_number());
  }

  const RankingFileOptions& options_;
  kernels::TableLines lines_;
  RankingFile file_;
  char separator_ = 0;
  std::string names_where_;
  std::vector<std::string> names_;
  int label_ = kNone, query_ = kNone, id_ = kNone, weight_ = kNone, group_ = kNone;
  std::vector<int> features_;
  std::vector<double> values_;
};

}  // namespace

RankingFile ReadRankingTable(const std::string& path, const RankingFileOptions& options) {
  return TableReader(path, options).Read();
}

}  // namespace structlab::structured_learning
