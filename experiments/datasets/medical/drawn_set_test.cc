#include "experiments/datasets/medical/drawn_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"

namespace structlab::datasets {
namespace {

using common::MessageOf;
using registration::CompareLabels;
using registration::DisplacementField;
using registration::Geometry;
using registration::LabelMap;
using registration::Point;

double MeanLength(const DisplacementField& field) {
  double sum = 0;
  for (const Eigen::Vector3f& vector : field.values) sum += double{vector.norm()};
  return sum / static_cast<double>(field.values.size());
}

SplineWarp StrongestWarp(int dimension, uint64_t seed, int num_splines = 1) {
  SplineWarp warp;
  common::RandomStream random(seed, "test");
  const Point half = dimension == 3 ? Point(60, 50, 40) : Point(60, 50, 0);
  for (int i = 0; i < num_splines; ++i) {
    warp.Append(RandomSpline(dimension, -half, half, 25, kMaxWarpStrength * 25, random));
  }
  return warp;
}

// The sum over all coefficients, with the spline's definition by pieces.
Eigen::Vector3d DirectSum(const RandomSpline& spline, const Point& low, const Point& high, const Point& x) {
  const auto b = [](double t) {
    const double a = std::abs(t);
    if (a < 1) return 2.0 / 3 - a * a + a * a * a / 2;
    return a < 2 ? (2 - a) * (2 - a) * (2 - a) / 6 : 0.0;
  };
  const double h = spline.spacing();
  int64_t first[3], last[3];
  for (int a = 0; a < 3; ++a) {
    first[a] = static_cast<int64_t>(std::floor(low[a] / h)) - 6;
    last[a] = static_cast<int64_t>(std::ceil(high[a] / h)) + 6;
  }
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  size_t next = 0;
  for (int64_t k = first[2]; k <= last[2]; ++k) {
    for (int64_t j = first[1]; j <= last[1]; ++j) {
      for (int64_t i = first[0]; i <= last[0]; ++i) {
        const double weight = b(x[0] / h - static_cast<double>(i)) * b(x[1] / h - static_cast<double>(j)) *
                              b(x[2] / h - static_cast<double>(k));
        sum += weight * spline.coefficients().at(next++).head<3>();
      }
    }
  }
  EXPECT_EQ(next, spline.coefficients().size());
  return sum;
}

TEST(RandomSpline, EqualsTheSumOverAllCoefficients) {
  const Point low(-30, -20, -10), high(30, 25, 12);
  common::RandomStream random(5, "test");
  const RandomSpline spline(3, low, high, 11, 4, random);
  for (int i = 0; i < 200; ++i) {
    const Point x(random.Uniform(-90, 90), random.Uniform(-80, 80), random.Uniform(-70, 70));
    const Eigen::Vector3d direct = DirectSum(spline, low, high, x);
    EXPECT_LT((spline(x) - direct).norm(), 1e-12) << x.transpose();
    EXPECT_LT((spline.Linearise(x).value - direct).norm(), 1e-12) << x.transpose();
  }
}

TEST(RandomSpline, HasTheSlopesOfFiniteDifferences) {
  common::RandomStream random(5, "test");
  for (const int dimension : {2, 3}) {
    const RandomSpline spline(dimension, Point(-30, -20, -10), Point(30, 25, 12), 11, 4, random);
    for (int i = 0; i < 100; ++i) {
      const Point x(random.Uniform(-50, 50), random.Uniform(-50, 50), random.Uniform(-50, 50));
      const Eigen::Matrix3d slopes = spline.Linearise(x).slopes;
      for (int axis = 0; axis < 3; ++axis) {
        const Point step = 1e-4 * Point::Unit(axis);
        EXPECT_LT(((spline(x + step) - spline(x - step)) / 2e-4 - slopes.col(axis)).norm(), 1e-6);
      }
    }
  }
}

TEST(RandomSpline, HasTheSpreadThatIsStated) {
  common::RandomStream random(6, "test");
  for (const int dimension : {2, 3}) {
    const Point half = dimension == 3 ? Point(100, 100, 100) : Point(400, 400, 0);
    const RandomSpline spline(dimension, -half, half, 10, 1, random);
    double squares = 0, largest = 0;
    constexpr int kPoints = 20000;
    for (int i = 0; i < kPoints; ++i) {
      const Point x(random.Uniform(-half[0], half[0]), random.Uniform(-half[1], half[1]),
                    random.Uniform(-100, 100));
      const Eigen::Vector3d value = spline(x);
      if (dimension == 2) {
        EXPECT_EQ(value[2], 0);
      }
      squares += value.head(2).squaredNorm() / 2;
      largest = std::max(largest, value.cwiseAbs().maxCoeff());
    }
    EXPECT_NEAR(std::sqrt(squares / kPoints), dimension == 3 ? 0.19 : 0.28, 0.015);
    EXPECT_LT(largest, 1);
  }
}

TEST(RandomSpline, RefusesWhatIsNoLength) {
  common::RandomStream random(1, "test");
  const auto draw = [&](double spacing, double amplitude) {
    return MessageOf([&] { RandomSpline(3, Point::Zero(), Point::Ones(), spacing, amplitude, random); });
  };
  EXPECT_NE(draw(0, 1).find("a length above 0 mm"), std::string::npos);
  EXPECT_NE(draw(NAN, 1).find("a length above 0 mm"), std::string::npos);
  EXPECT_NE(draw(1, -1).find("at least 0 mm"), std::string::npos);
}

// Folding is looked for on a fine grid, and the inverse must lead back from everywhere.
TEST(SplineWarp, IsOneToOneAtTheGreatestStrength) {
  common::ThreadPool pool(2);
  for (const int dimension : {2, 3}) {
    for (const uint64_t seed : {1, 2, 3}) {
      const SplineWarp warp = StrongestWarp(dimension, seed, 2);
      Geometry grid = CentredGrid({60, 50, dimension == 3 ? 40 : 1}, {2, 2, dimension == 3 ? 2.0 : 1.0});
      grid.dimension = dimension;
      const auto folding =
          registration::MeasureFolding(registration::JacobianDeterminant(warp.FieldOn(grid, pool), pool));
      EXPECT_EQ(folding.num_folded, 0);
      EXPECT_GT(folding.min_determinant, 0);
      EXPECT_LT(folding.min_determinant, 0.7) << "a warp that hardly does anything proves nothing";
      common::RandomStream random(seed, "points");
      for (int i = 0; i < 300; ++i) {
        const Point x(random.Uniform(-150, 150), random.Uniform(-150, 150),
                      dimension == 3 ? random.Uniform(-150, 150) : 0);
        EXPECT_LT((warp(warp.Inverse(x)) - x).norm(), 1e-5);
        EXPECT_LT((warp.Inverse(warp(x)) - x).norm(), 1e-5);
      }
    }
  }
}

TEST(Shape, HasTheDepthOfABallAndOfATube) {
  const Shape ball = {.centres = {{1, 2, 3}}, .radii = Point::Constant(5)};
  EXPECT_NEAR(DepthIn(ball, {1, 2, 3}), 5, 1e-12);
  EXPECT_NEAR(DepthIn(ball, {1, 4, 3}), 3, 1e-12);
  EXPECT_NEAR(DepthIn(ball, {1, 2, 11}), -3, 1e-12);
  const Shape tube = {.centres = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}}, .radii = Point::Constant(2)};
  EXPECT_NEAR(DepthIn(tube, {4, 1, 0}), 1, 1e-12);
  EXPECT_NEAR(DepthIn(tube, {10, 7, 3}), -1, 1e-12);
  EXPECT_NEAR(DepthIn(tube, {-3, 4, 0}), -3, 1e-12);
  // On the axes of an ellipsoid the border is where the radii say, and the depth has slope 1 there.
  const Shape ellipsoid = {.centres = {{0, 0, 0}}, .radii = {4, 7, 9}};
  for (int axis = 0; axis < 3; ++axis) {
    const Point at = ellipsoid.radii[axis] * Point::Unit(axis);
    EXPECT_NEAR(DepthIn(ellipsoid, at), 0, 1e-12);
    EXPECT_NEAR(DepthIn(ellipsoid, at * (1 - 1e-6)), 1e-6 * ellipsoid.radii[axis], 1e-10);
  }
}

