// Time of parsimonious labeling of the stereo pair teddy (Dokania 2016, section 3.6.2: 450 x 375 pixels, 60
// labels, superpixels by mean shift as cliques) with 10 trees and refinement, on one thread, in processor
// time; and the time of one of its moves per member of a clique, on lattices with a clique of 10 x 10 pixels
// at every place. The yardstick of both is the co-occurrence expansion of the same energy.
//
// What limits a move: each member of a clique is read from the clique, and its choice from a table in the
// cache; it is written to the move, its range of costs is updated, and it is read once or twice while choices
// are fixed: 24 bytes, 1.2 ns at 20 GB/s. When few variables are fixed at once, they are followed through an
// index of the cliques of each variable, for which members are read twice more and written once, in no order.
// Here this decides all variables, so that no network has to be built. The work for a member does not grow
// with their number, but the memory does. Recorded: 6 ns for up to 168,100 members, a fifth of that limit,
// and 7 ns for 828,100 (next to other work up to 9 and 11), whose arrays of 3 MB each do not fit into the
// cache nearest to the core.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/peak_memory.h"
#include "common/random_stream.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/image_problem.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::graphical_models {
namespace {

struct StereoPair {
  Image left, right;
  bool is_stand_in;
};

// A random texture of 5 x 5 pixels, seen at three depths by the right camera.
StereoPair GeneratePair(int width, int height) {
  common::RandomStream random(1, "parsimonious benchmark");
  StereoPair pair = {UniformImage(width, height, 3), UniformImage(width, height, 3), true};
  std::vector<uint8_t> blocks(width * height * 3);
  for (uint8_t& block : blocks) block = static_cast<uint8_t>(random.UniformIndex(256));
  for (int y = 0; y < height; ++y) {
    const int disparity = 10 + 15 * (3 * y / height);
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const auto texture = [&](int at) { return blocks[(y / 5 * width + at / 5) * 3 + c]; };
        const size_t i = (y * width + x) * 3 + c;
        pair.left.values[i] = texture(x);
        pair.right.values[i] = texture(std::min(x + disparity, width - 1));
      }
    }
  }
  return pair;
}

struct Scene {
  const char *name, *left, *right;
  int width, height;
};

constexpr Scene kTeddy = {"teddy", "im2.png", "im6.png", 450, 375};
constexpr Scene kTsukuba = {"tsukuba", "im3.png", "im4.png", 384, 288};

StereoPair LoadPair(const Scene& scene) {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::string folder =
      std::string(data == nullptr ? "" : data) + "/middlebury-stereo/" + scene.name + "/";
  if (data == nullptr || !std::filesystem::exists(folder)) return GeneratePair(scene.width, scene.height);
  return {ReadImage(folder + scene.left), ReadImage(folder + scene.right), false};
}

ImageProblem MakeProblem(const Scene& scene, bool* is_stand_in = nullptr) {
  const StereoPair pair = LoadPair(scene);
  if (is_stand_in != nullptr) *is_stand_in = pair.is_stand_in;
  const StereoPreset& preset = FindStereoPreset(scene.name);
  return StereoProblem(pair.left, pair.right, preset.energy, preset.cliques);
}

int64_t SumOfSizes(const CliqueEnergy& cliques) {
  int64_t sum = 0;
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    sum += static_cast<int64_t>(cliques.variables(clique).size());
  }
  return sum;
}

std::string Rounded(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

void PrintTeddyTime() {
  bool is_stand_in = false;
  const ImageProblem teddy = MakeProblem(kTeddy, &is_stand_in);
  MapResult ours, other;
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { ours = ParsimoniousLabeling(teddy.pairwise, teddy.cliques); },
                                 [&] { other = CoOccurrenceExpansion(teddy.pairwise, teddy.cliques); }, 3);
  common::PrintBenchmarkRow({.benchmark = "parsimonious_teddy/time",
                             .value = seconds.ours,
                             .unit = "s",
                             .yardstick = "co-occurrence expansion",
                             .yardstick_value = seconds.yardstick,
                             .note = "10 trees, all equal and so solved once, refinement; " +
                                     std::to_string(teddy.cliques.num_cliques()) + " cliques, " +
                                     std::to_string(ours.moves) + " and " + std::to_string(other.moves) +
                                     " moves; energy " + Rounded(ours.energy, 0) + " and " +
                                     Rounded(other.energy, 0) + (is_stand_in ? "; stand-in" : "")});
}

// Tsukuba, whose ten trees differ. Those of teddy are equal, because its distances have only two values.
void PrintTwoThreads(const std::string& name) {
  bool is_stand_in = false;
  const ImageProblem tsukuba = MakeProblem(kTsukuba, &is_stand_in);
  const auto run = [&](int threads) {
    ParsimoniousLabeling(tsukuba.pairwise, tsukuba.cliques, {.run = {.threads = threads}});
  };
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { run(2); }, [&] { run(1); }, 3, common::BenchmarkClock::kWall);
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = seconds.ours,
       .unit = "s",
       .yardstick = "the same on one thread",
       .yardstick_value = seconds.yardstick,
       .threads = 2,
       .note = std::string("wall clock; tsukuba, 10 trees on both threads, then refinement "
                           "on one") +
               (is_stand_in ? "; stand-in" : "")});
}

