#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/stop_point.h"
#include "common/text_input.h"
#include "kernels/files/sparse_line.h"
#include "structured_learning/ranking/files/ranking_readers.h"

namespace structlab::structured_learning {
namespace {

constexpr std::string_view kBlanks = " \t", kQuery = "qid:";
constexpr int64_t kLargestIndex = (int64_t{1} << 31) - 2;

// The text behind "docid =" or "docid:" in the comment of a line of LETOR; empty without it.
std::string DocumentIn(std::string_view comment) {
  const size_t at = comment.find("docid");
  if (at == comment.npos) return "";
  comment.remove_prefix(at + 5);
  const size_t begin = comment.find_first_not_of(" \t=:");
  if (begin == comment.npos) return "";
  comment.remove_prefix(begin);
  return std::string(comment.substr(0, comment.find_first_of(kBlanks)));
}

class SvmlightReader {
 public:
  SvmlightReader(const std::string& path, const RankingFileOptions& options)
      : options_(options), input_(path, size_t{1} << 28) {
    file_.path = path;
  }

  RankingFile Read() {
    for (const std::string& name :
         {options_.label, options_.query, options_.id, options_.weight, options_.group}) {
      if (name.empty()) continue;
      common::ThrowUsageError(file_.path, "a table or an HDF5 file with " + common::Quote(name),
                              "svmlight, which has no names");
    }
    for (std::string_view line; input_.Next(&line);) {
      common::StopPoint();
      const size_t begin = line.find_first_not_of(kBlanks);
      if (begin == line.npos || line[begin] == '#') continue;
      AddLine(line, begin);
    }
    if (file_.lines.empty()) common::ThrowDataError(file_.path, "at least one sample", "none");
    for (std::vector<std::string>* texts : {&file_.ids, &file_.labels}) {
      if (std::ranges::all_of(*texts, [](const std::string& text) { return text.empty(); })) texts->clear();
    }
    MakeRows();
    return std::move(file_);
  }

 private:
  void AddLine(std::string_view line, size_t begin) {
    size_t at = begin + kernels::EndOfLabels(line.substr(begin));
    const std::string_view label = line.substr(begin, at - begin);
    if (label.empty() && options_.needs_labels) {
      common::ThrowDataError(input_.Where(begin + 1), "a label at the beginning of the line", "none");
    }
    file_.labels.emplace_back(label);
    at = std::min(line.find_first_not_of(kBlanks, at), line.size());
    if (line.substr(at).starts_with(kQuery)) {
      const size_t end = std::min(line.find_first_of(" \t#", at), line.size());
      const std::string_view query = line.substr(at + kQuery.size(), end - at - kQuery.size());
      if (query.empty()) common::ThrowDataError(input_.Where(at + 1), "qid: and a query", "no query");
      AddQuery(std::string(query), at);
      at = end;
    } else {
      if (!file_.queries.empty()) {
        common::ThrowDataError(input_.Where(at + 1), "a query such as qid:3, as in the lines before", "none");
      }
    }
    const size_t hash = line.find('#');
    file_.ids.push_back(hash == line.npos ? "" : DocumentIn(line.substr(hash + 1)));
    kernels::ReadSparseEntries(line, at, {.first = 0, .last = kLargestIndex}, input_, entries_);
    ends_.push_back(entries_.size());
    file_.lines.push_back(input_.line_number());
  }

  void AddQuery(std::string query, size_t at) {
    if (file_.queries.size() != file_.lines.size()) {
      common::ThrowDataError(input_.Where(at + 1), "no query, as in the lines before", "one");
    }
    file_.queries.push_back(std::move(query));
  }

  void MakeRows() {
    int64_t highest = -1;
    bool has_zero = false;
    for (const kernels::SparseEntry& entry : entries_) {
      highest = std::max(highest, entry.index);
      has_zero = has_zero || entry.index == 0;
    }
    const int first = options_.first_index.value_or(has_zero ? 0 : 1);
    if (has_zero && first == 1) {
      common::ThrowDataError(file_.path, "indices from 1, as in the data of the model", "the index 0");
    }
    file_.first_index = first;
    const int64_t columns = options_.num_features.value_or(highest + 1 - first);
    if (columns < 1) common::ThrowDataError(file_.path, "at least one feature", "none");
    CheckNumFeatures(columns);
    kernels::SparseRowsOf<double> rows(std::ssize(ends_), columns);
    rows.reserve(static_cast<Eigen::Index>(entries_.size()));
    int64_t left_out = 0;
    size_t at = 0;
    for (size_t row = 0; row < ends_.size(); ++row) {
      rows.startVec(static_cast<Eigen::Index>(row));
      for (; at < ends_[row]; ++at) {
        const int64_t column = entries_[at].index - first;
        if (column >= columns) {
          ++left_out;
        } else if (entries_[at].value != 0) {
          rows.insertBack(static_cast<Eigen::Index>(row), static_cast<int>(column)) = entries_[at].value;
        }
      }
    }
    rows.finalize();
    if (left_out > 0) {
      file_.notes.push_back(
          fmt::format("{} entries of features that the model does not have are left out", left_out));
    }
    const double size = static_cast<double>(rows.rows()) * static_cast<double>(columns);
    const bool is_dense = static_cast<double>(rows.nonZeros()) >= 0.25 * size;
    if (is_dense) {
      file_.rows = kernels::DenseRows<double>(rows);
    } else {
      file_.rows = std::move(rows);
    }
  }

  // A small file with a large index must not allocate gigabytes.
  void CheckNumFeatures(int64_t columns) const {
    const double allowed =
        std::max(double{1 << 24}, 4096.0 * static_cast<double>(entries_.size() + ends_.size()));
    if (static_cast<double>(columns) <= allowed) return;
    common::ThrowDataError(file_.path, fmt::format("at most {:.0f} features for so few entries", allowed),
                           std::to_string(columns), "number the features without gaps");
  }

  const RankingFileOptions& options_;
  common::TextInput input_;
  RankingFile file_;
  std::vector<kernels::SparseEntry> entries_;
  std::vector<size_t> ends_;  // of the entries of each sample
};

}  // namespace

RankingFile ReadRankingSvmlight(const std::string& path, const RankingFileOptions& options) {
  return SvmlightReader(path, options).Read();
}

}  // namespace structlab::structured_learning
