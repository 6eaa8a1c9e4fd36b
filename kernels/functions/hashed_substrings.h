// Texts compared by their substrings, hashed into a fixed number of columns.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_HASHED_SUBSTRINGS_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_HASHED_SUBSTRINGS_H_

#include <span>
#include <string>

#include "kernels/functions/rows.h"
#include "kernels/hashing/hashed_feature_map.h"

namespace structlab::kernels {

// Features of the p-spectrum kernel as SpectrumFeatures (spectrum_kernel.h) has them, but hashed: the
// substring s of `length` bytes counts in column h(s) of 2^bits. Take it for many or long texts: it stores no
// substrings and treats new texts as it does old ones. Inner products of rows are those of SpectrumFeatures
// plus collisions: too high on average without signs, right on average with signs
// (HashingOptions::is_signed).
//
//     const SparseRowsOf<double> train = HashedSubstrings(texts, /*length=*/4, {.bits = 18});
//     const SparseRowsOf<double> test = HashedSubstrings(new_texts, 4, {.bits = 18});
//
// A text shorter than `length` has an empty row. O(length) per byte, and sorting the bins of each text.
// Throws common::Error(kUsage) unless length >= 1 and bits are 3..30, and for other options out of range.
SparseRowsOf<double> HashedSubstrings(std::span<const std::string> texts, int length,
                                      const HashingOptions& options);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_HASHED_SUBSTRINGS_H_
