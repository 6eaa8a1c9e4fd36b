// Cutting planes with bounds on the weights, a proximity term and a start.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/cutting_plane/restricted_plane_bundle.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/tabulated_latent.h"
#include "structured_learning/problem/unchecked_problem.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-9;

template <class P>
LearningResult Learn(const P& problem, double lambda, const common::RunControl& run,
                     const CuttingPlaneOptions& options,
                     CuttingPlaneIterate iterate = CuttingPlaneIterate::kBest) {
  return LearnByMeanCuttingPlanes(problem, lambda, run, iterate, options);
}

// Bounds that contain 0 or not, some infinite, some equal.
Box RandomBox(uint64_t seed, int dimension) {
  common::RandomStream random(seed, "random box");
  Box box = Box::Unbounded(dimension);
  for (int j = 0; j < dimension; ++j) {
    if (random.Uniform() < 0.7) box.lower[j] = random.Uniform(-1, 0.5);
    if (random.Uniform() < 0.7) {
      box.upper[j] =
          std::isfinite(box.lower[j]) ? box.lower[j] + random.Uniform(0, 1) : random.Uniform(-1, 1);
    }
    if (std::isfinite(box.lower[j]) && random.Uniform() < 0.1) box.upper[j] = box.lower[j];
  }
  return box;
}

// The whole objective, written explicitly, with the hinge over every output.
double Objective(const MulticlassProblem& problem, double lambda, const Proximity& proximity,
                 const DenseVector& weights) {
  const OutputsOf<MulticlassProblem> outputs = ListOutputs(problem);
  const double distance = proximity.alpha == 0 ? 0 : (weights - proximity.center).squaredNorm();
  return BruteForce(problem, outputs).Objective(lambda, weights) + proximity.alpha * distance;
}

bool IsIn(const Box& box, const DenseVector& weights) { return box.Clip(weights) == weights; }

TEST(CompleteSquare, IsTheClosedForm) {
  const DenseVector w0{{1, -2, 0.5}};
  const CenteredRegularizer regularizer = CompleteSquare(1, {.alpha = 0.7, .center = w0}, 3);
  EXPECT_DOUBLE_EQ(regularizer.strength / 2, 1.2);
  EXPECT_NEAR((regularizer.center - 0.5833333333 * w0).norm(), 0, 1e-9);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const DenseVector w = RandomWeights(seed, 3);
    EXPECT_NEAR(regularizer.ValueAt(w), w.squaredNorm() / 2 + 0.7 * (w - w0).squaredNorm(), 1e-13);
  }
}

// If no sample violates its margin, only the two squares remain.
TEST(RestrictedCuttingPlane, GoesToTheCenterWhereNoHingeIsActive) {
  const UncheckedProblem problem{.samples = 2, .feature = 1};
  const Proximity proximity{.alpha = 0.7, .center = DenseVector::Constant(1, 3)};
  const LearningResult free = Learn(problem, 1, LearningRun(1e-12), {.proximity = proximity});
  EXPECT_DOUBLE_EQ(free.weights[0], 1.75);  // 0.58333 times 3
  EXPECT_NEAR(free.primal, 1.75 * 1.75 / 2 + 0.7 * 1.25 * 1.25, 1e-14);
  EXPECT_EQ(free.ending, common::Ending::kGapReached);
  const Box box{DenseVector::Constant(1, 2), DenseVector::Constant(1, 5)};
  const LearningResult bounded = Learn(problem, 1, LearningRun(1e-12), {.proximity = proximity, .box = box});
  EXPECT_EQ(bounded.weights[0], 2);
  EXPECT_NEAR(bounded.primal, 2 + 0.7, 1e-14);
  EXPECT_NEAR(bounded.dual, 2 + 0.7, 1e-14);
}

