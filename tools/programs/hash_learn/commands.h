// The commands of hash_learn. Each takes the words after its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_COMMANDS_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Learns, shows progress and saves.
int RunTrain(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
             const std::atomic<bool>& interrupted);
// Prints a line for each example.
int RunPredict(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
               const std::atomic<bool>& interrupted);
// Prints how often predictions are right.
int RunEvaluate(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted);

// Prints the weights of features by name.
int RunWeights(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
               const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_COMMANDS_H_
