// The program evaluate_registration: measures how well label maps and points agree, and whether a transform
// folds.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_EVALUATE_REGISTRATION_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_EVALUATE_REGISTRATION_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Computes the measures that the arguments (without the program's name) select, and prints tables to `out`.
// Returns the exit status: 0, 2 for wrong usage, 3 if a file is damaged or cannot be read or written, 130 if
// it was interrupted. Prints an error as one line to `messages`.
int RunEvaluateRegistration(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                            const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_EVALUATE_REGISTRATION_PROGRAM_H_
