#include "registration/deformable/registration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "registration/deformable/dominant_classes.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

using common::MessageOf;
using common::RandomStream;
using common::ThreadPool;
using Eigen::Vector3d;

Geometry Grid(int64_t x, int64_t y, int64_t z, const Point& spacing = Point::Ones()) {
  Geometry geometry;
  geometry.dimension = z == 1 ? 2 : 3;
  geometry.size = {x, y, z};
  geometry.spacing = spacing;
  return geometry;
}

// Smooth bumps, a function of space.
class Scene {
 public:
  Scene(const Geometry& geometry, int bumps) : is_flat_(geometry.dimension == 2) {
    RandomStream random(7, "bumps");
    const Point first = geometry.PointOf(Point::Zero());
    const Point last = geometry.PointOf((geometry.size - VoxelIndex::Ones()).cast<double>());
    for (int b = 0; b < bumps; ++b) {
      Bump bump;
      for (int a = 0; a < 3; ++a) bump.at[a] = first[a] + random.Uniform() * (last[a] - first[a]);
      bump.height = random.Uniform() - 0.5;
      bump.width = (0.03 + 0.04 * random.Uniform()) * (last - first).head<2>().cwiseAbs().maxCoeff();
      bumps_.push_back(bump);
    }
  }
  double At(const Point& point) const {
    double value = 0;
    for (const Bump& bump : bumps_) {
      Point offset = point - bump.at;
      if (is_flat_) offset[2] = 0;
      const double exponent = offset.squaredNorm() / (2 * bump.width * bump.width);
      if (exponent < 15) value += bump.height * std::exp(-exponent);
    }
    return value;
  }

 private:
  struct Bump {
    Point at;
    double height, width;
  };
  bool is_flat_;
  std::vector<Bump> bumps_;
};

template <class Value>
Image Draw(const Geometry& geometry, const Value& value) {
  Image image(geometry);
  for (int64_t z = 0; z < geometry.size[2]; ++z) {
    for (int64_t y = 0; y < geometry.size[1]; ++y) {
      for (int64_t x = 0; x < geometry.size[0]; ++x) {
        image.at(x, y, z) = static_cast<float>(value(geometry.PointOf(VoxelIndex(x, y, z).cast<double>())));
      }
    }
  }
  return image;
}

// The mean distance, in mm, between the field and a known one; away from the border by `margin` voxels.
template <class Truth>
double MeanError(const DisplacementField& field, const Truth& truth, int64_t margin) {
  double sum = 0;
  int64_t count = 0;
  const VoxelIndex& size = field.geometry.size;
  const int64_t margin_z = size[2] == 1 ? 0 : margin;
  for (int64_t z = margin_z; z < size[2] - margin_z; ++z) {
    for (int64_t y = margin; y < size[1] - margin; ++y) {
      for (int64_t x = margin; x < size[0] - margin; ++x) {
        const Point point = field.geometry.PointOf(VoxelIndex(x, y, z).cast<double>());
        sum += (field.at(x, y, z).cast<double>() - truth(point)).norm();
        ++count;
      }
    }
  }
  return sum / static_cast<double>(count);
}

// In two dimensions the third axis has a spacing, but no length.
TEST(Register, UnitsDoNotMatter) {
  ThreadPool pool(2);
  std::vector<DisplacementField> fields;
  for (const double unit : {1.0, 1e-4}) {
    Geometry geometry = Grid(64, 48, 1, {unit, unit, 1});
    const Scene scene(Grid(64, 48, 1), 200);
    const Image fixed = Draw(geometry, [&](const Point& p) { return scene.At(p / unit); });
    const Image moving = Draw(geometry, [&](const Point& p) { return scene.At(p / unit - Point(2, 1, 0)); });
    EXPECT_EQ(NumLevels(geometry, {}), 3);
    fields.push_back(Register({fixed, moving}, {}, pool).field);
  }
  for (size_t i = 0; i < fields[0].values.size(); ++i) {
    ASSERT_LT((fields[0].values[i] - 1e4F * fields[1].values[i]).norm(), 0.01F) << i;
  }
}

