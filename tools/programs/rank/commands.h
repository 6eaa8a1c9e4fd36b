// The commands of rank. Each takes the words after its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_RANK_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_RANK_COMMANDS_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Learns a model and saves it. Each model that is finished before an interrupt is in the file.
int TrainRanker(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted);
// Writes scores and ranks of samples.
int ScoreSamples(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
// Prints measures of scores.
int EvaluateScores(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_RANK_COMMANDS_H_
