// That what a program finds has a place to go to.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_

#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// A program may run for hours: that its result has no place to go to is told before. Throws common::Error
// (kUsage) that names the flag. An empty path is none.
void CheckFolderOf(const std::string& path, const std::string& flag);

// The same of an image; the name, which must not be empty, ends in ".png", the format that is written.
void CheckPngPath(const std::string& path, const std::string& flag);

// A file that a program reads or writes, or a folder whose files it reads, and the flag that says which; an
// empty path is none.
struct NamedFile {
  std::string flag, path;
  bool is_folder = false;  // a folder whose files are read
};

// That no output takes the place of an input or of another output. Devices such as /dev/null are as many
// files as there are flags. Throws common::Error (kUsage) that names both flags.
void CheckDifferentFiles(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_
