#include "kernels/support_vectors/kernel_svm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

using Ints = std::vector<int>;

struct Examples {
  Eigen::MatrixXd points;  // one a row
  Ints labels;
  Eigen::MatrixXd gram;  // Gaussian kernel
};

Eigen::MatrixXd GaussianKernel(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd kernel(a.rows(), b.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.rows(); ++j) kernel(i, j) = std::exp(-(a.row(i) - b.row(j)).squaredNorm());
  }
  return kernel;
}

// Overlapping clouds around one point per class; the labels are in no order.
Examples RandomExamples(int count, const Ints& classes, uint64_t seed) {
  common::RandomStream stream(seed, "examples");
  Examples examples;
  examples.points.resize(count, 2);
  for (int i = 0; i < count; ++i) {
    const size_t c = stream.UniformIndex(classes.size());
    examples.labels.push_back(classes[c]);
    examples.points(i, 0) = std::cos(static_cast<double>(c)) * 2 + stream.Normal();
    examples.points(i, 1) = std::sin(static_cast<double>(c)) * 2 + stream.Normal();
  }
  examples.gram = GaussianKernel(examples.points, examples.points);
  return examples;
}

// Proves the optimum of each pair: alpha = y * coefficient is in [0, C], the coefficients sum to 0, and y f
// is at least 1 where alpha = 0, at most 1 where alpha = C, and 1 between.
void ExpectOptimal(const KernelSvm& svm, const Examples& examples, const KernelSvmOptions& options) {
  const double cost = options.cost;
  const Eigen::MatrixXd values = DecisionValues(svm, examples.gram);
  const Eigen::VectorXd violations = Violations(svm, examples.gram, examples.labels, options);
  const size_t k = svm.classes.size();
  Eigen::Index pair = 0;
  for (size_t a = 0; a < k; ++a) {
    for (size_t b = a + 1; b < k; ++b, ++pair) {
      EXPECT_NEAR(svm.coefficients.col(pair).sum(), 0, 1e-9 * cost);
      // libsvm rounds the kernel, which is at most 1, to 24 bits; f has such an error for each
      // coefficient.
      const double rounding = std::ldexp(svm.coefficients.col(pair).cwiseAbs().sum(), -24);
      const double tolerance = options.tolerance + 2 * rounding;
      EXPECT_LE(violations[pair], tolerance);
      for (size_t i = 0; i < examples.labels.size(); ++i) {
        const int label = examples.labels[i];
        const auto at = std::lower_bound(svm.support.begin(), svm.support.end(), static_cast<int>(i));
        const bool is_support = at != svm.support.end() && *at == static_cast<int>(i);
        const double coefficient = is_support ? svm.coefficients(at - svm.support.begin(), pair) : 0;
        if (label != svm.classes[a] && label != svm.classes[b]) {
          EXPECT_EQ(coefficient, 0);
          continue;
        }
        const double y = label == svm.classes[b] ? 1 : -1, alpha = y * coefficient;
        const double margin = y * values(static_cast<Eigen::Index>(i), pair);
        EXPECT_GE(alpha, 0);
        EXPECT_LE(alpha, cost);
        if (alpha < cost) {
          EXPECT_GE(margin, 1 - tolerance);
        }
        if (alpha > 0) {
          EXPECT_LE(margin, 1 + tolerance);
        }
      }
    }
  }
}

TEST(TrainKernelSvm, MeetsTheConditionsOfTheOptimum) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const Ints classes = seed % 2 == 0 ? Ints{1, -1} : Ints{7, 2, 5, -3};
    const Examples examples = RandomExamples(40, classes, seed);
    for (const double cost : {0.1, 1.0, 100.0}) {
      const KernelSvmOptions options = {cost, 1e-6};
      const KernelSvm svm = TrainKernelSvm(examples.gram, examples.labels, options);
      EXPECT_TRUE(std::is_sorted(svm.classes.begin(), svm.classes.end()));
      EXPECT_EQ(svm.classes.size(), classes.size());
      ExpectOptimal(svm, examples, options);
    }
  }
}

