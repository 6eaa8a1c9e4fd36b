// The program warp: applies transforms to images, label maps and points, and converts them between formats.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_WARP_WARP_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_WARP_WARP_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the command that the arguments (without the program's name) select. Returns the exit status: 0, 2 for
// wrong usage, 3 if a file is damaged or cannot be read or written, 130 if it was interrupted (then nothing
// is written). Prints an error as one line to `messages`.
int RunWarp(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
            const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_WARP_WARP_PROGRAM_H_
