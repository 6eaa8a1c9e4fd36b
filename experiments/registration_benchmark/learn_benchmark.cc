// Learning weights of four metrics for one structure from ten pairs of drawn brains of 64 x 64 x 64 voxels in
// the published setting, costs and losses at hand (Dokania 2016, Alg. 18). Two threads by the clock; the
// yardstick is one thread, and the weights must be the same. Nearly all time goes into label fields, one for
// each pair and pass.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/parallel.h"
#include "experiments/datasets/medical/drawn_set.h"
#include "registration/metric_learning/learn_metrics.h"

namespace structlab::registration {
namespace {

constexpr uint64_t kSeed = 1;
constexpr int32_t kGrey = 2;

std::vector<TrainingPair> DrawPairs(int count) {
  common::ThreadPool pool(2);
  const datasets::DrawnSet set(datasets::BrainAnatomy(), datasets::BrainOptions(), kSeed);
  const RegistrationOptions options = {.metrics = {{"sad", 1}, {"mi", 1}, {"ncc", 1}, {"dwt", 1}},
                                       .spacing = 25,
                                       .patch_size = 1,
                                       .leaves_out_outside = false};
  std::vector<TrainingPair> pairs;
  datasets::Subject fixed = set.Draw(0, pool);
  for (int i = 1; i <= count; ++i) {
    datasets::Subject moving = set.Draw(i, pool);
    pairs.push_back(
        MeasurePair({fixed.image, moving.image, fixed.labels, moving.labels}, options, {kGrey}, pool));
    fixed = std::move(moving);
  }
  return pairs;
}

void Measure(const common::BenchmarkSelection& selection) {
  const std::string name = "learn_metrics_64/ten_pairs";
  if (!selection.Contains(name)) return;
  const std::vector<TrainingPair> pairs = DrawPairs(10);
  LearnedMetrics by_two, by_one;
  const auto learn = [&](int threads) {
    MetricLearningOptions options = {
        .initial = {25.5, 10, 10, 10}, .initial_smoothness = 1, .c = 10, .alpha = 1};
    options.run.threads = threads;
    return LearnMetrics(pairs, 0, options);
  };
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { by_two = learn(2); }, [&] { by_one = learn(1); }, 3, common::BenchmarkClock::kWall);
  if (by_two.weights != by_one.weights) {
    common::ThrowDataError(name, "the same weights on one and two threads", "others");
  }
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = seconds.ours,
       .unit = "s",
       .yardstick = "one thread",
       .yardstick_value = seconds.yardstick,
       .threads = 2,
       .note = fmt::format("{} control points, {:.0f} passes over the pairs, loss {:.3f} "
                           "from {:.3f}, by the clock",
                           pairs[0].grid.num_points(), by_two.optimization.passes, by_two.loss,
                           by_two.initial_loss)});
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::registration
