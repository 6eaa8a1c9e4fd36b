// Graph kernels by name, for programs and comparisons: the kernels that have features.
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

// A kernel and the options of its features.
struct GraphFeatureOptions {
  std::string kernel = "graphlet-hash";
  NodeLabels labels = NodeLabels::kIgnore;
  common::OptionValues values = {};  // options of the kernel; {}: its defaults
  uint64_t seed = 1;
};

struct GraphFeatures {
  // The options with all values filled in, such as lambda and the number of moments of random walks. With
  // them, other graphs get the same features.
  GraphFeatureOptions options;
  NamedFeatures features;
};

// A kernel given by features, one row per graph: inner products of rows are the kernel. With the options that
// `features` returns, a row depends only on its own graph: not on the other graphs, its position, or the
// number of threads. `features` throws common::Error(kUsage) with the reason for options or graphs that the
// kernel does not accept. Call it through ComputeGraphFeatures (graph_features.h), which fills in all
// options.
struct GraphKernelMethod {
  std::string name;     // "weisfeiler-lehman"
  std::string summary;  // a description of half a line
  bool takes_labels;    // can distinguish nodes with different labels (NodeLabels::kUse)
  std::vector<common::OptionDeclaration> options = {};
  std::function<GraphFeatures(std::span<const Graph>, const GraphFeatureOptions&, common::ThreadPool&)>
      features;
};

// All kernels that are linked: first those of the library, then registered ones by name. When to take which:
// - weisfeiler-lehman: fast, uses labels; a good first choice.
// - graphlet-hash: sampled connected subgraphs of 4 to 9 nodes; sees the shape of dense neighbourhoods.
// - graphlet, sampled-graphlet: frequencies of 3 to 7 nodes; few features, without labels.
// - shortest-path: numbers of pairs of nodes by distance; uses labels.
// - random-walk: walks of all lengths, without labels.
std::span<const GraphKernelMethod> GraphKernels();

// Adds a kernel, which is then found by name and takes part in comparisons of all kernels. Call it before
// main, in a library with alwayslink = True, and link that library into the programs:
//
//     const bool kRegistered = RegisterGraphKernel({.name = "degree", .summary = "nodes by their degree",
//                                                   .takes_labels = false,
//                                                   .features = CountDegrees});
//
// A duplicate name, an empty name or a missing function is a bug of the program.
bool RegisterGraphKernel(GraphKernelMethod kernel);

// Throws common::Error(kUsage) for an unknown name; the message lists the nearest names.
const GraphKernelMethod& FindGraphKernel(const std::string& name);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPH_KERNELS_H_