struct Case {
  Anatomy anatomy;
  DrawOptions options;
  int subjects;
  // Without registration, means over the first pairs: Dice of the structures, length of the true field in mm.
  double dice, displacement;
};

// The numbers of the table in drawn_set.h.
std::vector<Case> Cases() {
  return {{HeadAnatomy(), ParotidOptions(), 8, 0.46, 9.4},
          {PelvisAnatomy(), PelvisOptions(), 5, 0.58, 13.3},
          {BrainAnatomy(), BrainOptions(), 18, 0.58, 7.8},
          {HippocampusAnatomy(), HippocampusOptions(), 40, 0.60, 3.5},
          {BrainSliceAnatomy(), SliceOptions(20), 20, 0.55, 9.1}};
}

TEST(DrawnSet, HasTheSizesOfTheThesis) {
  const std::vector<Case> cases = Cases();
  const registration::VoxelIndex sizes[] = {{56, 62, 53}, {90, 60, 80}, {64, 64, 64}};
  const Point spacings[] = {{3.45, 3.45, 4}, {3.67, 3.67, 4}, {3.75, 3, 3.75}};
  const std::vector<int> patients[] = {{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 0, 0, 0}, {}};
  common::ThreadPool pool(2);
  for (size_t i = 0; i < 3; ++i) {
    const RegistrationSet set = DrawRegistrationSet("set", cases[i].anatomy, cases[i].options, 7);
    ASSERT_EQ(set.size(), cases[i].subjects);
    const Subject subject = set.load(1, pool);
    EXPECT_EQ(subject.image.geometry.size, sizes[i]);
    EXPECT_EQ(subject.image.geometry.spacing, spacings[i]);
    EXPECT_TRUE(AreSame(subject.image.geometry, subject.labels.geometry, 0));
    std::vector<int> of_subjects;
    for (const SubjectInfo& info : set.subjects) of_subjects.push_back(info.patient);
    if (!patients[i].empty()) {
      EXPECT_EQ(of_subjects, patients[i]);
    }
  }
  const RegistrationSet brains = DrawRegistrationSet("brain", BrainAnatomy(), BrainOptions(), 7);
  EXPECT_EQ(std::ranges::count_if(brains.subjects, [](const SubjectInfo& info) { return info.fold == 0; }),
            9);
  EXPECT_EQ(std::ranges::count_if(brains.subjects, [](const SubjectInfo& info) { return info.fold == 1; }),
            9);
}

