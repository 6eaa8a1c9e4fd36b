#include "registration/metric_learning/learn_metrics.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <utility>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "registration/deformable/registration.h"
#include "registration/metric_learning/metric_problem.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"
#include "structured_learning/optimization/latent/cccp.h"

namespace structlab::registration {
namespace {

using common::MessageOf;
using common::RandomStream;
using common::ThreadPool;
using structured_learning::DenseVector;

constexpr int64_t kWidth = 96, kHeight = 64;

Geometry Grid() {
  Geometry geometry;
  geometry.dimension = 2;
  geometry.size = {kWidth, kHeight, 1};
  return geometry;
}

struct Drawn {
  Image fixed, moving;
  LabelMap fixed_labels, moving_labels;
};

// Discs that moved by a smooth warp. In the left half the moving image has the opposite contrast: the
// correlation misleads, mutual information does not mind. In the right half both have strong noise: of few
// pixels with much noise the correlation is the better judge.
Drawn Draw(uint64_t seed) {
  RandomStream random(seed, "pair");
  Drawn drawn = {Image(Grid()), Image(Grid()), LabelMap(Grid()), LabelMap(Grid())};
  const double phase = 6.28 * random.Uniform();
  const Eigen::Vector2d shift(3 * random.Uniform() - 1.5, 3 * random.Uniform() - 1.5);
  std::vector<Eigen::Vector3d> discs;
  for (const double cx : {14, 34, 62, 82}) {
    for (const double cy : {16, 46}) {
      discs.emplace_back(cx + 4 * random.Uniform() - 2, cy + 4 * random.Uniform() - 2,
                         6.5 + 2 * random.Uniform());
    }
  }
  const auto is_in_disc = [&](double x, double y) {
    for (const Eigen::Vector3d& disc : discs) {
      if (std::hypot(x - disc[0], y - disc[1]) < disc[2]) return true;
    }
    return false;
  };
  for (int64_t j = 0; j < kHeight; ++j) {
    for (int64_t i = 0; i < kWidth; ++i) {
      const auto x = static_cast<double>(i), y = static_cast<double>(j);
      const double mx = x - shift[0] - 1.5 * std::sin(y / 12 + phase), my = y - shift[1];
      const bool f = is_in_disc(x, y), m = is_in_disc(mx, my), is_left = i < kWidth / 2;
      drawn.fixed_labels.at(i, j) = f ? (is_left ? 1 : 2) : 0;
      drawn.moving_labels.at(i, j) = m ? (is_left ? 1 : 2) : 0;
      const double noise = is_left ? 0.03 : 0.25;
      drawn.fixed.at(i, j) = static_cast<float>((f ? 0.7 : 0.3) + noise * random.Normal());
      drawn.moving.at(i, j) = static_cast<float>((m != is_left ? 0.7 : 0.3) + noise * random.Normal());
    }
  }
  return drawn;
}

RegistrationOptions Options() {
  return {.metrics = {{"ncc", 1}, {"mi", 1}}, .spacing = 8, .patch_size = 2, .smoothness = 0.1};
}

std::vector<TrainingPair> Pairs(uint64_t first, int count) {
  ThreadPool pool(2);
  std::vector<TrainingPair> pairs;
  for (int i = 0; i < count; ++i) {
    const Drawn drawn = Draw(first + static_cast<uint64_t>(i));
    pairs.push_back(MeasurePair({drawn.fixed, drawn.moving, drawn.fixed_labels, drawn.moving_labels},
                                Options(), {1, 2}, pool));
  }
  return pairs;
}

MetricLearningOptions Learning() {
  MetricLearningOptions options = {.initial = {1, 1}, .initial_smoothness = 0.1, .c = 10, .alpha = 1};
  options.run.threads = 2;
  return options;
}

double DiceAfter(const Drawn& drawn, const RegistrationOptions& options, ThreadPool& pool) {
  const RegistrationResult result = Register(
      {.fixed = drawn.fixed, .moving = drawn.moving, .moving_labels = &drawn.moving_labels}, options, pool);
  return CompareLabels(drawn.fixed_labels, WarpLabels(drawn.moving_labels, result.field, pool), pool,
                       {.distances = false, .labels = {1, 2}})
      .mean_dice;
}

// The lower end of a one-sided interval of the mean difference, at 2.9 standard errors: over 20 pairs, false
// once in 200 (Student's t).
double LowerEnd(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double mean = 0, squares = 0;
  for (size_t i = 0; i < a.size(); ++i) mean += (a[i] - b[i]) / n;
  for (size_t i = 0; i < a.size(); ++i) squares += std::pow(a[i] - b[i] - mean, 2);
  return mean - 2.9 * std::sqrt(squares / (n - 1) / n);
}

TEST(LearnMetrics, LearnedWeightsBeatTheInitialOnesAndEachMetricOnOtherPairs) {
  const std::vector<TrainingPair> pairs = Pairs(1, 10);
  RegistrationOptions learned = Options();
  for (const int32_t label : {1, 2}) {
    const LearnedMetrics of_class = LearnMetrics(pairs, static_cast<size_t>(label - 1), Learning());
    EXPECT_LT(of_class.loss, label == 1 ? 0.5 * of_class.initial_loss : of_class.initial_loss + 0.01);
    EXPECT_EQ(of_class.num_pairs, 10);
    learned.classes.push_back(ColumnOf(std::to_string(label), label, of_class, learned.smoothness));
  }
  EXPECT_LT(learned.classes[0].weights[0], 0.3 * learned.classes[0].weights[1]);  // no correlation
  std::vector<double> with_learned;
  std::vector<std::vector<double>> others(3);
  ThreadPool pool(2);
  for (uint64_t seed = 101; seed <= 120; ++seed) {
    const Drawn drawn = Draw(seed);
    with_learned.push_back(DiceAfter(drawn, learned, pool));
    for (size_t o = 0; o < 3; ++o) {
      RegistrationOptions other = Options();
      if (o < 2) other.metrics = {other.metrics[o]};
      others[o].push_back(DiceAfter(drawn, other, pool));
    }
  }
  for (size_t o = 0; o < 3; ++o) EXPECT_GT(LowerEnd(with_learned, others[o]), 0) << o;
}

// With one sample the objective can be computed from its parts.
TEST(LearnMetrics, MinimisesA11) {
  const std::vector<TrainingPair> pairs = Pairs(1, 4);
  const MetricLearningOptions options = {
      .initial = {1, 2}, .initial_smoothness = 0.1, .scales = {0.5, 4}, .c = 3, .alpha = 0.7, .eta = 50};
  const LearnedMetrics learned = LearnMetrics(pairs, 0, options);
  std::vector<const TrainingPair*> all;
  for (const TrainingPair& pair : pairs) all.push_back(&pair);
  const MetricProblem problem(all, 0, {0.5, 4, 0.1}, 50);
  const DenseVector start{{2, 0.5, 1}};
  const DenseVector v{{learned.weights[0] / 0.5, learned.weights[1] / 4, learned.smoothness / 0.1}};
  const auto objective = [&](const DenseVector& at) {
    double sum = 0.5 * at.squaredNorm() + 0.7 * (at - start).squaredNorm();
    for (int i = 0; i < 4; ++i) {
      const auto completion = problem.Complete(i, at);
      const auto other = problem.LossAugmentedInference(i, at).hidden;
      const double concave =
          problem.JointFeature(i, {}, completion).dot(at) - 50 * problem.Loss(i, {}, completion);
      sum += 3.0 / 4 * (problem.JointFeature(i, {}, other).dot(at) + problem.Loss(i, {}, other) - concave);
    }
    return sum;
  };
  EXPECT_NEAR(learned.optimization.objective * 3, objective(v), 0.01 * objective(v));
  EXPECT_LT(objective(v), objective(start));
  for (size_t r = 1; r < learned.optimization.rounds.size(); ++r) {
    EXPECT_LE(learned.optimization.rounds[r].objective, learned.optimization.rounds[r - 1].objective + 1e-3);
  }
}

TEST(LearnMetrics, ALargeAlphaKeepsTheInitialWeights) {
  MetricLearningOptions options = Learning();
  options.alpha = 1e6;
  const LearnedMetrics kept = LearnMetrics(Pairs(1, 3), 0, options);
  EXPECT_NEAR(kept.weights[0], 1, 1e-3);
  EXPECT_NEAR(kept.smoothness, 0.1, 1e-4);
  EXPECT_EQ(kept.loss, MeanLoss(Pairs(1, 3), 0, kept.weights, kept.smoothness));
}

TEST(LearnMetrics, SameBitsForAnyNumberOfThreads) {
  const std::vector<TrainingPair> pairs = Pairs(1, 4);
  MetricLearningOptions options = Learning();
  const LearnedMetrics two = LearnMetrics(pairs, 1, options);
  options.run.threads = 1;
  const LearnedMetrics one = LearnMetrics(pairs, 1, options);
  EXPECT_EQ(one.weights, two.weights);
  EXPECT_EQ(one.smoothness, two.smoothness);
}

// A column divided by its smoothness has the same label field.
TEST(LearnMetrics, ColumnsHaveTheSmoothnessOfTheRegistration) {
  LearnedMetrics learned;
  learned.weights = {0.4, 1.2};
  learned.smoothness = 0.2;
  const ClassWeights column = ColumnOf("disc", 2, learned, 0.05);
  EXPECT_NEAR(column.weights[0], 0.1, 1e-12);
  EXPECT_NEAR(column.weights[1], 0.3, 1e-12);
  const std::vector<TrainingPair> pairs = Pairs(1, 2);
  EXPECT_NEAR(MeanLoss(pairs, 1, column.weights, 0.05), MeanLoss(pairs, 1, learned.weights, 0.2), 1e-3);
}

TEST(LearnMetrics, CrossValidationTakesTheLeastLossOfPairsHeldOut) {
  const std::vector<TrainingPair> pairs = Pairs(1, 4);
  const std::vector<StructureClass> classes = {{"left", 1, 0}, {"right", 2, 1}, {"nowhere", 9, 1}};
  const auto loss_of = [&](size_t pair, const std::vector<ClassWeights>& columns) {
    if (columns.empty()) return 0.25;  // the initial weights
    EXPECT_EQ(columns.size(), 3U);
    return MeanLoss(std::vector{pairs[pair]}, 0, columns[0].weights, Learning().initial_smoothness);
  };
  const RegularizationChoice choice =
      ChooseRegularization(pairs, classes, {0.01, 10}, {1, 100}, 2, Learning(), loss_of);
  ASSERT_EQ(choice.trials.size(), 4U);
  EXPECT_EQ(choice.initial_loss, 0.25);
  double sum = 0;
  for (const size_t fold : {0U, 1U}) {
    const std::vector<TrainingPair> learning = {pairs[1 - fold], pairs[3 - fold]};
    const LearnedMetrics learned = LearnMetrics(learning, 0, Learning());
    const std::vector<ClassWeights> columns = LearnColumns(learning, classes, Learning()).columns;
    EXPECT_EQ(columns[0].weights, ColumnOf("left", 1, learned, 0.1).weights);
    for (const size_t pair : {fold, fold + 2}) sum += loss_of(pair, columns) / 4;
  }
  EXPECT_EQ(choice.trials[2].c, 10);
  EXPECT_EQ(choice.trials[2].alpha, 1);
  EXPECT_NEAR(choice.trials[2].loss, sum, 1e-12);
  for (const auto& trial : choice.trials) EXPECT_GE(trial.loss, choice.trials[2].loss);
  EXPECT_EQ(choice.c, 10);
}

// Rounds, and trials of a choice, end at each limit; a trial that is stopped does not count.
TEST(LearnMetrics, StopsWhenItIsTold) {
  const std::vector<TrainingPair> pairs = Pairs(1, 4);
  MetricLearningOptions options = Learning();
  options.epsilon = 1e-12;
  options.run.stop.iterations = 2;
  const LearnedMetrics two = LearnMetrics(pairs, 0, options);
  EXPECT_EQ(two.optimization.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(two.optimization.trace.back().iteration, 2);
  std::atomic<bool> flag = true;
  options.run.stop.interrupted = &flag;
  const LearnedMetrics none = LearnMetrics(pairs, 0, options);
  EXPECT_EQ(none.optimization.ending, common::Ending::kInterrupted);
  EXPECT_EQ(none.weights, options.initial);
  const LearnedColumns columns = LearnColumns(pairs, {{"left", 1, 0}, {"right", 2, 1}}, options);
  EXPECT_EQ(columns.endings, (std::vector{common::Ending::kInterrupted, common::Ending::kInterrupted}));
}

TEST(LearnMetrics, ChoosingStopsWhenItIsTold) {
  const std::vector<TrainingPair> pairs = Pairs(1, 4);
  std::atomic<bool> flag = false;
  const auto choose = [&](const HeldOutLoss& loss, const common::RunControl& run) {
    return ChooseRegularization(pairs, {{"left", 1, 0}}, {0.01, 10}, {1, 100}, 2, Learning(), loss, run);
  };
  const HeldOutLoss known = [&](size_t pair, const std::vector<ClassWeights>& weights) {
    return static_cast<double>(pair) + (weights.empty() ? 0 : weights[0].weights[0]);
  };
  const RegularizationChoice whole = choose(known, {}), part = choose(known, {.stop = {.iterations = 3}});
  EXPECT_EQ(whole.ending, common::Ending::kConverged);
  ASSERT_EQ(whole.trace.size(), 4U);
  EXPECT_EQ(part.ending, common::Ending::kIterationLimit);
  ASSERT_EQ(part.trials.size(), 3U);
  for (size_t t = 0; t < 3; ++t) {
    EXPECT_EQ(part.trials[t].loss, whole.trials[t].loss);
    EXPECT_EQ(part.trace[t].value, whole.trials[t].loss);
  }
  // Four losses of the initial weights, then four of each trial. A trial whose last loss is that of a stopped
  // registration does not count either.
  const std::pair<int, size_t> stops[] = {{2, 0}, {8, 0}, {10, 1}, {12, 1}};
  for (const auto& stop : stops) {
    const int last = stop.first;
    flag = false;
    int losses = 0;
    const RegularizationChoice stopped = choose(
        [&](size_t pair, const std::vector<ClassWeights>& weights) {
          flag = ++losses == last;
          return known(pair, weights);
        },
        {.stop = {.interrupted = &flag}});
    EXPECT_EQ(stopped.ending, common::Ending::kInterrupted);
    EXPECT_EQ(stopped.trials.size(), stop.second);
    EXPECT_EQ(losses, last);
    EXPECT_EQ(std::isnan(stopped.initial_loss), last < 4);
  }
  flag = true;
  const RegularizationChoice nothing = choose(known, {.stop = {.interrupted = &flag}});
  EXPECT_EQ(nothing.ending, common::Ending::kInterrupted);
  EXPECT_TRUE(nothing.trials.empty());
  EXPECT_TRUE(std::isnan(nothing.initial_loss));
}

TEST(LearnMetrics, SaysWhatIsWrong) {
  const std::vector<TrainingPair> pairs = Pairs(1, 2);
  MetricLearningOptions options = Learning();
  options.initial = {1};
  EXPECT_EQ(MessageOf([&] { LearnMetrics(pairs, 0, options); }),
            "initial weights: expected 2, one a metric, found 1");
  options = Learning();
  options.c = 0;
  EXPECT_EQ(MessageOf([&] { LearnMetrics(pairs, 0, options); }), "c: expected a number above 0, found 0");
  std::vector<TrainingPair> without = pairs;
  for (TrainingPair& pair : without) pair.points_of_class[0] = 0;
  EXPECT_EQ(MessageOf([&] { LearnMetrics(without, 0, Learning()); }),
            "class: expected a pair whose segmentations have it, found none");
  const auto no_loss = [](size_t, const std::vector<ClassWeights>&) { return 0.0; };
  EXPECT_EQ(MessageOf([&] {
              ChooseRegularization(pairs, {{"left", 1, 0}}, {1}, {1}, 3, Learning(), no_loss);
            }),
            "folds: expected 2 to 2, the pairs, found 3");
}

}  // namespace
}  // namespace structlab::registration
