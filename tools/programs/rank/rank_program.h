// The program rank: learns to rank samples by average precision, scores and evaluates them.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_RANK_RANK_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_RANK_RANK_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the command train, score or evaluate, which is the first argument (without the program's name).
// Returns the exit status: 0, 2 for wrong usage, 3 if a file is damaged or cannot be read or written, 130 if
// it was interrupted (a finished model is kept). Prints an error as one line to `messages`.
int RunRank(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
            const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_RANK_RANK_PROGRAM_H_