// A mask of less than a fifth of each patch: there is nothing to compare, which is no result.
TEST(Register, AMaskThatLeavesNothingIsAnError) {
  const Geometry geometry = Grid(64, 60, 1);
  const Scene scene(geometry, 200);
  const Image image = Draw(geometry, [&](const Point& p) { return scene.At(p); });
  Mask mask(geometry, 0);
  mask.at(30, 30) = 1;
  ThreadPool pool(1);
  EXPECT_EQ(MessageOf([&] {
              Register({.fixed = image, .moving = image, .fixed_mask = &mask}, {.spacing = 8}, pool);
            }).substr(0, 90),
            "images and masks: expected a patch of which at least a fifth counts at the start, found no");
}

TEST(Register, AnImageOnItselfDoesNotMove) {
  const Geometry geometry = Grid(32, 28, 24);
  const Scene scene(geometry, 400);
  const Image image = Draw(geometry, [&](const Point& p) { return scene.At(p); });
  ThreadPool pool(2);
  for (const char* metric : {"sad", "ssd", "ncc", "mi", "dwt"}) {
    const auto result = Register(
        {image, image},
        {.metrics = {{metric, 1}}, .spacing = 5, .patch_size = 1, .shrink = 0.5, .smoothness = 0.01}, pool);
    float longest = 0;
    for (const auto& u : result.field.values) longest = std::max(longest, u.norm());
    EXPECT_EQ(longest, 0) << metric;
    ASSERT_EQ(result.refinements.size(), 10U);  // of two levels: the third has too few voxels
    EXPECT_FALSE(result.refinements[0].is_accepted);
    EXPECT_TRUE(result.is_start);
  }
}

TEST(Register, TranslationsAreRecovered) {
  for (const auto& geometry : {Grid(64, 60, 1), Grid(36, 32, 32)}) {
    const Scene scene(geometry, geometry.dimension == 2 ? 200 : 600);
    const Vector3d shift(2.3, -1.6, geometry.dimension == 2 ? 0 : 1.2);
    const Image fixed = Draw(geometry, [&](const Point& p) { return scene.At(p); });
    const Image moving = Draw(geometry, [&](const Point& p) { return scene.At(p - shift); });
    ThreadPool pool(2);
    for (const std::string metric : {"sad", "ssd", "ncc", "mi", "dwt"}) {
      // The 36 pixels of a patch as large as a cell are few for a histogram.
      const double patch_size = metric == "mi" && geometry.dimension == 2 ? 2 : 1;
      const auto result = Register({fixed, moving},
                                   {.metrics = {{metric, 1}},
                                    .spacing = 6,
                                    .patch_size = patch_size,
                                    .shrink = 0.5,
                                    .smoothness = 0.01},
                                   pool);
      EXPECT_LT(MeanError(
                    result.field, [&](const Point&) { return shift; }, 4),
                0.25)
          << metric;
      EXPECT_LT(result.cost, result.cost_of_start);
    }
  }
}

// A known smooth warp: moving(x + u(x)) = fixed(x).
TEST(Register, SmoothWarpsAreRecovered) {
  const Geometry geometry = Grid(36, 32, 32);
  const Scene scene(geometry, 600);
  const auto u = [](const Point& p) {
    return Vector3d(2.5 * std::sin(p[1] / 9), 2 * std::cos(p[2] / 8), 1.5 * std::sin(p[0] / 10));
  };
  const Image moving = Draw(geometry, [&](const Point& p) { return scene.At(p); });
  const Image fixed = Draw(geometry, [&](const Point& p) { return scene.At(p + u(p)); });
  ThreadPool pool(2);
  for (const char* metric : {"sad", "ncc", "mi"}) {
    const auto result = Register(
        {fixed, moving},
        {.metrics = {{metric, 1}}, .spacing = 6, .patch_size = 1, .shrink = 0.5, .smoothness = 0.01}, pool);
    EXPECT_LT(MeanError(result.field, u, 4), 0.25) << metric;
    EXPECT_EQ(MeasureFolding(JacobianDeterminant(result.field, pool)).num_folded, 0) << metric;
  }
}

