// Speed of the graph kernels that are compared with the graphlet hash kernel, each relative to the operations
// that it cannot avoid or to the textbook method. Uses DD and MUTAG, or random graphs of their average size
// if they are missing.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/error.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/random_walk_kernel.h"
#include "kernels/graphs/shortest_path_kernel.h"
#include "kernels/graphs/testing/random_graphs.h"
#include "kernels/graphs/tu_dataset.h"
#include "kernels/graphs/weisfeiler_lehman.h"

namespace structlab::kernels {
namespace {

struct Graphs {
  std::vector<Graph> graphs;
  bool labelled = false;
  std::string note;
};

// Every `step`-th graph of the data set.
Graphs Load(const std::string& name, size_t step, size_t count, int nodes, double degree) {
  const char* data = std::getenv("STRUCTLAB_DATA");
  const std::filesystem::path folder = std::filesystem::path(data == nullptr ? "" : data) / "graphs" / name;
  Graphs some;
  if (data != nullptr && std::filesystem::exists(folder)) {
    const std::vector<Graph> all = ReadTuDataset(folder.string()).graphs;
    for (size_t g = 0; g < all.size(); g += step) some.graphs.push_back(all[g]);
    some.labelled = some.graphs[0].has_node_labels();
    some.note = std::to_string(some.graphs.size()) + " graphs of " + name;
    return some;
  }
  for (uint64_t g = 0; g < count; g += step) {
    common::RandomStream stream(1, "stand-in", g);
    some.graphs.push_back(RandomGraph(nodes, degree / nodes, stream));
  }
  some.note = "stand-in graphs";
  return some;
}

Graphs Proteins() { return Load("DD", 10, 1178, 284, 5.0); }
Graphs Molecules() { return Load("MUTAG", 1, 188, 18, 2.2); }

// Breadth-first search from each node; returns the sum of all distances.
int64_t SearchFromEveryNode(const Graph& graph) {
  int64_t sum = 0;
  std::vector<int> distances(graph.num_nodes()), queue(distances.size());
  for (int source = 0; source < graph.num_nodes(); ++source) {
    std::fill(distances.begin(), distances.end(), -1);
    distances[source] = 0;
    queue[0] = source;
    for (size_t first = 0, last = 1; first < last; ++first) {
      const int distance = distances[queue[first]];
      sum += distance;
      for (const int neighbor : graph.neighbors(queue[first])) {
        int& of_neighbor = distances[neighbor];
        if (of_neighbor >= 0) continue;
        of_neighbor = distance + 1;
        queue[last++] = neighbor;
      }
    }
  }
  return sum;
}

// Reads one number for each neighbour of each neighbour.
int64_t VisitSecondNeighbors(const Graph& graph, const std::vector<int>& numbers) {
  int64_t sum = 0;
  for (int u = 0; u < graph.num_nodes(); ++u) {
    for (const int v : graph.neighbors(u)) {
      for (const int w : graph.neighbors(v)) sum += numbers[w];
    }
  }
  return sum;
}

int64_t VisitNeighbors(const Graph& graph, const std::vector<int>& numbers) {
  int64_t sum = 0;
  for (int u = 0; u < graph.num_nodes(); ++u) {
    for (const int v : graph.neighbors(u)) sum += numbers[v];
  }
  return sum;
}

class Benchmark {
 public:
  explicit Benchmark(const common::BenchmarkSelection& selection) : selection_(selection) {}

  template <class Ours, class Yardstick>
  void Run(const std::string& name, const Graphs& some, const std::string& yardstick, const Ours& ours,
           const Yardstick& theirs) const {
    if (!selection_.Contains(name)) return;
    const common::PairedSeconds seconds = common::InterleavedMedians(ours, theirs, 5);
    common::PrintBenchmarkRow({.benchmark = name,
                               .value = 1e3 * seconds.ours,
                               .unit = "ms",
                               .yardstick = yardstick,
                               .yardstick_value = 1e3 * seconds.yardstick,
                               .note = some.note + ", CPU time"});
  }

