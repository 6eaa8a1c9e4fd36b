// The program stereo: computes the disparities of a rectified pair of images.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_STEREO_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_STEREO_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name and returns its exit status (see --help). Prints the
// summary to `out`, progress and errors to `messages`. Once `interrupted` is set, stops and writes the best
// labeling so far.
int RunStereo(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
              const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_STEREO_PROGRAM_H_
