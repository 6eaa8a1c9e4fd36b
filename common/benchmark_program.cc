// The main function of all benchmark programs.

#include "common/benchmark_main.h"

int main(int argc, char** argv) { return structlab::common::RegisteredBenchmarksMain(argc, argv); }
