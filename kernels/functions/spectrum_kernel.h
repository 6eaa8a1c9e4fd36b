// The p-spectrum kernel: texts compared by their substrings.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_SPECTRUM_KERNEL_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_SPECTRUM_KERNEL_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

// Features of the p-spectrum kernel (Leslie, Eskin, Noble 2002): how often each substring of `length` bytes
// occurs. Inner products of the rows are the exact kernel: substrings are compared themselves, not by a hash.
// For many or long texts, HashedFeatureMap (hashing/hashed_feature_map.h) needs no table of substrings. A
// larger length distinguishes texts better but gives fewer common substrings.
//
//     SpectrumFeatures features(/*length=*/3);
//     const SparseRowsOf<double> train = features.Learn(texts);
//     const SparseRowsOf<double> test = features.Apply(new_texts);
//
// A text shorter than `length` has an empty row.
class SpectrumFeatures {
 public:
  // Throws common::Error(kUsage) unless length >= 1.
  explicit SpectrumFeatures(int length);

  // One row per text, one column for each substring of these texts and of all earlier ones. O(length) per
  // byte.
  SparseRowsOf<double> Learn(std::span<const std::string> texts);
  // The same without learning: unknown substrings are left out. Products with learned texts remain exact,
  // since the learned texts do not have these substrings; products of two new rows lack them.
  SparseRowsOf<double> Apply(std::span<const std::string> texts) const;

  int length() const { return length_; }
  int64_t num_substrings() const { return static_cast<int64_t>(columns_.size()); }

 private:
  int length_;
  std::unordered_map<std::string, int> columns_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_SPECTRUM_KERNEL_H_
