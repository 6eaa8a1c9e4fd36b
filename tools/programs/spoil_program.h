// The program spoil: a noisy image with a missing bar, made of a clean one.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_SPOIL_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_SPOIL_PROGRAM_H_

#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Spoils a grey image as the arguments (without the program's name) say, writes image and mask, and prints to
// `out` what was done. Returns the exit status of the program: 0, 2 for wrong usage, 3 if a file is damaged
// or cannot be read or written; errors are said in one line on `messages`.
int RunSpoil(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_SPOIL_PROGRAM_H_
