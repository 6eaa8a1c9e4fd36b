#include "registration/metric_learning/learn_metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "common/error.h"
#include "common/number.h"
#include "registration/metric_learning/metric_problem.h"
#include "structured_learning/optimization/latent/cccp.h"

namespace structlab::registration {

using structured_learning::Box;
using structured_learning::DenseVector;

namespace {

using Pairs = std::vector<const TrainingPair*>;

void CheckNumber(const char* option, double value, double least, bool is_open) {
  if (std::isfinite(value) && (is_open ? value > least : value >= least)) return;
  const std::string bound = common::FormatDouble(least);
  common::ThrowUsageError(option,
                          std::string("a number ").append(is_open ? "above " : "of at least ").append(bound),
                          common::FormatDouble(value));
}

void CheckCount(const char* option, size_t found, size_t expected) {
  if (found == expected) return;
  common::ThrowUsageError(option, std::to_string(expected).append(", one a metric"), std::to_string(found));
}

void CheckOptions(const MetricLearningOptions& options, size_t num_metrics) {
  CheckCount("initial weights", options.initial.size(), num_metrics);
  if (!options.scales.empty()) CheckCount("scales", options.scales.size(), num_metrics);
  for (const double weight : options.initial) CheckNumber("initial weight", weight, 0, false);
  for (const double scale : options.scales) CheckNumber("scale", scale, 0, true);
  CheckNumber("initial_smoothness", options.initial_smoothness, 0, true);
  CheckNumber("c", options.c, 0, true);
  CheckNumber("alpha", options.alpha, 0, false);
  CheckNumber("eta", options.eta, 0, true);
  CheckNumber("epsilon", options.epsilon, 0, true);
  CheckNumber("min_smoothness", options.min_smoothness, 0, true);
  if (options.min_smoothness > 1) {
    common::ThrowUsageError("min_smoothness", "at most 1, the initial smoothness",
                            common::FormatDouble(options.min_smoothness));
  }
  CheckNumber("threads", options.run.threads, 1, false);
}

std::vector<double> ScalesOf(const MetricLearningOptions& options) {
  std::vector<double> scales = options.scales.empty() ? options.initial : options.scales;
  for (double& scale : scales) scale = scale > 0 ? scale : 1;
  scales.push_back(options.initial_smoothness);
  return scales;
}

// All have the class index, and the same metrics.
Pairs CheckedPairs(std::span<const TrainingPair> pairs, size_t class_index) {
  Pairs all;
  for (const TrainingPair& pair : pairs) {
    if (class_index >= pair.losses.size()) {
      common::ThrowUsageError("class", std::string("below ").append(std::to_string(pair.losses.size())),
                              std::to_string(class_index));
    }
    if (pair.num_metrics() != pairs[0].num_metrics()) {
      common::ThrowUsageError("pairs", "the same metrics in all", "another number of them");
    }
    all.push_back(&pair);
  }
  return all;
}

Pairs CheckedPairs(std::span<const TrainingPair> pairs, const std::vector<StructureClass>& classes,
                   const MetricLearningOptions& options) {
  Pairs all = CheckedPairs(pairs, 0);
  if (all.empty()) common::ThrowUsageError("pairs", "at least one", "none");
  CheckOptions(options, static_cast<size_t>(all[0]->num_metrics()));
  for (const StructureClass& one : classes) CheckedPairs(pairs, one.index);
  return all;
}

Pairs WithClass(const Pairs& pairs, size_t class_index) {
  Pairs with;
  for (const TrainingPair* pair : pairs) {
    if (pair->points_of_class[class_index] > 0) with.push_back(pair);
  }
  return with;
}

Pairs UsablePairs(std::span<const TrainingPair> pairs, size_t class_index) {
  Pairs with = WithClass(CheckedPairs(pairs, class_index), class_index);
  if (with.empty()) common::ThrowDataError("class", "a pair whose segmentations have it", "none");
  return with;
}

double LossOf(const Pairs& pairs, size_t class_index, const std::vector<double>& weights, double smoothness,
              common::ThreadPool& pool) {
  std::vector<double> all(weights);
  all.push_back(smoothness);
  const MetricProblem problem(pairs, class_index, std::vector<double>(all.size(), 1.0), 1);
  const DenseVector w = Eigen::Map<const DenseVector>(all.data(), static_cast<Eigen::Index>(all.size()));
  std::vector<double> losses(pairs.size());
  common::ParallelFor(pool, problem.size(), [&](int64_t i) {
    const int sample = static_cast<int>(i);
    losses[i] = problem.Loss(sample, {}, problem.Predict(sample, w).hidden);
  });
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum / static_cast<double>(pairs.size());
}

LearnedMetrics Learn(const Pairs& pairs, size_t class_index, const MetricLearningOptions& options) {
  const std::vector<double> scales = ScalesOf(options);
  const MetricProblem problem(pairs, class_index, scales, options.eta);
  const int dimension = problem.dimension(), metrics = dimension - 1;
  DenseVector start(dimension);
  for (int m = 0; m < metrics; ++m) {
    start[m] = options.initial[m] / scales[m];
  }
  start[metrics] = 1;
  Box box = Box::NonNegative(dimension);
  if (options.may_be_negative) box.lower.head(metrics).setConstant(-std::numeric_limits<double>::infinity());
  box.lower[metrics] = options.min_smoothness;

  // Divided by C.
  structured_learning::LatentOptions latent;
  latent.start = start;
  latent.epsilon = options.epsilon;
  latent.proximity = {.alpha = options.alpha / options.c, .center = start};
  latent.box = box;
  latent.run = options.run;
  LearnedMetrics learned;
  learned.optimization = structured_learning::LearnLatent(problem, 1 / options.c, latent);
  for (int m = 0; m < metrics; ++m) {
    learned.weights.push_back(learned.optimization.weights[m] * scales[m]);
  }
  learned.smoothness = learned.optimization.weights[metrics] * scales.back();
  learned.num_pairs = problem.size();
  return learned;
}

}  // namespace

LearnedMetrics LearnMetrics(std::span<const TrainingPair> pairs, size_t class_index,
                            const MetricLearningOptions& options) {
  const Pairs usable = UsablePairs(pairs, class_index);
  CheckOptions(options, static_cast<size_t>(usable[0]->num_metrics()));
  LearnedMetrics learned = Learn(usable, class_index, options);
  common::ThreadPool pool(options.run.threads);
  learned.initial_loss = LossOf(usable, class_index, options.initial, options.initial_smoothness, pool);
  learned.loss = LossOf(usable, class_index, learned.weights, learned.smoothness, pool);
  return learned;
}

double MeanLoss(std::span<const TrainingPair> pairs, size_t class_index, const std::vector<double>& weights,
                double smoothness, int threads) {
  const Pairs usable = UsablePairs(pairs, class_index);
  CheckCount("weights", weights.size(), static_cast<size_t>(usable[0]->num_metrics()));
  common::ThreadPool pool(threads);
  return LossOf(usable, class_index, weights, smoothness, pool);
}

ClassWeights ColumnOf(const std::string& name, int32_t label, const LearnedMetrics& learned,
                      double smoothness) {
  ClassWeights column = {.name = name, .label = label, .weights = learned.weights};
  for (double& weight : column.weights) weight *= smoothness / learned.smoothness;
  return column;
}

namespace {

LearnedColumns ColumnsOf(const Pairs& pairs, const std::vector<StructureClass>& classes,
                         const MetricLearningOptions& options) {
  LearnedColumns learned;
  for (const StructureClass& one : classes) {
    const Pairs with = WithClass(pairs, one.index);
    if (with.empty()) continue;
    const LearnedMetrics metrics = Learn(with, one.index, options);
    learned.columns.push_back(ColumnOf(one.name, one.label, metrics, options.initial_smoothness));
    learned.endings.push_back(metrics.optimization.ending);
  }
  return learned;
}

// The mean held-out loss of a trial; nothing if it was stopped. The run control of the trial must have the
// flag of `run` and what is left of its time.
std::optional<double> HeldOutMean(const Pairs& pairs, const std::vector<StructureClass>& classes, int folds,
                                  const MetricLearningOptions& trial, const HeldOutLoss& loss,
                                  const common::RunRecorder& run) {
  const auto count = static_cast<int>(pairs.size());
  double sum = 0;
  for (int fold = 0; fold < folds; ++fold) {
    Pairs learning;
    for (int i = 0; i < count; ++i) {
      if (i % folds != fold) learning.push_back(pairs[i]);
    }
    const std::vector<ClassWeights> columns = ColumnsOf(learning, classes, trial).columns;
    for (int i = fold; i < count; i += folds) {
      if (run.MustStop()) return std::nullopt;
      sum += loss(static_cast<size_t>(i), columns);
    }
  }
  if (run.MustStop()) return std::nullopt;  // the last loss may be that of a stopped registration
  return sum / count;
}

}  // namespace

LearnedColumns LearnColumns(std::span<const TrainingPair> pairs, const std::vector<StructureClass>& classes,
                            const MetricLearningOptions& options) {
  const Pairs all = CheckedPairs(pairs, classes, options);
  return ColumnsOf(all, classes, options);
}

RegularizationChoice ChooseRegularization(std::span<const TrainingPair> pairs,
                                          const std::vector<StructureClass>& classes,
                                          const std::vector<double>& cs, const std::vector<double>& alphas,
                                          int folds, const MetricLearningOptions& options,
                                          const HeldOutLoss& loss, const common::RunControl& run) {
  const Pairs all = CheckedPairs(pairs, classes, options);
  if (cs.empty() || alphas.empty()) common::ThrowUsageError("C and alpha", "values of both", "none");
  const auto count = static_cast<int>(all.size());
  if (folds < 2 || folds > count) {
    common::ThrowUsageError("folds", std::string("2 to ").append(std::to_string(count)).append(", the pairs"),
                            std::to_string(folds));
  }
  for (const double c : cs) CheckNumber("c", c, 0, true);
  for (const double alpha : alphas) CheckNumber("alpha", alpha, 0, false);
  common::RunRecorder recorder(run);
  RegularizationChoice choice;
  std::optional<common::Ending> ending = recorder.MustStopAfter(0);
  for (int i = 0; i < count && !ending; ++i) {
    choice.initial_loss += loss(static_cast<size_t>(i), {}) / count;
    ending = recorder.MustStop();
  }
  if (ending) choice.initial_loss = std::numeric_limits<double>::quiet_NaN();
  double least = std::numeric_limits<double>::infinity();
  const size_t num_trials = cs.size() * alphas.size();
  for (size_t t = 0; t < num_trials && !ending; ++t) {
    MetricLearningOptions trial = options;
    trial.c = cs[t / alphas.size()];
    trial.alpha = alphas[t % alphas.size()];
    common::StopRule& stop = trial.run.stop;
    stop.seconds = std::min(stop.seconds, std::max(0.0, run.stop.seconds - recorder.seconds()));
    if (run.stop.interrupted != nullptr) stop.interrupted = run.stop.interrupted;
    const std::optional<double> mean = HeldOutMean(all, classes, folds, trial, loss, recorder);
    if (!mean) {
      ending = recorder.MustStop().value_or(common::Ending::kInterrupted);
      break;
    }
    ending = recorder.Record(static_cast<double>(t + 1), *mean);
    choice.trials.push_back({trial.c, trial.alpha, *mean});
    if (*mean < least) {
      least = *mean;
      choice.c = trial.c;
      choice.alpha = trial.alpha;
    }
  }
  const bool is_whole = choice.trials.size() == num_trials;
  choice.ending = is_whole ? common::Ending::kConverged : *ending;
  choice.trace = recorder.Take();
  return choice;
}

}  // namespace structlab::registration
