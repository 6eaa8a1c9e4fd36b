#include "kernels/sparse/linear_features.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/sparse/testing/labeled_examples.h"

namespace structlab::kernels {
namespace {

using common::ErrorKind;
using common::MessageOf;

TEST(RandomFeatures, AreTheColumnsOfTheProjection) {
  const LinearFeatures features = RandomFeatures(7, 4, ProjectionKind::kGaussian, 3);
  const RandomProjection projection(ProjectionKind::kGaussian, 4, 3);
  Eigen::VectorXd image(7), expected = Eigen::VectorXd::Zero(4);
  image << 1, -2, 0, 5, 3, 0.5, 7;
  for (int pixel = 0; pixel < 7; ++pixel) {
    projection.Add(static_cast<uint64_t>(pixel), image[pixel], {expected.data(), 4});
  }
  EXPECT_LT((ApplyFeatures(features, image) - expected).norm(), 1e-14);
}

TEST(DownsampledFeatures, AreMeansOfRectangles) {
  Eigen::VectorXd image(12);  // 3 rows of 4
  image << 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  Eigen::VectorXd halves(2), thirds(2), same(12);
  halves << (1 + 2 + 5 + 6 + 9 + 10) / 6.0, (3 + 4 + 7 + 8 + 11 + 12) / 6.0;
  EXPECT_LT((ApplyFeatures(DownsampledFeatures({3, 4}, {1, 2}), image) - halves).norm(), 1e-14);
  // Half of the middle row belongs to each of the two rows.
  thirds << (10 + 0.5 * 26) / 6.0, (42 + 0.5 * 26) / 6.0;
  EXPECT_LT((ApplyFeatures(DownsampledFeatures({3, 4}, {2, 1}), image) - thirds).norm(), 1e-14);
  EXPECT_EQ(ApplyFeatures(DownsampledFeatures({3, 4}, {3, 4}), image), image);
  // Row by row: the two rows of a 2 x 2 image are the halves of the upper and of the lower part.
  const Eigen::VectorXd quarters = ApplyFeatures(DownsampledFeatures({3, 4}, {2, 2}), image);
  EXPECT_NEAR(quarters[1] - quarters[0], 2, 1e-14);
  EXPECT_NEAR(quarters[2] - quarters[0], 16 / 3.0, 1e-14);
}

TEST(DownsampledFeatures, KeepTheMean) {
  const Eigen::MatrixXd weights = DownsampledFeatures({32, 31}, {7, 9}).weights;
  EXPECT_LT((weights.rowwise().sum() - Eigen::VectorXd::Ones(63)).norm(), 1e-13);
  EXPECT_LT((weights.colwise().sum().transpose() - Eigen::VectorXd::Constant(992, 63.0 / 992)).norm(), 1e-13);
}

// By the singular values of the centred images, for more images than pixels and for fewer.
TEST(FindPrincipalComponents, AreTheSingularVectors) {
  for (const auto& [pixels, count] : {std::pair(12, 40), std::pair(40, 12)}) {
    SCOPED_TRACE(pixels);
    const Eigen::MatrixXd images = RandomMatrix(pixels, count, 1).array() + 5;
    const PrincipalComponents components = FindPrincipalComponents(images);
    const Eigen::MatrixXd centered = images.colwise() - images.rowwise().mean();
    const common::JacobiSingularVectors svd = common::DecomposeByJacobi(centered);
    const Eigen::Index rank = std::min(pixels, count - 1);
    ASSERT_EQ(components.directions.cols(), rank);
    for (Eigen::Index k = 0; k < rank; ++k) {
      EXPECT_NEAR(components.variances[k], std::pow(svd.values[k], 2) / count, 1e-10);
      EXPECT_NEAR(std::abs(components.directions.col(k).dot(svd.left.col(k))), 1, 1e-8);
      Eigen::Index at;
      components.directions.col(k).cwiseAbs().maxCoeff(&at);
      EXPECT_GT(components.directions(at, k), 0);
    }
    EXPECT_LT(
        (components.directions.transpose() * components.directions - Eigen::MatrixXd::Identity(rank, rank))
            .norm(),
        1e-10);
  }
}

TEST(EigenFaces, HaveTheVariancesOfTheComponents) {
  const Eigen::MatrixXd images = RandomMatrix(20, 30, 2);
  const PrincipalComponents components = FindPrincipalComponents(images);
  const Eigen::MatrixXd features = ApplyFeatures(EigenFaces(components, 5), images);
  EXPECT_LT(features.rowwise().mean().norm(), 1e-12);
  Eigen::MatrixXd covariance = features * features.transpose() / 30;
  covariance.diagonal() -= components.variances.head(5);
  EXPECT_LT(covariance.norm(), 1e-12);
}

// Repeated images have no variance between them.
TEST(FindPrincipalComponents, StopAtTheRank) {
  Eigen::MatrixXd images = RandomMatrix(20, 9, 3);
  images.rightCols(4) = images.leftCols(4);
  EXPECT_EQ(FindPrincipalComponents(images).directions.cols(), 4);
  EXPECT_EQ(FindPrincipalComponents(Eigen::MatrixXd::Constant(5, 7, 0.1)).directions.cols(), 0);
}

// Down to images whose products barely fit into double precision.
TEST(FindPrincipalComponents, DoNotDependOnTheScale) {
  const Eigen::MatrixXd images = RandomMatrix(12, 7, 6);
  const PrincipalComponents components = FindPrincipalComponents(images);
  for (const double scale : {0x1p-320, 0x1p+320}) {
    const PrincipalComponents scaled = FindPrincipalComponents(images * scale);
    EXPECT_EQ(scaled.directions.cols(), 6);
    EXPECT_LT((scaled.directions - components.directions).norm(), 1e-9);
    EXPECT_LT((scaled.variances / scale / scale - components.variances).norm(), 1e-12);
  }
}

// More pixels than a block has, and fewer; more images than pixels, and fewer.
TEST(FindPrincipalComponentsOfBytes, AreThoseOfNumbers) {
  for (const auto& [pixels, count] : {std::pair(700, 20), std::pair(30, 50)}) {
    SCOPED_TRACE(pixels);
    ByteImages images(pixels, count);
    common::RandomStream stream(3, "bytes");
    for (uint8_t& pixel : images.reshaped()) pixel = static_cast<uint8_t>(stream.UniformIndex(256));
    const PrincipalComponents expected = FindPrincipalComponents(images.cast<double>());
    const Eigen::Index rank = expected.directions.cols();
    const PrincipalComponents all = FindPrincipalComponentsOfBytes(images, 1000);
    ASSERT_EQ(all.directions.cols(), rank);
    EXPECT_LT((all.mean - expected.mean).norm(), 1e-12 * expected.mean.norm());
    EXPECT_LT((all.variances - expected.variances).norm(), 1e-10 * expected.variances.norm());
    EXPECT_LT((all.directions - expected.directions).norm(), 1e-8);
    const PrincipalComponents some = FindPrincipalComponentsOfBytes(images, 4);
    EXPECT_EQ(some.directions, all.directions.leftCols(4));
  }
  EXPECT_EQ(FindPrincipalComponentsOfBytes(ByteImages::Constant(5, 7, 3), 2).directions.cols(), 0);
  EXPECT_NE(MessageOf([] {
              FindPrincipalComponentsOfBytes(ByteImages::Constant(5, 7, 3), 0);
            }).find("FindPrincipalComponentsOfBytes"),
            std::string::npos);
}

// The properties of FisherFaces: unit variance and no correlation within classes, no correlation between
// classes, and the largest ratios of all directions, which are those of the generalised eigenvalue problem.
TEST(FisherFaces, SolveTheGeneralizedEigenvalueProblem) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 5, .each = 20, .dimension = 12}, 4);
  const PrincipalComponents components = FindPrincipalComponents(examples.features);
  const LinearFeatures fisher =
      FisherFaces(components, examples.features, examples.labels, 4, FisherPadding::kRefuse);
  Eigen::MatrixXd within = Eigen::MatrixXd::Zero(12, 12), between = within;
  for (int k = 0; k < 5; ++k) {
    Eigen::MatrixXd of_class = examples.features.middleCols(20 * k, 20);
    const Eigen::VectorXd mean = of_class.rowwise().mean();
    const Eigen::VectorXd apart = mean - examples.features.rowwise().mean();
    between += apart * apart.transpose() / 5;
    of_class.colwise() -= mean;
    within += of_class * of_class.transpose() / 95;
  }
  const Eigen::MatrixXd& weights = fisher.weights;
  EXPECT_LT((weights * within * weights.transpose() - Eigen::MatrixXd::Identity(4, 4)).norm(), 1e-10);
  const Eigen::MatrixXd ratios = weights * between * weights.transpose();
  const Eigen::VectorXd values = common::GeneralizedEigenvalues(between, within).reverse();
  EXPECT_LT((ratios - Eigen::MatrixXd(values.head(4).asDiagonal())).norm(), 1e-9);
}