 private:
  common::BenchmarkSelection selection_;
};

// Checks the results of both sides.
void CheckSame(int64_t ours, int64_t theirs) { STRUCTLAB_CHECK(ours == theirs); }

int64_t SumOfDistances(const std::vector<int64_t>& histogram) {
  int64_t sum = 0;
  for (size_t d = 0; d < histogram.size(); ++d) sum += 2 * static_cast<int64_t>(d + 1) * histogram[d];
  return sum;
}

void RunShortestPaths(const Benchmark& benchmark, const Graphs& some) {
  int64_t ours = 0, theirs = 0;
  benchmark.Run(
      "shortest_path_dd", some, "a search from every node",
      [&] {
        ours = 0;
        for (const Graph& graph : some.graphs) ours += SumOfDistances(ShortestPathHistogram(graph));
      },
      [&] {
        theirs = 0;
        for (const Graph& graph : some.graphs) theirs += SearchFromEveryNode(graph);
      });
  CheckSame(ours, theirs);
}

void RunGraphlets(const Benchmark& benchmark, const Graphs& some, const std::vector<int>& ones) {
  double sets = 0;
  int64_t second_neighbors = 0;
  benchmark.Run(
      "graphlet_kernel_dd", some, "one visit to the neighbours of all neighbours",
      [&] {
        for (const Graph& graph : some.graphs) sets += CountAllGraphlets(graph, 4)[0];
      },
      [&] {
        for (const Graph& graph : some.graphs) second_neighbors += VisitSecondNeighbors(graph, ones);
      });
  STRUCTLAB_CHECK(sets >= 0 && second_neighbors >= 0);
  // Each sample looks at 6 pairs of nodes; no method can do with less.
  const int samples = static_cast<int>(GraphletSampleSize(11, 0.05, 0.05));
  double sampled = 0, lookups = 0;
  benchmark.Run(
      "graphlet_samples_dd", some, "the same number of pairs of nodes looked up",
      [&] {
        sampled = 0;
        for (size_t g = 0; g < some.graphs.size(); ++g) {
          common::RandomStream stream(1, "benchmark", g);
          const std::vector<double> counts = SampleAllGraphlets(some.graphs[g], 4, samples, stream);
          sampled += std::accumulate(counts.begin(), counts.end(), 0.0);
        }
      },
      [&] {
        for (size_t g = 0; g < some.graphs.size(); ++g) {
          common::RandomStream stream(1, "pairs", g);
          const uint64_t n = static_cast<uint64_t>(some.graphs[g].num_nodes());
          for (int pair = 0; pair < 6 * samples; ++pair) {
            lookups += some.graphs[g].HasEdge(static_cast<int>(stream.UniformIndex(n)),
                                              static_cast<int>(stream.UniformIndex(n)));
          }
        }
      });
  STRUCTLAB_CHECK(lookups >= 0 &&
                  (sampled == 0 || sampled == samples * static_cast<double>(some.graphs.size())));
}

void RunWeisfeilerLehman(const Benchmark& benchmark, const Graphs& some, const std::vector<int>& ones) {
  common::ThreadPool pool(1);
  constexpr int kRounds = 5;
  int64_t ours = 0, theirs = 0, nodes = 0;
  for (const Graph& graph : some.graphs) nodes += graph.num_nodes();
  const auto visit = [&] {
    theirs = 0;
    for (int round = 0; round < kRounds; ++round) {
      for (const Graph& graph : some.graphs) theirs += VisitNeighbors(graph, ones);
    }
  };
  for (const NodeLabels labels : {NodeLabels::kIgnore, NodeLabels::kUse}) {
    const bool labelled = labels == NodeLabels::kUse;
    if (labelled && !some.labelled) continue;
    benchmark.Run(
        labelled ? "weisfeiler_lehman_dd/labels" : "weisfeiler_lehman_dd", some,
        "five visits to all neighbours",
        [&] {
          ours =
              static_cast<int64_t>(WeisfeilerLehmanFeatures(some.graphs, kRounds, labels, pool).values.sum());
        },
        visit);
    STRUCTLAB_CHECK(ours == 0 || ours == nodes * (kRounds + 1));
  }
  STRUCTLAB_CHECK(theirs >= 0);
}

// The multiplications and additions that are needed: for each moment those of all edges, in both directions,
// and of all pairs of graphs.
double MultiplyAndAdd(int64_t moments, int64_t neighbors, int64_t pairs) {
  const std::vector<double> numbers(1 << 12, 0.5);
  double sums[4] = {0, 0, 0, 0};
  const int64_t rounds = moments * (neighbors + pairs) / static_cast<int64_t>(numbers.size());
  for (int64_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < numbers.size(); i += 4) {
      for (size_t j = 0; j < 4; ++j) sums[j] += numbers[i + j] * numbers[i + j];
    }
  }
  return sums[0] + sums[1] + sums[2] + sums[3];
}

void RunRandomWalks(const Benchmark& benchmark, const Graphs& some, const std::string& name, bool by_pairs) {
  common::ThreadPool pool(1);
  constexpr int kMoments = 373;  // for the default lambda
  const int64_t n = static_cast<int64_t>(some.graphs.size());
  int64_t neighbors = 0;
  for (const Graph& graph : some.graphs) neighbors += 2 * graph.num_edges();
  double ours = 0, theirs = 0, operations = 0;
  benchmark.Run(
      name, some, "as many multiplications and additions as its moments take",
      [&] { ours = RandomWalkGram(some.graphs, {}, pool)(0, 0); },
      [&] { operations += MultiplyAndAdd(kMoments, neighbors, n * n); });
  if (by_pairs) {
    benchmark.Run(
        name + "/pairs", some, "conjugate gradients for each pair",
        [&] { ours = RandomWalkGram(some.graphs, {}, pool)(0, 0); },
        [&] { theirs = PairwiseRandomWalkGram(some.graphs, {}, NodeLabels::kIgnore, pool)(0, 0); });
    STRUCTLAB_CHECK(theirs == 0 || std::abs(ours - theirs) <= 1e-9 * ours);
  }
  STRUCTLAB_CHECK(operations >= 0);
}

void Measure(const common::BenchmarkSelection& selection) {
  const Benchmark benchmark(selection);
  const std::vector<int> ones(100'000, 1);
  const auto contains = [&](const char* name) { return selection.Contains(name); };
  if (std::ranges::any_of(std::array{"shortest_path_dd", "graphlet_kernel_dd", "graphlet_samples_dd",
                                     "weisfeiler_lehman_dd", "weisfeiler_lehman_dd/labels", "random_walk_dd"},
                          contains)) {
    const Graphs proteins = Proteins();
    RunShortestPaths(benchmark, proteins);
    RunGraphlets(benchmark, proteins, ones);
    RunWeisfeilerLehman(benchmark, proteins, ones);
    RunRandomWalks(benchmark, proteins, "random_walk_dd", false);
  }
  if (contains("random_walk_mutag") || contains("random_walk_mutag/pairs")) {
    RunRandomWalks(benchmark, Molecules(), "random_walk_mutag", true);
  }
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::kernels
