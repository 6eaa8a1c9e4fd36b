#include "registration/affine/affine_registration.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "registration/affine/mutual_information.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

constexpr int64_t kLeastSide = 4;  // voxels
// Volumes beyond these factors are no longer those of the same thing.
constexpr double kLeastScale = 0.1, kLargestScale = 10;

constexpr uint64_t kSeed = 1;
constexpr int64_t kMaxSamples = 30'000;
constexpr int64_t kLeastSamples = 2'000;  // where there are as many voxels that count
constexpr int64_t kLeastVoxels = 20;
constexpr double kSmoothing = 0.7;  // standard deviation, in voxels of the level
constexpr int kMaxSteps = 100, kMaxHalvings = 10;
constexpr double kLeastStep = 1e-3;  // in voxels of the level
constexpr double kLeastRise = 1e-4;  // of what the gradient promises
constexpr double kLeastShare = 0.7;  // of the overlap at the start of a level

void CheckMask(const char* what, const Mask* mask, const Image& image) {
  if (mask == nullptr) return;
  if (!AreSame(mask->geometry, image.geometry)) {
    common::ThrowUsageError(what, fmt::format("the grid of its image, {}", Describe(image.geometry)),
                            Describe(mask->geometry));
  }
  if (std::ranges::any_of(mask->values, [](uint8_t inside) { return inside != 0; })) return;
  common::ThrowDataError(what, "voxels inside", "none");
}

void CheckImage(const char* what, const Image& image) {
  for (int a = 0; a < image.geometry.dimension; ++a) {
    if (image.geometry.size[a] >= kLeastSide) continue;
    common::ThrowDataError(what, fmt::format("at least {} voxels along each axis", kLeastSide),
                           Describe(image.geometry), "use --affine=none");
  }
  const auto [least, most] = std::ranges::minmax(image.values);
  if (least < most) return;
  common::ThrowDataError(what, "grey values that differ", "a constant image");
}

bool IsInside(const Geometry& grid, const Point& point) {
  const Point at = grid.IndexOf(point);
  bool is_inside = true;
  for (int a = 0; a < grid.dimension; ++a) {
    is_inside &= at[a] >= 0 && at[a] <= static_cast<double>(grid.size[a] - 1);
  }
  return is_inside;
}

bool IsInside(const Mask& mask, const Point& point) {
  if (!IsInside(mask.geometry, point)) return false;
  const Point at = mask.geometry.IndexOf(point);
  return mask.at(std::lround(at[0]), std::lround(at[1]), std::lround(at[2])) != 0;
}

// Some fixed voxel's place under the start is in the moving image, both inside of their masks.
bool Overlap(const AffinePair& pair, const AffineTransform& start) {
  const Geometry& grid = pair.fixed.geometry;
  for (int64_t v = 0; v < grid.num_voxels(); ++v) {
    if (pair.fixed_mask != nullptr && pair.fixed_mask->values[v] == 0) continue;
    const Point to = start(grid.PointOf(grid.IndexAt(v).cast<double>()));
    if (pair.moving_mask != nullptr ? IsInside(*pair.moving_mask, to) : IsInside(pair.moving.geometry, to)) {
      return true;
    }
  }
  return false;
}

// The images at about a `factor`th of the resolution, a little smoothed; axes of few voxels keep them.
Image AtLevel(const Image& image, int64_t factor, common::ThreadPool& pool) {
  VoxelIndex factors = VoxelIndex::Ones();
  double finest = std::numeric_limits<double>::infinity();
  for (int a = 0; a < image.geometry.dimension; ++a) {
    factors[a] = std::clamp<int64_t>(image.geometry.size[a] / 12, 1, factor);
    finest = std::min(finest, image.geometry.spacing[a] * static_cast<double>(factors[a]));
  }
  return Smooth(Reduce(image, factors, pool), kSmoothing * finest, pool);
}