// The first pairs of each set, within patients where there are several volumes of one.
TEST(DrawnSet, IsAsHardAsStatedAndItsTruthMapsLabelsOntoEachOther) {
  common::ThreadPool pool(2);
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.anatomy.name);
    const RegistrationSet set = DrawRegistrationSet(c.anatomy.name, c.anatomy, c.options, 7);
    double dice = 0, displacement = 0;
    constexpr int kPairs = 4;
    for (int fixed = 0; fixed < kPairs; ++fixed) {
      const int moving = c.options.volumes_of_patient > 1 ? fixed ^ 1 : fixed + 1;
      const Subject a = set.load(fixed, pool), b = set.load(moving, pool);
      const registration::AgreementOptions options = {.distances = false,
                                                      .labels = LabelsToCompare(set, a.labels, b.labels)};
      EXPECT_EQ(options.labels.size(), c.anatomy.structures.empty() ? 6 : c.anatomy.structures.size());
      const DisplacementField truth = set.true_field(fixed, moving, pool);
      EXPECT_EQ(MeasureFolding(JacobianDeterminant(truth, pool)).num_folded, 0);
      const LabelMap warped = WarpLabels(b.labels, truth, pool);
      EXPECT_GT(CompareLabels(a.labels, warped, pool, options).mean_dice, 0.9);
      dice += CompareLabels(a.labels, b.labels, pool, options).mean_dice / kPairs;
      displacement += MeanLength(truth) / kPairs;
    }
    EXPECT_NEAR(dice, c.dice, 0.01);
    EXPECT_NEAR(displacement, c.displacement, 0.02 * c.displacement);
  }
}

// Two ways from one subject to another: at once, and through the template with interpolated fields.
TEST(DrawnSet, ItsTrueFieldGoesThroughTheTemplate) {
  common::ThreadPool pool(2);
  Anatomy head = HeadAnatomy();
  const DrawnSet set(head, ParotidOptions(), 3);
  const DisplacementField truth = set.TrueField(0, 5, pool);
  const Geometry wide = CentredGrid({80, 80, 80}, {4, 4, 4});
  const DisplacementField through =
      Compose(set.ToTemplate(0).FieldOn(head.grid, pool), set.ToTemplate(5).InverseFieldOn(wide, pool), pool);
  double worst = 0, between = 0;
  for (size_t i = 0; i < truth.values.size(); ++i) {
    worst = std::max(worst, double{(truth.values[i] - through.values[i]).norm()});
    between = std::max(between, double{truth.values[i].norm()});
  }
  EXPECT_LT(worst, 0.2);  // linear interpolation, at 4 mm, of splines that bend over 50
  EXPECT_GT(between, 10);
  // And back again.
  const DisplacementField back = set.TrueField(5, 0, pool);
  for (const Point& x : {Point(0, 0, 0), Point(30, -20, 25), Point(-40, 30, -30)}) {
    EXPECT_LT((Moved(back, Moved(truth, x)) - x).norm(), 0.2);
  }
}

