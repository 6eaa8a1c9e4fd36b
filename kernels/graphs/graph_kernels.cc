#include "kernels/graphs/graph_kernels.h"

#include <cstddef>
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

// The columns that are not empty, named by their numbers.
NamedFeatures NameColumns(const SparseFeatures& features) {
  std::vector<std::vector<NamedValue>> rows(static_cast<size_t>(features.rows()));
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    for (SparseFeatures::InnerIterator entry(features, row); entry; ++entry) {
      if (entry.value() == 0) continue;
      rows[static_cast<size_t>(row)].push_back({static_cast<uint64_t>(entry.col()), entry.value()});
    }
  }
  return JoinRows(rows);
}

GraphFeatures HashedGraphlets(Graphs graphs, const Options& options, Pool& pool) {
  GraphletHashing hashing;
  hashing.least_nodes = options.least_nodes;
  hashing.most_nodes = options.most_nodes;
  hashing.sampling.samples = options.samples;
  hashing.sampling.burn_in = options.burn_in;
  hashing.sampling.labels = options.labels;
  hashing.bits = options.bits;
  hashing.seed = options.seed;
  return {options, NameColumns(GraphletHashFeatures(graphs, hashing, pool))};
}

GraphFeatures Graphlets(Graphs graphs, const Options& options, Pool& pool) {
  return {options, NameColumns(GraphletFrequencies(graphs, options.nodes, pool))};
}

GraphFeatures SampledGraphlets(Graphs graphs, const Options& options, Pool& pool) {
  return {options,
          NameColumns(SampledGraphletFrequencies(graphs, options.nodes, options.sets, options.seed, pool))};
}

GraphFeatures ShortestPaths(Graphs graphs, const Options& options, Pool& pool) {
  return {options, ShortestPathFeatures(graphs, options.labels, pool)};
}

GraphFeatures Subtrees(Graphs graphs, const Options& options, Pool& pool) {
  return {options, WeisfeilerLehmanFeatures(graphs, options.iterations, options.labels, pool)};
}

GraphFeatures RandomWalks(Graphs graphs, const Options& given, Pool& pool) {
  Options options = given;
  RandomWalk walk;
  if (options.lambda != 0) walk.lambda = options.lambda;
  Eigen::MatrixXd moments;
  if (options.moments == 0) {
    RandomWalkFeatures computed = ComputeRandomWalkFeatures(graphs, walk, pool);
    options.lambda = computed.lambda;
    options.moments = static_cast<int>(computed.moments.cols());
    moments = std::move(computed.moments);
  } else {
    moments = RandomWalkMoments(graphs, walk, options.moments, pool);
  }
  return {options, NameColumns(moments.sparseView())};
}

std::vector<GraphKernelMethod> OwnKernels() {
  return {
      {.name = "graphlet-hash",
       .summary = "samples of connected subgraphs of 4 to 9 nodes, hashed (Shi 2011)",
       .takes_labels = true,
       .options = {"least_nodes", "most_nodes", "samples", "burn_in", "bits"},
       .features = HashedGraphlets},
      {.name = "graphlet",
       .summary = "frequencies of all subgraphs of 3 or 4 nodes",
       .takes_labels = false,
       .options = {"nodes"},
       .features = Graphlets},
      {.name = "sampled-graphlet",
       .summary = "the same from sampled sets of nodes, also of 5 to 7",
       .takes_labels = false,
       .options = {"nodes", "sets"},
       .features = SampledGraphlets},
      {.name = "shortest-path",
       .summary = "pairs of nodes by distance",
       .takes_labels = true,
       .options = {},
       .features = ShortestPaths},
      {.name = "weisfeiler-lehman",
       .summary = "nodes by their neighbourhood trees",
       .takes_labels = true,
       .options = {"iterations"},
       .features = Subtrees},
      {.name = "random-walk",
       .summary = "walks of two graphs side by side",
       .takes_labels = false,
       .options = {"lambda", "moments"},
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