TEST(Violations, SayHowFarTheOptimumIs) {
  const Examples examples = RandomExamples(60, {1, 2}, 5);
  const KernelSvm rough = TrainKernelSvm(examples.gram, examples.labels, {1, 0.5});
  const KernelSvm fine = TrainKernelSvm(examples.gram, examples.labels, {1, 1e-6});
  const double of_rough = Violations(rough, examples.gram, examples.labels, {1, 0.5})[0];
  EXPECT_GT(of_rough, 1e-3);
  EXPECT_LE(of_rough, 0.5 + 1e-5);
  // The violation bounds the difference of the margins of two examples with coefficients between their
  // bounds.
  const Eigen::MatrixXd values = DecisionValues(rough, examples.gram);
  double least = INFINITY, most = -INFINITY;
  for (size_t s = 0; s < rough.support.size(); ++s) {
    if (std::abs(rough.coefficients(static_cast<Eigen::Index>(s), 0)) == 1) continue;
    const double y = examples.labels[rough.support[s]] == 2 ? 1 : -1;
    least = std::min(least, y - values(rough.support[s], 0));
    most = std::max(most, y - values(rough.support[s], 0));
  }
  EXPECT_GE(of_rough, most - least);
  EXPECT_LT(Violations(fine, examples.gram, examples.labels, {1, 1e-6})[0], of_rough);
}

TEST(Violations, AreOfTheExamplesOfTheTraining) {
  const Examples examples = RandomExamples(30, {1, 2}, 5), fewer = RandomExamples(20, {1, 2}, 5);
  const KernelSvm svm = TrainKernelSvm(examples.gram, examples.labels, {});
  EXPECT_NE(MessageOf([&] { Violations(svm, fewer.gram, fewer.labels, {}); }).find("30 columns"),
            std::string::npos);
  Ints others = examples.labels;
  for (int& label : others) label += 1;
  EXPECT_NE(MessageOf([&] { Violations(svm, examples.gram, others, {}); }).find("the classes of the machine"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { Violations(svm, examples.gram, examples.labels, {.cost = -1}); }).find("cost"),
            std::string::npos);
}

TEST(Classify, FindsTheClassesOfNewExamples) {
  const Examples training = RandomExamples(120, {4, 1, 9}, 1), test = RandomExamples(200, {4, 1, 9}, 2);
  const KernelSvm svm = TrainKernelSvm(training.gram, training.labels, {});
  const Eigen::MatrixXd kernel = GaussianKernel(test.points, training.points);
  const Ints found = Classify(svm, kernel);
  int right = 0;
  for (size_t i = 0; i < found.size(); ++i) right += found[i] == test.labels[i];
  EXPECT_GT(right, 100);  // at random 67
  const Eigen::MatrixXd values = DecisionValues(svm, kernel);
  for (size_t i = 0; i < found.size(); ++i) {  // pairs (1, 4), (1, 9), (4, 9)
    const Eigen::Index row = static_cast<Eigen::Index>(i);
    if (values(row, 0) > 0 && values(row, 2) <= 0) {
      EXPECT_EQ(found[i], 4);
    }
    if (values(row, 0) <= 0 && values(row, 1) <= 0) {
      EXPECT_EQ(found[i], 1);
    }
    if (values(row, 1) > 0 && values(row, 2) > 0) {
      EXPECT_EQ(found[i], 9);
    }
  }
}

// Entries as large as raw counts: dividing by the largest gives the same problem.
TEST(TrainKernelSvm, MissesTheConditionsByRoundingAtMost) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const Examples examples = RandomExamples(40, {1, 2}, seed);
    const double scale = 1e13;
    const KernelSvm small = TrainKernelSvm(examples.gram, examples.labels, {100, 1e-6});
    const KernelSvm large = TrainKernelSvm(scale * examples.gram, examples.labels, {100 / scale, 1e-6});
    const double rounding = std::ldexp(scale * large.coefficients.cwiseAbs().sum(), -23);
    const KernelSvmOptions of_large = {100 / scale, 1e-6};
    EXPECT_LE(Violations(large, scale * examples.gram, examples.labels, of_large)[0], 1e-6 + rounding);
    const Eigen::MatrixXd values = DecisionValues(small, examples.gram);
    EXPECT_LE((DecisionValues(large, scale * examples.gram) - values).cwiseAbs().maxCoeff(), 2e-3);
  }
}