// More pixels than images: the first n - K eigenfaces contain all estimable deviations from the class means.
TEST(FisherFaces, WorkWithMorePixelsThanImages) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 4, .each = 6, .dimension = 60}, 5);
  const PrincipalComponents components = FindPrincipalComponents(examples.features);
  const LinearFeatures fisher =
      FisherFaces(components, examples.features, examples.labels, 20, FisherPadding::kPrincipal);
  const Eigen::MatrixXd features = ApplyFeatures(fisher, examples.features);
  Eigen::VectorXd within = Eigen::VectorXd::Zero(20);
  for (int k = 0; k < 4; ++k) {
    const Eigen::MatrixXd of_class = features.middleCols(6 * k, 6);
    within += (of_class.colwise() - of_class.rowwise().mean()).rowwise().squaredNorm() / 20;
  }
  EXPECT_LT((within - Eigen::VectorXd::Ones(20)).norm(), 1e-7);
  // All features are linearly independent.
  EXPECT_EQ(common::RankByQr(fisher.weights.transpose()), 20);
  // The padding is eigenfaces, in their order.
  for (Eigen::Index k = 3; k < 20; ++k) {
    const Eigen::VectorXd direction = fisher.weights.row(k).transpose().normalized();
    EXPECT_NEAR(direction.dot(components.directions.col(k - 3)), 1, 1e-9);
  }
}

