#include "kernels/sparse/sparse_recognition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/number.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/sparse/hashed_measurements.h"
#include "kernels/sparse/testing/labeled_examples.h"
#include "kernels/sparse/testing/sparse_problems.h"

namespace structlab::kernels {
namespace {

using common::ErrorKind;
using common::MessageOf;
using Ints = std::vector<int>;

// Six atoms in pairs. The codes are those of the pursuit with two atoms and with all atoms.
TEST(SparseRecognizer, KnowsTheResidualsOfSixAtoms) {
  const SparseProblem problem = SixAtoms();
  const Dictionary dictionary(problem.atoms);
  const SparseRecognizer recognizer(problem.atoms, Ints{1, 1, 2, 2, 3, 3});
  const struct {
    int atoms;
    std::vector<double> residuals;
  } cases[] = {{2, {1.3793114224, 2.3108440017, 1.3332291626}},
               {4, {1.5297058541, 2.3048861143, 1.0012492197}}};
  for (const auto& [atoms, residuals] : cases) {
    SCOPED_TRACE(atoms);
    const Pursuit pursuit = OrthogonalMatchingPursuit(
        dictionary, problem.x, {.stop = {.iterations = static_cast<double>(atoms)}, .tolerance = 0});
    const Recognition recognition = recognizer.ByCode(problem.x, pursuit.code);
    EXPECT_EQ(recognition.label, 3);
    for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(recognition.residuals[k], residuals[k], 1e-9);
    EXPECT_EQ(recognition.code.atoms, pursuit.code.atoms);
    // The same for features of length 1, where all residuals are divided by that of x.
    const Recognition scaled =
        recognizer.ByPursuit(problem.x, {.stop = {.iterations = static_cast<double>(atoms)}, .tolerance = 0});
    EXPECT_EQ(scaled.label, 3);
    for (size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(scaled.residuals[k], residuals[k] / problem.x.norm(), 1e-9);
    }
  }
}

// Uses full vectors whose entries outside the class are set to 0, as in the algorithms.
TEST(SparseRecognizer, MasksTheCode) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 4, .each = 6, .dimension = 10}, 1);
  const SparseRecognizer recognizer(examples.features, examples.labels);
  const Eigen::MatrixXd& atoms = recognizer.dictionary().atoms();
  const Eigen::VectorXd x = RandomMatrix(10, 1, 2).col(0).normalized();
  for (const Recognition& recognition : {recognizer.ByL1(x, {}), recognizer.ByPursuit(x, {})}) {
    const Eigen::VectorXd alpha = DenseCode(recognition.code, 24);
    EXPECT_LE((x - atoms * alpha).norm(), 0.05 + 1e-9);
    for (int k = 0; k < 4; ++k) {
      Eigen::VectorXd masked = Eigen::VectorXd::Zero(24);
      masked.segment(6 * k, 6) = alpha.segment(6 * k, 6);
      EXPECT_NEAR(recognition.residuals[k], (x - atoms * masked).norm(), 1e-12);
    }
    EXPECT_EQ(recognition.label,
              10 + 3 * (std::min_element(recognition.residuals.begin(), recognition.residuals.end()) -
                        recognition.residuals.begin()));
  }
}

// Queries from the spans of their classes, hashed from 200 dimensions to 40. Guessing finds one in eight.
TEST(SparseRecognizer, RecognizesThroughHashing) {
  const LabeledExamples examples =
      ExamplesOfClasses({.classes = 8, .each = 30, .dimension = 200, .extent = 4, .noise = 0.05}, 3);
  std::vector<Eigen::Index> training, queries;
  for (Eigen::Index i = 0; i < 240; ++i) (i % 3 == 0 ? queries : training).push_back(i);
  Ints labels;
  for (const Eigen::Index i : training) labels.push_back(examples.labels[i]);
  const HashedMeasurements hash(200, 40, 6, 1);
  const SparseRecognizer recognizer(hash.Apply(examples.features(Eigen::all, training)), labels);
  EXPECT_EQ(recognizer.classes(), (Ints{10, 13, 16, 19, 22, 25, 28, 31}));
  int by_pursuit = 0, by_l1 = 0;
  for (const Eigen::Index i : queries) {
    const Eigen::VectorXd query = hash.Apply(examples.features.col(i));
    const int truth = examples.labels[i];
    by_pursuit += recognizer.ByPursuit(query, {}).label == truth ? 1 : 0;
    by_l1 += recognizer.ByL1(query, {}).label == truth ? 1 : 0;
  }
  EXPECT_GE(by_pursuit, 76);  // of 80
  EXPECT_GE(by_l1, 76);
}

TEST(SparseRecognizer, DoesNotDependOnTheScaleOfFeatures) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 4, .each = 6, .dimension = 10}, 4);
  const Eigen::VectorXd x = RandomMatrix(10, 1, 5).col(0);
  const SparseRecognizer one(examples.features, examples.labels),
      other(examples.features * 4, examples.labels);
  EXPECT_EQ(one.ByL1(x, {}).residuals, other.ByL1(x * 8, {}).residuals);  // powers of two: the same bits
}