// One sample with margin 2w and loss 1, which stays violated: w = center + 2/strength, and then the bound.
TEST(RestrictedCuttingPlane, IsTheClosedFormWithOneActivePlane) {
  const UncheckedProblem problem{.samples = 1, .feature = 1};
  const Proximity proximity{.alpha = 4, .center = DenseVector::Constant(1, -1)};
  const LearningResult free = Learn(problem, 2, LearningRun(1e-12), {.proximity = proximity});
  EXPECT_NEAR(free.weights[0], -0.8 + 0.2, 1e-12);
  const Box box{DenseVector::Constant(1, -5), DenseVector::Constant(1, -0.7)};
  const LearningResult bounded = Learn(problem, 2, LearningRun(1e-12), {.proximity = proximity, .box = box});
  EXPECT_EQ(bounded.weights[0], -0.7);
  EXPECT_NEAR(bounded.primal, 0.49 + 4 * 0.09 + 1 + 1.4, 1e-12);
  EXPECT_NEAR(bounded.dual, bounded.primal, 1e-12);
}

TEST(RestrictedCuttingPlane, AgreesWithAnInteriorPointMethodInABox) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const MulticlassProblem problem = RandomMulticlass(seed);
    for (const double lambda : {1.0, 0.03}) {
      for (const WeightBox bounds : {WeightBox{-0.2, 0.2}, WeightBox{0, kInfinity},
                                     WeightBox{-kInfinity, -0.1}, WeightBox{0.1, 0.3}}) {
        SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(lambda) + " " +
                     std::to_string(bounds.lower));
        const ExactOptimum optimum = SolveExactly(problem, ListOutputs(problem), lambda, bounds);
        ASSERT_LE(optimum.primal - optimum.dual, 1e-9);
        const Box box{DenseVector::Constant(problem.dimension(), bounds.lower),
                      DenseVector::Constant(problem.dimension(), bounds.upper)};
        for (const auto iterate : {CuttingPlaneIterate::kLast, CuttingPlaneIterate::kBest}) {
          const LearningResult result = LearnByMeanCuttingPlanes(
              problem, lambda, LearningRun(kTolerance, kInfinity), iterate, {.box = box});
          EXPECT_EQ(result.ending, common::Ending::kGapReached);
          EXPECT_NEAR(result.primal, optimum.primal, 2e-9);
          EXPECT_LE(result.dual, optimum.primal + 1e-11);
          EXPECT_NEAR(result.primal, Objective(problem, lambda, {}, result.weights), 1e-12);
          EXPECT_TRUE(IsIn(box, result.weights));
        }
      }
    }
  }
}

// With v = w - c the objective is an ordinary one whose planes have other losses.
TEST(RestrictedCuttingPlane, AgreesWithAnInteriorPointMethodWithProximity) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    for (const double alpha : {0.05, 0.7, 30.0}) {
      constexpr double kLambda = 0.1;
      const Proximity proximity{.alpha = alpha, .center = RandomWeights(seed, problem.dimension())};
      const DenseVector center = 2 * alpha / (kLambda + 2 * alpha) * proximity.center;
      std::vector<SamplePieces> pieces = PiecesOf(problem, ListOutputs(problem));
      for (SamplePieces& sample : pieces) sample.losses -= sample.planes.transpose() * center;
      const ExactOptimum optimum = MinimiseOverPieces(pieces, kLambda + 2 * alpha);
      const LearningResult result =
          Learn(problem, kLambda, LearningRun(kTolerance, kInfinity), {.proximity = proximity});
      EXPECT_EQ(result.ending, common::Ending::kGapReached);
      EXPECT_NEAR(result.primal, Objective(problem, kLambda, proximity, result.weights), 1e-12);
      EXPECT_NEAR(result.primal, Objective(problem, kLambda, proximity, optimum.weights + center), 2e-9);
      EXPECT_LE((result.weights - optimum.weights - center).norm(),
                2 * std::sqrt(2 * kTolerance / (kLambda + 2 * alpha)));
    }
  }
}

// The lowest value on a grid that is refined around its best point.
double GridMinimum(const auto& objective, const Box& box, int dimension) {
  DenseVector best = box.Clip(DenseVector::Zero(dimension));
  double lowest = objective(best);
  constexpr int kSteps = 20;
  for (double width = 8; width > 1e-8; width *= 0.5) {
    const DenseVector middle = best;
    for (int a = -kSteps; a <= kSteps; ++a) {
      for (int b = dimension == 1 ? 0 : -kSteps; b <= (dimension == 1 ? 0 : kSteps); ++b) {
        DenseVector point = middle;
        point[0] += width * a / kSteps;
        if (dimension == 2) point[1] += width * b / kSteps;
        point = box.Clip(point);
        const double value = objective(point);
        if (value < lowest) best = point, lowest = value;
      }
    }
  }
  return lowest;
}