void PrintTeddyMemory() {
  const common::PeakMemory memory = common::MeasurePeakMemory(
      [] { return [teddy = MakeProblem(kTeddy)] { ParsimoniousLabeling(teddy.pairwise, teddy.cliques); }; });
  common::PrintBenchmarkRow({.benchmark = "parsimonious_teddy/memory",
                             .value = memory.peak,
                             .unit = "MiB",
                             .note = "peak of a process of its own, the energy included"});
}

struct Lattice {
  PairwiseEnergy unaries;
  CliqueEnergy cliques;
};

// Unaries of 20 labels from U[0, 100], as in section 3.6.1; weight and truncation are from the middle of its
// ranges.
Lattice MakeLattice(int side) {
  constexpr int kLabels = 20, kWindow = 10;
  Lattice lattice = {PairwiseEnergy(std::vector<int>(side * side, kLabels)),
                     CliqueEnergy(side * side, kLabels)};
  common::RandomStream random(1, "lattice");
  std::vector<double> costs(kLabels);
  for (int pixel = 0; pixel < side * side; ++pixel) {
    for (double& cost : costs) cost = random.Uniform(0, 100);
    lattice.unaries.AddUnary(pixel, costs);
  }
  const int potential = lattice.cliques.AddPotential(DiameterDiversity{TruncatedLinear{1, 5}});
  std::vector<int> window;
  for (int y = 0; y + kWindow <= side; ++y) {
    for (int x = 0; x + kWindow <= side; ++x) {
      window.clear();
      for (int dy = 0; dy < kWindow; ++dy) {
        for (int dx = 0; dx < kWindow; ++dx) window.push_back((y + dy) * side + x + dx);
      }
      lattice.cliques.AddClique(window, potential, 2);
    }
  }
  return lattice;
}

// Seconds of a move, divided by the number of members of all cliques.
double SecondsOfMove(const Lattice& lattice) {
  MapResult result;
  const double seconds = common::MedianSeconds(
      [&] { result = ParsimoniousLabeling(lattice.unaries, lattice.cliques, {.trees = 1, .refine = false}); },
      5);
  return seconds / static_cast<double>(result.moves * SumOfSizes(lattice.cliques));
}

// The time of a move per member with 32 times as many members, relative to the time with few: 1 if the time
// is linear in their number.
void PrintGrowth(const std::string& name) {
  const double small = SecondsOfMove(MakeLattice(25)), large = SecondsOfMove(MakeLattice(100));
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = large / small,
       .unit = "",
       .note =
           "time of a member of a clique in a move, cliques of 100 with 828100 members in all over 25600; " +
           Rounded(1e9 * small, 2) + " and " + Rounded(1e9 * large, 2) + " ns"});
}

void PrintMove(int side, const std::string& name) {
  const Lattice lattice = MakeLattice(side);
  const double members = static_cast<double>(SumOfSizes(lattice.cliques));
  MapResult ours, other;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { ours = ParsimoniousLabeling(lattice.unaries, lattice.cliques, {.trees = 1, .refine = false}); },
      [&] {
        other = CoOccurrenceExpansion(lattice.unaries, lattice.cliques, {.run = {.stop = {.iterations = 2}}});
      },
      3);
  const double move = seconds.ours / static_cast<double>(ours.moves);
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = 1e9 * move / members,
       .unit = "ns",
       .yardstick = "a co-occurrence expansion",
       .yardstick_value = 1e9 * seconds.yardstick / static_cast<double>(other.moves) / members,
       .note = "a member of a clique; " + Rounded(1e3 * move, 2) + " ms a move, cliques of 100 with " +
               std::to_string(SumOfSizes(lattice.cliques)) + " members in all, " +
               std::to_string(ours.moves) + " moves"});
}

void Run(const common::BenchmarkSelection& selection) {
  if (selection.Contains("parsimonious_teddy/memory")) PrintTeddyMemory();
  if (selection.Contains("parsimonious_teddy/time")) PrintTeddyTime();
  if (selection.Contains("parsimonious_tsukuba/two_threads")) {
    PrintTwoThreads("parsimonious_tsukuba/two_threads");
  }
  for (const int side : {25, 50, 100}) {
    const std::string name = "parsimonious_move/" + std::to_string(side);
    if (selection.Contains(name)) PrintMove(side, name);
  }
  if (selection.Contains("parsimonious_move/growth")) PrintGrowth("parsimonious_move/growth");
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::graphical_models
