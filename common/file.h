// Whole files: read at once, or replaced so that a reader sees the old content or the new, never a part.
#ifndef STRUCTLAB_COMMON_FILE_H_
#define STRUCTLAB_COMMON_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace structlab::common {

// The content of a file or pipe. Throws Error(kEnvironment) that names the path if it cannot be read, is a
// folder or a device, or holds more than `largest` bytes.
std::string ReadFile(const std::string& path, size_t largest = size_t{1} << 32);

// Replaces the content of a file, or creates it with the usual permissions. Writes a file of a temporary
// name beside it, makes it durable (fsync) and renames it; a kill or a power cut at any moment leaves the old
// content or the new, and at worst the temporary file. A symbolic link is followed; permissions are kept.
// A pipe or device is written to directly. Throws Error(kEnvironment) that names the path if anything fails
// (no such folder, a parent that is a file, a full disk): the old file is then untouched. Safe to call from
// several threads and processes, on one path too: one of the contents stays.
void WriteFileAtomically(const std::string& path, std::string_view content);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FILE_H_
