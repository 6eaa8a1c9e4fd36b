// The program kernel_test: tests whether two sets of columns are independent.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Runs the program with the arguments after its name: tests whether the rows of two files are independent
// (given the rows of a third), and prints the statistic and the p-value to `out`. Returns the exit status: 0,
// 2 for wrong usage, 3 if a file is damaged or cannot be read or written, 130 if it was interrupted (then
// nothing is written). Prints an error as one line to `messages`.
int RunKernelTest(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                  const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_PROGRAM_H_
