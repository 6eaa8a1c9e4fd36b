// Files in the idx format of MNIST: bytes in one to three dimensions (LeCun, Cortes, Burges, The MNIST
// database, 1998).
#ifndef STRUCTLAB_KERNELS_SPARSE_IDX_FILE_H_
#define STRUCTLAB_KERNELS_SPARSE_IDX_FILE_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace structlab::kernels {

// An array of bytes. The last dimension varies fastest.
struct IdxBytes {
  std::vector<int> sizes;  // one per dimension, each at least 1
  std::vector<uint8_t> values;

  bool operator==(const IdxBytes&) const = default;
};

// Reads one idx file, plain or gzip.
//
//     const IdxBytes images = ReadIdxBytes("train-images-idx3-ubyte.gz", /*dimensions=*/3);
//
// The file consists of two bytes 0, the type 8 (unsigned bytes; other types are refused), the number of
// dimensions, the sizes as 32-bit numbers with the highest byte first, and the values. Reads at most the
// first `max_items` items along the first dimension, and does not check what follows them.
//
// Throws common::Error(kData) with file and byte for another header, for another number of dimensions than
// `dimensions`, for sizes that are 0 or whose product is above 2^31 - 1, and for a file that is too short or
// too long. Linear time. Memory: the content and 64 KiB, whatever the header says. Deterministic,
// thread-safe.
IdxBytes ReadIdxBytes(const std::string& path, int dimensions,
                      int max_items = std::numeric_limits<int>::max());

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_IDX_FILE_H_
