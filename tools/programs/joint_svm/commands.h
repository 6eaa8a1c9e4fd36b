// The commands of joint_svm. Each takes the words after its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_COMMANDS_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Learns a model and saves it.
int TrainJointSvmModel(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                       const std::atomic<bool>& interrupted);
// Writes the predicted tags of rows.
int PredictTags(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
// Prints the quality of predicted tags.
int EvaluateTags(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_COMMANDS_H_
