#include "kernels/graphs/graph_kernels.h"

#include <cstddef>
#include <limits>
#include <utility>

#include "common/method_list.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/random_walk_kernel.h"
#include "kernels/graphs/shortest_path_kernel.h"
#include "kernels/graphs/weisfeiler_lehman.h"

namespace structlab::kernels {
namespace {

using Graphs = std::span<const Graph>;
using Options = GraphFeatureOptions;
using Pool = common::ThreadPool;

// The ranges of all integer options fit into an int.
int Integer(const Options& options, const char* name) {
  return static_cast<int>(options.values.Integer(name));
}

// The non-empty columns; their numbers become their names.
NamedFeatures NameColumns(const SparseFeatures& features) {
  std::vector<std::vector<NamedValue>> rows(features.rows());
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    for (SparseFeatures::InnerIterator entry(features, row); entry; ++entry) {
      if (entry.value() == 0) continue;
      rows[row].push_back({static_cast<uint64_t>(entry.col()), entry.value()});
    }
  }
  return JoinRows(rows);
}

GraphFeatures HashedGraphlets(Graphs graphs, const Options& options, Pool& pool) {
  GraphletHashing hashing;
  hashing.min_nodes = Integer(options, "least_nodes");
  hashing.max_nodes = Integer(options, "most_nodes");
  hashing.sampling.samples = Integer(options, "samples");
  hashing.sampling.burn_in = Integer(options, "burn_in");
  hashing.sampling.labels = options.labels;
  hashing.bits = Integer(options, "bits");
  hashing.seed = options.seed;
  return {options, NameColumns(GraphletHashFeatures(graphs, hashing, pool))};
}

GraphFeatures Graphlets(Graphs graphs, const Options& options, Pool& pool) {
  return {options, NameColumns(GraphletFrequencies(graphs, Integer(options, "nodes"), pool))};
}

GraphFeatures SampledGraphlets(Graphs graphs, const Options& options, Pool& pool) {
  return {options, NameColumns(SampledGraphletFrequencies(graphs, Integer(options, "nodes"),
                                                          Integer(options, "sets"), options.seed, pool))};
}

GraphFeatures ShortestPaths(Graphs graphs, const Options& options, Pool& pool) {
  return {options, ShortestPathFeatures(graphs, options.labels, pool)};
}

GraphFeatures Subtrees(Graphs graphs, const Options& options, Pool& pool) {
  return {options, WeisfeilerLehmanFeatures(graphs, Integer(options, "iterations"), options.labels, pool)};
}

GraphFeatures RandomWalks(Graphs graphs, const Options& given, Pool& pool) {
  Options options = given;
  RandomWalk walk;
  const double lambda = options.values.Number("lambda");
  if (lambda != 0) walk.lambda = lambda;
  Eigen::MatrixXd moments;
  if (options.values.Integer("moments") == 0) {
    RandomWalkFeatures computed = ComputeRandomWalkFeatures(graphs, walk, pool);
    options.values.Set("lambda", computed.lambda);
    options.values.Set("moments", int64_t{computed.moments.cols()});
    moments = std::move(computed.moments);
  } else {
    moments = RandomWalkMoments(graphs, walk, Integer(options, "moments"), pool);
  }
  return {options, NameColumns(moments.sparseView())};
}

// More than any lambda needs. The limit keeps a number in a file from requesting more memory than the graphs
// justify.
constexpr int64_t kMaxMoments = 50'000;
constexpr int64_t kMaxInt = std::numeric_limits<int>::max();

common::OptionDeclaration Nodes(const std::string& help) {
  return common::IntegerOption("nodes", 4, {2, 7}, help);
}

std::vector<GraphKernelMethod> OwnKernels() {
  using common::IntegerOption;
  return {
      {.name = "graphlet-hash",
       .summary = "samples of connected subgraphs of 4 to 9 nodes, hashed (Shi 2011)",
       .takes_labels = true,
       .options = {IntegerOption("least_nodes", 4, {2, 9}, "nodes of the smallest subgraphs"),
                   IntegerOption("most_nodes", 9, {2, 9}, "nodes of the largest subgraphs"),
                   IntegerOption("samples", 10'000, {0, kMaxInt}, "samples for each number of nodes"),
                   IntegerOption("burn_in", 1000, {0, kMaxInt}, "steps before the first sample"),
                   IntegerOption("bits", 20, {1, 24}, "bits of the hash: 2^bits features")},
       .features = HashedGraphlets},
      {.name = "graphlet",
       .summary = "frequencies of all subgraphs of 3 or 4 nodes",
       .takes_labels = false,
       .options = {Nodes("nodes of the subgraphs, 3 or 4")},
       .features = Graphlets},
      {.name = "sampled-graphlet",
       .summary = "frequencies of subgraphs of 3 to 7 nodes, from sampled sets of nodes",
       .takes_labels = false,
       .options = {Nodes("nodes of the subgraphs, at least 3"),
                   IntegerOption("sets", 8497, {0, kMaxInt}, "number of sampled sets of nodes")},
       .features = SampledGraphlets},
      {.name = "shortest-path",
       .summary = "pairs of nodes by distance",
       .takes_labels = true,
       .features = ShortestPaths},
      {.name = "weisfeiler-lehman",
       .summary = "nodes by their neighbourhood trees",
       .takes_labels = true,
       .options = {IntegerOption("iterations", 5, {0, kMaxWeisfeilerLehmanIterations},
                                 "refinements: height of the largest trees")},
       .features = Subtrees},
      {.name = "random-walk",
       .summary = "walks that two graphs have in common",
       .takes_labels = false,
       .options = {common::NumberOption(
                       "lambda", 0, {.min = 0},
                       "weight of each step; 0: 0.9 of the largest value that all graphs allow"),
                   IntegerOption("moments", 0, {0, kMaxMoments},
                                 "number of features; 0: as many as lambda needs")},
       .features = RandomWalks},
  };
}

using Kernels = common::MethodList<GraphKernelMethod, &GraphKernelMethod::features>;

Kernels& AllKernels() {
  static Kernels kernels("kernel", OwnKernels());
  return kernels;
}

}  // namespace

std::span<const GraphKernelMethod> GraphKernels() { return AllKernels().All(); }

bool RegisterGraphKernel(GraphKernelMethod kernel) {
  AllKernels().Add(std::move(kernel));
  return true;
}

const GraphKernelMethod& FindGraphKernel(const std::string& name) { return AllKernels().Find(name); }

}  // namespace structlab::kernels
