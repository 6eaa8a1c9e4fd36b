// Whole files: read at once, or replaced so that a reader sees the old content or the new, never a part.
#ifndef STRUCTLAB_COMMON_FILE_H_
#define STRUCTLAB_COMMON_FILE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace structlab::common {

// The content of a file or pipe. Throws Error(kEnvironment) that names the path if it cannot be read, is a
// folder or a device, or holds more than `max_bytes` bytes.
std::string ReadFile(const std::string& path, size_t max_bytes = size_t{1} << 32);

// What of a replaced file is on the disk (fsync) when the call returns; each wait takes milliseconds.
enum class Durability {
  kFileAndFolder,  // a power cut later leaves the new content
  kFile,           // a power cut leaves the old content or the new
  kNothing,        // a power cut may leave anything: for what a reader can tell to be wrong, and do without
};

// Replaces the content of a file, or creates it with the usual permissions. Writes a file of a temporary
// name beside it, makes it durable and renames it; a kill at any moment leaves the old content or the new,
// and at worst the temporary file. A symbolic link is followed; permissions are kept. A pipe or device is
// written to directly. Throws Error(kEnvironment) that names the path if anything fails (no such folder, a
// parent that is a file, a full disk): the old file is then untouched. Safe to call from several threads and
// processes, on one path too: one of the contents stays.
void WriteFileAtomically(const std::string& path, std::string_view content,
                         Durability durability = Durability::kFileAndFolder);

// Makes the folder and its parents. Throws Error(kEnvironment), with the remedy, if a part of the path is a
// file, or if it cannot be made.
void MakeFolder(const std::string& folder, const std::string& remedy = "");

// "results.tsv" for "results.tsv.tmp-Ab12Cd": the name of which this is a temporary file that
// WriteFileAtomically writes, or that a kill left; none if it is another name.
std::optional<std::string_view> NameBeforeTemporary(std::string_view name);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FILE_H_
