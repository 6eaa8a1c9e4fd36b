// The program register: brings a moving image onto a fixed one.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Registers what the arguments (without the program's name) say and writes a folder. Returns the exit status:
// 0, 2 for wrong usage, 3 if a file is damaged or cannot be read or written, 130 if it was interrupted (what
// was reached is written, if a label field was); errors are said in one line on `messages`.
int RunRegister(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_PROGRAM_H_
