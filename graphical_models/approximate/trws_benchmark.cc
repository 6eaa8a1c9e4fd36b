// Time of TRW-S on stereo energies: nanoseconds per pixel, label and iteration (a forward and a backward
// sweep), on one thread; each iteration chooses labels and evaluates the energy.
//
// What limits it: a sweep reads a pixel's unary (4 bytes a label) and its two messages (8) and writes the
// messages back (8); the messages of the previous row and pixel are in a cache by then. That is 40 bytes per
// pixel, label and iteration. The yardstick, measured in the same run, only reads and writes these bytes. The
// arithmetic is about 70 operations on 8 labels per iteration for Potts and 90 for truncated linear; at three
// operations a cycle and 3 GHz, 1 to 1.3 ns.
//
// The recorded runs (experiments/map_inference/benchmarks.tsv) take 2.0 to 2.8 ns, and 0.9 to 1.4 for only
// the bytes: 40 to 52 % of the speed of memory is reached. Next to other work on the same machine, times are
// up to twice as long. Rows are prefetched one step ahead. Without that, teddy, whose 121 MiB do not fit into
// a cache near the core, takes 3.2 ns for Potts and 3.6 for truncated linear. The one-time set-up takes 12 ns
// per pixel and label, here 0.1 to 0.25 an iteration; evaluating the energy takes 0.2 to 0.5.
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

// Reads and writes the same bytes as TRW-S: two sweeps an iteration over the unaries and both messages of
// every pixel and label, with a subtraction each.
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
    // Uses the result, so that the compiler cannot remove the loops: the second of two sweeps undoes the
    // first one.
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
  double bound;  // the bound of other programs after as many iterations
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
                                                   .what = "the bound differs from the expected one",
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
