// The program hash_learn: learns linear models on hashed features while it reads the examples.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name and returns its exit status (see --help). Prints results
// to `out`, progress and errors to `messages`. Once `interrupted` is set, learning ends after the current
// batch, and the model so far is saved.
int RunHashLearn(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                 const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_PROGRAM_H_