// Places in the fixed image, one at random in each of as many equal shares of the voxels that count, within
// the grid of the level, which is never finer. Fewer where the level has fewer voxels.
std::vector<Point> Samples(const Image& image, const Mask* mask, const Geometry& level) {
  const Geometry& grid = image.geometry;
  std::vector<int64_t> voxels;
  for (int64_t v = 0; v < grid.num_voxels(); ++v) {
    if (mask == nullptr || mask->values[v] != 0) voxels.push_back(v);
  }
  if (std::ssize(voxels) < kLeastVoxels) {
    common::ThrowDataError(mask == nullptr ? "fixed image" : "fixed mask",
                           fmt::format("at least {} voxels that count", kLeastVoxels),
                           fmt::format("{}", voxels.size()));
  }
  const int64_t most = std::clamp(level.num_voxels(), kLeastSamples, kMaxSamples);
  const int64_t share = (std::ssize(voxels) + most - 1) / most;
  common::RandomStream random(kSeed, "samples of an affine registration");
  std::vector<Point> samples;
  for (int64_t first = 0; first < std::ssize(voxels); first += share) {
    const int64_t place = first + static_cast<int64_t>(random.UniformIndex(static_cast<uint64_t>(share)));
    Point index = grid.IndexAt(voxels[std::min(place, std::ssize(voxels) - 1)]).cast<double>();
    for (int a = 0; a < grid.dimension; ++a) index[a] += random.Uniform(-0.5, 0.5);
    index = level.IndexOf(grid.PointOf(index));
    for (int a = 0; a < grid.dimension; ++a) {
      index[a] = std::clamp(index[a], 0.0, static_cast<double>(level.size[a] - 1));
    }
    samples.push_back(level.PointOf(index));
  }
  return samples;
}

// Counts and records the steps of all levels.
struct Steps {
  common::RunRecorder run;
  int made = 0;

  std::optional<common::Ending> Record(double information) {
    ++made;
    return run.Record(made, -information);
  }
};

// Climbs from `at` on by BFGS with halved steps; `voxel` is the length of the first step and the longest one.
// Returns why the whole search must stop. If it need not, `is_converged` says whether this level converged.
std::optional<common::Ending> Climb(MutualInformation& metric, double voxel, Steps& steps,
                                    Eigen::VectorXd& at, bool& is_converged) {
  is_converged = false;
  if (const auto ending = steps.run.MustStopAfter(steps.made)) return ending;
  InformationValue value = metric.At(at);
  const double least_share = kLeastShare * value.share;
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(at.size(), at.size());
  Eigen::MatrixXd curvature;  // inverse of minus the second derivatives
  bool is_fresh = true;
  for (int i = 0; i < kMaxSteps; ++i) {
    is_converged = !(value.gradient.norm() > 0);
    if (is_converged) return std::nullopt;
    if (is_fresh) curvature = voxel / value.gradient.norm() * identity;
    Eigen::VectorXd step = curvature * value.gradient;
    step *= std::min(1.0, voxel / step.norm());
    InformationValue next;
    int halvings = 0;
    for (; halvings < kMaxHalvings; ++halvings, step /= 2) {
      next = metric.At(at + step);
      if (next.share >= least_share &&
          next.information >= value.information + kLeastRise * step.dot(value.gradient)) {
        break;
      }
    }
    if (halvings == kMaxHalvings) {
      is_converged = is_fresh;
      if (is_converged) return std::nullopt;
      is_fresh = true;
      continue;
    }
    const Eigen::VectorXd fall = value.gradient - next.gradient;
    const double along = fall.dot(step);
    at += step;
    value = next;
    if (const auto ending = steps.Record(value.information)) return ending;
    if (step.norm() < kLeastStep * voxel) {
      is_converged = is_fresh;
      if (is_converged) return std::nullopt;
      is_fresh = true;
      continue;
    }
    if (along <= 1e-10 * fall.norm() * step.norm()) continue;  // not concave here
    if (is_fresh) curvature = along / fall.squaredNorm() * identity;
    is_fresh = false;
    const Eigen::MatrixXd left = identity - step * fall.transpose() / along;
    curvature = left * curvature * left.transpose() + step * step.transpose() / along;
  }
  return std::nullopt;
}

