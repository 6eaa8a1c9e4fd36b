#include "structured_learning/segmentation/features/code_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common/error.h"
#include "common/stop_point.h"
#include "kernels/neighbors/dense_k_means.h"

namespace structlab::structured_learning {
namespace {

// The number of different rows, but at most `most`.
int CountDifferentRows(const DenseRows& rows, int most) {
  std::set<std::vector<double>> different;
  for (Eigen::Index i = 0; i < rows.rows() && std::ssize(different) < most; ++i) {
    different.emplace(rows.row(i).begin(), rows.row(i).end());
  }
  return static_cast<int>(different.size());
}

}  // namespace

DenseRows WordDescriptors(const graphical_models::Image& image) {
  const PixelPlanes planes = ColorsAndGradients(image);
  const DenseRows squares = MeansAroundPixels(planes, kTextureRadius);
  DenseRows descriptors(planes.rows.rows(), kDescriptorSize);
  descriptors.leftCols(kFirstGradient) = planes.rows.leftCols(kFirstGradient);
  descriptors.middleCols(kFirstGradient, kFirstGradient) = DeviationsOf(squares);
  descriptors.rightCols(kGradientBins) = squares.middleCols(kFirstGradient, kGradientBins);
  // Removes rounding errors, which would make different words of equal squares.
  constexpr double kStep = 0x1p-20;
  return (descriptors.array() / kStep).round() * kStep;
}

std::vector<int> CodeBook::WordsOf(const graphical_models::Image& image) const {
  const DenseRows descriptors = WordDescriptors(image);
  const Eigen::RowVectorXd factor = scale.cwiseInverse();
  const Eigen::VectorXd halves = centers.rowwise().squaredNorm() / 2;
  std::vector<int> words;
  words.reserve(static_cast<size_t>(descriptors.rows()));
  Eigen::VectorXd scores(centers.rows());
  for (Eigen::Index i = 0; i < descriptors.rows(); ++i) {
    if (i % 4096 == 0) common::StopPoint();
    // The nearest center has the largest c'x - |c|^2 / 2.
    scores.noalias() = centers * descriptors.row(i).cwiseProduct(factor).transpose() - halves;
    Eigen::Index best = 0;
    scores.maxCoeff(&best);
    words.push_back(static_cast<int>(best));
  }
  return words;
}

CodeBook LearnCodeBook(const DenseRows& descriptors, int num_words, uint64_t seed) {
  if (descriptors.rows() == 0) common::ThrowUsageError("code book", "at least one descriptor", "none");
  if (num_words < 1) {
    common::ThrowUsageError("code book", "at least 1 word", fmt::format("{}", num_words));
  }
  CodeBook book;
  const Eigen::RowVectorXd mean = descriptors.colwise().mean();
  const DenseRows centered = descriptors.rowwise() - mean;
  book.scale = (centered.colwise().squaredNorm() / static_cast<double>(descriptors.rows())).cwiseSqrt();
  for (double& scale : book.scale) scale = scale > 1e-6 ? scale : 1;
  const DenseRows scaled = descriptors.array().rowwise() / book.scale.array();
  const int words = CountDifferentRows(scaled, num_words);
  book.centers = kernels::DenseKMeans<double>(
                     scaled, {.clusters = words, .restarts = 1, .max_iterations = 50, .seed = seed})
                     .centroids;
  return book;
}

DenseRows WordHistograms(const ImageUnits& units, const CodeBook& book) {
  const std::vector<int> words = book.WordsOf(units.image);
  const int width = units.image.width, height = units.image.height;
  DenseRows histograms = DenseRows::Zero(units.count, book.num_words());
  if (!units.are_pixels) {
    for (size_t pixel = 0; pixel < words.size(); ++pixel)
      histograms(units.of_pixel[pixel], words[pixel]) += 1;
  } else {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        auto histogram = histograms.row(Eigen::Index{y} * width + x);
        for (int v = std::max(y - kTextureRadius, 0); v <= std::min(y + kTextureRadius, height - 1); ++v) {
          for (int u = std::max(x - kTextureRadius, 0); u <= std::min(x + kTextureRadius, width - 1); ++u) {
            histogram[words[static_cast<size_t>(v) * static_cast<size_t>(width) + static_cast<size_t>(u)]] +=
                1;
          }
        }
      }
    }
  }
  const Eigen::VectorXd sizes = histograms.rowwise().sum();
  histograms.array().colwise() /= sizes.array();
  return histograms;
}

}  // namespace structlab::structured_learning
