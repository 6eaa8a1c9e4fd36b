// Learning and decoding against their definitions, and what is recorded of them.
#include "experiments/joint_svm/annotation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "experiments/joint_svm/correlations.h"
#include "experiments/joint_svm/liblinear_tags.h"
#include "structured_learning/multilabel/measures.h"

namespace structlab::joint_svm {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

datasets::TagSplit Drawn(datasets::DrawnFeatures kind = datasets::DrawnFeatures::kCounts) {
  datasets::TagShape shape = {.name = "test",
                              .rows = 150,
                              .num_tags = 12,
                              .num_features = 40,
                              .mean_tags = 2,
                              .kind = kind,
                              .draws = 60};
  datasets::TagSplit split;
  split.train = GenerateTaggedRows(shape, "train", 3);
  shape.rows = 60;
  split.test = GenerateTaggedRows(shape, "test", 3);
  return split;
}

TEST(MakeTask, ScalesRowsByTheTrainingRows) {
  const datasets::TagSplit split = Drawn();
  const MatrixXd train = split.train.features, test = split.test.features;
  for (const RowRule rule : kRowRules) {
    SCOPED_TRACE(NameOf(rule));
    const TagTask task = MakeTask(split, rule, 100, 0);
    ASSERT_EQ(task.train.rows(), 100);
    ASSERT_EQ(task.test.rows(), 60);
    EXPECT_EQ(task.train_tags[99], split.train.tags[99]);
    VectorXd row = test.row(5).transpose();
    if (rule == RowRule::kCentred) row -= train.topRows(100).colwise().mean().transpose();
    if (rule == RowRule::kRoots) row = row.array().sqrt();
    EXPECT_NEAR((task.test.row(5).transpose().cast<double>() - row.normalized()).norm(), 0, 1e-6);
  }
  EXPECT_THROW(MakeTask(Drawn(datasets::DrawnFeatures::kNumbers), RowRule::kRoots, 0, 0), std::exception);
}

// Of degree 0 the Gaussian kernel, else the normalised polynomial one.
double InputKernel(const VectorXd& x, const VectorXd& y, int degree, double parameter) {
  if (degree == 0) return std::exp(-(x - y).squaredNorm() / (2 * parameter * parameter));
  const auto raw = [&](const VectorXd& a, const VectorXd& b) {
    return std::pow(a.dot(b) + parameter, degree);
  };
  return raw(x, y) / std::sqrt(raw(x, x) * raw(y, y));
}

double Cosine(const TagList& a, const TagList& b) {
  TagList both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return static_cast<double>(both.size()) / std::sqrt(static_cast<double>(a.size() * b.size()));
}

// Alphas fulfil the conditions of the optimum for kernels computed here; shares follow from them.
TEST(Learn, JointSvmIsTheOptimumAndDecodedAsDefined) {
  const TagTask task = MakeTask(Drawn(), RowRule::kCentred, 0, 0);
  common::ThreadPool pool(1);
  for (const int degree : {0, 2, 30}) {
    const Method method = {.is_gaussian = degree == 0, .degree = degree, .gap = 1e-7};
    const double parameter = degree == 30 ? 1 : 0.5;
    const Learned learned = Learn(task, method, {.kernel = parameter}, 1, true, pool);
    const auto m = task.train.rows();
    MatrixXd input(m, m), output(m, m);
    for (Eigen::Index i = 0; i < m; ++i) {
      for (Eigen::Index j = 0; j < m; ++j) {
        input(i, j) = InputKernel(task.train.row(i).transpose().cast<double>(),
                                  task.train.row(j).transpose().cast<double>(), degree, parameter);
        output(i, j) = Cosine(task.train_tags[i], task.train_tags[j]);
      }
    }
    const VectorXd alpha = VectorXd::Map(learned.alpha.data(), m);
    const VectorXd margins = input.cwiseProduct(output) * alpha;
    for (Eigen::Index i = 0; i < m; ++i) {
      EXPECT_TRUE(alpha[i] > 1 - 1e-6 || margins[i] > 1 - 1e-2) << i;
      EXPECT_TRUE(alpha[i] < 1e-6 || margins[i] < 1 + 1e-2) << i;
    }
    // The fits of one test row, and the mean over the ten best.
    VectorXd cross(m);
    for (Eigen::Index i = 0; i < m; ++i) {
      cross[i] = InputKernel(task.train.row(i).transpose().cast<double>(),
                             task.test.row(7).transpose().cast<double>(), degree, parameter);
    }
    const VectorXd fits = output.transpose() * cross.cwiseProduct(alpha);
    std::vector<int> order(m);
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](int i) { return fits[i]; });
    VectorXd shares = VectorXd::Zero(task.num_tags);
    double sum = 0;
    for (int k = 0; k < 10; ++k) {
      const int at = order[k];
      const double weight = std::max(0.0, fits[at]);
      sum += weight;
      for (const int tag : task.train_tags[at]) shares[tag] += weight;
    }
    EXPECT_NEAR((learned.shares.row(7).transpose() - shares / sum).norm(), 0, 1e-4);
    EXPECT_EQ(TagsOf(learned, method, Decoder::kSingle)[7], task.train_tags[order[0]]);
    EXPECT_EQ(TagsOf(learned, method, Decoder::kTop)[7].size(), 5u);
  }
}

