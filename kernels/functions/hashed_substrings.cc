#include "kernels/functions/hashed_substrings.h"

#include <Eigen/SparseCore>
#include <string_view>

#include "common/error.h"

namespace structlab::kernels {

SparseRowsOf<double> HashedSubstrings(std::span<const std::string> texts, int length,
                                      const HashingOptions& options) {
  constexpr int kMinBits = 3, kMaxBits = 30;  // columns are counted by int
  if (length < 1) {
    common::ThrowUsageError("length of the substrings", "a whole number >= 1", std::to_string(length));
  }
  if (options.bits < kMinBits || options.bits > kMaxBits) {
    common::ThrowUsageError("bits", "3..30 for hashed substrings", std::to_string(options.bits));
  }
  const HashedFeatureMap map(options);
  const auto size = static_cast<size_t>(length);
  SparseRowsOf<double> rows(static_cast<Eigen::Index>(texts.size()),
                            static_cast<Eigen::Index>(map.num_bins()));
  HashedVector bins;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const std::string_view text = texts[i];
    bins.clear();
    for (size_t at = 0; at + size <= text.size(); ++at) map.Add(text.substr(at, size), 1, bins);
    SumEqualBins(bins);  // they ascend
    rows.startVec(i);
    for (const HashedFeature& feature : bins) {
      rows.insertBack(i, static_cast<Eigen::Index>(feature.bin)) = feature.value;
    }
  }
  rows.finalize();
  return rows;
}

}  // namespace structlab::kernels
