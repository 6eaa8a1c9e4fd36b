// Compares the joint SVM with kernels with worked examples, explicit vectors and its linear form.
#include "structured_learning/multilabel/kernel_joint_svm.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "common/linear_algebra/decompositions.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/multilabel/joint_perceptron.h"
#include "structured_learning/multilabel/joint_svm.h"

namespace structlab::structured_learning {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using kernels::DenseRows;
using kernels::GramBlocks;

const std::vector<TagList> kTags = {{0, 1}, {0, 2}, {2}, {1}};

DenseRows<double> UnitRows() {
  DenseRows<double> x(4, 2);
  x << 1, 0.5, 0.2, 1, -0.8, 0.6, -0.4, -1;
  x.rowwise().normalize();
  return x;
}

GramBlocks<double> BlocksOf(const DenseRows<double>& x, const TagKernel& tags, common::ThreadPool& pool) {
  return GramBlocks<double>(DenseRows<double>(x * x.transpose()), pool, TimesTagKernel<double>(tags));
}

TEST(KernelJointSvm, WorkedExamplesOfOutputKernels) {
  common::ThreadPool pool(1);
  const DenseRows<double> x = UnitRows();
  DenseRows<double> query(1, 2);
  query << 0.9, 0.1;
  query.rowwise().normalize();
  const struct {
    TagKernelForm form;
    int degree;
    double optimum, second;
  } examples[] = {{TagKernelForm::kPlain, 1, 1.36993428, 0.83338660},
                  {TagKernelForm::kPolynomial, 2, 2.14151796, 0.87676514},
                  {TagKernelForm::kPolynomial, 3, 2.09682074, 0.77594682}};
  for (const auto& example : examples) {
    const TagKernel tags(kTags, 3,
                         {.form = example.form,
                          .coding = TagCoding::kUnitPm1,
                          .degree = example.degree,
                          .offset = 1,
                          .is_normalized = true});
    GramBlocks<double> gram = BlocksOf(x, tags, pool);
    const KernelJointSvm svm =
        TrainKernelJointSvm(gram, {.relative_gap = 1e-12, .run = TrainingRun(100'000)});
    EXPECT_EQ(svm.ending, common::Ending::kGapReached);
    EXPECT_NEAR(svm.primal, example.optimum, 2e-8);
    const MatrixXd decoded = 2 * DecodeByNeighbors(query * x.transpose(), svm.alpha, tags).array() - 1;
    EXPECT_NEAR(decoded(0, 0), 1, 1e-6);
    EXPECT_NEAR(decoded(0, 1), example.second, 2e-6);
    EXPECT_NEAR(decoded(0, 2), -example.second, 2e-6);
  }
}

TEST(KernelJointSvm, PerceptronOfTheWorkedExample) {
  common::ThreadPool pool(1);
  const DenseRows<double> x = UnitRows();
  const TagKernel tags(kTags, 3, {.coding = TagCoding::kUnitPm1});
  GramBlocks<double> gram = BlocksOf(x, tags, pool);
  const struct {
    double step;
    int updates;
    double margin;
  } plain[] = {{0.1, 30, 0.58269736}, {0.5, 7, 0.53733483}, {1, 5, 0.51258749}, {2, 2, 0.46861488}};
  const MatrixXd q = gram.Block(0);
  for (const auto& [step, updates, margin] : plain) {
    const JointPerceptron result = TrainJointPerceptron(
        gram, {.rule = PerceptronRule::kPlain, .margin = 1, .step = step, .run = TrainingRun(100)});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(result.updates, updates);
    const VectorXd alpha = VectorXd::Map(result.alpha.data(), 4);
    EXPECT_NEAR((q * alpha).minCoeff() / std::sqrt(alpha.dot(q * alpha)), margin, 1e-8);
  }
  for (const auto& [margin, updates] : {std::pair{0.2, 2}, std::pair{0.5, 5}, std::pair{0.55, 9}}) {
    for (const double step : {0.3, 1.0, 2.0}) {
      const JointPerceptron result =
          TrainJointPerceptron(gram, {.margin = margin, .step = step, .run = TrainingRun(100)});
      EXPECT_EQ(result.ending, common::Ending::kConverged);
      EXPECT_EQ(result.updates, updates);
    }
  }
  // The maximum margin is 0.60043509: above it training ends only at the limit.
  EXPECT_EQ(TrainJointPerceptron(gram, {.margin = 0.61, .run = TrainingRun(500)}).ending,
            common::Ending::kIterationLimit);
}

// Figure 2 as printed, with explicit loops.
TEST(KernelJointSvm, PrintedDualRule) {
  common::ThreadPool pool(1);
  const DenseRows<double> x = UnitRows();
  const TagKernel tags(kTags, 3, {.coding = TagCoding::kUnitPm1});
  GramBlocks<double> gram = BlocksOf(x, tags, pool);
  const MatrixXd q = gram.Block(0);
  VectorXd alpha = VectorXd::Zero(4);
  for (int pass = 0; pass < 3; ++pass) {
    for (int i = 0; i < 4; ++i) {
      if (q.row(i).dot(alpha) >= 0.9) continue;
      for (int j = 0; j < 4; ++j) alpha[j] = std::max(0.0, alpha[j] + 0.1 * q(i, j));
    }
  }
  const JointPerceptron result = TrainJointPerceptron(
      gram, {.rule = PerceptronRule::kPrintedDual, .margin = 0.9, .step = 0.1, .run = TrainingRun(3)});
  for (int j = 0; j < 4; ++j) EXPECT_NEAR(result.alpha[j], alpha[j], 1e-15);
}

// A row without tags changes nothing.
TEST(KernelJointSvm, PerceptronPassesOverUntaggedRows) {
  common::ThreadPool pool(1);
  DenseRows<double> x(4, 2);
  x << UnitRows().topRows(3), 0.6, 0.8;
  const std::vector<TagList> tagged = {{0}, {1}, {2}};
  std::vector<TagList> all = tagged;
  all.push_back({});
  const TagKernel without(tagged, 3, {}), with(all, 3, {});
  for (const PerceptronRule rule :
       {PerceptronRule::kPlain, PerceptronRule::kNormalized, PerceptronRule::kPrintedDual}) {
    GramBlocks<double> three = BlocksOf(x.topRows(3), without, pool), four = BlocksOf(x, with, pool);
    const JointPerceptronOptions options = {.rule = rule, .margin = 0.5, .run = TrainingRun(50)};
    const JointPerceptron expected = TrainJointPerceptron(three, options),
                          found = TrainJointPerceptron(four, options);
    EXPECT_EQ(expected.ending, common::Ending::kConverged);
    EXPECT_EQ(found.ending, common::Ending::kConverged);
    EXPECT_EQ(found.updates, expected.updates);
    EXPECT_EQ(found.passes, expected.passes);
    EXPECT_EQ(found.alpha[3], 0);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(found.alpha[i], expected.alpha[i]);
  }
}

TEST(TagKernel, OddsOfTheWorkedExample) {
  const std::vector<TagList> rows = {{0, 1}, {0, 2}, {0, 1}, {2}, {1, 2}, {}};
  const MatrixXd squared = LogOddsRatios(rows, 3, OddsRule::kSquared);
  const double odds = 1.02165125;
  MatrixXd expected(3, 3);
  expected << odds, odds, -odds, odds, odds, -odds, -odds, -odds, odds;
  EXPECT_LE((squared - expected * expected).norm(), 1e-7);
  // With this diagonal the eigenvalues are 0, 0 and 3 odds: nothing to clip.
  EXPECT_LE((LogOddsRatios(rows, 3, OddsRule::kClipped) - expected).norm(), 1e-7);
  EXPECT_LE((LogOddsRatios(rows, 3, OddsRule::kUnchanged) - expected).norm(), 1e-7);
}

// Compares with explicit vectors, for all codings, forms and rules.
TEST(TagKernel, IsItsDefinition) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    common::RandomStream random(seed, "tag kernel");
    const int n = 9, num_tags = 5;
    std::vector<TagList> rows(n);
    MatrixXd indicators = MatrixXd::Zero(n, num_tags);
    for (int i = 0; i < n; ++i) {
      for (int t = 0; t < num_tags; ++t) {
        if (random.Uniform() >= 0.4) continue;
        rows[i].push_back(t);
        indicators(i, t) = 1;
      }
    }
    for (const TagCoding coding :
         {TagCoding::kUnit01, TagCoding::kUnitPm1, TagCoding::kCentred, TagCoding::kPm1}) {
      MatrixXd psi = indicators;
      if (coding == TagCoding::kUnitPm1 || coding == TagCoding::kPm1) psi = 2 * psi.array() - 1;
      if (coding == TagCoding::kCentred) psi.rowwise() -= psi.colwise().mean().eval();
      for (int i = 0; i < n; ++i) {
        if (coding != TagCoding::kPm1 && psi.row(i).norm() > 1e-6) psi.row(i).normalize();
      }
      for (const OddsRule rule : {OddsRule::kClipped, OddsRule::kSquared}) {
        const MatrixXd odds = LogOddsRatios(rows, num_tags, rule);
        EXPECT_GE(common::EigenvaluesOfSymmetric(odds).values[0], -1e-10);
        const MatrixXd inner = psi * psi.transpose();
        const VectorXd lengths = (psi.rowwise().norm().array() > 1e-6).select(psi.rowwise().norm(), 0);
        const std::pair<TagKernelForm, MatrixXd> forms[] = {
            {TagKernelForm::kPlain, inner},
            {TagKernelForm::kPolynomial, (inner.array() != 0 || (lengths * lengths.transpose()).array() != 0)
                                             .select((inner.array() + 0.7).pow(3), 0)},
            {TagKernelForm::kOdds, psi * odds * psi.transpose()}};
        for (const auto& [form, expected] : forms) {
          const TagKernel plain(rows, num_tags,
                                {.form = form,
                                 .coding = coding,
                                 .degree = 3,
                                 .offset = 0.7,
                                 .odds = rule,
                                 .is_normalized = false});
          EXPECT_LE((plain.Gram() - expected).norm(), 1e-11 * std::max(1.0, expected.norm()));
          const TagKernel normalized(
              rows, num_tags, {.form = form, .coding = coding, .degree = 3, .offset = 0.7, .odds = rule});
          const MatrixXd gram = normalized.Gram();
          for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
              const double squares = expected(i, i) * expected(j, j);
              EXPECT_NEAR(gram(i, j), squares > 1e-9 ? expected(i, j) / std::sqrt(squares) : 0, 1e-6);
            }
          }
        }
      }
    }
  }
}