// A bound for each weight, a proximity term, and both, in one and two dimensions.
TEST(RestrictedCuttingPlane, IsTheLowestPointOfAGrid) {
  int at_bounds = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const TabulatedLatentProblem latent = RandomLatent(seed, {.max_dimension = 2});
    const CompletedProblem problem(latent, RandomWeights(seed, latent.dimension()));
    const int d = problem.dimension();
    const Proximity proximity{.alpha = seed % 3 == 0 ? 0 : 0.4, .center = RandomWeights(seed + 1, d)};
    const Box box = seed % 3 == 1 ? Box::Unbounded(d) : RandomBox(seed, d);
    constexpr double kLambda = 0.3;
    const auto objective = [&](const DenseVector& w) {
      double sum = 0;
      for (int i = 0; i < latent.size(); ++i) {
        double hinge = -kInfinity;
        for (int y = 0; y < latent.num_outputs(); ++y) {
          for (int h = 0; h < latent.num_hidden(); ++h) {
            const DenseVector difference =
                latent.JointFeature(i, y, h) - latent.JointFeature(i, 0, problem.hidden(i));
            hinge = std::max(hinge, latent.Loss(i, y, h) + w.dot(difference));
          }
        }
        sum += hinge / latent.size();
      }
      return kLambda / 2 * w.squaredNorm() + proximity.alpha * (w - proximity.center).squaredNorm() + sum;
    };
    const LearningResult result = Learn(problem, kLambda, LearningRun(1e-10, 1000),
                                        {.proximity = proximity, .box = box}, CuttingPlaneIterate::kLast);
    EXPECT_EQ(result.ending, common::Ending::kGapReached);
    EXPECT_NEAR(result.primal, objective(result.weights), 1e-12);
    const double lowest = GridMinimum(objective, box, d);
    EXPECT_LE(result.primal, lowest + 1e-10);
    EXPECT_LE(result.dual, lowest + 1e-12);
    EXPECT_GE(lowest, result.primal - 1e-10);
    EXPECT_TRUE(IsIn(box, result.weights));
    for (int j = 0; j < d; ++j) {
      at_bounds += result.weights[j] == box.lower[j] || result.weights[j] == box.upper[j];
    }
  }
  EXPECT_GE(at_bounds, 15);
}

// Karush, Kuhn, Tucker: where the objective is differentiable its slope is 0 in a free weight, and leads out
// of the box in one at a bound.
TEST(RestrictedCuttingPlane, SlopesVanishOrLeadOutOfTheBox) {
  int at_lower = 0, at_upper = 0, free = 0;
  constexpr double kStep = 1e-4;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    const int d = problem.dimension();
    const Proximity proximity{.alpha = 0.3, .center = RandomWeights(seed, d)};
    const Box box = RandomBox(seed, d);
    const DenseVector w =
        Learn(problem, 0.5, LearningRun(1e-13, 1000), {.proximity = proximity, .box = box}).weights;
    for (int j = 0; j < d; ++j) {
      const DenseVector step = kStep * DenseVector::Unit(d, j);
      const double here = Objective(problem, 0.5, proximity, w);
      const double right = (Objective(problem, 0.5, proximity, w + step) - here) / kStep;
      const double left = (here - Objective(problem, 0.5, proximity, w - step)) / kStep;
      const double curved = (0.5 + 2 * proximity.alpha) * kStep;  // right - left of the squares
      const bool is_smooth = right - left < curved + 1e-8;
      if (!is_smooth) continue;
      const double slope = (right + left) / 2;
      if (box.lower[j] == box.upper[j]) continue;
      if (w[j] == box.lower[j]) {
        ++at_lower;
        EXPECT_GE(slope, -1e-6);
      } else if (w[j] == box.upper[j]) {
        ++at_upper;
        EXPECT_LE(slope, 1e-6);
      } else {
        ++free;
        EXPECT_NEAR(slope, 0, 1e-6);
      }
    }
  }
  EXPECT_GT(at_lower, 50);
  EXPECT_GT(at_upper, 50);
  EXPECT_GT(free, 50);
}

