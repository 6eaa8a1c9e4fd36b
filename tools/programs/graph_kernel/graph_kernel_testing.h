// Shared by the tests of graph_kernel.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_TESTING_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_TESTING_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kernels/graphs/testing/random_graphs.h"
#include "kernels/graphs/tu_dataset.h"
#include "tools/programs/graph_kernel/graph_kernel_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {

inline Outcome GraphKernel(const std::vector<std::string>& arguments, bool interrupted = false) {
  return RunProgram(RunGraphKernel, arguments, interrupted);
}

inline kernels::Graph Cycle(int nodes) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < nodes; ++i) edges.push_back({i, (i + 1) % nodes});
  return kernels::GraphOf(nodes, edges);
}

inline kernels::Graph Star(int nodes) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 1; i < nodes; ++i) edges.push_back({0, i});
  return kernels::GraphOf(nodes, edges);
}

class GraphKernelProgram : public ProgramTest {
 protected:
  // The path as the program prints it.
  std::string At(const std::string& name) const {
    return (std::filesystem::path(folder_) / name).lexically_normal().string();
  }

  // Writes the data set into a folder; both have this name.
  std::string Put(const std::string& name, const kernels::GraphDataset& dataset) const {
    std::filesystem::create_directories(At(name));
    kernels::WriteTuDataset(dataset, At(name), name);
    return At(name);
  }

  // Cycles of class 1 and stars of class 2, of 5 to 14 nodes.
  static kernels::GraphDataset CyclesAndStars() {
    kernels::GraphDataset dataset;
    for (int nodes = 5; nodes < 15; ++nodes) {
      dataset.graphs.push_back(Cycle(nodes));
      dataset.labels.push_back(1);
      dataset.graphs.push_back(Star(nodes));
      dataset.labels.push_back(2);
    }
    return dataset;
  }
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_GRAPH_KERNEL_TESTING_H_
