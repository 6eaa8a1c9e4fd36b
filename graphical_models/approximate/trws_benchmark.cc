// TRW-S on stereo energies: nanoseconds per pixel, label and iteration (a forward and a backward sweep), one
// thread, with the labels read and the energy evaluated in every iteration.
//
// What bounds it: a sweep reads a pixel's unary (4 bytes a label) and its two messages (8) and writes the
// messages back (8); the messages of the previous row and pixel are in a cache by then. That is 40 bytes per
// pixel, label and iteration; what reading and writing them alone takes is the yardstick, measured in the
// same run. The arithmetic is about 70 operations on 8 labels for Potts and 90 for truncated linear per
// iteration, at three a cycle 1 to 1.3 ns at 3 GHz. The recorded runs
// (experiments/map_inference/benchmarks.tsv) take 2.0 to 2.8 ns, and 0.9 to 1.4 for the bytes alone, of whose
// speed so 40 to 52 % is reached; beside other work on the same machine it is up to twice as long. Rows are
// asked for one step ahead: without that teddy, whose 121 MiB fit into no cache near the core, takes 3.2 ns
// for Potts and 3.6 for truncated linear. The one-time set-up is 12 ns per pixel and label, 0.1 to 0.25 an
// iteration here; evaluating the energy is 0.2 to 0.5.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/benchmarks/stereo_energy.h"

namespace structlab::graphical_models {
namespace {

// What reading and writing the same bytes alone takes: two sweeps an iteration over the unaries and both
// messages of every pixel and label, with a subtraction each.
class SameBytes {
 public:
  explicit SameBytes(size_t size) : unaries_(size), first_(size), second_(size) {
    std::iota(unaries_.begin(), unaries_.end(), 0);
  }

  void Iterate(int iterations) {
    for (int sweep = 0; sweep < 2 * iterations; ++sweep) {
      for (size_t i = 0; i < unaries_.size(); ++i) {
        first_[i] = unaries_[i] - first_[i];
        second_[i] = unaries_[i] - second_[i];
      }
    }
    // So that nothing is left out: the second of two sweeps takes the first one back.
    for (const std::vector<int32_t>* messages : {&first_, &second_}) {
      STRUCTLAB_CHECK(std::ranges::count(*messages, 0) == std::ssize(*messages));
    }
  }

 private:
  std::vector<int32_t> unaries_, first_, second_;
};

struct Problem {
  const char* name;
  StereoScene scene;
  PairwisePotential potential;
  int32_t weight;
  int iterations;
  double bound;  // that other programs reach with as many iterations
};

common::BenchmarkRow Measure(const Problem& problem) {
  StereoUnaries stereo = LoadStereoUnaries(problem.scene);
  const GridEnergy<int32_t> energy(stereo.shape, std::move(stereo.unaries), problem.potential,
                                   problem.weight);
  TrwsOptions options{.run = {.stop = {.iterations = static_cast<double>(problem.iterations)}},
                      .tolerance = 0};
  const size_t values = stereo.shape.num_pixels() * stereo.shape.labels;
  SameBytes bytes(values);
  MapResult result;
  constexpr int kRuns = 7;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { result = MinimizeTrws(energy, options); }, [&] { bytes.Iterate(problem.iterations); }, kRuns);
  const double nanoseconds = 1e9 / (static_cast<double>(values) * problem.iterations);
  std::string note = std::to_string(problem.iterations) + " iterations, set-up included; bound " +
                     common::FormatDouble(std::round(result.lower_bound * 10) / 10) + ", energy " +
                     common::FormatDouble(result.energy);
  if (stereo.is_stand_in) {
    note += "; stand-in";
  } else if (std::abs(result.lower_bound - problem.bound) > 1e-5 * problem.bound) {
    throw common::Error(common::ErrorKind::kData, {.where = problem.name,
                                                   .what = "the bound is another one",
                                                   .expected = common::FormatDouble(problem.bound),
                                                   .found = common::FormatDouble(result.lower_bound)});
  }
  return {.benchmark = problem.name,
          .value = nanoseconds * seconds.ours,
          .unit = "ns",
          .yardstick = "the same bytes, read and written in order",
          .yardstick_value = nanoseconds * seconds.yardstick,
          .note = note};
}

void Run(const common::BenchmarkSelection& selection) {
  const Problem problems[] = {
      {"trws_tsukuba/potts", StereoScene::kTsukuba, Potts{}, 20, 100, 358043.4},
      {"trws_tsukuba/linear", StereoScene::kTsukuba, TruncatedLinear{1, 2}, 10, 100, 345807.5},
      {"trws_teddy/potts", StereoScene::kTeddy, Potts{}, 20, 50, 1128629.3},
      {"trws_teddy/linear", StereoScene::kTeddy, TruncatedLinear{1, 5}, 10, 50, 1165941.8},
  };
  for (const Problem& problem : problems) {
    if (selection.Contains(problem.name)) common::PrintBenchmarkRow(Measure(problem));
  }
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::graphical_models
