// The program denoise: restoration of a grey image, with missing pixels or without.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_DENOISE_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_DENOISE_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs it with the arguments that follow its name and returns the exit status (--help says which there are).
// The summary goes to `out`, progress and errors to `messages`. Once `interrupted` is set, the best image so
// far is written.
int RunDenoise(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
               const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_DENOISE_PROGRAM_H_
