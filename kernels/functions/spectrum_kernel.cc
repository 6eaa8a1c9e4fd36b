#include "kernels/functions/spectrum_kernel.h"

#include <limits>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::kernels {
namespace {

// `find` returns the column of a substring, or -1.
template <class Find>
std::vector<Eigen::Triplet<double, int>> CountSubstrings(std::span<const std::string> texts, size_t length,
                                                         const Find& find) {
  std::vector<Eigen::Triplet<double, int>> counts;
  for (size_t i = 0; i < texts.size(); ++i) {
    common::StopPoint();
    std::map<int, double> row;
    for (size_t begin = 0; begin + length <= texts[i].size(); ++begin) {
      const int column = find(texts[i].substr(begin, length));
      if (column >= 0) row[column] += 1;
    }
    for (const auto& [column, count] : row) counts.emplace_back(static_cast<int>(i), column, count);
  }
  return counts;
}

SparseRowsOf<double> ToRows(const std::vector<Eigen::Triplet<double, int>>& counts, size_t num_rows,
                            size_t num_columns) {
  SparseRowsOf<double> rows(static_cast<Eigen::Index>(num_rows), static_cast<Eigen::Index>(num_columns));
  rows.setFromTriplets(counts.begin(), counts.end());
  rows.makeCompressed();
  return rows;
}

}  // namespace

SpectrumFeatures::SpectrumFeatures(int length) : length_(length) {
  if (length < 1) common::ThrowUsageError("spectrum kernel", "a length of 1 or more", std::to_string(length));
}

SparseRowsOf<double> SpectrumFeatures::Learn(std::span<const std::string> texts) {
  const auto counts = CountSubstrings(texts, static_cast<size_t>(length_), [this](std::string&& substring) {
    return columns_.emplace(std::move(substring), static_cast<int>(columns_.size())).first->second;
  });
  return ToRows(counts, texts.size(), columns_.size());
}

SparseRowsOf<double> SpectrumFeatures::Apply(std::span<const std::string> texts) const {
  const auto counts =
      CountSubstrings(texts, static_cast<size_t>(length_), [this](const std::string& substring) {
        const auto found = columns_.find(substring);
        return found == columns_.end() ? -1 : found->second;
      });
  return ToRows(counts, texts.size(), columns_.size());
}

}  // namespace structlab::kernels