// What the registration finds; the motion comes before the start.
AffineResult FindMotion(const AffinePair& pair, const AffineTransform& start, AffineKind kind,
                        common::ThreadPool& pool, const common::RunControl& run) {
  Steps steps = {common::RunRecorder(run)};
  const Geometry& grid = pair.fixed.geometry;
  const Point last = (grid.size - VoxelIndex::Ones()).cast<double>();
  const MotionSpace space = {.kind = kind,
                             .dimension = grid.dimension,
                             .centre = grid.PointOf(last / 2),
                             .radius = last.cwiseProduct(grid.spacing).norm() / 4};
  Eigen::VectorXd found = Eigen::VectorXd::Zero(space.num_parameters());
  for (const int64_t factor : {4, 2, 1}) {
    const Image fixed = AtLevel(pair.fixed, factor, pool), moving = AtLevel(pair.moving, factor, pool);
    const std::vector<Point> samples = Samples(pair.fixed, pair.fixed_mask, fixed.geometry);
    MutualInformation metric(fixed, moving, pair.moving_mask, start, space, samples);
    if (!(metric.At(found).information > 0)) {
      common::ThrowDataError("affine registration", "grey values that differ where both images are",
                             "no mutual information", "check the masks, or give an initial transform");
    }
    double voxel = 0;
    for (int a = 0; a < grid.dimension; ++a) voxel = std::max(voxel, fixed.geometry.spacing[a]);
    bool is_converged = false;
    const std::optional<common::Ending> stop = Climb(metric, voxel, steps, found, is_converged);
    if (factor > 1 && !stop) continue;
    const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(found.size());
    const double of_found = metric.At(found).information, of_nothing = metric.At(nothing).information;
    const common::Ending end = is_converged ? common::Ending::kConverged : common::Ending::kIterationLimit;
    return {.transform = metric.MotionAt(of_found > of_nothing ? found : nothing),
            .information = std::max(of_found, of_nothing),
            .ending = stop.value_or(end),
            .trace = steps.run.Take()};
  }
  return {};
}

}  // namespace

AffineResult RegisterAffine(const AffinePair& pair, const AffineTransform& start, AffineKind kind,
                            common::ThreadPool& pool, const common::RunControl& run) {
  if (pair.fixed.geometry.dimension != pair.moving.geometry.dimension) {
    common::ThrowUsageError(
        "moving image", fmt::format("{} dimensions as the fixed image has", pair.fixed.geometry.dimension),
        fmt::format("{}", pair.moving.geometry.dimension));
  }
  CheckMask("fixed mask", pair.fixed_mask, pair.fixed);
  CheckMask("moving mask", pair.moving_mask, pair.moving);
  CheckImage("fixed image", pair.fixed);
  CheckImage("moving image", pair.moving);
  if (!Overlap(pair, start)) {
    common::ThrowDataError("moving image",
                           fmt::format("an overlap with the fixed image, {}", Describe(pair.fixed.geometry)),
                           Describe(pair.moving.geometry), "give an initial transform");
  }
  AffineResult result = FindMotion(pair, start, kind, pool, run);
  const AffineTransform& motion = result.transform;
  const double scale = motion.linear.determinant();
  if (!motion.linear.allFinite() || !motion.offset.allFinite() || !(scale > kLeastScale) ||
      !(scale < kLargestScale)) {
    common::ThrowDataError(
        "affine registration",
        fmt::format("a motion that multiplies volumes by {} to {}", kLeastScale, kLargestScale),
        fmt::format("the factor {:.3g}", scale),
        "give masks or an initial transform, or register without it");
  }
  result.transform = Compose(motion, start);
  return result;
}

}  // namespace structlab::registration
