// Compares training all tags at once with liblinear, tag by tag.
#include "structured_learning/multilabel/one_vs_rest.h"

#include <gtest/gtest.h>
#include <linear.h>

#include <algorithm>
#include <cmath>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/multilabel/liblinear_tags.h"
#include "structured_learning/multilabel/logistic_step.h"
#include "structured_learning/multilabel/measures.h"

namespace structlab::structured_learning {
namespace {

MultiLabelData RandomData(int n, int d, int num_tags, common::RandomStream& random) {
  Eigen::MatrixXd x(n, d);
  for (double& value : x.reshaped()) value = random.Uniform() < 0.5 ? 0 : random.Normal();
  x.row(1).setZero();
  MultiLabelData data;
  data.features = x.sparseView();
  data.features.makeCompressed();
  data.num_tags = num_tags;
  data.tags.resize(n);
  for (int i = 0; i < n; ++i) {
    for (int t = 0; t < num_tags; ++t) {
      if (x(i, t % d) + 0.5 * random.Normal() > 0.5) data.tags[i].push_back(t);
    }
  }
  return data;
}

double LossOf(TagLoss loss, double margin) {
  if (loss == TagLoss::kLogistic) return std::max(0.0, -margin) + std::log1p(std::exp(-std::abs(margin)));
  const double slack = std::max(0.0, 1 - margin);
  return loss == TagLoss::kHinge ? slack : slack * slack;
}

// The objective that liblinear reaches, without a bias.
double LiblinearObjective(const MultiLabelData& data, int tag, TagLoss loss, double cost) {
  std::vector<std::vector<feature_node>> nodes;
  std::vector<feature_node*> rows;
  std::vector<double> labels;
  const Eigen::MatrixXd x = data.features;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    std::vector<feature_node>& row = nodes.emplace_back();
    for (int f = 0; f < x.cols(); ++f) {
      if (x(i, f) != 0) row.push_back({f + 1, x(i, f)});
    }
    row.push_back({-1, 0});
    const TagList& tags = data.tags[i];
    labels.push_back(std::ranges::binary_search(tags, tag) ? 1 : -1);
  }
  for (std::vector<feature_node>& row : nodes) rows.push_back(row.data());
  problem task = {};
  task.l = static_cast<int>(rows.size());
  task.n = static_cast<int>(x.cols());
  task.y = labels.data();
  task.x = rows.data();
  task.bias = -1;
  parameter options = {};
  options.solver_type = loss == TagLoss::kHinge          ? L2R_L1LOSS_SVC_DUAL
                        : loss == TagLoss::kSquaredHinge ? L2R_L2LOSS_SVC_DUAL
                                                         : L2R_LR;
  options.C = cost;
  options.eps = 1e-8;
  set_print_string_function([](const char*) {});
  model* const trained = train(&task, &options);
  double objective = 0;
  Eigen::VectorXd weights(x.cols());
  for (int f = 0; f < x.cols(); ++f) weights[f] = trained->w[f] * (trained->label[0] == 1 ? 1 : -1);
  objective = weights.squaredNorm() / 2;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    objective += cost * LossOf(loss, labels[i] * x.row(i).dot(weights));
  }
  model* owned = trained;
  free_and_destroy_model(&owned);
  return objective;
}