// A row without tags changes nothing, for any output kernel.
TEST(KernelJointSvm, UntaggedRowsPredictNothing) {
  common::ThreadPool pool(1);
  DenseRows<double> x(5, 2);
  x << UnitRows(), 0.6, 0.8;
  std::vector<TagList> rows = kTags;
  rows.push_back({});
  for (const TagKernelForm form : {TagKernelForm::kPlain, TagKernelForm::kPolynomial, TagKernelForm::kOdds}) {
    MatrixXd decoded[2];
    for (const bool has_untagged : {false, true}) {
      const DenseRows<double> here = x.topRows(has_untagged ? 5 : 4);
      // Odds count rows, so that they differ.
      const TagKernel tags(has_untagged ? rows : kTags, 3, {.form = form});
      GramBlocks<double> gram = BlocksOf(here, tags, pool);
      const KernelJointSvm svm =
          TrainKernelJointSvm(gram, {.relative_gap = 1e-11, .run = TrainingRun(100'000)});
      const MatrixXd cross = x * here.transpose();
      decoded[has_untagged ? 1 : 0] = DecodeByNeighbors(cross, svm.alpha, tags);
    }
    if (form != TagKernelForm::kOdds) {
      EXPECT_LE((decoded[0] - decoded[1]).cwiseAbs().maxCoeff(), 1e-5);
    }
    EXPECT_GE(decoded[1].rowwise().maxCoeff().minCoeff(), 0.5);
  }
}

// Both forms of one problem, and blocks with little memory.
TEST(KernelJointSvm, IsTheLinearFormForLinearKernels) {
  common::ThreadPool one(1), two(2);
  common::RandomStream random(1, "both forms");
  const int n = 600, num_tags = 6;
  DenseRows<double> x(n, 8);
  MultiLabelData data;
  data.num_tags = num_tags;
  for (int i = 0; i < n; ++i) {
    TagList tags;
    for (int f = 0; f < 8; ++f) x(i, f) = random.Normal();
    for (int t = 0; t < num_tags; ++t) {
      if (x(i, t) + random.Normal() > 1) tags.push_back(t);
    }
    data.tags.push_back(tags);
  }
  x.rowwise().normalize();
  data.features = x.sparseView();
  data.features.makeCompressed();
  for (const TagCoding coding : {TagCoding::kUnit01, TagCoding::kUnitPm1, TagCoding::kCentred}) {
    const JointSvm linear =
        TrainJointSvm(data, {.coding = coding, .relative_gap = 1e-10, .run = TrainingRun(100'000)});
    const TagKernel tags(data.tags, num_tags, {.coding = coding});
    const KernelJointSvmOptions options = {.relative_gap = 1e-10, .run = TrainingRun(100'000)};
    GramBlocks<double> large(kernels::LinearKernel<double>(), x, 1 << 30, two, TimesTagKernel<double>(tags));
    const KernelJointSvm svm = TrainKernelJointSvm(large, options);
    EXPECT_EQ(svm.ending, common::Ending::kGapReached);
    EXPECT_NEAR(svm.dual, linear.dual, 1e-8 * linear.dual);
    GramBlocks<double> small(kernels::LinearKernel<double>(), x, 2 * 256 * n * 8, one,
                             TimesTagKernel<double>(tags));
    const KernelJointSvm again = TrainKernelJointSvm(small, options);
    EXPECT_EQ(again.alpha, svm.alpha);
    EXPECT_EQ(again.passes, svm.passes);
    const MatrixXd scores = TagScores(linear, data.features);
    EXPECT_LE((TagScores(x * x.transpose(), svm.alpha, tags) - scores).cwiseAbs().maxCoeff(), 1e-3);
    // From floats: the same to their rounding.
    const DenseRows<float> floats = x.cast<float>();
    GramBlocks<float> rounded(kernels::LinearKernel<float>(), floats, 1 << 30, one,
                              TimesTagKernel<float>(tags));
    EXPECT_NEAR(TrainKernelJointSvm(rounded, {.relative_gap = 1e-6}).dual, linear.dual, 1e-5 * linear.dual);
  }
}

// A machine for one tag equals a joint SVM with only that tag, in the coding +1, -1.
TEST(KernelJointSvm, SignsAreASingleTag) {
  common::ThreadPool pool(1);
  const DenseRows<double> x = UnitRows();
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    std::vector<TagList> alone;
    std::vector<signed char> signs;
    for (const TagList& row : kTags) {
      const bool has = std::ranges::find(row, t) != row.end();
      alone.push_back(has ? TagList{0} : TagList{});
      signs.push_back(has ? 1 : -1);
    }
    const TagKernel tags(alone, 1, {.coding = TagCoding::kPm1, .is_normalized = false});
    GramBlocks<double> joint = BlocksOf(x, tags, pool);
    GramBlocks<double> inputs(DenseRows<double>(x * x.transpose()), pool);
    const KernelJointSvmOptions options = {.relative_gap = 1e-11, .run = TrainingRun(100'000)};
    const double optimum = TrainKernelJointSvm(joint, options).dual;
    EXPECT_NEAR(TrainKernelJointSvm(inputs, options, signs).dual, optimum, 1e-9);
    sum += optimum;
  }
  EXPECT_GT(sum, 0);
  // The three machines of the example without normalisation: 1.43724138 + 1.87980769 + 1.87980769.
  DenseRows<double> raw(4, 2);
  raw << 1, 0.5, 0.2, 1, -0.8, 0.6, -0.4, -1;
  const double optima[] = {1.43724138, 1.87980769, 1.87980769};
  for (int t = 0; t < 3; ++t) {
    std::vector<signed char> signs;
    for (const TagList& row : kTags) signs.push_back(std::ranges::find(row, t) != row.end() ? 1 : -1);
    GramBlocks<double> inputs(DenseRows<double>(raw * raw.transpose()), pool);
    EXPECT_NEAR(TrainKernelJointSvm(inputs, {.relative_gap = 1e-11, .run = TrainingRun(100'000)}, signs).dual,
                optima[t], 1e-7);
  }
}

TEST(KernelJointSvm, MistakesAreTold) {
  common::ThreadPool pool(1);
  using common::MessageOf;
  GramBlocks<double> negative(-DenseRows<double>::Identity(2, 2), pool);
  EXPECT_EQ(MessageOf([&] { TrainKernelJointSvm(negative, {}); }),
            "joint SVM: expected kernels that are positive semidefinite, found -1 of row 1 with itself");
  const DenseRows<double> large = DenseRows<double>::Constant(2, 2, 1e10);
  GramBlocks<double> infinite(kernels::PolynomialKernel<double>(100, 1), large, 1 << 20, pool, nullptr);
  EXPECT_EQ(
      MessageOf([&] { TrainKernelJointSvm(infinite, {}); }),
      "joint SVM: expected kernels that are finite, found inf of row 1 with itself; scale large features, "
      "such as by rows=standardized, or lower the cost");
  EXPECT_EQ(
      MessageOf([&] { TrainJointPerceptron(infinite, {}); }),
      "joint perceptron: expected kernels that are positive semidefinite and finite, found inf of row 1 with "
      "itself; scale large features, such as by rows=standardized");
  DenseRows<double> indefinite(2, 2);
  indefinite << 1, -3, -3, 1;
  GramBlocks<double> blocks(indefinite, pool);
  EXPECT_EQ(MessageOf([&] { TrainKernelJointSvm(blocks, {.cost = 10}); }).substr(0, 76),
            "joint SVM: expected kernels that are positive semidefinite, found alpha' Q a");
  EXPECT_EQ(
      MessageOf([] { TagKernel({{0}}, 1, {.offset = -1}); }),
      "output kernel: expected an offset of 0 or more: below 0 it is not positive semidefinite, found -1");
  const std::vector<TagList> rows = {{0}, {1}, {2}, {3}, {0}, {1}, {2}, {3}};
  EXPECT_NE(MessageOf([&] { LogOddsRatios(rows, 4, OddsRule::kUnchanged); }).find("clips or squares"),
            std::string::npos);
}

}  // namespace
}  // namespace structlab::structured_learning