// A tag is learned as if it were the only one.
TEST(Learn, IndependentSvmsDoNotSeeEachOther) {
  TagTask task = MakeTask(Drawn(), RowRule::kCentred, 0, 0);
  common::ThreadPool pool(1);
  const Method method = {.learner = Learner::kIndependent, .gap = 1e-7};
  const Learned all = Learn(task, method, {.kernel = 0.7}, 1, false, pool);
  EXPECT_EQ(all.num_tags, task.num_tags);
  for (std::vector<TagList>* lists : {&task.train_tags, &task.test_tags}) {
    for (TagList& tags : *lists) tags = std::ranges::binary_search(tags, 3) ? TagList{0} : TagList{};
  }
  task.num_tags = 1;
  const Learned one = Learn(task, method, {.kernel = 0.7}, 1, false, pool);
  EXPECT_NEAR((all.scores.col(3) - one.scores.col(0)).cwiseAbs().maxCoeff(), 0, 2e-3);
  EXPECT_EQ(TagsOf(one, method, Decoder::kSign).size(), 60u);
}

TEST(SelectByFolds, TakesTheBestOnAverage) {
  const TagTask task = MakeTask(Drawn(), RowRule::kCentred, 0, 0);
  common::ThreadPool pool(1);
  const Method method;
  const std::vector<Choice> choices = {{.kernel = 0.01}, {.kernel = 0.5}, {.kernel = 100}};
  const Selection selection =
      SelectByFolds(task, method, choices, {Decoder::kBest, Decoder::kSingle}, 3, 1, pool);
  ASSERT_EQ(selection.f1.size(), 2u);
  // At 0.01 test rows are far from all training rows, so that all tag vectors fit alike.
  EXPECT_EQ(selection.Best(0).kernel, 0.5);
  for (const std::vector<double>& values : selection.f1) {
    for (const double f1 : values) {
      EXPECT_GE(f1, 0);
      EXPECT_LE(f1, 1);
    }
  }
}

TEST(Widths, AreGeometric) {
  const std::vector<double> widths = Widths(10);
  EXPECT_NEAR(widths.front(), 0.1, 1e-15);
  EXPECT_NEAR(widths.back(), 10, 1e-12);
  EXPECT_NEAR(widths[4] / widths[3], widths[1] / widths[0], 1e-12);
}

TEST(TagCorrelations, AreThoseOfTheIndicators) {
  const datasets::TagSplit split = Drawn();
  std::vector<TagList> rows = split.train.tags;
  for (TagList& tags : rows) std::erase(tags, 4);  // in no row
  MatrixXd indicators = MatrixXd::Zero(150, 12);
  for (size_t i = 0; i < rows.size(); ++i) {
    for (const int tag : rows[i]) indicators(static_cast<Eigen::Index>(i), tag) = 1;
  }
  std::vector<double> expected;
  for (int r = 0; r < 12; ++r) {
    for (int s = r + 1; s < 12; ++s) {
      if (r == 4 || s == 4) continue;
      const VectorXd a = indicators.col(r).array() - indicators.col(r).mean(),
                     b = indicators.col(s).array() - indicators.col(s).mean();
      expected.push_back(a.dot(b) / (a.norm() * b.norm()));
    }
  }
  const std::vector<double> found = TagCorrelations(rows, 12);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
}

// The order of scores is that of machines without liblinear: they reach about the same F1.
TEST(ScoreByLiblinear, LearnsEachTag) {
  const datasets::TagSplit split = Drawn();
  const LiblinearScores all = ScoreByLiblinear(split.train, split.test.features, {.cost = 0.1});
  const double f1 =
      structured_learning::MeasureTags(split.test.tags, structured_learning::TopTags(all.scores, 2), 12)
          .micro.f1;
  EXPECT_GT(f1, 0.5);  // at random 0.2
  const LiblinearScores first =
      ScoreByLiblinear(split.train, split.test.features, {.cost = 0.1, .num_tags = 3});
  EXPECT_EQ((first.scores.leftCols(3) - all.scores.leftCols(3)).norm(), 0);
  EXPECT_EQ(first.scores.rightCols(9).maxCoeff(), -1);
}

}  // namespace
}  // namespace structlab::joint_svm