// No randomness but the stated one: what the formula of the header says, from its parts.
TEST(DrawnSet, ShowsTheTemplateAtTheWarpedPoints) {
  common::ThreadPool pool(1);
  const Anatomy anatomy = HippocampusAnatomy();
  const DrawOptions plain = {.num_patients = 3, .patient = {.num_splines = 2, .spacing = 16}};
  const DrawnSet set(anatomy, plain, 11);
  const Subject drawn = set.Draw(2, pool);
  const AnatomySampler at(anatomy, 11);
  const SplineWarp warp = set.ToTemplate(2);
  for (size_t i = 0; i < drawn.image.values.size(); i += 97) {
    const Point x = anatomy.grid.PointOf(anatomy.grid.IndexAt(static_cast<int64_t>(i)).cast<double>());
    const AnatomyPoint expected = at(warp(x));
    EXPECT_EQ(drawn.labels.values[i], expected.label);
    EXPECT_NEAR(drawn.image.values[i], std::clamp(expected.grey, 0.0F, 255.0F), 1e-3);
  }
  // Noise is added with the stated deviation, a bias and an exponent change the values; labels stay.
  DrawOptions noisy = plain;
  noisy.noise = 5;
  const Subject with_noise = DrawnSet(anatomy, noisy, 11).Draw(2, pool);
  EXPECT_EQ(with_noise.labels.values, drawn.labels.values);
  double squares = 0;
  for (size_t i = 0; i < drawn.image.values.size(); ++i) {
    squares += std::pow(double{with_noise.image.values[i]} - double{drawn.image.values[i]}, 2);
  }
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(drawn.image.values.size())), 5, 0.1);
  DrawOptions curved = plain;
  curved.gamma = 0.2;
  const Subject with_gamma = DrawnSet(anatomy, curved, 11).Draw(2, pool);
  std::vector<double> exponents;
  for (size_t i = 0; i < drawn.image.values.size(); i += 1000) {
    const double before = double{drawn.image.values[i]} / 255,
                 after = double{with_gamma.image.values[i]} / 255;
    if (before > 0.2 && before < 0.9) exponents.push_back(std::log(after) / std::log(before));
  }
  ASSERT_GT(exponents.size(), 20U);
  EXPECT_NEAR(*std::ranges::min_element(exponents), *std::ranges::max_element(exponents), 1e-4);
  EXPECT_NEAR(exponents[0], 1, 0.2);
  EXPECT_GT(std::abs(exponents[0] - 1), 1e-3);
}

TEST(DrawnSet, HasTheSameBitsForASeedAndAnyNumberOfThreads) {
  common::ThreadPool one(1), three(3);
  const DrawOptions options = HippocampusOptions();
  const DrawnSet set(HippocampusAnatomy(), options, 4), again(HippocampusAnatomy(), options, 4),
      other(HippocampusAnatomy(), options, 5);
  const Subject drawn = set.Draw(3, one);
  EXPECT_EQ(again.Draw(3, three).image.values, drawn.image.values);
  EXPECT_EQ(again.Draw(3, three).labels.values, drawn.labels.values);
  EXPECT_EQ(again.TrueField(3, 4, three).values, set.TrueField(3, 4, one).values);
  EXPECT_NE(other.Draw(3, one).labels.values, drawn.labels.values);
  EXPECT_NE(set.Draw(2, one).labels.values, drawn.labels.values);
  // A shorter set is the beginning of a longer one.
  DrawOptions fewer = options;
  fewer.num_patients = 4;
  EXPECT_EQ(DrawnSet(HippocampusAnatomy(), fewer, 4).Draw(3, one).image.values, drawn.image.values);
}

TEST(DrawnSet, SharesThePatientsWarp) {
  const DrawnSet set(HeadAnatomy(), ParotidOptions(), 4);
  const auto last = [&](int subject) { return set.ToTemplate(subject).splines().back().coefficients(); };
  EXPECT_EQ(last(2), last(3));
  EXPECT_NE(last(1), last(2));
  EXPECT_NE(set.ToTemplate(2).splines()[0].coefficients(), set.ToTemplate(3).splines()[0].coefficients());
}

TEST(DrawnSet, RefusesOptionsOutOfRange) {
  const auto draw = [](auto change) {
    DrawOptions options = HippocampusOptions();
    change(options);
    return MessageOf([&] { DrawnSet(HippocampusAnatomy(), options, 1); });
  };
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), message.npos) << message;
  };
  expect(draw([](DrawOptions&) {}), "no error");
  expect(draw([](DrawOptions& options) { options.num_patients = 0; }),
         "number of patients: expected at least 1");
  expect(draw([](DrawOptions& options) { options.patient.strength = 0.41; }),
         "strength of a warp: expected 0 to 0.4");
  expect(draw([](DrawOptions& options) { options.patient.num_splines = -1; }), "splines of a warp");
  expect(draw([](DrawOptions& options) { options.gamma = 1; }), "gamma");
  expect(draw([](DrawOptions& options) { options.noise = NAN; }), "noise");
  expect(draw([](DrawOptions& options) { options.bias = -0.1; }), "bias");
}

}  // namespace
}  // namespace structlab::datasets
