// Compares the joint SVM with worked examples, a projected-gradient solution of its dual, and its own bounds.
#include "structured_learning/multilabel/joint_svm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::structured_learning {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MultiLabelData DataOf(const MatrixXd& x, std::vector<TagList> tags, int num_tags) {
  MultiLabelData data;
  data.features = x.sparseView();
  data.features.makeCompressed();
  data.tags = std::move(tags);
  data.num_tags = num_tags;
  return data;
}

MatrixXd FullWeights(const JointSvm& svm) {
  return MatrixXd(svm.weights) - svm.shift * svm.shared.transpose();
}

TEST(JointSvm, WorkedExample) {
  MatrixXd x(4, 2);
  x << 1, 0.5, 0.2, 1, -0.8, 0.6, -0.4, -1;
  const MultiLabelData data = DataOf(x, {{0, 1}, {0, 2}, {2}, {1}}, 3);
  const JointSvm small =
      TrainJointSvm(data, {.cost = 0.05, .coding = TagCoding::kPm1, .relative_gap = 1e-12});
  EXPECT_EQ(small.ending, common::Ending::kGapReached);
  EXPECT_NEAR(small.primal, 0.17366250, 1e-10);
  for (const double alpha : small.alpha) EXPECT_NEAR(alpha, 0.05, 1e-12);
  MatrixXd weights(3, 2);
  weights << 0.12, 0.095, 0.06, -0.105, -0.06, 0.105;
  EXPECT_LE((FullWeights(small) - weights).norm(), 1e-10);
  const JointSvm large = TrainJointSvm(data, {.cost = 1, .coding = TagCoding::kPm1, .relative_gap = 1e-12});
  EXPECT_NEAR(large.primal, 0.396875, 1e-9);
  const double alpha[] = {0.2875, 0.0125, 0.15625, 0.3375};
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(large.alpha[i], alpha[i], 1e-5);
  weights << 0.55, 0.4, 0.275, -0.3, -0.275, 0.3;
  EXPECT_LE((FullWeights(large) - weights).norm(), 1e-5);
}

TEST(JointSvm, UnitNormExampleAndItsDecoding) {
  MatrixXd x(4, 2), query(1, 2);
  x << 1, 0.5, 0.2, 1, -0.8, 0.6, -0.4, -1;
  x.rowwise().normalize();
  query << 0.9, 0.1;
  query.rowwise().normalize();
  const MultiLabelData data = DataOf(x, {{0, 1}, {0, 2}, {2}, {1}}, 3);
  const JointSvm svm = TrainJointSvm(data, {.cost = 1, .coding = TagCoding::kUnitPm1, .relative_gap = 1e-12});
  EXPECT_NEAR(svm.primal, 1.36993428, 1e-8);
  const TagVectors vectors(data.tags, 3, TagCoding::kUnitPm1);
  // The printed vector has entries from -1 to 1: twice the share of the tag minus 1.
  const Eigen::SparseMatrix<double, Eigen::RowMajor, int> features = query.sparseView();
  const MatrixXd decoded = 2 * DecodeByNeighbors(svm, data.tags, vectors, features).array() - 1;
  EXPECT_NEAR(decoded(0, 0), 1, 1e-6);
  EXPECT_NEAR(decoded(0, 1), 0.83338660, 1e-6);
  EXPECT_NEAR(decoded(0, 2), -0.83338660, 1e-6);
  const MatrixXd scores = TagScores(svm, features);
  EXPECT_GT(scores(0, 0), 0);
  EXPECT_GT(scores(0, 1), 0);
  EXPECT_LT(scores(0, 2), 0);
}

