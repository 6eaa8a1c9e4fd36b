// The commands of joint_svm. Each takes the words behind its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_COMMANDS_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Learns and saves.
int TrainJointSvmModel(const std::vector<std::string>& words, std::FILE* out,
                       const std::atomic<bool>& interrupted);
// Writes the tags of rows.
int PredictTags(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
// Prints how good they are.
int EvaluateTags(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_COMMANDS_H_