TEST(LinearFeatures, RefuseOtherSizes) {
  const auto message = [](const auto& action) { return MessageOf(ErrorKind::kUsage, action); };
  EXPECT_EQ(message([] {
              ApplyFeatures(DownsampledFeatures({3, 4}, {1, 1}), Eigen::MatrixXd(11, 2));
            }),
            "ApplyFeatures: expected 12 pixels per image, found 11");
  const std::string random =
      "RandomFeatures: expected pixels and a dimension of 1 or more, and a product of at "
      "most 268435456, found ";
  EXPECT_EQ(message([] { RandomFeatures(0, 2, ProjectionKind::kSigns, 1); }), random + "0 and 2");
  EXPECT_EQ(message([] { RandomFeatures(2, 0, ProjectionKind::kSigns, 1); }), random + "2 and 0");
  EXPECT_EQ(message([] { RandomFeatures(1 << 20, 257, ProjectionKind::kSigns, 1); }),
            random + "1048576 and 257");
  EXPECT_EQ(message([] {
              DownsampledFeatures({0, 4}, {1, 1});
            }),
            "DownsampledFeatures::from: expected rows and columns, and at most 1048576 pixels, found 0 x 4");
  EXPECT_EQ(
      message([] {
        DownsampledFeatures({1025, 1024}, {1, 1});
      }),
      "DownsampledFeatures::from: expected rows and columns, and at most 1048576 pixels, found 1025 x 1024");
  EXPECT_EQ(message([] {
              DownsampledFeatures({3, 4}, {4, 4});
            }),
            "DownsampledFeatures::to: expected 1 x 1 to 3 x 4, found 4 x 4");
  EXPECT_EQ(message([] {
              DownsampledFeatures({3, 4}, {0, 4});
            }),
            "DownsampledFeatures::to: expected 1 x 1 to 3 x 4, found 0 x 4");
  EXPECT_EQ(message([] {
              DownsampledFeatures({1024, 1024}, {100, 100});
            }),
            "DownsampledFeatures::to: expected at most 256 pixels, found 100 x 100");
  EXPECT_EQ(message([] { FindPrincipalComponents(Eigen::MatrixXd(5, 1)); }),
            "FindPrincipalComponents: expected at least two images with pixels, found 1 of 5 pixels");
  const std::string moderate =
      "expected numbers of at most 1e100 in magnitude, the largest 0 or at least 1e-100, found others";
  for (const double damaged : {static_cast<double>(NAN), 1e101, -1e-101}) {
    EXPECT_EQ(message([&] { FindPrincipalComponents(Eigen::MatrixXd::Constant(5, 3, damaged)); }),
              "FindPrincipalComponents: " + moderate);
  }
  const PrincipalComponents components = FindPrincipalComponents(RandomMatrix(5, 3, 1));
  EXPECT_EQ(message([&] { EigenFaces(components, 3); }),
            "EigenFaces::dimension: expected 1 to 2, the rank of the images, found 3");
  EXPECT_EQ(message([&] { EigenFaces(components, 0); }),
            "EigenFaces::dimension: expected 1 to 2, the rank of the images, found 0");
}