// Solves the dual with its matrix: Q from the vectors, by many plain sweeps.
TEST(JointSvm, IsTheOptimumOfItsDualForEachCoding) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    common::RandomStream random(seed, "joint svm");
    const int n = 12, d = 5, num_tags = 4;
    MatrixXd x(n, d);
    for (double& value : x.reshaped()) value = random.Uniform() < 0.4 ? 0 : random.Normal();
    std::vector<TagList> tags(n);
    for (TagList& row : tags) {
      for (int t = 0; t < num_tags; ++t) {
        if (random.Uniform() < 0.4) row.push_back(t);
      }
    }
    if (seed == 0) x.row(3).setZero();
    const MultiLabelData data = DataOf(x, tags, num_tags);
    for (const TagCoding coding :
         {TagCoding::kUnit01, TagCoding::kUnitPm1, TagCoding::kCentred, TagCoding::kPm1}) {
      // The vectors, written out.
      MatrixXd psi(n, num_tags);
      for (int i = 0; i < n; ++i) {
        for (int t = 0; t < num_tags; ++t) {
          const auto& row = tags[i];
          psi(i, t) = std::find(row.begin(), row.end(), t) != row.end() ? 1 : 0;
        }
      }
      const bool is_pm1 = coding == TagCoding::kUnitPm1 || coding == TagCoding::kPm1;
      if (is_pm1) psi = 2 * psi.array() - 1;
      if (coding == TagCoding::kCentred) psi.rowwise() -= psi.colwise().mean().eval();
      if (coding != TagCoding::kPm1) {
        for (int i = 0; i < n; ++i) {
          if (psi.row(i).norm() > 1e-6) psi.row(i).normalize();
        }
      }
      const MatrixXd q = (psi * psi.transpose()).cwiseProduct(x * x.transpose());
      const double cost = 0.7;
      VectorXd alpha = VectorXd::Zero(n);
      for (int sweep = 0; sweep < 20'000; ++sweep) {
        for (int i = 0; i < n; ++i) {
          const double gradient = 1 - q.row(i).dot(alpha);
          alpha[i] = q(i, i) > 0 ? std::clamp(alpha[i] + gradient / q(i, i), 0.0, cost) : cost;
        }
      }
      const double dual = alpha.sum() - 0.5 * alpha.dot(q * alpha);
      const JointSvm svm = TrainJointSvm(
          data, {.cost = cost, .coding = coding, .relative_gap = 1e-9, .run = TrainingRun(100'000, seed)});
      EXPECT_EQ(svm.ending, common::Ending::kGapReached);
      EXPECT_GE(svm.primal, svm.dual - 1e-12);
      EXPECT_NEAR(svm.dual, dual, 1e-7 * std::max(1.0, dual));
      const MatrixXd weights = psi.transpose() * VectorXd::Map(svm.alpha.data(), n).asDiagonal() * x;
      EXPECT_LE((FullWeights(svm) - weights).norm(), 1e-9 * std::max(1.0, weights.norm()));
      const TagVectors vectors(tags, num_tags, coding);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          EXPECT_NEAR(vectors.Product(tags[i], tags[j]), psi.row(i).dot(psi.row(j)), 1e-12);
        }
      }
    }
  }
}

TEST(JointSvm, MistakesAreTold) {
  const MultiLabelData data = DataOf(MatrixXd::Ones(2, 2), {{0}, {1}}, 2);
  EXPECT_EQ(common::MessageOf([&] { TrainJointSvm(data, {.cost = 0}); }),
            "joint SVM: expected a cost and a gap above 0, found 0 and 1e-06");
  const JointSvm svm = TrainJointSvm(data, {});
  EXPECT_EQ(common::MessageOf([&] { TagScores(svm, MatrixXd::Ones(1, 3).eval().sparseView()); }),
            "joint SVM: expected 2 features as in training, found 3");
  EXPECT_EQ(common::MessageOf([&] {
              TrainJointSvm(DataOf(MatrixXd::Ones(2, 2), {{0}, {5}}, 2), {});
            }),
            "joint SVM: expected increasing tags below 2, found 5 after -1 in row 1");
}

}  // namespace
}  // namespace structlab::structured_learning