TEST(Register, SmoothWarpsAreRecoveredInTwoDimensions) {
  const Geometry geometry = Grid(96, 90, 1);
  const Scene scene(geometry, 400);
  const auto u = [](const Point& p) {
    return Vector3d(2.5 * std::sin(p[1] / 14), 2 * std::cos(p[0] / 12), 0);
  };
  const Image moving = Draw(geometry, [&](const Point& p) { return scene.At(p); });
  const Image fixed = Draw(geometry, [&](const Point& p) { return scene.At(p + u(p)); });
  ThreadPool pool(2);
  for (const char* metric : {"sad", "ncc", "mi"}) {
    const auto result = Register(
        {fixed, moving},
        {.metrics = {{metric, 1}}, .spacing = 6, .patch_size = 2, .shrink = 0.5, .smoothness = 0.01}, pool);
    EXPECT_LT(MeanError(result.field, u, 4), 0.25) << metric;
    EXPECT_EQ(MeasureFolding(JacobianDeterminant(result.field, pool)).num_folded, 0) << metric;
  }
}

struct Pair {
  Image fixed, moving;
};
Pair DrawPair(const Geometry& geometry, const Geometry& of_moving) {
  const Scene scene(geometry, 300);
  const auto u = [](const Point& p) {
    return Vector3d(1.5 * std::sin(p[1] / 7), 1.2 * std::cos(p[0] / 8), 0);
  };
  return {Draw(geometry, [&](const Point& p) { return scene.At(p + u(p)); }),
          Draw(of_moving, [&](const Point& p) { return scene.At(p); })};
}
Pair DrawPair(const Geometry& geometry) { return DrawPair(geometry, geometry); }

TEST(Register, CostsNeverRise) {
  const Geometry geometry = Grid(30, 26, 20);
  const Pair pair = DrawPair(geometry);
  ThreadPool pool(2);
  const auto result = Register(
      {pair.fixed, pair.moving},
      {.metrics = {{"mi", 1}, {"sad", 2}}, .spacing = 5, .patch_size = 1, .shrink = 0.5, .smoothness = 0},
      pool);
  EXPECT_FALSE(result.is_start);
  EXPECT_LT(result.cost, result.cost_of_start);
  int accepted = 0;
  for (const Refinement& refinement : result.refinements) {
    EXPECT_TRUE(!refinement.is_accepted || refinement.cost_after < refinement.cost_before);
    EXPECT_GE(refinement.energy, refinement.lower_bound - 1e-6);
    accepted += refinement.is_accepted;
  }
  EXPECT_GT(accepted, 3);
}

TEST(Register, ThreadsDoNotChangeTheField) {
  const Geometry geometry = Grid(30, 26, 20);
  const Pair pair = DrawPair(geometry);
  ThreadPool one(1), three(3);
  const RegistrationOptions options = {.metrics = {{"mi", 1}, {"sad", 1}, {"ncc", 1}, {"dwt", 1}},
                                       .spacing = 6,
                                       .patch_size = 1,
                                       .shrink = 0.5,
                                       .smoothness = 0.01};
  const auto a = Register({pair.fixed, pair.moving}, options, one);
  const auto b = Register({pair.fixed, pair.moving}, options, three);
  EXPECT_EQ(a.field.values, b.field.values);
}

// The same volume with its axes in another order and direction: each voxel at the same place in space.
Image WithTurnedAxes(const Image& image) {
  const Geometry& from = image.geometry;
  Geometry turned =
      Grid(from.size[1], from.size[2], from.size[0], {from.spacing[1], from.spacing[2], from.spacing[0]});
  turned.direction.col(0) = -Vector3d::UnitY();
  turned.direction.col(1) = Vector3d::UnitZ();
  turned.direction.col(2) = -Vector3d::UnitX();
  const VoxelIndex last = from.size - VoxelIndex::Ones();
  turned.origin = from.PointOf(Point(static_cast<double>(last[0]), static_cast<double>(last[1]), 0));
  Image result(turned);
  for (int64_t v = 0; v < turned.num_voxels(); ++v) {
    const VoxelIndex at = turned.IndexAt(v);
    result.values[v] = image.at(last[0] - at[2], last[1] - at[0], at[1]);
  }
  return result;
}

