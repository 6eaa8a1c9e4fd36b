// Deformable registration of drawn brains: the published setting on 64 x 64 x 64 voxels (Dokania 2016,
// section A.5: spacing of 25 mm, 125 labels, two levels of five refinements) with one and with four metrics,
// and 256 x 256 x 200 voxels with the default options. Two threads by the clock; the yardstick is one thread,
// and the fields must have the same bits.
//
// Mutual information takes the longest of the four metrics: for each voxel and label it raises one counter of
// a joint histogram. The yardstick of unary_costs_64/mi does this and nothing else, on places in the
// histogram that are ready (0.3 ns); ours also shifts the image, finds the places, clears and adds up
// histograms of short rows, and takes logarithms of 64 counts a patch. It takes five times as long.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/parallel.h"
#include "common/peak_memory.h"
#include "experiments/datasets/medical/drawn_set.h"
#include "registration/deformable/registration.h"
#include "registration/deformable/unary_costs.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

constexpr uint64_t kSeed = 1;

struct Pair {
  Image fixed, moving;
};

Pair DrawPair(const datasets::Anatomy& anatomy) {
  common::ThreadPool pool(2);
  const datasets::DrawnSet set(anatomy, datasets::BrainOptions(), kSeed);
  return {set.Draw(0, pool).image, set.Draw(1, pool).image};
}

// 256 x 256 x 200 voxels around the same brains.
datasets::Anatomy LargeBrain() {
  datasets::Anatomy anatomy = datasets::BrainAnatomy();
  anatomy.grid = datasets::CentredGrid({256, 256, 200}, {0.94, 0.75, 1.2});
  return anatomy;
}

RegistrationOptions PublishedOptions(const std::vector<WeightedMetric>& metrics) {
  return {.metrics = metrics,
          .spacing = 25,
          .levels = 2,
          .patch_size = 1,
          .shrink = 0.5,
          .leaves_out_outside = false};
}

DisplacementField Run(const Pair& pair, const RegistrationOptions& options, int threads) {
  common::ThreadPool pool(threads);
  return Register({.fixed = pair.fixed, .moving = pair.moving}, options, pool).field;
}

void CheckSameBits(const std::string& name, const DisplacementField& a, const DisplacementField& b) {
  if (a.values != b.values) common::ThrowDataError(name, "the same bits on one and two threads", "others");
}

void PrintTime(const std::string& name, const common::PairedSeconds& seconds, const std::string& note) {
  common::PrintBenchmarkRow({.benchmark = name,
                             .value = seconds.ours,
                             .unit = "s",
                             .yardstick = "one thread",
                             .yardstick_value = seconds.yardstick,
                             .threads = 2,
                             .note = note + ", the same bits, by the clock"});
}

void MeasurePublished(const std::string& name, const std::vector<WeightedMetric>& metrics) {
  const Pair pair = DrawPair(datasets::BrainAnatomy());
  const RegistrationOptions options = PublishedOptions(metrics);
  DisplacementField by_two, by_one;
  double processor = 0;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { by_two = Run(pair, options, 2); },
      [&] { processor = common::MeasureSeconds([&] { by_one = Run(pair, options, 1); }); }, 5,
      common::BenchmarkClock::kWall);
  CheckSameBits(name, by_two, by_one);
  PrintTime(name, seconds,
            fmt::format("drawn brains of 64 x 64 x 64 voxels, 10 label fields, {:.3g} s of one processor",
                        processor));
}

// The least that a histogram takes: a counter is raised for each voxel and label, in eight histograms by
// turns so that none waits for the one before.
uint64_t RaiseCounters(const std::vector<uint16_t>& places, int labels) {
  uint64_t sum = 0;
  for (int label = 0; label < labels; ++label) {
    std::array<std::array<uint32_t, 64>, 8> lanes = {};
    for (size_t i = 0; i + 8 <= places.size(); i += 8) {
      for (size_t l = 0; l < 8; ++l) ++lanes[l][places[i + l]];
    }
    for (const auto& lane : lanes) sum += lane[static_cast<size_t>(label) % 64];
  }
  return sum;
}

void MeasureInformation(const std::string& name) {
  const Pair pair = DrawPair(datasets::BrainAnatomy());
  const Image fixed = ScaleToPercentiles(pair.fixed, 1, 99), moving = ScaleToPercentiles(pair.moving, 1, 99);
  const ControlGrid grid(fixed.geometry, 25);
  const DisplacementLabels labels(LabelSet::kDense, 2, 3);
  const UnaryCosts costs(fixed, nullptr, grid, {{"mi"}});
  std::vector<uint16_t> places;
  for (size_t i = 0; i < fixed.values.size(); ++i) {
    const auto bin = [](float value) { return static_cast<int>(value * 7.99F); };
    places.push_back(static_cast<uint16_t>(8 * bin(fixed.values[i]) + bin(moving.values[i])));
  }
  common::ThreadPool pool(1);
  uint64_t sum = 0;
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { costs.Compute(moving, nullptr, labels, 5, pool); },
                                 [&] { sum += RaiseCounters(places, labels.size()); }, 11);
  if (sum == 0) common::ThrowDataError(name, "counters that were raised", "none");
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = 1e3 * seconds.ours,
       .unit = "ms",
       .yardstick = "raising one counter for each voxel and label",
       .yardstick_value = 1e3 * seconds.yardstick,
       .note = fmt::format("64 x 64 x 64 voxels, 125 labels, CPU time, {:.2g} ns for a voxel and label",
                           1e9 * seconds.ours / static_cast<double>(places.size()) / labels.size())});
}

void MeasureLarge(const common::BenchmarkSelection& selection) {
  const Pair pair = DrawPair(LargeBrain());
  if (selection.Contains("register_256/memory")) {
    const common::PeakMemory memory = common::MeasurePeakMemory([&] { return [&] { Run(pair, {}, 2); }; });
    common::PrintBenchmarkRow(
        {.benchmark = "register_256/memory",
         .value = memory.peak,
         .unit = "MiB",
         .threads = 2,
         .note = fmt::format("peak of a process of its own that holds both images; {:.0f} before",
                             memory.before)});
  }
  if (!selection.Contains("register_256/time")) return;
  DisplacementField by_two, by_one;
  const common::PairedSeconds seconds = {
      .ours = common::MeasureSeconds([&] { by_two = Run(pair, {}, 2); }, common::BenchmarkClock::kWall),
      .yardstick = common::MeasureSeconds([&] { by_one = Run(pair, {}, 1); }, common::BenchmarkClock::kWall)};
  CheckSameBits("register_256/time", by_two, by_one);
  PrintTime("register_256/time", seconds, "drawn brains of 256 x 256 x 200 voxels, default options, one run");
}

void Measure(const common::BenchmarkSelection& selection) {
  if (selection.Contains("register_64/sad")) MeasurePublished("register_64/sad", {{"sad", 1}});
  if (selection.Contains("register_64/all")) {
    MeasurePublished("register_64/all", {{"sad", 0.25}, {"mi", 0.25}, {"ncc", 0.25}, {"dwt", 0.25}});
  }
  if (selection.Contains("unary_costs_64/mi")) MeasureInformation("unary_costs_64/mi");
  if (selection.Contains("register_256/time") || selection.Contains("register_256/memory")) {
    MeasureLarge(selection);
  }
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::registration
