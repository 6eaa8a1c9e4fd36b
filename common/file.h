// Reads whole files, and replaces files atomically: readers see the old content or the new, never a part.
#ifndef STRUCTLAB_COMMON_FILE_H_
#define STRUCTLAB_COMMON_FILE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace structlab::common {

// The content of a file or pipe. Throws Error(kEnvironment) that names the path if it cannot be read, is a
// folder or a device, or is larger than `max_bytes`.
std::string ReadFile(const std::string& path, size_t max_bytes = size_t{1} << 32);

// What is on the disk (fsync) when the call returns. Each fsync takes milliseconds.
enum class Durability {
  kFileAndFolder,  // after a power cut, the file has the new content
  kFile,           // after a power cut, the file has the old content or the new
  kNothing,        // after a power cut, it may hold anything; only for files whose damage readers detect
};

// Replaces the content of a file, or creates it with the usual permissions.
//
//     WriteFileAtomically("results/summary.txt", text);
//
// Writes a temporary file in the same folder, syncs it to the disk and renames it. If the process is killed,
// the file has the old content or the new; at worst, the temporary file is left behind. Follows symbolic
// links and keeps permissions. Writes directly to a pipe or device. Throws Error(kEnvironment) that names the
// path if anything fails (missing folder, parent that is a file, full disk), and Error(kUsage) if the program
// has read the file (input_scope.h); the old file is then unchanged.
// Threads and processes may write the same path at once: the file then has one of the contents.
void WriteFileAtomically(const std::string& path, std::string_view content,
                         Durability durability = Durability::kFileAndFolder);

// Creates the folder and its parents. Throws Error(kEnvironment), with the remedy, if a part of the path is a
// file or the folder cannot be created.
void MakeFolder(const std::string& folder, const std::string& remedy = "");

// The name of the final file for the name of a temporary file of WriteFileAtomically: "results.tsv" for
// "results.tsv.tmp-Ab12Cd". Nothing for any other name.
std::optional<std::string_view> NameBeforeTemporary(std::string_view name);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FILE_H_