// Volumes with turned axes give the same field in space. Each label field is proved to have the least energy
// (TRW-S), so that it does not depend on the order of points and labels, unless two label fields are equally
// good; FastPD, the default, is not exact. Patches end between voxels, and none reaches out of the moving
// volume, where displacements can be equally good.
//
// What is left are rounding errors: a displacement is the sum of the accepted label fields, of which each has
// 4 + 4 + 4 products of a spline and 7 interpolations of the field behind it, in single precision.
void ExpectTheSameFieldForTurnedAxes(const Geometry& geometry, const RegistrationOptions& options) {
  Geometry wide = geometry;
  wide.size += VoxelIndex::Constant(16);
  wide.origin = geometry.PointOf(Point::Constant(-8));
  const Pair straight = DrawPair(geometry, wide);
  const Pair turned = {WithTurnedAxes(straight.fixed), WithTurnedAxes(straight.moving)};
  ThreadPool pool(2);
  const auto a = Register({straight.fixed, straight.moving}, options, pool);
  const auto b = Register({turned.fixed, turned.moving}, options, pool);
  ASSERT_EQ(a.refinements.size(), b.refinements.size());
  for (const RegistrationResult* result : {&a, &b}) {
    for (const Refinement& r : result->refinements) EXPECT_NEAR(r.energy, r.lower_bound, 1e-9 * r.energy);
  }
  const DisplacementField back = ResampleField(b.field, geometry, pool);
  float longest = 0, sum = 0, difference = 0;
  for (size_t i = 0; i < back.values.size(); ++i) {
    difference = std::max(difference, (back.values[i] - a.field.values[i]).norm());
    longest = std::max(longest, a.field.values[i].norm());
    sum += a.field.values[i].norm();
  }
  EXPECT_GT(sum / static_cast<float>(back.values.size()), 0.5F);
  constexpr int kRoundings =
      4 + 4 + 4 + 7 + 1;  // of a label field, each at most half a unit in the last place
  const float rounding = std::numeric_limits<float>::epsilon() / 2 * longest;
  EXPECT_LE(difference, static_cast<float>(a.refinements.size() * kRoundings) * rounding);
}

TEST(Register, AxesOfTheGridsDoNotMatter) {
  const auto options = [](const char* metric, int label_steps) {
    return RegistrationOptions{.metrics = {{metric, 1}},
                               .spacing = 6,
                               .patch_size = 1,
                               .label_steps = label_steps,
                               .shrink = 0.5,
                               .smoothness = 0.05,
                               .minimizer = FieldMinimizer::kTrws};
  };
  const Point spacing(1, 1.25, 1.5);
  ExpectTheSameFieldForTurnedAxes(Grid(30, 24, 20, spacing), options("ncc", 2));
  const Geometry of_two_levels = Grid(40, 32, 28, spacing);
  ASSERT_EQ(NumLevels(of_two_levels, options("sad", 1)), 2);
  for (const char* metric : {"sad", "ssd"}) {
    ExpectTheSameFieldForTurnedAxes(of_two_levels, options(metric, 1));
  }
}

TEST(Register, MaskedVoxelsCountNothing) {
  const Geometry geometry = Grid(48, 48, 1);
  const Scene scene(geometry, 60);
  const Vector3d shift(2, 1, 0);
  const Image moving = Draw(geometry, [&](const Point& p) { return scene.At(p - shift); });
  const Image fixed = Draw(geometry, [&](const Point& p) { return scene.At(p); });
  Image spoiled = fixed;
  Mask mask(geometry, 1);
  RandomStream random(2, "spoiled");
  for (int64_t y = 10; y < 30; ++y) {
    for (int64_t x = 16; x < 32; ++x) {
      spoiled.at(x, y) = static_cast<float>(random.Uniform());
      mask.at(x, y) = 0;
    }
  }
  ThreadPool pool(1);
  const RegistrationOptions options = {.spacing = 8,
                                       .patch_size = 1,
                                       .shrink = 0.5,
                                       .smoothness = 0.02,
                                       .low_percent = 0,
                                       .high_percent = 100};
  const auto truth = [&](const Point&) { return shift; };
  const double masked = MeanError(
      Register({.fixed = spoiled, .moving = moving, .fixed_mask = &mask}, options, pool).field, truth, 6);
  EXPECT_LT(masked, 0.4);
  EXPECT_GT(MeanError(Register({spoiled, moving}, options, pool).field, truth, 6), masked);
}

