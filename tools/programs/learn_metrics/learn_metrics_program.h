// The program learn_metrics: weights of metrics for register.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_LEARN_METRICS_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_LEARN_METRICS_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Learns what the arguments (without the program's name) say and writes a weights file. Returns the exit
// status: 0, 2 for wrong usage, 3 if a file is damaged or cannot be read or written, 130 if it was
// interrupted (nothing is written then); errors are said in one line on `messages`.
int RunLearnMetrics(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                    const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_LEARN_METRICS_PROGRAM_H_
