// The kernels that the graphlet hash kernel is compared with, each beside the operations that it cannot do
// without or the textbook's way. On DD and MUTAG, or random graphs of their average size where they are not
// there.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

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

// One search with a queue for each node; returns the sum of all distances.
int64_t SearchFromEveryNode(const Graph& graph) {
  int64_t sum = 0;
  std::vector<int> distances(static_cast<size_t>(graph.num_nodes())), queue(distances.size());
  for (int source = 0; source < graph.num_nodes(); ++source) {
    std::fill(distances.begin(), distances.end(), -1);
    distances[static_cast<size_t>(source)] = 0;
    queue[0] = source;
    for (size_t first = 0, last = 1; first < last; ++first) {
      const int distance = distances[static_cast<size_t>(queue[first])];
      sum += distance;
      for (const int neighbor : graph.neighbors(queue[first])) {
        int& of_neighbor = distances[static_cast<size_t>(neighbor)];
        if (of_neighbor >= 0) continue;
        of_neighbor = distance + 1;
        queue[last++] = neighbor;
      }
    }
  }
  return sum;
}

// A number read for each neighbour of each neighbour.
int64_t VisitSecondNeighbors(const Graph& graph, const std::vector<int>& numbers) {
  int64_t sum = 0;
  for (int u = 0; u < graph.num_nodes(); ++u) {
    for (const int v : graph.neighbors(u)) {
      for (const int w : graph.neighbors(v)) sum += numbers[static_cast<size_t>(w)];
    }
  }
  return sum;
}

int64_t VisitNeighbors(const Graph& graph, const std::vector<int>& numbers) {
  int64_t sum = 0;
  for (int u = 0; u < graph.num_nodes(); ++u) {
    for (const int v : graph.neighbors(u)) sum += numbers[static_cast<size_t>(v)];
  }
  return sum;
}

class Benchmark {
 public:
  Benchmark(int argc, char** argv) : selection_(argc, argv) {}

  template <class Ours, class Yardstick>
  void Run(const std::string& name, const Graphs& some, const std::string& yardstick, const Ours& ours,
           const Yardstick& theirs) const {
    if (!selection_.Contains(name)) return;
    const common::PairedSeconds seconds = common::InterleavedMedians(ours, theirs, 5);
    std::fputs(common::FormatBenchmarkRow({.benchmark = name,
                                           .value = 1e3 * seconds.ours,
                                           .unit = "ms",
                                           .yardstick = yardstick,
                                           .yardstick_value = 1e3 * seconds.yardstick,
                                           .note = some.note + ", CPU time"})
                   .c_str(),
               stdout);
    std::fflush(stdout);
  }

 private:
  common::BenchmarkSelection selection_;
};

void RunAll(int argc, char** argv) {
  const Benchmark benchmark(argc, argv);
  const Graphs proteins = Proteins(), molecules = Molecules();
  common::ThreadPool pool(1);
  double sum = 0;  // of all results, so that none is left out
  const std::vector<int> numbers(100'000, 1);
  const auto over_proteins = [&](const auto& action) {
    return [&proteins, &sum, action] {
      for (const Graph& graph : proteins.graphs) sum += static_cast<double>(action(graph));
    };
  };
  benchmark.Run("shortest_path_dd", proteins, "a search from every node",
                over_proteins([](const Graph& graph) { return ShortestPathHistogram(graph).size(); }),
                over_proteins(SearchFromEveryNode));
  benchmark.Run("graphlet_kernel_dd", proteins, "one visit to the neighbours of all neighbours",
                over_proteins([](const Graph& graph) { return CountAllGraphlets(graph, 4)[0]; }),
                over_proteins([&](const Graph& graph) { return VisitSecondNeighbors(graph, numbers); }));
  benchmark.Run(
      "weisfeiler_lehman_dd", proteins, "five visits to all neighbours",
      [&] {
        sum += static_cast<double>(
            WeisfeilerLehmanFeatures(proteins.graphs, 5, GraphletLabels::kIgnore).nonZeros());
      },
      [&] {
        for (int round = 0; round < 5; ++round) {
          for (const Graph& graph : proteins.graphs) {
            sum += static_cast<double>(VisitNeighbors(graph, numbers));
          }
        }
      });
  const RandomWalk walk = {DefaultRandomWalkLambda(molecules.graphs)};
  benchmark.Run(
      "random_walk_mutag", molecules, "conjugate gradients for each pair",
      [&] { sum += RandomWalkGram(molecules.graphs, walk, pool)(0, 0); },
      [&] {
        for (size_t i = 0; i < molecules.graphs.size(); ++i) {
          for (size_t j = i; j < molecules.graphs.size(); ++j) {
            sum += RandomWalkKernel(molecules.graphs[i], molecules.graphs[j], walk);
          }
        }
      });
  STRUCTLAB_CHECK(sum == sum);
}

}  // namespace
}  // namespace structlab::kernels

int main(int argc, char** argv) {
  try {
    structlab::kernels::RunAll(argc, argv);
    return 0;
  } catch (const structlab::common::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.exit_status();
  }
}