TEST(RestrictedCuttingPlane, GoesToW0AsAlphaGrows) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const MulticlassProblem problem = RandomMulticlass(seed);
    const DenseVector w0 = RandomWeights(seed, problem.dimension());
    double largest = 0;  // length of a plane, which bounds the slopes of the mean hinge
    for (const SamplePieces& pieces : PiecesOf(problem, ListOutputs(problem))) {
      largest = std::max(largest, pieces.planes.colwise().norm().maxCoeff());
    }
    for (const double alpha : {1e3, 1e6, 1e9, 1e12}) {
      SCOPED_TRACE(alpha);
      const LearningResult result =
          Learn(problem, 1, LearningRun(1e-6), {.proximity = {.alpha = alpha, .center = w0}});
      EXPECT_EQ(result.ending, common::Ending::kGapReached);
      EXPECT_LE((result.weights - w0).norm(),
                (w0.norm() + largest) / (2 * alpha) + 2 * std::sqrt(1e-6 / alpha) + 1e-15);
    }
  }
}

// Duality on models with many planes: no point of the box has a lower value than the bound, and some has one.
TEST(RestrictedPlaneBundle, ProvesItsMinimumInFewNewtonSteps) {
  int most_steps = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "restricted bundle");
    const int d = 1 + static_cast<int>(random.UniformIndex(12));
    const double alpha = seed % 2 == 0 ? 0 : random.Uniform(0.01, 2);
    const CenteredRegularizer regularizer =
        CompleteSquare(random.Uniform(0.001, 1), {.alpha = alpha, .center = RandomWeights(seed, d)}, d);
    const Box box = RandomBox(seed, d);
    RestrictedPlaneBundle bundle(regularizer, box);
    std::vector<MeanPlane> planes;
    double before = bundle.lower_bound();
    for (int k = 0; k < 30; ++k) {
      planes.push_back({.plane = RandomWeights(1000 * seed + k, d), .loss = random.Uniform(-0.5, 2)});
      if (k % 7 == 6) planes.back() = planes[k - 1];  // repeated
      bundle.Add(planes.back());
      const SimplexQp::Outcome outcome = bundle.Solve(1e-11);
      EXPECT_TRUE(outcome.converged);
      most_steps = std::max(most_steps, outcome.rounds);
      EXPECT_GE(bundle.lower_bound(), before - 1e-11);  // a plane more never lowers the minimum
      before = bundle.lower_bound();
    }
    const auto model = [&](const DenseVector& w) {
      double slack = 0;
      for (const MeanPlane& plane : planes) slack = std::max(slack, plane.ValueAt(w));
      return regularizer.ValueAt(w) + slack;
    };
    const double scale = 1 + bundle.lower_bound();
    EXPECT_TRUE(IsIn(box, bundle.weights()));
    EXPECT_NEAR(model(bundle.weights()), bundle.lower_bound(), 1e-10 * scale);
    EXPECT_NEAR(bundle.Primal(bundle.weights(), bundle.slack()), model(bundle.weights()), 1e-12 * scale);
    for (int trial = 0; trial < 50; ++trial) {
      const double distance = std::pow(10, random.Uniform(-4, 1));
      const DenseVector w = box.Clip(bundle.weights() + distance * RandomWeights(seed * 99 + trial, d));
      EXPECT_GE(model(w), bundle.lower_bound() - 1e-12 * scale);
    }
  }
  EXPECT_LE(most_steps, 30);
}

TEST(CuttingPlaneStart, IsTheFirstPointAndTheResultIsNoWorse) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    const DenseVector start = 2 * RandomWeights(seed, problem.dimension());
    for (const double passes : {1.0, 2.0, 1000.0}) {
      const LearningResult result = Learn(problem, 0.1, LearningRun(1e-9, passes), {.start = start});
      EXPECT_NEAR(result.trace[0].value, Objective(problem, 0.1, {}, start), 1e-12 * result.trace[0].value);
      EXPECT_LE(result.primal, result.trace[0].value);
      if (passes == 1) {
        EXPECT_EQ(result.weights, start);
      }
      if (passes == 1000) {
        EXPECT_NEAR(result.primal, SolveExactly(problem, ListOutputs(problem), 0.1).primal, 2e-9);
      }
    }
  }
}

