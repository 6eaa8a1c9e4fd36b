// The most violated ranking beside the sorting that it needs and beside the greedy scan, and a training of
// AP-SVM beside its products of the features with vectors. Drawn data, one thread, processor time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/ranking/average_precision/average_precision_problem.h"

namespace structlab::structured_learning {
namespace {

struct Samples {
  std::vector<double> scores;
  std::vector<uint8_t> labels;
};

// A tenth of the samples are relevant; their scores are higher by one deviation, on the scale at which
// margins and losses are comparable.
Samples DrawSamples(int n) {
  common::RandomStream random(1, "ranking benchmark");
  Samples samples;
  for (int i = 0; i < n; ++i) {
    samples.labels.push_back(random.Uniform() < 0.1 ? 1 : 0);
    samples.scores.push_back(0.1 * (random.Normal() + samples.labels.back()));
  }
  return samples;
}

double ValueOf(const Samples& samples, const ViolatedRanking& ranking) {
  const std::vector<double> weights = InversionWeights(ranking);
  double value = ApLossOf(ranking);
  for (size_t i = 0; i < weights.size(); ++i) {
    value -= (samples.labels[i] == 1 ? weights[i] : -weights[i]) * samples.scores[i];
  }
  return value;
}

void MeasureOracle(const common::BenchmarkSelection& selection, const std::string& size, int n) {
  const std::string name = "ap_oracle/" + size;
  const bool has_greedy = n <= 100'000;
  const bool is_greedy = has_greedy && selection.Contains(name + "_greedy");
  if (!selection.Contains(name) && !is_greedy) return;
  const Samples samples = DrawSamples(n);
  ViolatedRanking fast;
  std::vector<std::pair<double, int>> pairs(n);
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { fast = MostViolatedRanking(samples.scores, samples.labels); },
                                 [&] {
                                   for (int i = 0; i < n; ++i) pairs[i] = {samples.scores[i], i};
                                   std::ranges::sort(pairs, std::greater());
                                 },
                                 9);
  const double value = ValueOf(samples, fast);
  if (selection.Contains(name)) {
    common::PrintBenchmarkRow({.benchmark = name,
                               .value = 1e3 * seconds.ours,
                               .unit = "ms",
                               .yardstick = "std::sort of (score, index)",
                               .yardstick_value = 1e3 * seconds.yardstick,
                               .note = fmt::format("{} drawn samples, value {:.6f}, CPU time", n, value)});
  }
  if (!is_greedy) return;
  ViolatedRanking greedy;
  const double greedy_seconds = common::MeasureSeconds(
      [&] { greedy = MostViolatedRanking(samples.scores, samples.labels, SlotScan::kGreedy); });
  const double greedy_value = ValueOf(samples, greedy);
  common::PrintBenchmarkRow(
      {.benchmark = name + "_greedy",
       .value = 1e3 * seconds.ours,
       .unit = "ms",
       .yardstick = "the greedy scan",
       .yardstick_value = 1e3 * greedy_seconds,
       .note = fmt::format("{} drawn samples, value of the scan {:.6f}, CPU time", n, greedy_value)});
  if (std::abs(value - greedy_value) > 1e-9) {
    common::ThrowDataError(name, "the value " + common::FormatDouble(greedy_value),
                           common::FormatDouble(value));
  }
}

// The size of one class of the thesis: 2,400 samples with 2,916 features.
void MeasureTraining(const std::string& name) {
  constexpr int kSamples = 2400, kFeatures = 2916;
  constexpr double kC = 1e4;
  common::RandomStream random(1, "ap_svm_train");
  auto data = std::make_shared<RankingData>();
  kernels::DenseRows<double> rows(kSamples, kFeatures);
  for (int i = 0; i < kSamples; ++i) {
    data->labels.push_back(random.Uniform() < 0.1 ? 1 : 0);
    for (int c = 0; c < kFeatures; ++c) rows(i, c) = random.Normal() / std::sqrt(kFeatures);
    for (int c = 0; c < 20; ++c) rows(i, c) += 0.02 * data->labels.back();
  }
  data->rows = rows;
  data->query_begin = {0, kSamples};
  const AveragePrecisionProblem problem(data);
  LearningResult result;
  const double seconds = common::MeasureSeconds(
      [&] { result = LearnOneSlackCuttingPlane(problem, 1 / kC, LearningRun(1e-3, 10'000)); });
  DenseVector weights = DenseVector::Ones(kFeatures), scores(kSamples);
  const double products = common::MeasureSeconds([&] {
    for (double pass = 0; pass < result.passes; ++pass) {
      scores.noalias() = rows * weights;
      weights.noalias() = rows.transpose() * scores;
      weights /= weights.norm();
    }
  });
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = seconds,
       .unit = "s",
       .yardstick = "two products with the features in each pass",
       .yardstick_value = products,
       .note =
           fmt::format("{} x {} drawn numbers, C = {}, {} after {} passes, gap {:.2g}, CPU time", kSamples,
                       kFeatures, kC, common::EndingName(result.ending), result.passes, result.gap)});
}

void Measure(const common::BenchmarkSelection& selection) {
  MeasureOracle(selection, "4e4", 40'000);
  MeasureOracle(selection, "1e6", 1'000'000);
  if (selection.Contains("ap_svm_train")) MeasureTraining("ap_svm_train");
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::structured_learning
