#include "registration/affine/affine_registration.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "registration/volumes/testing/random_volumes.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::MessageOf;
using common::ThreadPool;

Geometry Grid(int dimension) {
  Geometry grid = dimension == 3 ? ObliqueGeometry({44, 34, 22}, 2) : ObliqueGeometry2D(70, 40, 2);
  grid.spacing = dimension == 3 ? Point(0.9, 1.2, 2) : Point(0.7, 1.3, 1);
  return grid;
}

Point CentreOf(const Geometry& grid) {
  return grid.PointOf((grid.size - VoxelIndex::Ones()).cast<double>() / 2);
}

// A sum of round bells at random places: smooth, and known at every point.
class Bells {
 public:
  Bells(const Geometry& grid, uint64_t seed) {
    common::RandomStream random(seed, "bells");
    for (int i = 0; i < 60; ++i) {
      bells_.push_back({RandomPoint(grid, random, 2), random.Uniform(2.5, 6), random.Uniform(0.2, 0.8)});
    }
  }
  double operator()(const Point& point) const {
    double sum = 0;
    for (const Bell& bell : bells_) {
      sum += bell.height * std::exp(-(point - bell.centre).squaredNorm() / (2 * bell.width * bell.width));
    }
    return sum;
  }

 private:
  struct Bell {
    Point centre;
    double width, height;
  };
  std::vector<Bell> bells_;
};

// About the centre of the grid: a turn by 7 degrees and a shift of about two voxels; scales and shears, too.
AffineTransform Motion(const Geometry& grid, AffineKind kind, uint64_t seed) {
  common::RandomStream random(seed, "motion");
  const bool is_flat = grid.dimension == 2;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ(), shift = Eigen::Vector3d::Zero();
  if (!is_flat) axis = Eigen::Vector3d(random.Normal(), random.Normal(), random.Normal()).normalized();
  AffineTransform motion;
  motion.linear = Eigen::AngleAxisd(0.12, axis).toRotationMatrix();
  for (int a = 0; a < grid.dimension; ++a) {
    shift[a] = random.Uniform(-2, 2);
    if (kind == AffineKind::kRigid) continue;
    for (int b = 0; b < grid.dimension; ++b) motion.linear(a, b) += random.Uniform(-0.06, 0.06);
  }
  motion.offset = CentreOf(grid) + shift - motion.linear * CentreOf(grid);
  return motion;
}

struct Images {
  Image fixed, moving;
};

// fixed(x) = f(motion(x)); the moving image has another contrast, bright where f is in between.
Images ImagesOf(const Geometry& grid, const Bells& f, const AffineTransform& motion) {
  Images images = {Image(grid), Image(grid)};
  for (size_t i = 0; i < images.fixed.values.size(); ++i) {
    const Point point = grid.PointOf(grid.IndexAt(static_cast<int64_t>(i)).cast<double>());
    const double moving = f(point);
    images.fixed.values[i] = static_cast<float>(100 * f(motion(point)));
    images.moving.values[i] = static_cast<float>(moving * std::exp(1 - moving));
  }
  return images;
}

// The mean over voxels of how far a place is off, in voxels.
double MeanError(const Geometry& grid, const AffineTransform& found, const AffineTransform& expected) {
  double sum = 0;
  for (int64_t v = 0; v < grid.num_voxels(); ++v) {
    const Point point = grid.PointOf(grid.IndexAt(v).cast<double>());
    sum += (grid.IndexOf(found(point)) - grid.IndexOf(expected(point))).norm();
  }
  return sum / static_cast<double>(grid.num_voxels());
}

struct Setting {
  const char* name;
  int dimension;
  AffineKind kind;
};

class RegisterAffineTo : public testing::TestWithParam<Setting> {};

