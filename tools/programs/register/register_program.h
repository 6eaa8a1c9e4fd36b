// The program register: aligns a moving image with a fixed one.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name: registers two images and writes the results into a
// folder. Returns the exit status: 0, 2 for wrong usage, 3 if a file is damaged or cannot be read or written,
// 130 if it was interrupted (the result so far is written if the search had begun). Prints an error as one
// line to `messages`.
int RunRegister(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_PROGRAM_H_