TEST(Register, StartsFromAGivenField) {
  const Geometry geometry = Grid(40, 36, 1);
  const Scene scene(geometry, 60);
  const Vector3d shift(14, -9, 0);
  const Image fixed = Draw(geometry, [&](const Point& p) { return scene.At(p); });
  const Image moving = Draw(geometry, [&](const Point& p) { return scene.At(p - shift); });
  ThreadPool pool(1);
  const DisplacementField start(geometry, (shift + Vector3d(1, 1, 0)).cast<float>());
  const auto result = Register({.fixed = fixed, .moving = moving, .start = start},
                               {.spacing = 8, .patch_size = 1, .shrink = 0.5, .smoothness = 0.01}, pool);
  const auto truth = [&](const Point&) { return shift; };
  // Where the moving image has the point.
  double sum = 0;
  for (int64_t y = 14; y < 32; ++y) {
    for (int64_t x = 6; x < 20; ++x) sum += (result.field.at(x, y).cast<double>() - truth({})).norm();
  }
  EXPECT_LT(sum / (18 * 14), 0.3);
}

TEST(Register, MistakesAreTold) {
  const Image flat(Grid(20, 20, 1)), solid(Grid(20, 20, 20));
  ThreadPool pool(1);
  EXPECT_EQ(MessageOf([&] {
              Register({flat, solid}, {}, pool);
            }),
            "moving image: expected 2 dimensions, found 3");
  EXPECT_EQ(MessageOf([&] {
              Register({flat, flat}, {.metrics = {}}, pool);
            }),
            "metrics: expected at least one, found none");
  EXPECT_EQ(MessageOf([&] {
              Register({flat, flat}, {.range = 0}, pool);
            }),
            "range: expected a finite number above 0 and at most 10, found 0");
  Image far = flat;
  far.geometry.origin = {100, 0, 0};
  EXPECT_NE(MessageOf([&] {
              Register({flat, far}, {}, pool);
            }).find("moving image: expected an overlap with the fixed"),
            std::string::npos);
}

// Patches of one class follow one metric, those of another class another metric.
TEST(Register, WeightsOfAClassCountWhereItIs) {
  const Geometry geometry = Grid(60, 40, 1);
  const Scene scene(geometry, 250);
  const Vector3d shift(1.5, 1, 0);
  const Image moving = Draw(geometry, [&](const Point& p) { return scene.At(p - shift); });
  // On the right side grey values are others: sad misleads there, and ncc does not.
  const Image fixed =
      Draw(geometry, [&](const Point& p) { return p[0] < 30 ? scene.At(p) : 0.5 + 0.4 * scene.At(p); });
  LabelMap labels(geometry, 1);
  for (int64_t y = 0; y < 40; ++y) {
    for (int64_t x = 31; x < 60; ++x) labels.at(x, y) = 7;
  }
  ThreadPool pool(1);
  const RegistrationOptions sad = {
      .metrics = {{"sad", 1}, {"ncc", 0}}, .spacing = 6, .patch_size = 1, .shrink = 0.5, .smoothness = 0.01};
  RegistrationOptions by_class = sad;
  by_class.classes = {{"left", 1, {1, 0}}, {"right", 7, {0, 1}}};
  const auto error_at_right = [&](const RegistrationOptions& options) {
    const auto result = Register({.fixed = fixed, .moving = moving, .moving_labels = &labels}, options, pool);
    double sum = 0;
    for (int64_t y = 8; y < 32; ++y) {
      for (int64_t x = 40; x < 54; ++x) sum += (result.field.at(x, y).cast<double>() - shift).norm();
    }
    return sum / (24 * 14);
  };
  EXPECT_LT(error_at_right(by_class), 0.5);
  EXPECT_GT(error_at_right(sad), 1);
  EXPECT_EQ(MessageOf([&] {
              Register({fixed, moving}, by_class, pool);
            }),
            "moving labels: expected a label map, since weights depend on classes, found none");
}

