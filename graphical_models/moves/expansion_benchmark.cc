// Time of alpha-expansion on stereo energies with Potts costs (weight 20), to convergence, from label 0 with
// ascending labels, on one thread; and its energy, and the peak memory of a separate process. The yardstick
// is Boost's Boykov-Kolmogorov maximum flow on the image venus (capacity 20 between 4-neighbours, building
// included).
//
// What limits it: a cut reads for each pixel a cache line with its unary (64 bytes, of which 4 are used), its
// label, own unary and stored residuals (12), and writes and reads 32 bytes of the grid at least once: 140
// bytes a pixel and move, 6 ns at 23 GB/s. The recorded runs (experiments/map_inference/benchmarks.tsv), with
// 175 ms for Boost's cut, take 58 and 56 ns, 10 % of that limit: 2.3 times Boost's cut on tsukuba and 25
// times on teddy; next to other work up to three times as long. Half of the time is the search of augmenting
// paths, which visits pixels in no order; a quarter is writing the capacities.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "graphical_models/benchmarks/stereo_energy.h"
#include "graphical_models/exact/benchmark_images.h"
#include "graphical_models/exact/testing/boost_max_flow.h"
#include "graphical_models/moves/alpha_expansion.h"

namespace structlab::graphical_models {
namespace {

constexpr int32_t kWeight = 20;

struct Problem {
  const char* name;
  StereoScene scene;
  double energy;  // that must be reached
};
constexpr Problem kProblems[] = {{"expansion_tsukuba", StereoScene::kTsukuba, 358221},
                                 {"expansion_teddy", StereoScene::kTeddy, 1135516}};

GridEnergy<int32_t> Load(const Problem& problem, bool* is_stand_in = nullptr) {
  StereoUnaries stereo = LoadStereoUnaries(problem.scene);
  if (is_stand_in != nullptr) *is_stand_in = stereo.is_stand_in;
  return {stereo.shape, std::move(stereo.unaries), Potts{}, kWeight};
}

GrayImage LoadVenus() {
  const char* const folder = std::getenv("STRUCTLAB_DATA");
  const std::string file = std::string(folder == nullptr ? "" : folder) + "/middlebury-stereo/venus/im2.png";
  const bool exists = folder != nullptr && *folder != '\0' && std::filesystem::exists(file);
  return exists ? ReadGrayImage(file) : GenerateGrayImage(434, 383, 1);
}

int64_t CutWithBoost(const GrayImage& image, const TwoMeans& means) {
  BoostMaxFlow boost(image.width * image.height);
  for (int y = 0, p = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x, ++p) {
      const int gray = image.pixels[p];
      boost.AddTerminal(p, std::abs(gray - means.dark), std::abs(gray - means.bright));
      if (x + 1 < image.width) boost.AddEdge(p, p + 1, kWeight, kWeight);
      if (y + 1 < image.height) boost.AddEdge(p, p + image.width, kWeight, kWeight);
    }
  }
  return boost.Solve();
}

// The peak memory, in MB, of a process that reads the images, builds the energy and minimises it.
double PeakMegabytes(const Problem& problem) {
  const pid_t child = fork();
  STRUCTLAB_CHECK(child >= 0);
  if (child == 0) {
    AlphaExpansion(Load(problem));
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  STRUCTLAB_CHECK(wait4(child, &status, 0, &usage) == child && status == 0);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

void PrintTime(const Problem& problem, const std::string& name) {
  bool is_stand_in = false;
  const GridEnergy<int32_t> stereo = Load(problem, &is_stand_in);
  const GrayImage venus = LoadVenus();
  const TwoMeans means = TwoMeansOf(venus);
  MapResult result;
  constexpr int kRuns = 5;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { result = AlphaExpansion(stereo); }, [&] { CutWithBoost(venus, means); }, kRuns);
  if (!is_stand_in && result.energy > problem.energy) {
    throw common::Error(common::ErrorKind::kData, {.where = name,
                                                   .what = "the energy is too high",
                                                   .expected = common::FormatDouble(problem.energy),
                                                   .found = common::FormatDouble(result.energy)});
  }
  const auto cycles = static_cast<int64_t>(result.trace.back().iteration);
  const double nanoseconds =
      1e9 * seconds.ours / static_cast<double>(cycles * stereo.num_labels()) / stereo.num_variables();
  const std::string note = std::to_string(cycles) + " cycles from label 0, labels ascending, " +
                           common::FormatDouble(std::round(10 * nanoseconds) / 10) +
                           " ns a pixel and move; energy " + common::FormatDouble(result.energy) +
                           (is_stand_in ? "; stand-in" : "");
  common::PrintBenchmarkRow({.benchmark = name,
                             .value = 1e3 * seconds.ours,
                             .unit = "ms",
                             .yardstick = "Boost's boykov_kolmogorov_max_flow on venus",
                             .yardstick_value = 1e3 * seconds.yardstick,
                             .note = note});
}

void Run(const common::BenchmarkSelection& selection) {
  // Memory is measured first, before anything else is allocated.
  for (const Problem& problem : kProblems) {
    const std::string name = std::string(problem.name) + "/memory";
    if (!selection.Contains(name)) continue;
    common::PrintBenchmarkRow({.benchmark = name,
                               .value = PeakMegabytes(problem),
                               .unit = "MB",
                               .note = "images and energy included"});
  }
  for (const Problem& problem : kProblems) {
    const std::string name = std::string(problem.name) + "/time";
    if (selection.Contains(name)) PrintTime(problem, name);
  }
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::graphical_models
