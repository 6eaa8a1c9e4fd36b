#include "registration/deformable/unary_costs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::registration {
namespace {

using common::MessageOf;
using common::RandomStream;
using common::ThreadPool;

Geometry Grid(int64_t x, int64_t y, int64_t z, const Point& spacing = Point::Ones()) {
  Geometry geometry;
  geometry.dimension = z == 1 ? 2 : 3;
  geometry.size = {x, y, z};
  geometry.spacing = spacing;
  return geometry;
}

Image Random(const Geometry& geometry, const char* name) {
  RandomStream random(5, name);
  Image image(geometry);
  for (float& value : image.values) value = static_cast<float>(random.Uniform());
  return image;
}

// Linear between voxels; beyond the border the value there.
double At(const Image& image, double x, double y, double z) {
  const auto value = [&](double i, double j, double k) {
    const auto clamp = [](double at, int64_t size) {
      return static_cast<int64_t>(std::min(std::max(at, 0.0), static_cast<double>(size - 1)));
    };
    const VoxelIndex& size = image.geometry.size;
    return static_cast<double>(image.at(clamp(i, size[0]), clamp(j, size[1]), clamp(k, size[2])));
  };
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const double i = std::floor(x) + (corner & 1), j = std::floor(y) + (corner >> 1 & 1),
                 k = std::floor(z) + (corner >> 2);
    sum += (1 - std::abs(x - i)) * (1 - std::abs(y - j)) * (1 - std::abs(z - k)) * value(i, j, k);
  }
  return sum;
}
// Zero beyond the border.
double WeightAt(const Image& image, double x, double y, double z) {
  Image padded(Grid(image.geometry.size[0] + 40, image.geometry.size[1] + 40, image.geometry.size[2] + 40));
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const auto i = static_cast<int64_t>(std::floor(x)) + (corner & 1),
               j = static_cast<int64_t>(std::floor(y)) + (corner >> 1 & 1),
               k = static_cast<int64_t>(std::floor(z)) + (corner >> 2);
    const VoxelIndex& size = image.geometry.size;
    if (i < 0 || j < 0 || k < 0 || i >= size[0] || j >= size[1] || k >= size[2]) continue;
    sum += (1 - std::abs(x - static_cast<double>(i))) * (1 - std::abs(y - static_cast<double>(j))) *
           (1 - std::abs(z - static_cast<double>(k))) * static_cast<double>(image.at(i, j, k));
  }
  return sum;
}

struct Sample {
  VoxelIndex voxel;
  double f, m, w;
};

double Entropy(const std::map<int, double>& counts) {
  double total = 0, sum = 0;
  for (const auto& [bin, count] : counts) total += count;
  for (const auto& [bin, count] : counts) sum -= count / total * std::log(count / total);
  return sum;
}

// By the definitions.
double Direct(const std::string& metric, const std::vector<Sample>& patch, int bins) {
  double w = 0, f = 0, m = 0;
  for (const Sample& s : patch) w += s.w, f += s.w * s.f, m += s.w * s.m;
  f /= w, m /= w;
  double absolute = 0, square = 0, ff = 0, mm = 0, fm = 0;
  std::map<int, double> of_f, of_m, joint;
  for (const Sample& s : patch) {
    absolute += s.w * std::abs(s.f - s.m);
    square += s.w * (s.f - s.m) * (s.f - s.m);
    ff += s.w * (s.f - f) * (s.f - f);
    mm += s.w * (s.m - m) * (s.m - m);
    fm += s.w * (s.f - f) * (s.m - m);
    if (s.w < 0.5) continue;
    const int a = std::min(bins - 1, static_cast<int>(s.f * bins)),
              b = std::min(bins - 1, static_cast<int>(s.m * bins));
    of_f[a] += 1, of_m[b] += 1, joint[a * bins + b] += 1;
  }
  if (metric == "sad") return absolute / w;
  if (metric == "ssd") return square / w;
  // A constant patch, such as one beyond the border, tells nothing.
  if (metric == "ncc") return ff * mm < 1e-12 ? 1 : 1 - fm / std::sqrt(ff * mm);
  if (metric == "squared_ncc") return ff * mm < 1e-12 ? 1 : 1 - fm * fm / (ff * mm);
  if (std::min(Entropy(of_f), Entropy(of_m)) < 1e-12) return 1;
  return 1 - (Entropy(of_f) + Entropy(of_m) - Entropy(joint)) / std::min(Entropy(of_f), Entropy(of_m));
}

