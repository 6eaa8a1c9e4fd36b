// The program learn_metrics: learns weights of similarity metrics for the program register.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_LEARN_METRICS_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_LEARN_METRICS_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name: learns weights from pairs of images and writes them to
// a file. Returns the exit status: 0, 2 for wrong usage, 3 if a file is damaged or cannot be read or written,
// 130 if it was interrupted (then nothing is written). Prints an error as one line to `messages`.
int RunLearnMetrics(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                    const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_LEARN_METRICS_PROGRAM_H_