TEST(SparseRecognizer, TakesTheLeastLabelWhereNothingTells) {
  const SparseProblem problem = SixAtoms();
  const SparseRecognizer recognizer(problem.atoms, Ints{9, 9, 5, 5, 7, 7});
  const Recognition recognition = recognizer.ByPursuit(problem.x, {.stop = {.iterations = 0}});
  EXPECT_EQ(recognizer.classes(), (Ints{5, 7, 9}));
  EXPECT_EQ(recognizer.class_of(0), 2);
  EXPECT_EQ(recognition.label, 5);
  EXPECT_NEAR(recognition.residuals[2], 1, 1e-15);
}

// Tolerances that two atoms reach or not, and two atoms that do not span x.
TEST(SparseRecognizer, SaysHowTheSearchForTheCodeEnded) {
  const SparseProblem problem = SixAtoms();
  const SparseRecognizer recognizer(problem.atoms, Ints{1, 1, 2, 2, 3, 3});
  const auto of_pursuit = [&](const PursuitOptions& options) {
    return *recognizer.ByPursuit(problem.x, options).ending;
  };
  EXPECT_EQ(of_pursuit({.stop = {.iterations = 2}, .tolerance = 0.5}), common::Ending::kGapReached);
  EXPECT_EQ(of_pursuit({.stop = {.iterations = 2}, .tolerance = 0.01}), common::Ending::kIterationLimit);
  const SparseRecognizer flat(problem.atoms.leftCols(2), Ints{1, 2});
  EXPECT_EQ(flat.ByPursuit(problem.x, {}).ending, common::Ending::kConverged);
  EXPECT_EQ(flat.ByL1(problem.x, {}).ending, common::Ending::kConverged);
  EXPECT_EQ(recognizer.ByL1(problem.x, {}).ending, common::Ending::kOptimal);
  EXPECT_EQ(recognizer.ByL1(problem.x, {.tolerance = 0, .stop = {.iterations = 1}}).ending,
            common::Ending::kIterationLimit);
  const Recognition by_code = recognizer.ByCode(problem.x, {});
  EXPECT_TRUE(!by_code.ending.has_value());
}

TEST(SparseRecognizer, RefusesWhatHasNoLength) {
  const Eigen::MatrixXd atoms = SixAtoms().atoms;
  const Ints labels = {1, 1, 2, 2, 3, 3};
  const auto message = [&](const Eigen::MatrixXd& features, const Ints& of_them) {
    return MessageOf(ErrorKind::kUsage, [&] { SparseRecognizer recognizer(features, of_them); });
  };
  EXPECT_EQ(message(atoms, {1, 2}), "SparseRecognizer::labels: expected 6, one per example, found 2");
  Eigen::MatrixXd damaged = atoms;
  damaged.col(3).setZero();
  const std::string column =
      "SparseRecognizer::features, column 3: expected features of a length from 1e-100 to 1e100, found ";
  EXPECT_EQ(message(damaged, labels), column + "0");
  damaged.col(3).setConstant(NAN);
  EXPECT_EQ(message(damaged, labels), column + "nan");
  EXPECT_EQ(message(Eigen::MatrixXd(4, 0), {}),
            "Dictionary::atoms: expected at least one row and 1 to 32768 columns, found 4 x 0");
  const SparseRecognizer recognizer(atoms, labels);
  const std::string query =
      "SparseRecognizer::query, column 0: expected features of a length from 1e-100 to 1e100, found ";
  const auto of_query = [&](const Eigen::VectorXd& x) {
    const std::string by_pursuit = MessageOf(ErrorKind::kUsage, [&] { recognizer.ByPursuit(x, {}); });
    const std::string by_l1 = MessageOf(ErrorKind::kUsage, [&] { recognizer.ByL1(x, {}); });
    EXPECT_EQ(by_pursuit.substr(0, 20), by_l1.substr(0, 20));
    return by_pursuit;
  };
  EXPECT_EQ(of_query(Eigen::VectorXd::Zero(4)), query + "0");
  EXPECT_EQ(of_query(Eigen::VectorXd::Constant(4, INFINITY)), query + "inf");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { recognizer.ByPursuit(Eigen::VectorXd::Ones(3), {}); }),
            "OrthogonalMatchingPursuit::x: expected 4 numbers, as an atom has, found 3");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { recognizer.ByCode(Eigen::VectorXd::Ones(3), {}); }),
            "SparseRecognizer::ByCode: expected 4 numbers, as an atom has, found 3");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage,
                      [&] {
                        recognizer.ByCode(Eigen::VectorXd::Ones(4), {{6}, {1}, 0});
                      }),
            "DenseCode: expected atoms from 0, below 6, found 6");
  for (const double coefficient : {static_cast<double>(NAN), static_cast<double>(INFINITY), -1e101}) {
    EXPECT_EQ(MessageOf(ErrorKind::kUsage,
                        [&] {
                          recognizer.ByCode(Eigen::VectorXd::Ones(4), {{0, 3}, {1, coefficient}, 0});
                        }),
              "SparseRecognizer::ByCode: expected coefficients of at most 1e100 in magnitude, found " +
                  common::FormatDouble(coefficient));
  }
}

}  // namespace
}  // namespace structlab::kernels
