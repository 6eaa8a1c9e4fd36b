// HDF5 files that carry a digest of themselves, since HDF5 can crash on damaged bytes.
#ifndef STRUCTLAB_COMMON_HDF5_SEALED_FILE_H_
#define STRUCTLAB_COMMON_HDF5_SEALED_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace structlab::common {

// The first bytes of a sealed file: its user block, which HDF5, h5py and h5dump skip.
inline constexpr size_t kSealBytes = 1024;

// Lines of text, each a name without a blank and a value without a line break.
using SealedLines = std::vector<std::pair<std::string, std::string>>;

// The file: a user block with the format, the lines and the SHA-256 of all other bytes, then the HDF5 bytes.
std::string SealedFile(std::string_view format, const SealedLines& lines, std::string_view hdf5);

// What a file says of itself. Any changed, missing or added byte is damage.
struct Seal {
  SealedLines lines = {};
  std::string damage =
      {};  // empty if the file is sound; else one line: the path, what was expected and found
};
Seal ReadSeal(std::string_view file, std::string_view format, const std::string& path);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_HDF5_SEALED_FILE_H_
