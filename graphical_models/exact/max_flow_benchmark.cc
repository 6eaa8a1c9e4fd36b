// Minimum cuts of two photographs and of their fourfold enlargements, building included, against Boost's
// Boykov-Kolmogorov maximum flow: grey value I, terminal capacities |I - mu0| from the source and |I - mu1|
// to the sink with the two means mu of the grey values, one capacity between 4-neighbours.
//
// Lower limit: any method must write 32 bytes per pixel once and read them once: 3.2 ns per pixel at 20 GB/s.
// In the recorded runs (experiments/map_inference/benchmarks.tsv) the grid takes 28 ns on venus (12 % of that
// limit; half of it building), 61 on horse (5 %), 31 on venus4 (10 %) and 59 on horse4 (5 %). The rest is the
// search, which visits pixels in no order and has unpredictable branches.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgproc/detail/gcgraph.hpp>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/peak_memory.h"
#include "graphical_models/exact/benchmark_images.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/exact/max_flow_grid.h"
#include "graphical_models/exact/testing/boost_max_flow.h"

namespace structlab::graphical_models {
namespace {

struct Photograph {
  const char* name;
  const char* file;  // in $STRUCTLAB_DATA
  bool enlarged;
  int neighbour_capacity;
  int width, height;  // of the image file
  int64_t flow;
  int runs;

  int num_pixels() const { return width * height * (enlarged ? 16 : 1); }
};

// These values are published by several public programs.
constexpr Photograph kPhotographs[] = {
    {"venus", "middlebury-stereo/venus/im2.png", false, 20, 434, 383, 3458648, 9},
    {"horse", "weizmann-horses/gray/horse011.jpg", false, 60, 560, 508, 6233354, 9},
    {"venus4", "middlebury-stereo/venus/im2.png", true, 20, 434, 383, 51876364, 3},
    {"horse4", "weizmann-horses/gray/horse011.jpg", true, 60, 560, 508, 90999030, 3},
};

struct Instance {
  GrayImage image;
  TwoMeans means;
  int neighbour_capacity;
  bool stand_in;