// The planes of one run are valid in the next, which then only proves the known optimum.
TEST(CuttingPlanePlanes, LetTheNextRunBeginWhereTheLastEnded) {
  int passes_from_nothing = 0, passes_from_planes = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    for (const bool is_restricted : {false, true}) {
      std::vector<MeanPlane> planes;
      CuttingPlaneOptions options{.planes = &planes};
      if (is_restricted) options.box = Box::Symmetric(problem.dimension(), 0.3);
      const LearningResult first = Learn(problem, 0.1, LearningRun(1e-9), options);
      const LearningResult again = Learn(problem, 0.1, LearningRun(1e-9), options);
      EXPECT_EQ(again.ending, common::Ending::kGapReached);
      EXPECT_NEAR(again.primal, first.primal, 2e-9);
      passes_from_nothing += static_cast<int>(first.passes);
      passes_from_planes += static_cast<int>(again.passes);
    }
  }
  EXPECT_LT(3 * passes_from_planes, passes_from_nothing);
}

TEST(CuttingPlaneThreads, GiveTheSameBits) {
  const MulticlassProblem problem = RandomMulticlass(5);
  common::RunControl run = LearningRun(1e-9);
  const LearningResult alone = LearnBmrm(problem, 0.05, run);
  run.threads = 3;
  const LearningResult together = LearnBmrm(problem, 0.05, run);
  EXPECT_EQ(alone.weights, together.weights);
  EXPECT_EQ(alone.passes, together.passes);
}

// A box without active bounds and a proximity of 0 give the ordinary optimum.
TEST(RestrictedCuttingPlane, IsTheOrdinaryOneInAWideBox) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const MulticlassProblem problem = RandomMulticlass(seed);
    const LearningResult ordinary = LearnBmrm(problem, 0.1, LearningRun(1e-11));
    const LearningResult wide =
        Learn(problem, 0.1, LearningRun(1e-11), {.box = Box::Symmetric(problem.dimension(), 1e6)});
    EXPECT_NEAR(wide.primal, ordinary.primal, 2e-11) << seed;
    EXPECT_EQ(Learn(problem, 0.1, LearningRun(1e-11), CuttingPlaneOptions{}).weights, ordinary.weights);
  }
}

TEST(RestrictedCuttingPlane, EndsWithABreakdownAtNaN) {
  const UncheckedProblem problem{.samples = 2, .feature = std::nan("")};
  const LearningResult result = Learn(problem, 1, LearningRun(), {.box = Box::NonNegative(1)});
  EXPECT_EQ(result.ending, common::Ending::kNumericalBreakdown);
}

TEST(CuttingPlaneOptions, AreChecked) {
  const MulticlassProblem problem = WorkedExampleT3();  // 6 weights
  const auto message = [&](const CuttingPlaneOptions& options) {
    return common::MessageOf([&] { Learn(problem, 1, LearningRun(), options); });
  };
  const DenseVector ones = DenseVector::Ones(6);
  EXPECT_NE(message({.proximity = {.alpha = -1, .center = ones}}).find("alpha"), std::string::npos);
  EXPECT_NE(message({.proximity = {.alpha = kInfinity, .center = ones}}).find("alpha"), std::string::npos);
  EXPECT_NE(message({.proximity = {.alpha = 1}}).find("center of the proximity term"), std::string::npos);
  EXPECT_NE(message({.proximity = {.alpha = 1, .center = ones * std::nan("")}}).find("weight 0"),
            std::string::npos);
  EXPECT_NE(message({.box = Box::NonNegative(5)}).find("box"), std::string::npos);
  EXPECT_NE(message({.start = DenseVector::Ones(5)}).find("start"), std::string::npos);
  EXPECT_NE(message({.box = Box::NonNegative(6), .start = -ones}).find("within the box"), std::string::npos);
  EXPECT_EQ(message({.proximity = {.alpha = 1, .center = ones}, .box = Box::NonNegative(6), .start = ones}),
            "no error");
}

}  // namespace
}  // namespace structlab::structured_learning
