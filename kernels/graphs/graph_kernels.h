// Kernels of graphs by name, for programs and comparisons: those that have features.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPH_KERNELS_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPH_KERNELS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/named_features.h"

namespace structlab::kernels {

// A kernel and how to make its features.
struct GraphFeatureOptions {
  std::string kernel = "graphlet-hash";
  NodeLabels labels = NodeLabels::kIgnore;
  common::OptionValues values = {};  // of the kernel's own options; {}: its defaults
  uint64_t seed = 1;
};

struct GraphFeatures {
  // With all values as they are, so that other graphs get the same: lambda and moments of random walks are
  // set.
  GraphFeatureOptions options;
  NamedFeatures features;
};

// A kernel by its features, a row a graph: inner products of rows are the kernel. With the options that are
// returned a row depends on its graph alone, neither on the other graphs nor on its place nor on the threads.
// Throws common::Error(kUsage) that says why for options or graphs that the kernel does not take. To be
// called through ComputeGraphFeatures (graph_features.h), which gives it values of all of its options.
struct GraphKernelMethod {
  std::string name;     // "weisfeiler-lehman"
  std::string summary;  // what it is, in half a line
  bool takes_labels;    // has features in which nodes of different labels are different: NodeLabels::kUse
  std::vector<common::OptionDeclaration> options = {};
  std::function<GraphFeatures(std::span<const Graph>, const GraphFeatureOptions&, common::ThreadPool&)>
      features;
};

// All that the program was linked with: the library's own, graphlet-hash, graphlet, sampled-graphlet,
// shortest-path, weisfeiler-lehman and random-walk, then those that were registered, by name.
std::span<const GraphKernelMethod> GraphKernels();

// Adds one, so that it is found by name and stands where all are compared. To be called before main, in a
// library with alwayslink = True, which the programs link that should have it:
//
//   const bool kRegistered = RegisterGraphKernel({.name = "degree", .summary = "nodes by their degree",
//                                                 .takes_labels = false,
//                                                 .features = CountDegrees});
//
// A name that stands twice, or a kernel without name or function, is a bug of the program.
bool RegisterGraphKernel(GraphKernelMethod kernel);

// Throws common::Error(kUsage) that names the nearest ones.
const GraphKernelMethod& FindGraphKernel(const std::string& name);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPH_KERNELS_H_
