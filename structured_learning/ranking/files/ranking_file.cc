#include "structured_learning/ranking/files/ranking_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "structured_learning/ranking/files/ranking_readers.h"

namespace structlab::structured_learning {
namespace {

struct Format {
  std::string_view ending;
  RankingFile (*read)(const std::string& path, const RankingFileOptions& options);
  bool is_table = false, can_be_compressed = true;
};

constexpr std::array<Format, 9> kFormats = {{
    {".csv", &ReadRankingTable, true},
    {".tsv", &ReadRankingTable, true},
    {".txt", &ReadRankingTable, true},
    {".svm", &ReadRankingSvmlight},
    {".svmlight", &ReadRankingSvmlight},
    {".libsvm", &ReadRankingSvmlight},
    {".letor", &ReadRankingSvmlight},
    {".h5", &ReadRankingHdf5, false, false},
    {".hdf5", &ReadRankingHdf5, false, false},
}};

bool HasEnding(std::string_view path, const Format& format) {
  if (format.can_be_compressed && path.ends_with(".gz")) path.remove_suffix(3);
  return path.ends_with(format.ending);
}

// The labels and how often each occurs.
std::map<std::string, int> CountLabels(const RankingFile& file) {
  std::map<std::string, int> counts;
  for (const std::string& label : file.labels) ++counts[label];
  return counts;
}

std::string ListLabels(const std::map<std::string, int>& counts) {
  constexpr size_t kMaxShown = 10;
  std::string list;
  size_t shown = 0;
  for (const auto& [label, count] : counts) {
    if (shown++ == kMaxShown) return fmt::format("{} and {} more", list, counts.size() - kMaxShown);
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", common::Quote(label), count);
  }
  return list;
}

std::vector<uint8_t> RelevanceByGrade(const RankingFile& file, double relevant_from) {
  std::vector<uint8_t> relevance;
  for (int i = 0; i < file.num_samples(); ++i) {
    const std::optional<double> grade = common::ParseFiniteNumber(file.labels[i]);
    if (!grade) common::ThrowDataError(file.Where(i), "a number as label", common::Quote(file.labels[i]));
    relevance.push_back(*grade >= relevant_from ? 1 : 0);
  }
  return relevance;
}

// The relevance of a label without a rule: 0 or 1, or -1 for an unknown label.
int PlainRelevance(const std::string& label) {
  if (const std::optional<double> number = common::ParseFiniteNumber(label)) {
    return *number == 1 ? 1 : *number == 0 || *number == -1 ? 0 : -1;
  }
  std::string lower = label;
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  return lower == "true" ? 1 : lower == "false" ? 0 : -1;
}

}  // namespace

double CheckedWeight(double weight, const std::string& where) {
  if (!(weight > 0 && std::isfinite(weight))) {
    common::ThrowDataError(where, "a finite weight above 0", common::FormatShort(weight));
  }
  return weight;
}

std::string RankingFile::Where(int sample) const {
  return lines.empty() ? fmt::format("{}, row {}", path, sample + 1)
                       : fmt::format("{}:{}", path, lines[sample]);
}

std::string PathOfRankingFile(const std::string& path) {
  for (const std::string_view ending : {".h5:", ".hdf5:"}) {
    const size_t at = path.rfind(ending);
    if (at != path.npos) return path.substr(0, at + ending.size() - 1);
  }
  return path;
}

RankingFile ReadRankingFile(const std::string& path, const RankingFileOptions& options) {
  const std::string file_path = PathOfRankingFile(path);
  for (const Format& format : kFormats) {
    if (!HasEnding(file_path, format)) continue;
    if (!format.is_table && !options.features.empty()) {
      common::ThrowUsageError(
          path, fmt::format("a table (.csv, .tsv) with the column {}", common::Quote(options.features[0])),
          "a format without names of columns");
    }
    return format.read(path, options);
  }
  common::ThrowUsageError(
      path, "a name that ends in .csv, .tsv, .txt, .svm, .svmlight, .libsvm, .letor, .h5 or .hdf5",
      "another one");
}

std::vector<uint8_t> RelevanceOf(const RankingFile& file, const RelevanceRule& rule) {
  if (rule.positive && rule.relevant_from) {
    common::ThrowUsageError(rule.label_flag, "a relevant label or a lowest grade", "both");
  }
  if (rule.relevant_from) return RelevanceByGrade(file, *rule.relevant_from);
  const std::map<std::string, int> counts = CountLabels(file);
  std::vector<uint8_t> relevance;
  if (rule.positive) {
    if (!counts.contains(*rule.positive)) {
      common::ThrowDataError(file.path, "samples with the label " + common::Quote(*rule.positive),
                             "the labels " + ListLabels(counts));
    }
    for (const std::string& label : file.labels) relevance.push_back(label == *rule.positive ? 1 : 0);
    return relevance;
  }
  for (const std::string& label : file.labels) {
    const int value = PlainRelevance(label);
    if (value < 0) {
      common::ThrowDataError(file.path, "the labels 0 and 1, -1 and 1, or false and true",
                             "the labels " + ListLabels(counts),
                             "name the relevant ones by " + rule.label_flag);
    }
    relevance.push_back(static_cast<uint8_t>(value));
  }
  return relevance;
}

GroupedSamples GroupSamples(const RankingFile& file, const std::vector<uint8_t>& relevance) {
  const int n = file.num_samples();
  std::unordered_map<std::string, int> number_of;
  std::vector<int> query_of(n, 0);
  GroupedSamples grouped;
  RankingData& data = grouped.data;
  for (int i = 0; i < n; ++i) {
    if (file.queries.empty()) continue;
    const auto [place, is_new] = number_of.emplace(file.queries[i], static_cast<int>(number_of.size()));
    query_of[i] = place->second;
    if (is_new) data.query_names.push_back(file.queries[i]);
  }
  const int num_queries = file.queries.empty() ? 1 : static_cast<int>(number_of.size());
  data.query_begin.assign(num_queries + 1, 0);
  for (const int query : query_of) ++data.query_begin[query + 1];
  for (int query = 0; query < num_queries; ++query) data.query_begin[query + 1] += data.query_begin[query];
  std::vector<int> next(data.query_begin.begin(), data.query_begin.end() - 1);
  grouped.sample_of.resize(n);
  for (int i = 0; i < n; ++i) grouped.sample_of[next[query_of[i]]++] = i;
  data.rows = SelectRows(file.rows, grouped.sample_of);
  data.labels.assign(n, 0);
  for (int row = 0; row < n && !relevance.empty(); ++row)
    data.labels[row] = relevance[grouped.sample_of[row]];
  if (file.weights.empty()) return grouped;
  for (int query = 0; query < num_queries; ++query) {
    const double weight = file.weights[grouped.sample_of[data.query_begin[query]]];
    for (int row = data.query_begin[query]; row < data.query_begin[query + 1]; ++row) {
      const int sample = grouped.sample_of[row];
      if (file.weights[sample] == weight) continue;
      common::ThrowDataError(file.Where(sample),
                             fmt::format("the weight {} as in the other samples of {}",
                                         common::FormatShort(weight), data.NameOf(query)),
                             common::FormatShort(file.weights[sample]));
    }
    data.query_weights.push_back(weight);
  }
  return grouped;
}

}  // namespace structlab::structured_learning