TEST(OneVsRest, ReachesTheOptimumOfLiblinear) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    common::RandomStream random(seed, "one-vs-rest");
    const MultiLabelData data = RandomData(60, 8, 5, random);
    for (const TagLoss loss : {TagLoss::kHinge, TagLoss::kSquaredHinge, TagLoss::kLogistic}) {
      for (const double cost : {0.1, 2.0, 40.0}) {
        // If the hinge is steep, liblinear stops at 1,000 iterations, far before the optimum.
        if (cost > 2 && loss != TagLoss::kLogistic) continue;
        const OneVsRest found = TrainOneVsRest(
            data, {.cost = cost, .loss = loss, .relative_gap = 2e-5, .run = TrainingRun(50'000, seed)});
        EXPECT_EQ(found.ending, common::Ending::kGapReached);
        EXPECT_GE(found.primal, found.dual * (1 - 2e-5));
        double expected = 0;
        for (int tag = 0; tag < 5; ++tag) expected += LiblinearObjective(data, tag, loss, cost);
        // The gap proves that ours is the optimum; liblinear sometimes stops at 1,000 iterations, before the
        // optimum.
        EXPECT_LE(found.primal, (1 + 1e-4) * expected);
        EXPECT_GE(found.primal, (1 - 1e-3) * expected);
        // The objective is that of the weights.
        const Eigen::MatrixXd scores = TagScores(found, data.features);
        double objective = found.weights.cast<double>().squaredNorm() / 2;
        for (Eigen::Index i = 0; i < scores.rows(); ++i) {
          for (int t = 0; t < 5; ++t) {
            const bool has = std::ranges::binary_search(data.tags[i], t);
            objective += cost * LossOf(loss, (has ? 1 : -1) * scores(i, t));
          }
        }
        EXPECT_NEAR(found.primal, objective, 1e-5 * objective);
      }
    }
  }
}

// The root by bisections in doubles, as alpha / cost.
double ShareByBisection(double margin, double before, double cost, double square) {
  const double offset = margin - square * before;
  double low = -offset - cost * square - 1, high = -offset + 1;
  const auto share = [](double u) { return 1 / (1 + std::exp(-u)); };
  for (int i = 0; i < 200; ++i) {
    const double u = (low + high) / 2;
    (u + cost * square * share(u) + offset > 0 ? high : low) = u;
  }
  return share(low);
}

TEST(LogisticOptimum, IsTheRoot) {
  constexpr int kStarts = 400;
  common::RandomStream random(1, "logistic optimum");
  for (const float cost : {0.01F, 1.0F, 300.0F}) {
    for (double exponent = -3; exponent <= 6; exponent += 0.25) {
      const auto slope = static_cast<float>(std::pow(10, exponent)), square = slope / cost;
      FloatRow margin(kStarts), before(kStarts);
      for (int i = 0; i < kStarts; ++i) {
        before[i] = cost * static_cast<float>(i % 4 == 0 ? i % 8 / 4 : random.Uniform());
        // Roots in the middle and at both ends, from starts near and far.
        const double reach = i % 3 == 0 ? 30 : i % 3 == 1 ? 3 : slope;
        const double shift = i % 5 == 0 ? square * before[i] : i % 5 == 1 ? square * before[i] - slope : 0;
        margin[i] = static_cast<float>(reach * (2 * random.Uniform() - 1) + shift);
      }
      const FloatRow alpha = LogisticOptimum(margin, before, cost, square);
      for (int i = 0; i < kStarts; ++i) {
        // Rounded in the same way as in the step: the error is that of the root.
        const double offset = margin[i] - square * before[i];
        const double expected = ShareByBisection(offset, 0, cost, square);
        ASSERT_NEAR(alpha[i] / cost, expected, slope <= 2 ? 1e-5 : 1e-6)
            << slope << " " << margin[i] << " " << before[i];
      }
    }
  }
}

// Features with different units, as in birds: |x|^2 is about 10^7, and the descent does not converge.
TEST(OneVsRest, IsNoWorseThanZeroOnRawRows) {
  common::RandomStream random(1, "raw rows");
  MultiLabelData data = RandomData(100, 12, 4, random);
  for (Eigen::Index i = 0; i < 100; ++i) {
    for (Eigen::SparseMatrix<double, Eigen::RowMajor, int>::InnerIterator at(data.features, i); at; ++at) {
      at.valueRef() = (at.value() + 2) * std::pow(10, at.col() / 3);
    }
  }
  for (const TagLoss loss : {TagLoss::kHinge, TagLoss::kSquaredHinge, TagLoss::kLogistic}) {
    for (const double cost : {1.0, 100.0, 1e4}) {
      double dual = 0;
      for (const int passes : {1, 2, 4, 8, 16, 64, 256}) {
        const OneVsRest found =
            TrainOneVsRest(data, {.cost = cost, .loss = loss, .run = TrainingRun(passes)});
        const double at_zero = loss == TagLoss::kLogistic ? std::log(2.0) : 1;
        EXPECT_LE(found.primal, cost * 100 * 4 * at_zero * (1 + 1e-6)) << cost << " " << passes;
        EXPECT_GE(found.primal, found.dual * (1 - 1e-6));
        EXPECT_GE(found.dual, dual - 1e-4 * std::abs(dual)) << cost << " " << passes;
        dual = found.dual;
      }
      EXPECT_GT(dual, 0);
    }
  }
}

TEST(OneVsRest, MistakesAreTold) {
  common::RandomStream random(1, "mistakes");
  const MultiLabelData data = RandomData(6, 3, 2, random);
  EXPECT_EQ(common::MessageOf([&] { TrainOneVsRest(data, {.cost = -1}); }),
            "one-vs-rest: expected a cost and a gap above 0, found -1 and 0.001");
}

// With the constant feature of an option, and for the first tags only.
TEST(LiblinearTags, LearnsEachTag) {
  common::RandomStream random(3, "liblinear");
  MultiLabelData data = RandomData(150, 8, 5, random);
  for (TagList& tags : data.tags) std::erase(tags, 4);
  LiblinearTags all(data, {.bias = 1}), first(data, {.bias = 1, .num_tags = 3});
  all.Train();
  first.Train();
  const Eigen::MatrixXd scores = all.Scores(data.features), some = first.Scores(data.features);
  EXPECT_GT(MeasureTags(data.tags, TagsAbove(scores, 0), 5).micro.f1, 0.6);
  EXPECT_GT(all.training_seconds(), 0);
  EXPECT_EQ((some.leftCols(3) - scores.leftCols(3)).norm(), 0);
  EXPECT_EQ(some.rightCols(2).maxCoeff(), -1);
  EXPECT_EQ(scores.col(4).maxCoeff(), -1);  // no row has it
  MultiLabelData wider = data;
  wider.features.conservativeResize(150, 9);
  for (int i = 0; i < 150; ++i) wider.features.coeffRef(i, 8) = 1;
  wider.features.makeCompressed();
  LiblinearTags same(wider, {});
  same.Train();
  EXPECT_NEAR((same.Scores(wider.features) - scores).norm(), 0, 1e-9);
}

}  // namespace
}  // namespace structlab::structured_learning
