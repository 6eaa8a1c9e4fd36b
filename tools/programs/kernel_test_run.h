// What kernel_test computes from its files.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_RUN_H_
#define STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_RUN_H_

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "kernels/statistics/independence_tests.h"
#include "tools/programs/matrix_input.h"

namespace structlab::tools {

// The flags of kernel_test.
struct KernelTestArguments {
  std::string x, y, z, out;
  std::string kernel = "gaussian", statistic = "hsic", test = "permutation";
  std::string gamma;
  int permutations = 999, threads = 1;
  double eps = 1e-3;
  MatrixFlags input = {};
  bool has_permutations = false, has_eps = false;  // true if the flags were given
  uint64_t seed = 1;
  std::string memory = "8G";
};

struct KernelTestOutcome {
  kernels::IndependenceTest test;
  std::string statistic;
  std::vector<std::pair<std::string, std::string>> kernels;  // of which file, and its text
  std::vector<std::pair<std::string, int64_t>> ranks = {};   // of approximations of low rank; else empty
};

// Reads the files and runs the test. Prints notes to `messages`. Throws common::Error for files and kernels
// that cannot be taken.
KernelTestOutcome TestFiles(const KernelTestArguments& arguments, common::ThreadPool& pool,
                            std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_KERNEL_TEST_RUN_H_
