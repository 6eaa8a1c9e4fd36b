// Kernels of texts by their substrings.
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

// The p-spectrum (Leslie, Eskin, Noble 2002): how often each substring of `length` bytes occurs. The linear
// kernel of the rows is the kernel of the texts, exactly: substrings are told apart by themselves, not by a
// hash of them. Texts shorter than that have an empty row.
class SpectrumFeatures {
 public:
  // Throws common::Error(kUsage) unless length >= 1.
  explicit SpectrumFeatures(int length);

  // A row a text, a column for each substring of these and of all texts before; O(length) a byte.
  SparseRowsOf<double> Learn(std::span<const std::string> texts);
  // Substrings that are not known are left out: their products with the texts that were learnt are 0. The
  // product of two new rows then lacks them.
  SparseRowsOf<double> Apply(std::span<const std::string> texts) const;

  int length() const { return length_; }
  int64_t num_substrings() const { return static_cast<int64_t>(columns_.size()); }

 private:
  int length_;
  std::unordered_map<std::string, int> columns_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_SPECTRUM_KERNEL_H_
