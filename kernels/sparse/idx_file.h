// Files in the format of MNIST: bytes in one to three dimensions (LeCun, Cortes, Burges, The MNIST database,
// 1998).
#ifndef STRUCTLAB_KERNELS_SPARSE_IDX_FILE_H_
#define STRUCTLAB_KERNELS_SPARSE_IDX_FILE_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace structlab::kernels {

// The last dimension runs fastest.
struct IdxBytes {
  std::vector<int> sizes;  // one a dimension, each at least 1
  std::vector<uint8_t> values;

  bool operator==(const IdxBytes&) const = default;
};

// Reads one file, plain or gzip: two bytes 0, the type 8 (unsigned bytes; others are refused), the number of
// dimensions, their sizes as 32-bit numbers with the highest byte first, and the values. Throws common::Error
// (data) with file and byte for another head, another number of dimensions than asked for, sizes that are 0
// or whose product is above 2^31 - 1, and a file that is too short or too long. Memory: the content and 64
// KiB, whatever the head says. Linear time; deterministic; thread-safe.
//
// Of more than `most` items along the first dimension only the first ones are read, and nothing behind them
// is looked at.
IdxBytes ReadIdxBytes(const std::string& path, int dimensions,
                      int max_items = std::numeric_limits<int>::max());

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_IDX_FILE_H_
