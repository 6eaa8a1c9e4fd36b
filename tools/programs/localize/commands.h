// The commands of localize. Each takes the words after its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_COMMANDS_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Learns a model and saves it. Each model that is finished before an interrupt is in the file.
int TrainLocalizationModel(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                           const std::atomic<bool>& interrupted);
// Writes the boxes that a model finds in images.
int FindBoxes(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
// Prints how well found boxes agree with true ones.
int EvaluateBoxes(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_COMMANDS_H_
