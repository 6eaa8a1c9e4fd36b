#include "registration/metric_learning/training_pair.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "registration/deformable/label_field.h"
#include "registration/deformable/registration.h"
#include "registration/deformable/unary_costs.h"
#include "registration/metric_learning/metric_problem.h"
#include "registration/volumes/resample.h"
#include "structured_learning/problem/latent_problem.h"

namespace structlab::registration {
namespace {

using common::MessageOf;
using common::RandomStream;
using common::ThreadPool;
using structured_learning::DenseVector;

Geometry Grid(int64_t x, int64_t y) {
  Geometry geometry;
  geometry.dimension = 2;
  geometry.size = {x, y, 1};
  return geometry;
}

Image RandomImage(const Geometry& geometry, RandomStream& random) {
  Image image(geometry);
  for (float& value : image.values) value = static_cast<float>(random.Uniform());
  return image;
}

LabelMap RandomLabels(const Geometry& geometry, int32_t count, RandomStream& random) {
  LabelMap labels(geometry);
  for (int32_t& label : labels.values) {
    label = static_cast<int32_t>(random.UniformIndex(static_cast<uint64_t>(count)));
  }
  return labels;
}

// Steps of one voxel: 3 x 3 labels on a grid of 4 mm.
const RegistrationOptions kWholeVoxels = {.metrics = {{"sad", 1}, {"ncc", 1}},
                                          .spacing = 4,
                                          .patch_size = 1,
                                          .label_steps = 1,
                                          .range = 0.25,
                                          .leaves_out_outside = false};

struct Drawn {
  Image fixed, moving;
  LabelMap fixed_labels, moving_labels;
};

Drawn Draw(uint64_t seed, int64_t width = 12, int64_t height = 8) {
  RandomStream random(seed, "training pair");
  const Geometry geometry = Grid(width, height);
  Drawn drawn = {RandomImage(geometry, random), RandomImage(geometry, random),
                 RandomLabels(geometry, 3, random), RandomLabels(geometry, 3, random)};
  return drawn;
}

TrainingPair Measure(const Drawn& drawn, const RegistrationOptions& options,
                     const std::vector<int32_t>& classes, int threads = 2) {
  ThreadPool pool(threads);
  return MeasurePair({drawn.fixed, drawn.moving, drawn.fixed_labels, drawn.moving_labels}, options, classes,
                     pool);
}

// (A.6) with its mean, counted voxel by voxel. Patches of the grid of 4 mm that lie within the image.
TEST(TrainingPair, LossesAreOneMinusDiceOfPatches) {
  const Drawn drawn = Draw(1);
  const TrainingPair pair = Measure(drawn, kWholeVoxels, {1, 2});
  ASSERT_EQ(pair.losses.size(), 2U);
  const VoxelIndex& points = pair.grid.size();
  for (int p = 0; p < pair.grid.num_points(); ++p) {
    const Point centre = pair.grid.IndexOf(p);
    for (int l = 0; l < pair.labels.size(); ++l) {
      for (const int32_t label : {1, 2}) {
        int of_fixed = 0, of_moving = 0, of_both = 0;
        for (int64_t y = 0; y < 8; ++y) {
          for (int64_t x = 0; x < 12; ++x) {
            const double dx = static_cast<double>(x) - centre[0], dy = static_cast<double>(y) - centre[1];
            if (dx < -2 || dx >= 2 || dy < -2 || dy >= 2) continue;
            const int64_t mx = std::clamp<int64_t>(x + pair.labels[l][0], 0, 11);
            const int64_t my = std::clamp<int64_t>(y + pair.labels[l][1], 0, 7);
            const bool f = drawn.fixed_labels.at(x, y) == label, m = drawn.moving_labels.at(mx, my) == label;
            of_fixed += f;
            of_moving += m;
            of_both += f && m;
          }
        }
        const auto c = static_cast<size_t>(label - 1);
        const double loss = of_fixed + of_moving == 0 ? 0 : 1 - 2.0 * of_both / (of_fixed + of_moving);
        EXPECT_NEAR(pair.losses[c](l, p), loss / pair.points_of_class[c], 1e-6) << p << " " << l;
      }
    }
  }
  EXPECT_EQ(points[0] * points[1], pair.points_of_class[0]);
}

// Equal segmentations at rest are no loss; those that never meet are 1.
TEST(TrainingPair, LossIsFromZeroToOne) {
  Drawn drawn = Draw(2);
  drawn.moving_labels = drawn.fixed_labels;
  const TrainingPair same = Measure(drawn, kWholeVoxels, {1});
  int at_rest = 0;
  while (same.labels[at_rest] != Eigen::Vector3i::Zero()) ++at_rest;
  EXPECT_NEAR(same.losses[0].row(at_rest).sum(), 0, 1e-6);
  for (int32_t& label : drawn.moving_labels.values) label = 0;
  const TrainingPair apart = Measure(drawn, kWholeVoxels, {1});
  for (int l = 0; l < apart.labels.size(); ++l) EXPECT_NEAR(apart.losses[0].row(l).sum(), 1, 1e-5);
}

// A class that is in one corner counts only the points near it.
TEST(TrainingPair, PointsWithoutTheClassDoNotCount) {
  Drawn drawn = Draw(3, 24, 16);
  for (LabelMap* labels : {&drawn.fixed_labels, &drawn.moving_labels}) {
    for (int64_t y = 0; y < 16; ++y) {
      for (int64_t x = 0; x < 24; ++x) labels->at(x, y) = x < 4 && y < 4 ? 1 : 0;
    }
  }
  const TrainingPair pair = Measure(drawn, kWholeVoxels, {1, 9});
  EXPECT_GE(pair.points_of_class[0], 1);
  EXPECT_LE(pair.points_of_class[0], 4);
  EXPECT_EQ(pair.points_of_class[1], 0);
  EXPECT_EQ(pair.losses[1].maxCoeff(), 0);
}

TEST(TrainingPair, CostsAreThoseOfTheRegistration) {
  const Drawn drawn = Draw(4);
  const TrainingPair pair = Measure(drawn, kWholeVoxels, {1});
  RegistrationOptions options = kWholeVoxels;
  options.low_percent = 0;
  options.high_percent = 100;
  const TrainingPair unscaled = Measure(drawn, options, {1});
  ThreadPool pool(1);
  // Uniform grey values reach nearly from 0 to 1: scaling them changes little, but something.
  const UnaryCosts costs(drawn.fixed, nullptr, pair.grid, {{"sad"}, {"ncc"}});
  const auto plain = costs.Compute(drawn.moving, nullptr, pair.labels, pair.step, pool);
  for (size_t m = 0; m < 2; ++m) {
    EXPECT_LT((unscaled.costs[m] - plain[m]).cwiseAbs().maxCoeff(), 0.03);
    EXPECT_GT((pair.costs[m] - plain[m]).cwiseAbs().maxCoeff(), 0);
  }
  const Eigen::MatrixXf weighted = WeightedCosts(pair, {2, 3});
  EXPECT_LT((weighted - 2 * pair.costs[0] - 3 * pair.costs[1]).cwiseAbs().maxCoeff(), 1e-5F);
  const TrainingPair one_thread = Measure(drawn, kWholeVoxels, {1}, 1);
  EXPECT_EQ(one_thread.costs[1], pair.costs[1]);
  EXPECT_EQ(one_thread.losses[0], pair.losses[0]);
}

// Two by three points with five labels: the oracles against all 15,625 label fields.
TEST(MetricProblem, OraclesFindTheBestLabelField) {
  RegistrationOptions options = kWholeVoxels;
  options.label_set = LabelSet::kSparse;
  double excess = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Drawn drawn = Draw(100 + seed, 8, 5);
    const TrainingPair pair = Measure(drawn, options, {1});
    ASSERT_EQ(pair.grid.num_points(), 6);
    ASSERT_EQ(pair.labels.size(), 5);
    const MetricProblem problem({&pair}, 0, {2, 1, 0.5}, 0.7);
    RandomStream random(seed, "weights");
    const DenseVector w{{random.Uniform(), random.Uniform(), random.Uniform()}};
    const auto score = [&](const std::vector<int>& field) {
      return problem.JointFeature(0, {}, field).dot(w);
    };
    double best = -HUGE_VAL, best_completion = -HUGE_VAL, best_augmented = -HUGE_VAL;
    std::vector<int> field(6, 0);
    for (int code = 0; code < 15625; ++code) {
      for (int p = 0, rest = code; p < 6; ++p, rest /= 5) field[p] = rest % 5;
      const double here = score(field), loss = problem.Loss(0, {}, field);
      best = std::max(best, here);
      best_completion = std::max(best_completion, here - 0.7 * loss);
      best_augmented = std::max(best_augmented, here + loss);
    }
    const auto found = problem.Predict(0, w).hidden;
    const auto completion = problem.Complete(0, w);
    const auto augmented = problem.LossAugmentedInference(0, w).hidden;
    EXPECT_EQ(problem.CompletionPenalty(0, completion), 0.7 * problem.Loss(0, {}, completion));
    const std::array<double, 3> gaps = {
        best - score(found), best_completion - score(completion) + 0.7 * problem.Loss(0, {}, completion),
        best_augmented - score(augmented) - problem.Loss(0, {}, augmented)};
    for (const double gap : gaps) {
      EXPECT_GE(gap, -1e-9);
      EXPECT_LT(gap, 0.05 * std::abs(best));
      excess += gap / std::abs(best);
    }
  }
  EXPECT_LT(excess / 60, 0.005);  // FastPD is not exact
}

// The score is minus the energy of the label field, a point of the class.
TEST(MetricProblem, ScoreIsMinusTheEnergy) {
  const Drawn drawn = Draw(5, 40, 32);
  const TrainingPair pair = Measure(drawn, kWholeVoxels, {1});
  const MetricProblem problem({&pair}, 0, {2, 1, 0.5}, 50);
  const DenseVector w{{0.3, 0.8, 0.6}};
  const LabelField field = MinimizeLabelField(WeightedCosts(pair, {0.6, 0.8}), pair.grid, pair.labels,
                                              pair.step, 0.3, FieldMinimizer::kFastPd);
  EXPECT_NEAR(-problem.JointFeature(0, {}, field.labels).dot(w) * pair.points_of_class[0], field.energy,
              1e-3 * field.energy);
  EXPECT_EQ(problem.Predict(0, w).hidden, field.labels);
}

// Two levels: the field of the first one alone, which is that of a registration stopped there.
TEST(TrainingPair, TheFinestLevelBeginsWithTheCoarserOnes) {
  Drawn drawn = Draw(7, 64, 64);
  ThreadPool pool(2);
  drawn.fixed = Smooth(drawn.fixed, 3, pool);
  for (int64_t y = 0; y < 64; ++y) {
    for (int64_t x = 0; x < 64; ++x) {
      drawn.moving.at(x, y) = drawn.fixed.at(std::max<int64_t>(x - 2, 0), y);
    }
  }
  const RegistrationOptions options = {
      .metrics = {{"sad", 1}}, .spacing = 8, .levels = 2, .refinements = 3, .smoothness = 0.001};
  ASSERT_EQ(NumLevels(drawn.fixed.geometry, options), 2);
  const TrainingImages images = {drawn.fixed, drawn.moving, drawn.fixed_labels, drawn.moving_labels};
  const RegistrationResult start = StartOfFinestLevel(images, options, pool);
  EXPECT_EQ(start.ending, common::Ending::kConverged);
  EXPECT_EQ(start.trace.size(), 3U);
  int refinements = 0;
  const RegistrationResult stopped =
      Register({drawn.fixed, drawn.moving}, options, pool,
               {.observer = [&](const common::TracePoint&) { return ++refinements < 3; }});
  EXPECT_EQ(start.field.values, stopped.field.values);
  EXPECT_GT(start.field.at(32, 32)[0], 0.5F);
  const RegistrationResult two = StartOfFinestLevel(images, options, pool, {.stop = {.iterations = 2}});
  EXPECT_EQ(two.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(two.trace.size(), 2U);
  RegistrationOptions one_level = options;
  one_level.levels = 1;
  EXPECT_TRUE(StartOfFinestLevel(images, one_level, pool).field.values.empty());
}

TEST(TrainingPair, SaysWhatIsWrong) {
  Drawn drawn = Draw(6);
  EXPECT_EQ(MessageOf([&] { Measure(drawn, kWholeVoxels, {}); }),
            "classes: expected at least one, found none");
  RegistrationOptions by_mean = kWholeVoxels;
  by_mean.divides_by_mean = true;
  EXPECT_NE(MessageOf([&] { Measure(drawn, by_mean, {1}); }).find("divides_by_mean: expected false"),
            std::string::npos);
  drawn.fixed_labels = LabelMap(Grid(5, 5));
  EXPECT_NE(MessageOf([&] { Measure(drawn, kWholeVoxels, {1}); }).find("fixed labels: expected the grid"),
            std::string::npos);
}

}  // namespace
}  // namespace structlab::registration