// Sums of a column are in float: of s summands, s * 2^-24 of the sum of their sizes is lost at most, and
// centring takes that of the squares from what is left of them.
double NccRounding(const std::vector<Sample>& patch) {
  double w = 0, f = 0, m = 0, ff = 0, mm = 0;
  for (const Sample& sample : patch) {
    w += sample.w;
    f += sample.w * sample.f;
    m += sample.w * sample.m;
    ff += sample.w * sample.f * sample.f;
    mm += sample.w * sample.m * sample.m;
  }
  constexpr double kSummands = 20;  // of the largest column, and the products
  const double lost = kSummands * std::exp2(-24) * (ff / (ff - f * f / w) + mm / (mm - m * m / w));
  return 1e-6 + 2 * lost;
}

struct Setting {
  const char* name;
  Geometry geometry;
  double spacing, patch_size, step;
  bool has_weights;
};

class UnaryCostsOf : public testing::TestWithParam<Setting> {};

TEST_P(UnaryCostsOf, AreThoseOfTheDefinitions) {
  const Setting& setting = GetParam();
  const Image fixed = Random(setting.geometry, "fixed"), moved = Random(setting.geometry, "moved");
  Image fixed_weights = Random(setting.geometry, "weights"),
        moved_weights = Random(setting.geometry, "others");
  for (float& w : fixed_weights.values) w = w > 0.3F ? 1.0F : 0.0F;
  for (float& w : moved_weights.values) w = w > 0.3F ? 1.0F : 0.0F;
  const std::vector<WeightedMetric> metrics = {{"sad"}, {"ssd"}, {"ncc"}, {"squared_ncc"}, {"mi"}};
  const ControlGrid grid(setting.geometry, setting.spacing, setting.patch_size);
  const DisplacementLabels labels(LabelSet::kDense, 2, setting.geometry.dimension);
  ThreadPool pool(2);
  const UnaryCosts costs(fixed, setting.has_weights ? &fixed_weights : nullptr, grid, metrics);
  const auto found =
      costs.Compute(moved, setting.has_weights ? &moved_weights : nullptr, labels, setting.step, pool);
  const VoxelIndex& size = setting.geometry.size;
  const Point half = (setting.patch_size * setting.spacing / 2) * setting.geometry.spacing.cwiseInverse();
  for (int point = 0; point < grid.num_points(); point += 3) {
    const Point place = grid.IndexOf(point);
    for (int label = 0; label < labels.size(); label += 7) {
      const Point shift = setting.step * labels[label].cast<double>().cwiseQuotient(setting.geometry.spacing);
      std::vector<Sample> patch;
      for (int64_t z = 0; z < size[2]; ++z) {
        for (int64_t y = 0; y < size[1]; ++y) {
          for (int64_t x = 0; x < size[0]; ++x) {
            const Point voxel = VoxelIndex(x, y, z).cast<double>();
            bool is_in = true;
            for (int a = 0; a < setting.geometry.dimension; ++a) {
              is_in &= voxel[a] - place[a] >= -half[a] - 1e-9 && voxel[a] - place[a] < half[a] - 1e-9;
            }
            if (!is_in) continue;
            const Point to = voxel + shift;
            Sample sample = {{x, y, z}, fixed.at(x, y, z), At(moved, to[0], to[1], to[2]), 1};
            if (setting.has_weights) {
              sample.w = static_cast<double>(fixed_weights.at(x, y, z)) *
                         WeightAt(moved_weights, to[0], to[1], to[2]);
            }
            patch.push_back(sample);
          }
        }
      }
      double weight = 0;
      for (const Sample& sample : patch) weight += sample.w;
      const bool is_known = !patch.empty() && weight >= 0.2 * static_cast<double>(patch.size());
      for (size_t m = 0; m < metrics.size(); ++m) {
        ASSERT_EQ(!std::isnan(found[m](label, point)), is_known);
        if (!is_known) continue;
        // A value at the edge of two bins may fall into either.
        const std::string& metric = metrics[m].name;
        if (metric == "mi" && setting.step != 1) continue;
        EXPECT_NEAR(static_cast<double>(found[m](label, point)), Direct(metric, patch, 8),
                    metric == "ncc"           ? NccRounding(patch)
                    : metric == "squared_ncc" ? 2 * NccRounding(patch)
                                              : 2e-6)
            << metric << " point " << point << " label " << label;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, UnaryCostsOf,
                         testing::Values(Setting{"Flat", Grid(21, 17, 1), 5, 1, 1, false},
                                         Setting{"Solid", Grid(13, 11, 9), 4, 1, 1, false},
                                         Setting{"Fractions", Grid(13, 11, 9), 4, 1, 0.37, false},
                                         Setting{"Anisotropic", Grid(13, 11, 9, {1, 1.5, 2}), 5, 1, 0.8,
                                                 false},
                                         Setting{"LargePatches", Grid(13, 11, 9), 4, 2, 1, false},
                                         Setting{"Weights", Grid(13, 11, 9), 4, 1, 1, true},
                                         Setting{"WeightsAndFractions", Grid(13, 12, 9), 4.5, 2, 0.6, true}),
                         [](const testing::TestParamInfo<Setting>& test) { return test.param.name; });

// The cost of one patch that is the whole image, in two dimensions.
double CostOf(const WeightedMetric& metric, int64_t side, const std::vector<float>& a,
              const std::vector<float>& b) {
  Image fixed(Grid(side, side, 1)), moving(Grid(side, side, 1));
  fixed.values = a;
  moving.values = b;
  const ControlGrid grid(fixed.geometry, static_cast<double>(side - 1), 100);
  ThreadPool pool(1);
  const UnaryCosts costs(fixed, nullptr, grid, {metric});
  return static_cast<double>(
      costs.Compute(moving, nullptr, DisplacementLabels(LabelSet::kDense, 0, 2), 0, pool)[0](0, 0));
}

WeightedMetric MiWith(const std::string& option, int64_t value) {
  WeightedMetric metric = {"mi"};
  metric.options = common::OptionValues("mi", FindPatchMetric("mi").options);
  metric.options.Set(option, value);
  return metric;
}

TEST(PatchMetric, WorkedExamples) {
  const std::vector<float> a = {10, 20, 30, 40, 50, 60, 70, 80, 90}, b = {12, 18, 33, 35, 55, 60, 75, 78, 85};
  EXPECT_NEAR(CostOf({"sad"}, 3, a, b), 29.0 / 9, 1e-6);
  EXPECT_NEAR(CostOf({"ncc"}, 3, a, b), 1 - 0.9899447037, 1e-6);
  EXPECT_NEAR(CostOf({"squared_ncc"}, 3, a, b), 1 - 0.9899447037 * 0.9899447037, 2e-6);
  const std::vector<float> p = {10, 20, 30, 40, 20, 30, 40, 50, 30, 40, 50, 60, 40, 50, 60, 80},
                           q = {12, 18, 33, 41, 22, 31, 38, 49, 30, 42, 52, 57, 41, 50, 63, 78};
  EXPECT_NEAR(CostOf({"sad"}, 4, p, q), 27.0 / 16, 1e-6);
  EXPECT_NEAR(CostOf({"dwt"}, 4, p, q), 23.0 / 16, 1e-6);
}

TEST(PatchMetric, ConstantPatchesHaveNoCorrelationAndNoInformation) {
  const std::vector<float> same(9, 0.5F), other = {0, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F, 0.7F, 0.8F};
  for (const char* metric : {"ncc", "squared_ncc", "mi"}) {
    EXPECT_EQ(CostOf({metric}, 3, same, other), 1) << metric;
    EXPECT_EQ(CostOf({metric}, 3, other, same), 1) << metric;
    EXPECT_EQ(CostOf({metric}, 3, same, same), 1) << metric;
    EXPECT_NEAR(CostOf({metric}, 3, other, other), 0, 1e-6) << metric;
  }
}

// 16 bins; below and above the counts whose logarithms are in a table.
TEST(PatchMetric, InformationOfLargePatches) {
  for (const int64_t side : {40, 150}) {
    const Image a = Random(Grid(side, side, 1), "a"), b = Random(Grid(side, side, 1), "b");
    std::vector<float> mixed;
    std::vector<Sample> patch;
    for (size_t i = 0; i < a.values.size(); ++i) {
      mixed.push_back(0.7F * a.values[i] + 0.3F * b.values[i]);
      patch.push_back(
          {VoxelIndex::Zero(), static_cast<double>(a.values[i]), static_cast<double>(mixed[i]), 1});
    }
    EXPECT_NEAR(CostOf({"mi"}, side, a.values, mixed), Direct("mi", patch, 16), 1e-6) << side;
  }
}

// Any number of bins, of small and of large patches; by default 8 and 16.
TEST(PatchMetric, InformationOfOtherBins) {
  for (const int64_t side : {20, 40}) {
    const Image a = Random(Grid(side, side, 1), "a"), b = Random(Grid(side, side, 1), "b");
    std::vector<float> mixed;
    std::vector<Sample> patch;
    for (size_t i = 0; i < a.values.size(); ++i) {
      mixed.push_back(0.7F * a.values[i] + 0.3F * b.values[i]);
      patch.push_back(
          {VoxelIndex::Zero(), static_cast<double>(a.values[i]), static_cast<double>(mixed[i]), 1});
    }
    const std::string option = side == 20 ? "small_patch_bins" : "bins",
                      other = side == 20 ? "bins" : "small_patch_bins";
    EXPECT_EQ(CostOf({"mi"}, side, a.values, mixed),
              CostOf(MiWith(option, side == 20 ? 8 : 16), side, a.values, mixed));
    for (const int bins : {2, 3, 4, 5, 7, 8, 12, 16, 17, 31, 32, 63, 64}) {
      const double found = CostOf(MiWith(option, bins), side, a.values, mixed);
      EXPECT_NEAR(found, Direct("mi", patch, bins), 1e-6) << side << " " << bins;
      EXPECT_EQ(CostOf(MiWith(other, bins), side, a.values, mixed), CostOf({"mi"}, side, a.values, mixed));
    }
  }
  EXPECT_EQ(MessageOf([] { MiWith("bins", 65); }),
            "option bins of mi: expected an integer from 2 to 64, found 65");
  EXPECT_EQ(MessageOf([] { MiWith("bin", 8); }),
            "option of mi: expected one of bins, small_patch_bins, found 'bin'");
}

// The wavelet transform keeps lengths: with one nonzero difference the coefficients are known.
TEST(PatchMetric, WaveletsOfOneDifference) {
  for (int64_t side : {2, 3, 4, 5}) {
    std::vector<float> a(side * side, 0), b = a;
    b[0] = 1;
    EXPECT_NEAR(CostOf({"dwt"}, side, a, b), 2.0 / static_cast<double>(side * side), 1e-6) << side;
    std::vector<float> last = a;
    last.back() = 1;
    EXPECT_NEAR(CostOf({"dwt"}, side, a, last),
                (side % 2 == 0 ? 2.0 : 1.0) / static_cast<double>(side * side), 1e-6);
  }
}

TEST(PatchMetric, UnknownNamesAreRefused) {
  EXPECT_EQ(MessageOf([] { FindPatchMetric("nmi"); }),
            "metric: expected one of mi, ncc, sad, ssd, dwt, means, squared_ncc, found 'nmi'");
}

TEST(UnaryCosts, AreUnknownWhereNothingCounts) {
  const Geometry geometry = Grid(16, 16, 1);
  const Image fixed = Random(geometry, "fixed"), moved = Random(geometry, "moved");
  Image weights(geometry, 1.0F);
  for (int64_t y = 0; y < 16; ++y) {
    for (int64_t x = 0; x < 8; ++x) weights.at(x, y) = 0;
  }
  const ControlGrid grid(geometry, 5);
  ThreadPool pool(1);
  const UnaryCosts costs(fixed, &weights, grid, {{"sad"}, {"mi"}});
  const DisplacementLabels labels(LabelSet::kSparse, 1, 2);
  for (Eigen::MatrixXf& of_metric : costs.Compute(moved, nullptr, labels, 1, pool)) {
    EXPECT_TRUE(of_metric.col(0).array().isNaN().all());
    of_metric(1, 3) = std::numeric_limits<float>::quiet_NaN();
    const float most = std::max(of_metric(0, 3), of_metric.col(3).tail(labels.size() - 2).maxCoeff());
    FillUnknown(of_metric);
    EXPECT_EQ(of_metric.col(0).cwiseAbs().maxCoeff(), 0);
    EXPECT_EQ(of_metric(1, 3), most);
    EXPECT_GT(of_metric.col(3).minCoeff(), 0);
  }
}

TEST(ControlGrid, PatchesOfOneSpacingShareNoVoxelAndLeaveOutNone) {
  const ControlGrid grid(Grid(64, 50, 33, {3.75, 3, 3.75}), 25);
  for (int a = 0; a < 3; ++a) {
    int next = 0;
    for (const AxisCells::Range& patch : grid.cells(a).patches) {
      ASSERT_EQ(patch.size(), 1);
      const AxisCells::Range& cell = grid.cells(a).cells[patch.begin];
      EXPECT_EQ(cell.begin, next);
      next = cell.end;
    }
    EXPECT_EQ(next, grid.image().size[a]);
  }
  EXPECT_EQ(grid.num_points(), grid.size().prod());
}

TEST(ControlGrid, NeighborsAreOneSpacingApart) {
  const ControlGrid grid(Grid(20, 15, 10), 5);
  const VoxelIndex n = grid.size();
  const auto pairs = grid.Neighbors();
  EXPECT_EQ(std::ssize(pairs),
            (n[0] - 1) * n[1] * n[2] + n[0] * (n[1] - 1) * n[2] + n[0] * n[1] * (n[2] - 1));
  for (const auto& [p, q] : pairs) EXPECT_NEAR((grid.IndexOf(p) - grid.IndexOf(q)).lpNorm<1>(), 5, 1e-9);
}

double CubicBSpline(double t) {
  t = std::abs(t);
  return t < 1 ? 2.0 / 3 - t * t + t * t * t / 2 : t < 2 ? std::pow(2 - t, 3) / 6 : 0;
}

TEST(ControlGrid, DenseFieldsAreSumsOfSplines) {
  for (const auto& geometry : {Grid(21, 17, 1), Grid(21, 17, 12, {1, 2, 1.5})}) {
    const ControlGrid grid(geometry, 6);
    RandomStream random(3, "displacements");
    std::vector<Eigen::Vector3f> displacements(grid.num_points());
    for (auto& displacement : displacements) {
      for (float& entry : displacement) entry = static_cast<float>(random.Normal());
    }
    ThreadPool pool(2);
    const DisplacementField smooth = grid.Dense(displacements, FieldInterpolation::kCubicBSpline, pool),
                            linear = grid.Dense(displacements, FieldInterpolation::kLinear, pool);
    const Point step = 6 * geometry.spacing.cwiseInverse();
    RandomStream places(4, "places");
    for (int i = 0; i < 200; ++i) {
      VoxelIndex voxel;
      for (int a = 0; a < 3; ++a)
        voxel[a] = static_cast<int64_t>(places.UniformIndex(static_cast<uint64_t>(geometry.size[a])));
      // Two more points at each side, with the displacements of the outermost ones.
      Eigen::Vector3d by_splines = Eigen::Vector3d::Zero(), by_hats = Eigen::Vector3d::Zero();
      const VoxelIndex n = grid.size();
      const Point first = grid.IndexOf(0);
      for (int64_t z = -2; z < n[2] + 2; ++z) {
        for (int64_t y = -2; y < n[1] + 2; ++y) {
          for (int64_t x = -2; x < n[0] + 2; ++x) {
            double spline = 1, hat = 1;
            const VoxelIndex at(x, y, z);
            int64_t nearest[3];
            for (int a = 0; a < 3; ++a) {
              nearest[a] = std::clamp<int64_t>(at[a], 0, n[a] - 1);
              const double t =
                  (static_cast<double>(voxel[a]) - first[a]) / step[a] - static_cast<double>(at[a]);
              spline *= CubicBSpline(t);
              hat *= std::max(0.0, 1 - std::abs(t));
            }
            const Eigen::Vector3d of_point =
                displacements[nearest[0] + n[0] * (nearest[1] + n[1] * nearest[2])].cast<double>();
            by_splines += spline * of_point;
            by_hats += hat * of_point;
          }
        }
      }
      EXPECT_LT((smooth.at(voxel[0], voxel[1], voxel[2]).cast<double>() - by_splines).norm(), 1e-5);
      EXPECT_LT((linear.at(voxel[0], voxel[1], voxel[2]).cast<double>() - by_hats).norm(), 1e-5);
    }
  }
}

TEST(DisplacementLabels, AreBoxesOrAxes) {
  EXPECT_EQ(DisplacementLabels(LabelSet::kDense, 2, 3).size(), 125);
  EXPECT_EQ(DisplacementLabels(LabelSet::kDense, 5, 2).size(), 121);
  EXPECT_EQ(DisplacementLabels(LabelSet::kSparse, 5, 3).size(), 31);
  EXPECT_EQ(DisplacementLabels(LabelSet::kDense, 2, 3)[0], Eigen::Vector3i(0, 0, 0));
  EXPECT_EQ(MessageOf([] { DisplacementLabels(LabelSet::kDense, 20, 3); }),
            "label steps: expected at most 10,000 labels, found 20; take fewer steps, or sparse labels");
}

// Rounding of many equal numbers is no contrast.
TEST(UnaryCosts, ConstantPatchesOfManyRowsHaveNoCorrelation) {
  Geometry geometry;
  geometry.size = {48, 48, 48};
  const ControlGrid grid(geometry, 47);
  const DisplacementLabels at_rest(LabelSet::kDense, 0, 3);
  common::ThreadPool pool(1);
  common::RandomStream random(3, "grey values");
  for (int i = 0; i < 60; ++i) {
    const Image fixed(geometry, static_cast<float>(random.Uniform())),
        moving(geometry, static_cast<float>(random.Uniform()));
    const UnaryCosts costs(fixed, nullptr, grid, {{"ncc"}});
    const Eigen::MatrixXf found = costs.Compute(moving, nullptr, at_rest, 1, pool)[0];
    EXPECT_EQ(found.minCoeff(), 1);
    EXPECT_EQ(found.maxCoeff(), 1);
  }
}

TEST(ControlGrid, RefusesMorePointsThanVoxels) {
  Geometry geometry;
  geometry.size = {48, 48, 48};
  EXPECT_THROW(ControlGrid(geometry, 0.01), common::Error);
  EXPECT_THROW(ControlGrid(geometry, 1e-9), common::Error);
  EXPECT_EQ(ControlGrid(geometry, 1).num_points(), 48 * 48 * 48);
}

}  // namespace
}  // namespace structlab::registration