TEST_P(RegisterAffineTo, RecoversAKnownMotionToAQuarterOfAVoxel) {
  const Setting& setting = GetParam();
  const Geometry grid = Grid(setting.dimension);
  ThreadPool pool(1);
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    const AffineTransform motion = Motion(grid, setting.kind, seed);
    const Images images = ImagesOf(grid, Bells(grid, seed), motion);
    EXPECT_GT(MeanError(grid, {}, motion), 1.5);
    const AffineTransform found =
        RegisterAffine({images.fixed, images.moving}, {}, setting.kind, pool).transform;
    EXPECT_LT(MeanError(grid, found, motion), 0.25);
    if (setting.kind == AffineKind::kRigid) {
      EXPECT_LT((found.linear * found.linear.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-9);
    }
    if (setting.dimension == 2) {
      EXPECT_EQ(found(Point(3, 4, 5))[2], 5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, RegisterAffineTo,
                         testing::Values(Setting{"Rigid2D", 2, AffineKind::kRigid},
                                         Setting{"Affine2D", 2, AffineKind::kAffine},
                                         Setting{"Rigid3D", 3, AffineKind::kRigid},
                                         Setting{"Affine3D", 3, AffineKind::kAffine}),
                         [](const testing::TestParamInfo<Setting>& test) { return test.param.name; });

TEST(RegisterAffine, GoesOnFromTheStartWithTheSameBitsForAnyNumberOfThreads) {
  const Geometry grid = Grid(2);
  ThreadPool pool(1);
  AffineTransform far;  // 60 degrees, from where the images alone do not lead back
  far.linear = Eigen::AngleAxisd(1.05, Point::UnitZ()).toRotationMatrix();
  far.offset = CentreOf(grid) + Point(8, -5, 0) - far.linear * CentreOf(grid);
  const AffineTransform motion = Compose(Motion(grid, AffineKind::kRigid, 4), far);
  const Images images = ImagesOf(grid, Bells(grid, 4), motion);
  const AffineTransform found =
      RegisterAffine({images.fixed, images.moving}, far, AffineKind::kRigid, pool).transform;
  EXPECT_LT(MeanError(grid, found, motion), 0.25);
  ThreadPool three(3);
  const AffineTransform again =
      RegisterAffine({images.fixed, images.moving}, far, AffineKind::kRigid, three).transform;
  EXPECT_EQ(found.linear, again.linear);
  EXPECT_EQ(found.offset, again.offset);
}

// A stripe that moves against the rest leads astray unless masks leave it out.
TEST(RegisterAffine, LooksInsideOfTheMasksOnly) {
  const Geometry grid = Grid(2);
  ThreadPool pool(1);
  const AffineTransform motion = Motion(grid, AffineKind::kRigid, 5);
  Images images = ImagesOf(grid, Bells(grid, 5), motion);
  Mask fixed_mask(grid, 1), moving_mask(grid, 1);
  for (int64_t j = 0; j < grid.size[1]; ++j) {
    for (int64_t i = 0; i < 40; ++i) {
      images.fixed.at(i, j) = i % 12 < 6 ? 150 : 0;
      images.moving.at(i, j) = (i + 5) % 12 < 6 ? 2 : 0;
      fixed_mask.at(i, j) = moving_mask.at(i, j) = 0;
    }
  }
  const auto error = [&](const AffinePair& pair) {
    return MeanError(grid, RegisterAffine(pair, {}, AffineKind::kRigid, pool).transform, motion);
  };
  EXPECT_GT(error({images.fixed, images.moving}), 1);
  EXPECT_LT(error({images.fixed, images.moving, &fixed_mask, &moving_mask}), 0.25);
}

// Fewer steps are a part of the same search; what is returned is no worse than the start where it ends.
TEST(RegisterAffine, StopsWhenItIsTold) {
  const Geometry grid = Grid(2);
  ThreadPool pool(1);
  const AffineTransform motion = Motion(grid, AffineKind::kRigid, 6);
  const Images images = ImagesOf(grid, Bells(grid, 6), motion);
  const auto run = [&](const common::RunControl& control) {
    return RegisterAffine({images.fixed, images.moving}, {}, AffineKind::kRigid, pool, control);
  };
  const AffineResult whole = run({});
  EXPECT_EQ(whole.ending, common::Ending::kConverged);
  ASSERT_GT(whole.trace.size(), 6U);
  for (size_t i = 0; i < whole.trace.size(); ++i) {
    EXPECT_EQ(whole.trace[i].iteration, static_cast<double>(i + 1));
  }
  EXPECT_NEAR(whole.trace.back().value, -whole.information, 1e-12);
  const AffineResult five = run({.stop = {.iterations = 5}});
  EXPECT_EQ(five.ending, common::Ending::kIterationLimit);
  ASSERT_EQ(five.trace.size(), 5U);
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(five.trace[i].value, whole.trace[i].value);
  EXPECT_LT(MeanError(grid, five.transform, motion), MeanError(grid, {}, motion));
  int points = 0;
  const AffineResult observed = run({.observer = [&](const common::TracePoint&) { return ++points < 5; }});
  EXPECT_EQ(observed.ending, common::Ending::kInterrupted);
  EXPECT_EQ(observed.transform.linear, five.transform.linear);
  EXPECT_EQ(observed.transform.offset, five.transform.offset);
  const std::atomic<bool> set = true;
  for (const common::StopRule& stop :
       {common::StopRule{.iterations = 0}, {.seconds = 0}, {.interrupted = &set}}) {
    const AffineResult none = run({.stop = stop});
    EXPECT_NE(none.ending, common::Ending::kConverged);
    EXPECT_TRUE(none.trace.empty());
    EXPECT_EQ(none.transform.offset, AffineTransform().offset);
  }
}

TEST(RegisterAffine, RefusesWhatItCannotAlign) {
  const Geometry grid = Grid(3);
  ThreadPool pool(1);
  const Images images = ImagesOf(grid, Bells(grid, 1), {});
  const Image constant(grid, 3), flat = RandomImage(Grid(2), 1);
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] {
                        RegisterAffine({images.fixed, constant}, {}, AffineKind::kAffine, pool);
                      }),
            "moving image: expected grey values that differ, found a constant image");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage,
                      [&] {
                        RegisterAffine({images.fixed, flat}, {}, AffineKind::kAffine, pool);
                      }),
            "moving image: expected 3 dimensions as the fixed image has, found 2");
  Geometry thin = grid;
  thin.size[2] = 2;
  const Image slices = RandomImage(thin, 1);
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] {
                        RegisterAffine({slices, images.moving}, {}, AffineKind::kAffine, pool);
                      }),
            "fixed image: expected at least 4 voxels along each axis, found " + Describe(thin) +
                "; use --affine=none");
  const Mask other(thin, 1), empty(grid, 0);
  EXPECT_EQ(MessageOf(ErrorKind::kUsage,
                      [&] {
                        RegisterAffine({images.fixed, images.moving, &other}, {}, AffineKind::kAffine, pool);
                      }),
            "fixed mask: expected the grid of its image, " + Describe(grid) + ", found " + Describe(thin));
  EXPECT_EQ(
      MessageOf(
          ErrorKind::kData,
          [&] {
            RegisterAffine({images.fixed, images.moving, nullptr, &empty}, {}, AffineKind::kAffine, pool);
          }),
      "moving mask: expected voxels inside, found none");
  // Masks with too little, and with nothing but one grey value.
  Mask few(grid, 0), background(grid, 0);
  few.at(20, 10, 5) = 1;
  EXPECT_TRUE(MessageOf(ErrorKind::kData, [&] {
                RegisterAffine({images.fixed, images.moving, &few}, {}, AffineKind::kAffine, pool);
              }).starts_with("fixed mask: expected at least 20 voxels that count, found 1"));
  Images cut = images;
  for (int64_t j = 0; j < 12; ++j) {
    for (int64_t i = 0; i < 44; ++i) {
      for (int64_t k = 0; k < 22; ++k) {
        cut.fixed.at(i, j, k) = 7;
        background.at(i, j, k) = j < 8 ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] {
                        RegisterAffine({cut.fixed, cut.moving, &background}, {}, AffineKind::kAffine, pool);
                      }),
            "affine registration: expected grey values that differ where both images are, found no mutual "
            "information; check the masks, or give an initial transform");
  AffineTransform away;
  away.offset[0] = 500;
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] {
                        RegisterAffine({images.fixed, images.moving}, away, AffineKind::kAffine, pool);
                      }),
            "moving image: expected an overlap with the fixed image, " + Describe(grid) + ", found " +
                Describe(grid) + "; give an initial transform");
}

}  // namespace
}  // namespace structlab::registration
