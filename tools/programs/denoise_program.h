// The program denoise: restores a grey image, also if pixels are missing.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_DENOISE_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_DENOISE_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name and returns its exit status (see --help). Prints the
// summary to `out`, progress and errors to `messages`. Once `interrupted` is set, stops and writes the best
// image so far.
int RunDenoise(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
               const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_DENOISE_PROGRAM_H_
