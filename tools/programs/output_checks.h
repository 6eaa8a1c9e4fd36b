// That what a program finds has a place to go to.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_

#include <cstdio>
#include <string>

namespace structlab::tools {

// A program may run for hours: that its result has no place to go to is told before. Throws common::Error
// (kUsage) that names the flag. An empty path is none.
void CheckFolderOf(const std::string& path, const std::string& flag);

// The same of an image; the name must end in ".png", the format that is written.
void CheckPngPath(const std::string& path, const std::string& flag);

// Throws common::Error(kEnvironment) if what was printed to standard output has not all been taken.
void CheckPrinted(std::FILE* out);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_OUTPUT_CHECKS_H_
