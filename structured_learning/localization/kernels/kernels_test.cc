// Restriction kernels against plain sums, and their explicit features against Gram matrices.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "common/testing/message_of.h"
#include "kernels/functions/gram.h"
#include "structured_learning/localization/kernels/box_kernel.h"
#include "structured_learning/localization/kernels/restriction_features.h"
#include "structured_learning/localization/search/random_word_images.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

constexpr int kWords = 3;

std::vector<BoxKernelOptions> AllKernels() {
  std::vector<BoxKernelOptions> all;
  for (const bool normalizes : {false, true}) {
    all.push_back({BoxKernelType::kLinear, normalizes});
    all.push_back({BoxKernelType::kChiSquare, normalizes, 0.7});
    all.push_back({BoxKernelType::kPyramidMatch, normalizes, 0, 3});
  }
  return all;
}

// The histogram of the points in the box, without sparse rows.
Eigen::VectorXd Histogram(const WordImage& image, const PixelBox& box) {
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(kWords);
  for (const WordPoint& point : image.points) {
    if (point.IsIn(box)) counts[point.word] += 1;
  }
  return counts;
}

double PointsIn(const WordImage& image, const PixelBox& box) {
  return std::max(1.0, Histogram(image, box).sum());
}

// The definition of the kernel, box by box.
double PlainKernel(const BoxKernelOptions& options, const WordImage& a, const PixelBox& x, const WordImage& b,
                   const PixelBox& y) {
  const double scale_x = options.normalizes_counts ? 1 / PointsIn(a, x) : 1;
  const double scale_y = options.normalizes_counts ? 1 / PointsIn(b, y) : 1;
  if (options.type != BoxKernelType::kPyramidMatch) {
    const Eigen::VectorXd h = scale_x * Histogram(a, x), g = scale_y * Histogram(b, y);
    if (options.type == BoxKernelType::kLinear) return h.dot(g);
    double distance = 0;
    for (int c = 0; c < kWords; ++c) {
      if (h[c] + g[c] > 0) distance += (h[c] - g[c]) * (h[c] - g[c]) / (h[c] + g[c]);
    }
    return std::exp(-distance / options.width);
  }
  const int last = options.levels - 1;
  double sum = 0;
  for (int level = 0; level <= last; ++level) {
    const double weight = level == 0 ? std::pow(2, -last) : std::pow(2, level - last - 1);
    const int parts = 1 << level;
    // Pixel p of n belongs to the part floor(p parts / n).
    const auto cell = [&](const PixelBox& box, int row, int column) {
      const int width = box.right - box.left + 1, height = box.bottom - box.top + 1;
      const auto begin = [parts](int k, int length) { return (k * length + parts - 1) / parts; };
      return PixelBox{box.left + begin(column, width), box.top + begin(row, height),
                      box.left + begin(column + 1, width) - 1, box.top + begin(row + 1, height) - 1};
    };
    for (int row = 0; row < parts; ++row) {
      for (int column = 0; column < parts; ++column) {
        const Eigen::VectorXd h = scale_x * Histogram(a, cell(x, row, column));
        const Eigen::VectorXd g = scale_y * Histogram(b, cell(y, row, column));
        sum += weight * h.cwiseMin(g).sum();
      }
    }
  }
  return sum;
}

// Two images with all of their boxes.
struct Instance {
  explicit Instance(uint64_t seed)
      : first(RandomWordImage(2 * seed, {.max_side = 4, .num_words = kWords})),
        second(RandomWordImage(2 * seed + 1, {.max_side = 4, .num_words = kWords})),
        first_boxes(AllBoxes(first.width, first.height)),
        second_boxes(AllBoxes(second.width, second.height)) {}

  std::vector<BoxesOfImage> Declared() const { return {{&first, first_boxes}, {&second, second_boxes}}; }

  // The Gram matrix of all boxes, by the plain definition.
  Eigen::MatrixXd Gram(const BoxKernelOptions& options) const {
    std::vector<std::pair<const WordImage*, PixelBox>> all;
    for (const PixelBox& box : first_boxes) all.push_back({&first, box});
    for (const PixelBox& box : second_boxes) all.push_back({&second, box});
    Eigen::MatrixXd gram(all.size(), all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      for (size_t j = 0; j < all.size(); ++j) {
        gram(i, j) = PlainKernel(options, *all[i].first, all[i].second, *all[j].first, all[j].second);
      }
    }
    return gram;
  }

  // The features of all boxes.
  Eigen::MatrixXd Map(const RestrictionFeatures& features) const {
    Eigen::MatrixXd rows(first_boxes.size() + second_boxes.size(), features.rank());
    if (rows.size() > 0) rows << features.Map(first, first_boxes), features.Map(second, second_boxes);
    return rows;
  }

  WordImage first, second;
  std::vector<PixelBox> first_boxes, second_boxes;
};

TEST(BoxKernels, EqualTheirDefinitions) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance(seed);
    common::ThreadPool pool(1);
    for (const BoxKernelOptions& options : AllKernels()) {
      const auto kernel = MakeBoxKernel(options);
      const auto a = BoxRows(instance.first, instance.first_boxes, kWords, options);
      const auto b = BoxRows(instance.second, instance.second_boxes, kWords, options);
      const Eigen::Index size = a.rows();
      const Eigen::MatrixXd expected = instance.Gram(options);
      EXPECT_LT((kernels::CrossGram<double>(*kernel, a, b, pool) - expected.topRightCorner(size, b.rows()))
                    .cwiseAbs()
                    .maxCoeff(),
                1e-6);
      EXPECT_LT((kernel->Diagonal(a) - expected.diagonal().head(size)).cwiseAbs().maxCoeff(), 1e-9);
    }
  }
}