const RegistrationOptions kTwoLevels = {
    .spacing = 5, .refinements = 4, .patch_size = 1, .shrink = 0.5, .smoothness = 0.01};

// By the observer, by the limit of refinements and by the flag: the same field after as many refinements.
TEST(Register, TheRunControlStopsIt) {
  const Geometry geometry = Grid(32, 28, 24);
  const Pair pair = DrawPair(geometry);
  ThreadPool pool(2);
  const auto run = [&](const common::RunControl& control) {
    return Register({pair.fixed, pair.moving}, kTwoLevels, pool, control);
  };
  std::vector<common::TracePoint> seen;
  std::atomic<bool> flag = false;
  const auto observed = run({.observer = [&](const common::TracePoint& point) {
    seen.push_back(point);
    return seen.size() < 3;
  }});
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_EQ(observed.ending, common::Ending::kInterrupted);
  EXPECT_LT(observed.cost, observed.cost_of_start);
  EXPECT_TRUE(AreSame(observed.field.geometry, geometry));
  const auto limited = run({.stop = {.iterations = 3}});
  EXPECT_EQ(limited.ending, common::Ending::kIterationLimit);
  const auto flagged = run({.stop = {.interrupted = &flag}, .observer = [&](const common::TracePoint& point) {
                              flag = point.iteration == 3;
                              return true;
                            }});
  EXPECT_EQ(flagged.ending, common::Ending::kInterrupted);
  for (const RegistrationResult* result : {&observed, &limited, &flagged}) {
    EXPECT_EQ(result->refinements.size(), 3U);
    EXPECT_EQ(result->trace.size(), 3U);
    EXPECT_EQ(result->field.values, observed.field.values);
  }
  const auto timed = run({.stop = {.seconds = 0}});
  EXPECT_EQ(timed.ending, common::Ending::kTimeLimit);
  EXPECT_EQ(timed.refinements.size(), 1U);
  EXPECT_EQ(run({.stop = {.iterations = 8}}).ending, common::Ending::kConverged);  // all
  const auto none = run({.stop = {.iterations = 0}});
  EXPECT_EQ(none.ending, common::Ending::kIterationLimit);
  EXPECT_TRUE(none.is_start);
  EXPECT_EQ(none.field.values, DisplacementField(geometry, Eigen::Vector3f::Zero()).values);
  EXPECT_EQ(MessageOf([&] { run({.stop = {.seconds = -1}}); }),
            "time limit: expected 0 seconds or more, found -1");
}

// The iteration tells the level and the refinement, the value the cost of the field that is kept.
TEST(Register, TheTraceHasAPointForEachRefinement) {
  const Geometry geometry = Grid(32, 28, 24);
  const Pair pair = DrawPair(geometry);
  ThreadPool pool(2);
  const auto result = Register({pair.fixed, pair.moving}, kTwoLevels, pool);
  EXPECT_EQ(result.ending, common::Ending::kConverged);
  ASSERT_EQ(result.refinements.size(), 8U);
  ASSERT_EQ(result.trace.size(), 8U);
  for (size_t i = 0; i < 8; ++i) {
    const Refinement& refinement = result.refinements[i];
    const common::TracePoint& point = result.trace[i];
    EXPECT_EQ(point.iteration, refinement.level * kTwoLevels.refinements + refinement.index + 1);
    EXPECT_EQ(point.value, refinement.is_accepted ? refinement.cost_after : refinement.cost_before);
  }
}

