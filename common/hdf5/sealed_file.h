// HDF5 files with a digest of their bytes. The digest is checked before HDF5 opens them, because HDF5 can
// crash on damaged bytes.
#ifndef STRUCTLAB_COMMON_HDF5_SEALED_FILE_H_
#define STRUCTLAB_COMMON_HDF5_SEALED_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace structlab::common {

// The size of the user block at the beginning of a sealed file, which HDF5, h5py and h5dump skip.
inline constexpr size_t kSealBytes = 1024;

// Lines of text. Each has a name without spaces and a value without line breaks.
using SealedLines = std::vector<std::pair<std::string, std::string>>;

// The bytes of the file: a user block with the format, the lines and the SHA-256 of all other bytes; then the
// HDF5 bytes.
std::string SealedFile(std::string_view format, const SealedLines& lines, std::string_view hdf5);

// The content of the user block. Any changed, missing or added byte in the file counts as damage.
struct Seal {
  SealedLines lines = {};
  // Empty if the file is undamaged; otherwise one line with the path and what was expected and found.
  std::string damage = {};
};
Seal ReadSeal(std::string_view file, std::string_view format, const std::string& path);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_HDF5_SEALED_FILE_H_
