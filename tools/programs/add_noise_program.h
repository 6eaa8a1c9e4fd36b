// The program add_noise: adds noise and a missing bar to a clean image, to test restoration.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_ADD_NOISE_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_ADD_NOISE_PROGRAM_H_

#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name: adds noise and a missing bar to a grey image, writes
// image and mask, and prints a summary to `out`. Returns the exit status: 0, 2 for wrong usage, 3 if a file
// is damaged or cannot be read or written. Prints an error as one line to `messages`.
int RunAddNoise(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_ADD_NOISE_PROGRAM_H_