// By counting voxel by voxel.
TEST(DominantClasses, AreThoseWithTheMostVoxels) {
  const Geometry geometry = Grid(17, 13, 11, {1, 1.5, 2});
  RandomStream random(3, "labels");
  LabelMap labels(geometry, 0);
  for (int32_t& label : labels.values) label = static_cast<int32_t>(random.UniformIndex(5));
  const ControlGrid grid(geometry, 6);
  const DisplacementLabels displacements(LabelSet::kDense, 1, 3);
  const std::vector<int32_t> classes = {4, 2, 9};
  const double step = 2.5;
  const auto found = DominantClasses(labels, grid, displacements, step, classes);
  for (int p = 0; p < grid.num_points(); ++p) {
    for (int l = 0; l < displacements.size(); ++l) {
      std::vector<int> counts(3, 0);
      for (int64_t v = 0; v < geometry.num_voxels(); ++v) {
        // A voxel of the fixed patch, and the voxel that it is moved to.
        const VoxelIndex at = geometry.IndexAt(v);
        VoxelIndex to = at;
        bool is_inside = true;
        for (int a = 0; a < 3; ++a) {
          const double half = 3 / geometry.spacing[a],
                       place = static_cast<double>(at[a]) - grid.IndexOf(p)[a];
          is_inside = is_inside && place >= -half - 1e-9 && place < half - 1e-9;
          to[a] += std::lround(displacements[l][a] * step / geometry.spacing[a]);
          is_inside = is_inside && to[a] >= 0 && to[a] < geometry.size[a];
        }
        if (!is_inside) continue;
        for (size_t c = 0; c < 3; ++c) counts[c] += labels.at(to[0], to[1], to[2]) == classes[c];
      }
      const auto most = std::ranges::max_element(counts);
      EXPECT_EQ(found(l, p), *most == 0 ? -1 : static_cast<int>(most - counts.begin())) << p << " " << l;
    }
  }
}

// On a grid of four points in a row all labelings can be tried.
TEST(MinimizeLabelField, FindsTheLeastEnergy) {
  const ControlGrid grid(Grid(16, 1, 1), 5);
  ASSERT_EQ(grid.num_points(), 4);
  const DisplacementLabels labels(LabelSet::kDense, 1, 2);
  for (uint64_t trial = 0; trial < 20; ++trial) {
    RandomStream random(9, "costs", trial);
    Eigen::MatrixXf costs(labels.size(), 4);
    for (float& cost : costs.reshaped()) cost = static_cast<float>(random.Uniform());
    const double smoothness = 1.5, step = 1;
    const auto energy_of = [&](const std::vector<int>& at) {
      double energy = 0;
      for (int p = 0; p < 4; ++p) energy += static_cast<double>(costs(at[p], p));
      for (size_t p = 0; p < 3; ++p)
        energy += smoothness * step / 5 * (labels[at[p]] - labels[at[p + 1]]).lpNorm<1>();
      return energy;
    };
    double least = HUGE_VAL;
    std::vector<int> at(4);
    for (int code = 0; code < 9 * 9 * 9 * 9; ++code) {
      for (int p = 0, rest = code; p < 4; ++p, rest /= 9) at[p] = rest % 9;
      least = std::min(least, energy_of(at));
    }
    const LabelField trws = MinimizeLabelField(costs, grid, labels, step, smoothness, FieldMinimizer::kTrws);
    EXPECT_NEAR(energy_of(trws.labels), least, 2e-3);  // TRW-S is exact on a chain; costs are rounded
    EXPECT_NEAR(trws.energy, least, 2e-3);
    for (const FieldMinimizer minimizer : {FieldMinimizer::kFastPd, FieldMinimizer::kAlphaExpansion}) {
      const LabelField found = MinimizeLabelField(costs, grid, labels, step, smoothness, minimizer);
      EXPECT_NEAR(found.energy, energy_of(found.labels), 2e-3);
      EXPECT_LE(found.lower_bound, least + 2e-3);
      EXPECT_GE(found.energy, least - 2e-3);
    }
  }
}

}  // namespace
}  // namespace structlab::registration