// The points -3, -1, 1 and 2 of a line: the margin is between -1 and 1, so f(x) = x, for either order of
// classes.
TEST(TrainKernelSvm, VotesForTheLargerClassAboveZero) {
  const Eigen::Vector4d points(-3, -1, 1, 2);
  const Eigen::MatrixXd gram = points * points.transpose();
  const Eigen::MatrixXd kernel = 0.25 * points.transpose();
  EXPECT_NEAR(DecisionValues(TrainKernelSvm(gram, Ints{1, 1, 2, 2}, {10, 1e-9}), kernel)(0, 0), 0.25, 1e-6);
  EXPECT_NEAR(DecisionValues(TrainKernelSvm(gram, Ints{2, 2, 1, 1}, {10, 1e-9}), kernel)(0, 0), -0.25, 1e-6);
}

TEST(TrainKernelSvm, IsTheSameFromSeveralThreads) {
  const Examples examples = RandomExamples(100, {1, 2, 3}, 3);
  const KernelSvm first = TrainKernelSvm(examples.gram, examples.labels, {});
  KernelSvm second, third;
  std::thread other([&] { second = TrainKernelSvm(examples.gram, examples.labels, {}); });
  third = TrainKernelSvm(examples.gram, examples.labels, {});
  other.join();
  EXPECT_EQ(first.coefficients, second.coefficients);
  EXPECT_EQ(first.coefficients, third.coefficients);
}

TEST(TrainKernelSvm, RefusesWrongArguments) {
  const Eigen::MatrixXd gram = Eigen::MatrixXd::Identity(3, 3);
  const auto message = [](const Eigen::MatrixXd& matrix, const Ints& labels, KernelSvmOptions options = {}) {
    return MessageOf([&] { TrainKernelSvm(matrix, labels, options); });
  };
  EXPECT_EQ(message(Eigen::MatrixXd::Zero(2, 3), {1, 2}), "gram: expected a square matrix, found 2 x 3");
  Eigen::MatrixXd damaged = gram;
  damaged(0, 1) = NAN;
  EXPECT_EQ(message(damaged, {1, 2, 1}), "gram: expected finite numbers, found one that is not");
  damaged(0, 1) = 0.5;
  EXPECT_EQ(message(damaged, {1, 2, 1}), "gram: expected a symmetric matrix, found one that is not");
  EXPECT_EQ(message(1e39 * gram, {1, 2, 1}),
            "gram: expected entries of at most 1e38 in magnitude, because libsvm rounds them to 32 bits, "
            "found 1e+39");
  EXPECT_EQ(message(gram, {1, 2}), "labels: expected 3, one for each row of gram, found 2");
  EXPECT_EQ(message(gram, {2, 2, 2}), "labels: expected at least two classes, found 1");
  EXPECT_EQ(message(gram, {1, 2, 1}, {.cost = 0}), "cost: expected a finite number above 0, found 0");
  EXPECT_EQ(message(gram, {1, 2, 1}, {.tolerance = -1}),
            "tolerance: expected a finite number above 0, found -1");
  const KernelSvm svm = TrainKernelSvm(gram, Ints{1, 2, 1}, {});
  EXPECT_EQ(MessageOf([&] { DecisionValues(svm, Eigen::MatrixXd::Zero(1, 2)); }),
            "kernel: expected 3 columns, one for each training example, found 2");
  // Rows of the matrix of all examples, including those outside of the training part.
  EXPECT_EQ(MessageOf([&] { DecisionValues(svm, Eigen::MatrixXd::Zero(1, 4)); }),
            "kernel: expected 3 columns, one for each training example, found 4");
  EXPECT_EQ(MessageOf([&] { Classify(svm, Eigen::MatrixXd::Constant(1, 3, INFINITY)); }),
            "kernel: expected finite numbers, found one that is not");
}

}  // namespace
}  // namespace structlab::kernels