TEST(FisherFaces, RefuseWhatHasNoDiscriminants) {
  const LabeledExamples examples = ExamplesOfClasses({.classes = 3, .each = 5, .dimension = 6}, 6);
  const PrincipalComponents components = FindPrincipalComponents(examples.features);
  const auto message = [&](const Eigen::MatrixXd& images, const std::vector<int>& labels, int dimension,
                           FisherPadding padding = FisherPadding::kRefuse) {
    return MessageOf(ErrorKind::kUsage, [&] { FisherFaces(components, images, labels, dimension, padding); });
  };
  const Eigen::MatrixXd& images = examples.features;
  EXPECT_EQ(message(images, examples.labels, 3),
            "FisherFaces::dimension: expected 1 to 2, the number of discriminants, found 3");
  EXPECT_EQ(message(images, examples.labels, 0),
            "FisherFaces::dimension: expected 1 to 2, the number of discriminants, found 0");
  EXPECT_EQ(message(images, examples.labels, 7, FisherPadding::kPrincipal),
            "FisherFaces::dimension: expected 1 to 6, the number of eigenfaces that are kept, found 7");
  EXPECT_EQ(message(images, examples.labels, 6, FisherPadding::kPrincipal), "no error");
  EXPECT_EQ(message(images, std::vector<int>(4), 1),
            "FisherFaces::labels: expected 15, one per image, found 4");
  const std::string classes =
      "FisherFaces::labels: expected at least two classes, and more images than classes, found ";
  EXPECT_EQ(message(images, std::vector<int>(15), 1), classes + "15 images of 1 classes");
  std::vector<int> all_different(15);
  for (int i = 0; i < 15; ++i) all_different[i] = i;
  EXPECT_EQ(message(images, all_different, 1), classes + "15 images of 15 classes");
  EXPECT_EQ(message(images.topRows(5), examples.labels, 1),
            "FisherFaces::images: expected 6 pixels per image, found 5");
  EXPECT_EQ(message(images * INFINITY, examples.labels, 1),
            "FisherFaces::images: expected numbers of at most 1e100 in magnitude, the largest 0 or at least "
            "1e-100, found others");
  Eigen::MatrixXd without_variance = images;
  for (int k = 0; k < 3; ++k) without_variance.middleCols(5 * k, 5).colwise() = images.col(5 * k).eval();
  EXPECT_EQ(
      message(without_variance, examples.labels, 1),
      "FisherFaces::images: expected images that vary within their classes in all 6 directions that are "
      "kept, found images that do not");
}

}  // namespace
}  // namespace structlab::kernels