  int num_pixels() const { return image.width * image.height; }
  int FromSource(int p) const { return std::abs(image.pixels[p] - means.dark); }
  int ToSink(int p) const { return std::abs(image.pixels[p] - means.bright); }
};

Instance Load(const Photograph& photograph) {
  const char* folder = std::getenv("STRUCTLAB_DATA");
  const bool stand_in = folder == nullptr || *folder == '\0' ||
                        !std::filesystem::exists(std::filesystem::path(folder) / photograph.file);
  GrayImage image = stand_in ? GenerateGrayImage(photograph.width, photograph.height, 1)
                             : ReadGrayImage(std::string(folder) + "/" + photograph.file);
  const TwoMeans means = TwoMeansOf(image);
  if (photograph.enlarged) image = EnlargeFourfold(image);
  return {std::move(image), means, photograph.neighbour_capacity, stand_in};
}

int64_t SolveGrid(const Instance& instance) {
  const int width = instance.image.width;
  MaxFlowGrid<int32_t> grid(width, instance.image.height, [&](int y, const GridRow<int32_t>& row) {
    for (int x = 0; x < width; ++x) {
      row.from_source[x] = instance.FromSource(y * width + x);
      row.to_sink[x] = instance.ToSink(y * width + x);
      row.right[x] = row.left[x] = row.down[x] = row.up[x] = instance.neighbour_capacity;
    }
  });
  return grid.Solve();
}

// Calls add_edge for the edges in the order of the pixels; those of a pixel come after its terminals.
template <class AddTerminal, class AddEdge>
void AddAll(const Instance& instance, const AddTerminal& add_terminal, const AddEdge& add_edge) {
  const int width = instance.image.width, height = instance.image.height;
  for (int y = 0, p = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x, ++p) {
      add_terminal(p, instance.FromSource(p), instance.ToSink(p));
      if (x + 1 < width) add_edge(p, p + 1, instance.neighbour_capacity);
      if (y + 1 < height) add_edge(p, p + width, instance.neighbour_capacity);
    }
  }
}

int64_t SolveGraph(const Instance& instance) {
  MaxFlowGraph<int32_t> graph(instance.num_pixels(), 2 * int64_t{instance.num_pixels()});
  AddAll(
      instance, [&](int p, int from_source, int to_sink) { graph.AddTerminal(p, from_source, to_sink); },
      [&](int p, int q, int capacity) { graph.AddEdge(p, q, capacity, capacity); });
  return graph.Solve();
}

int64_t SolveWithBoost(const Instance& instance) {
  BoostMaxFlow boost(instance.num_pixels());
  AddAll(
      instance, [&](int p, int from_source, int to_sink) { boost.AddTerminal(p, from_source, to_sink); },
      [&](int p, int q, int capacity) { boost.AddEdge(p, q, capacity, capacity); });
  return boost.Solve();
}

// The solver of OpenCV's grabCut, as a second baseline.
int64_t SolveWithOpenCv(const Instance& instance) {
  cv::detail::GCGraph<int> graph(instance.num_pixels(), 4 * instance.num_pixels());
  for (int p = 0; p < instance.num_pixels(); ++p) graph.addVtx();
  AddAll(
      instance, [&](int p, int from_source, int to_sink) { graph.addTermWeights(p, from_source, to_sink); },
      [&](int p, int q, int capacity) { graph.addEdges(p, q, capacity, capacity); });
  return graph.maxFlow();
}

// Peak memory that `solve` adds to a process that holds the image, in bytes per pixel.
double PeakBytesPerPixel(const Photograph& photograph, int64_t (*solve)(const Instance&)) {
  const common::PeakMemory memory =
      common::MeasurePeakMemory([&] { return [instance = Load(photograph), solve] { solve(instance); }; });
  return (memory.peak - memory.before) * (1 << 20) / photograph.num_pixels();
}

// Alternates between our solver and the baselines; runs ours three times as often, because it is much
// shorter.
void PrintTimes(const Photograph& photograph, bool grid, bool graph, const std::string& name) {
  const Instance instance = Load(photograph);
  const auto seconds_of = [&](int64_t (*solve)(const Instance&)) {
    int64_t flow = 0;
    const double seconds = common::MeasureSeconds([&] { flow = solve(instance); });
    STRUCTLAB_CHECK(instance.stand_in || flow == photograph.flow);
    return seconds;
  };
  std::vector<double> grid_seconds, graph_seconds, boost_seconds, open_cv_seconds;
  if (grid) seconds_of(SolveGrid);
  if (graph) seconds_of(SolveGraph);
  for (int run = 0; run < photograph.runs; ++run) {
    for (int repeat = 0; repeat < 3; ++repeat) {
      grid_seconds.push_back(grid ? seconds_of(SolveGrid) : 0);
      graph_seconds.push_back(graph ? seconds_of(SolveGraph) : 0);
    }
    boost_seconds.push_back(seconds_of(SolveWithBoost));
    open_cv_seconds.push_back(seconds_of(SolveWithOpenCv));
  }
  const auto print = [&](const char* variant, const std::vector<double>& seconds) {
    char note[200];
    std::snprintf(
        note, sizeof(note), "%s; %.1f ns a pixel, building included, CPU time; OpenCV's GCGraph %.1f ms",
        instance.stand_in ? "stand-in image" : "real image, flow as published",
        1e9 * common::MedianOf(seconds) / instance.num_pixels(), 1e3 * common::MedianOf(open_cv_seconds));
    common::PrintBenchmarkRow({.benchmark = name + "/" + variant,
                               .value = 1e3 * common::MedianOf(seconds),
                               .unit = "ms",
                               .yardstick = "Boost's boykov_kolmogorov_max_flow",
                               .yardstick_value = 1e3 * common::MedianOf(boost_seconds),
                               .note = note});
  };
  if (grid) print("grid", grid_seconds);
  if (graph) print("graph", graph_seconds);
}

void Run(const common::BenchmarkSelection& selection) {
  for (const Photograph& photograph : kPhotographs) {
    const std::string name = std::string("max_flow_") + photograph.name;
    if (selection.Contains(name + "/bytes_per_pixel")) {
      char note[100];
      std::snprintf(note, sizeof(note), "peak of the grid beyond the image; MaxFlowGraph takes %.1f",
                    PeakBytesPerPixel(photograph, SolveGraph));
      common::PrintBenchmarkRow({.benchmark = name + "/bytes_per_pixel",
                                 .value = PeakBytesPerPixel(photograph, SolveGrid),
                                 .unit = "B",
                                 .note = note});
    }
  }
  for (const Photograph& photograph : kPhotographs) {
    const std::string name = std::string("max_flow_") + photograph.name;
    const bool grid = selection.Contains(name + "/grid"), graph = selection.Contains(name + "/graph");
    if (grid || graph) PrintTimes(photograph, grid, graph, name);
  }
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::graphical_models
