// The program hash_learn: linear models on hashed features, learned while examples are read.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs it with the arguments that follow its name and returns the exit status (--help says which there are).
// What is asked for goes to `out`, progress and errors to `messages`. Once `interrupted` is set, learning
// ends after the batch and the model so far is saved.
int RunHashLearn(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                 const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_PROGRAM_H_
