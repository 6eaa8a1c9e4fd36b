// Checks output paths before a long run.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_

#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Checks that a file can be written at the path, before the program runs for hours. Throws
// common::Error(kUsage) that names the flag if its folder is missing or not writable, or if the path is a
// folder. Accepts an empty path (no output).
void CheckFolderOf(const std::string& path, const std::string& flag);

// The same for an image. Its name must end in ".png", the format that is written.
void CheckPngPath(const std::string& path, const std::string& flag);

// A file that a program reads or writes, or a folder whose files it reads, and the flag that names it. The
// path is empty if the flag was not given.
struct NamedFile {
  std::string flag, path;
  bool is_folder = false;  // true for a folder whose files are read
};

// Checks that no output would overwrite an input or another output. Several flags may name the same device,
// such as /dev/null. Throws common::Error(kUsage) that names both flags.
void CheckDifferentFiles(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// To be called when all inputs have been read: checks that no output would overwrite a file that was read
// although no flag names it (common/input_scope.h). Throws common::Error(kUsage) that names the flag.
void CheckNotRead(const std::vector<NamedFile>& outputs);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_