TEST(BoxKernels, GramMatricesArePositiveSemidefinite) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance(seed);
    for (const BoxKernelOptions& options : AllKernels()) {
      const Eigen::MatrixXd gram = instance.Gram(options);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
      EXPECT_GE(solver.eigenvalues().minCoeff(), -1e-9 * (1 + gram.trace()));
    }
  }
}

TEST(RestrictionFeatures, GiveTheGramMatrixBackToTheTolerance) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const Instance instance(seed);
    for (const BoxKernelOptions& options : AllKernels()) {
      const Eigen::MatrixXd gram = instance.Gram(options);
      for (const double tolerance : {0.3, 1e-2, 1e-5}) {
        SCOPED_TRACE(testing::Message() << seed << " " << static_cast<int>(options.type) << " " << tolerance);
        const RestrictionFeatures features(instance.Declared(), kWords,
                                           {.kernel = options, .tolerance = tolerance});
        const Eigen::MatrixXd rows = instance.Map(features);
        const Eigen::MatrixXd rest = gram - rows * rows.transpose();
        EXPECT_LE(rest.trace(), tolerance * gram.trace() + 1e-5);
        EXPECT_NEAR(rest.trace(), features.residual() * gram.trace(), 1e-5);
        // The rest is positive semidefinite, so its entries are bounded by its diagonal.
        EXPECT_LE(rest.cwiseAbs().maxCoeff(), tolerance * gram.trace() + 1e-5);
      }
    }
  }
}

// New boxes of a new image: the features are exact against the pivots, and never too long.
TEST(RestrictionFeatures, MapNewBoxesByTheSameFactor) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance(seed);
    for (const BoxKernelOptions& options : AllKernels()) {
      const std::vector<BoxesOfImage> declared = {{&instance.first, instance.first_boxes}};
      // So exact that all declared boxes are nearly in the span of the pivots.
      const RestrictionFeatures features(declared, kWords, {.kernel = options, .tolerance = 1e-9});
      const Eigen::MatrixXd known = features.Map(instance.first, instance.first_boxes);
      const Eigen::MatrixXd rows = features.Map(instance.second, instance.second_boxes);
      const Eigen::MatrixXd gram = instance.Gram(options);
      const Eigen::MatrixXd cross = gram.bottomLeftCorner(rows.rows(), known.rows());
      const double scale = 1 + gram.diagonal().maxCoeff();
      EXPECT_LT((rows * known.transpose() - cross).cwiseAbs().maxCoeff(), 1e-2 * scale);
      const Eigen::VectorXd lengths = rows.rowwise().squaredNorm();
      EXPECT_LE((lengths - gram.diagonal().tail(rows.rows())).maxCoeff(), 1e-3 * scale);
    }
  }
}

TEST(RestrictionFeatures, TheWidthIsTheMeanDistance) {
  const Instance instance(3);
  const RestrictionFeatures features(instance.Declared(), kWords,
                                     {.kernel = {.type = BoxKernelType::kChiSquare}});
  double sum = 0;
  int count = 0;
  const Eigen::MatrixXd distances =
      -instance.Gram({.type = BoxKernelType::kChiSquare, .width = 1}).array().log().matrix();
  for (int i = 0; i < distances.rows(); ++i) {
    for (int j = 0; j < i; ++j) {
      if (distances(i, j) > 1e-12) sum += distances(i, j), ++count;
    }
  }
  EXPECT_NEAR(features.kernel().width, sum / count, 1e-9);
  const WordImage empty{3, 2, {}};
  const std::vector<PixelBox> boxes = AllBoxes(3, 2);
  const std::vector<BoxesOfImage> declared = {{&empty, boxes}};
  const RestrictionFeatures equal(declared, kWords, {.kernel = {.type = BoxKernelType::kChiSquare}});
  EXPECT_EQ(equal.rank(), 1);
  // Boxes without points have no linear features at all.
  EXPECT_EQ(RestrictionFeatures(declared, kWords, {}).rank(), 0);
}

TEST(RestrictionFeatures, RefuseInvalidInput) {
  const Instance instance(1);
  const auto error = [&](const RestrictionOptions& options) {
    return MessageOf(ErrorKind::kUsage, [&] { RestrictionFeatures(instance.Declared(), kWords, options); });
  };
  EXPECT_EQ(
      error({.tolerance = 0}),
      "restriction kernel: expected a tolerance above 0, and a rank and a limit of numbers of at least 1, "
      "found 0, 500 and 134217728");
  EXPECT_NE(error({.max_rank = 0}), "no error");
  EXPECT_NE(error({.max_numbers = 10}).find("take a coarser grid of boxes, or a smaller rank"),
            std::string::npos);
  EXPECT_EQ(error({.kernel = {.width = -1}}),
            "width of the chi-square kernel: expected a number of at least 0, found -1");
  EXPECT_EQ(error({.kernel = {.levels = 9}}), "levels of the pyramid: expected 1 to 4, found 9");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { RestrictionFeatures({}, kWords, {}); }),
            "restriction kernel: expected at least one box, found none");
  EXPECT_EQ(
      MessageOf(ErrorKind::kUsage,
                [&] { BoxRows(instance.first, instance.first_boxes, kWords, {}, /*max_entries=*/3); }),
      "histograms of boxes: expected at most 3 entries, found more; take fewer candidate boxes or images");
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] {
                        BoxRows({3, 2, {}}, std::vector<PixelBox>{{0, 0, 3, 0}}, 1, {});
                      }),
            "box 1: expected a box within the image of 3 x 2 pixels, found 0 0 3 0; count pixels from 0; all "
            "four sides are inside");
}

}  // namespace
}  // namespace structlab::structured_learning
