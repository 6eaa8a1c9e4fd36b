// The program kernel_test: are two sets of columns independent?
#ifndef STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_PROGRAM_H_
#define STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Tests the independence of the rows of two files (given those of a third) as the arguments (without the
// program's name) say, and prints statistic and p-value to `out`. Returns the exit status: 0, 2 for wrong
// usage, 3 if a file is damaged or cannot be read or written, 130 if it was interrupted, when nothing is
// written; errors are said in one line on `messages`.
int RunKernelTest(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                  const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_PROGRAM_H_
