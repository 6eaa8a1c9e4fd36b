// Eigenfaces and fisherfaces.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "kernels/sparse/class_labels.h"
#include "kernels/sparse/linear_features.h"

namespace structlab::kernels {
namespace {

constexpr double kNoVariance = 1e-10;  // of the largest variance
constexpr double kRounding = 1e-12;    // of the mean, relative to the largest pixel

void CheckDimension(const char* where, int dimension, Eigen::Index most, const char* what) {
  if (dimension < 1 || dimension > most) {
    common::ThrowUsageError(where, fmt::format("1 to {}, {}", most, what), std::to_string(dimension));
  }
}

// The input of Fisher's discriminants: scatter of the coordinates of images about the means of their classes,
// and of these about the overall mean.
struct Scatter {
  Eigen::MatrixXd within;   // p x p: mean product of deviations from class means, divided by n - K
  Eigen::MatrixXd between;  // p x K: deviations of class means, times sqrt(images / n)
};

Scatter ScatterOf(Eigen::MatrixXd coordinates, std::span<const int> labels, const std::vector<int>& classes) {
  const double n = static_cast<double>(labels.size());
  const Eigen::VectorXd mean = coordinates.rowwise().mean();
  Scatter scatter;
  scatter.between.resize(coordinates.rows(), static_cast<Eigen::Index>(classes.size()));
  for (size_t k = 0; k < classes.size(); ++k) {
    const std::vector<Eigen::Index> members = MembersOf(labels, classes[k]);
    const double count = static_cast<double>(members.size());
    Eigen::VectorXd class_mean = Eigen::VectorXd::Zero(coordinates.rows());
    for (const Eigen::Index i : members) class_mean += coordinates.col(i) / count;
    for (const Eigen::Index i : members) coordinates.col(i) -= class_mean;
    scatter.between.col(static_cast<Eigen::Index>(k)) = (class_mean - mean) * std::sqrt(count / n);
  }
  scatter.within = coordinates * coordinates.transpose() / (n - static_cast<double>(classes.size()));
  return scatter;
}

void CheckClasses(std::span<const int> labels, Eigen::Index num_images, size_t num_classes) {
  if (static_cast<Eigen::Index>(labels.size()) != num_images) {
    common::ThrowUsageError("FisherFaces::labels", fmt::format("{}, one per image", num_images),
                            std::to_string(labels.size()));
  }
  if (num_classes < 2 || labels.size() <= num_classes) {
    common::ThrowUsageError("FisherFaces::labels", "at least two classes, and more images than classes",
                            fmt::format("{} images of {} classes", labels.size(), num_classes));
  }
}

// The number of principal directions in which n images of K classes are compared.
Eigen::Index NumKept(std::span<const int> labels, size_t num_classes, Eigen::Index directions) {
  return std::min(static_cast<Eigen::Index>(labels.size() - num_classes), directions);
}

// In each direction, the variance within classes that earlier directions do not explain must be larger than
// rounding errors of the whole variance. False if there are no directions.
bool IsWellFactored(const common::Cholesky& within, const Eigen::ArrayXd& variances) {
  if (variances.size() == 0 || !within.is_positive_definite()) return false;
  return (within.Diagonal().array().square() > kNoVariance * variances).all();
}

// The discriminants, one per column: L^-T u for the left singular vectors u of L^-1 between, where L L^T =
// within.
Eigen::MatrixXd Discriminants(const Scatter& scatter, const common::Cholesky& within) {
  const Eigen::MatrixXd whitened = within.SolveLower(scatter.between);
  const common::LeftSingularVectors singular = common::FindLeftSingularVectors(whitened);
  const Eigen::ArrayXd distances =
      singular.values.array();  // of class means, in standard deviations within classes
  const double least = std::max(std::sqrt(kNoVariance) * distances[0], kNoVariance);
  const Eigen::Index count = (distances > least).count();
  return within.SolveUpper(singular.vectors.leftCols(count));
}

struct Spectrum {
  Eigen::VectorXd variances;  // descending
  Eigen::MatrixXd vectors;    // one per column
};

// At most `max_components` eigenvectors of the matrix of mean products of the centred images; eigenvalues
// that may be rounding errors are left out.
Spectrum SpectrumOf(const Eigen::MatrixXd& products, double max_pixel, Eigen::Index pixels,
                    Eigen::Index max_components) {
  const common::SymmetricEigen eigen = common::DecomposeSymmetric(products);
  const Eigen::Index size = products.rows();
  const double largest = std::max(0.0, eigen.values[size - 1]);
  const double rounding = std::pow(kRounding * max_pixel, 2) * static_cast<double>(pixels);
  const double least = std::max(kNoVariance * largest, rounding);
  Eigen::Index rank = 0;
  while (rank < std::min(size, max_components) && eigen.values[size - 1 - rank] > least) ++rank;
  return {eigen.values.reverse().head(rank), eigen.vectors.rightCols(rank).rowwise().reverse()};
}

void Normalize(Eigen::MatrixXd& directions) {
  for (auto direction : directions.colwise()) {
    Eigen::Index at;
    direction.cwiseAbs().maxCoeff(&at);
    direction /= std::copysign(direction.norm(), direction[at]);
  }
}

// A sum of this many products of two bytes is exact in single precision.
constexpr Eigen::Index kPixelsInABlock = 256;
static_assert(kPixelsInABlock * kMaxByte * kMaxByte <= kMaxExactFloat);

// n x n.
Eigen::MatrixXd InnerProducts(const ByteImagesRef& images) {
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(images.cols(), images.cols());
  Eigen::MatrixXf of_block(images.cols(), images.cols());
  for (Eigen::Index begin = 0; begin < images.rows(); begin += kPixelsInABlock) {
    const Eigen::Index count = std::min(kPixelsInABlock, images.rows() - begin);
    const Eigen::MatrixXf block = images.middleRows(begin, count).cast<float>();
    of_block.setZero();
    of_block.selfadjointView<Eigen::Lower>().rankUpdate(block.transpose());
    products += of_block.cast<double>();
  }
  return products.selfadjointView<Eigen::Lower>();
}

}  // namespace

PrincipalComponents FindPrincipalComponents(const Eigen::Ref<const Eigen::MatrixXd>& images) {
  if (images.cols() < 2 || images.rows() < 1) {
    common::ThrowUsageError("FindPrincipalComponents", "at least two images with pixels",
                            fmt::format("{} of {} pixels", images.cols(), images.rows()));
  }
  if (!AreModerate(images)) common::ThrowUsageError("FindPrincipalComponents", kModerate, "others");
  PrincipalComponents components = {images.rowwise().mean(), {}, {}};
  const Eigen::MatrixXd centered = images.colwise() - components.mean;
  // The smaller of pixels x pixels and images x images; both have the same non-zero eigenvalues.
  const bool by_pixels = images.rows() <= images.cols();
  const double n = static_cast<double>(images.cols());
  const Eigen::MatrixXd products = by_pixels ? Eigen::MatrixXd(centered * centered.transpose() / n)
                                             : Eigen::MatrixXd(centered.transpose() * centered / n);
  const Spectrum spectrum =
      SpectrumOf(products, images.cwiseAbs().maxCoeff(), images.rows(), products.rows());
  components.variances = spectrum.variances;
  components.directions = by_pixels ? spectrum.vectors : Eigen::MatrixXd(centered * spectrum.vectors);
  Normalize(components.directions);
  return components;
}

PrincipalComponents FindPrincipalComponentsOfBytes(const ByteImagesRef& images, int max_components) {
  if (images.cols() < 2 || images.cols() > kMaxImages || images.rows() < 1 || max_components < 1) {
    common::ThrowUsageError(
        "FindPrincipalComponentsOfBytes",
        fmt::format("2 to {} images with pixels, and at least 1 component", kMaxImages),
        fmt::format("{} of {} pixels, {} components", images.cols(), images.rows(), max_components));
  }
  const double n = static_cast<double>(images.cols());
  Eigen::MatrixXd products = InnerProducts(images);
  PrincipalComponents components;
  components.mean = images.cast<double>().rowwise().sum() / n;
  // For centred images, from the products of the original images and their mean.
  const Eigen::VectorXd with_mean = products.rowwise().mean();
  products.colwise() -= with_mean;
  products.rowwise() -= (with_mean.array() - with_mean.mean()).matrix().transpose();
  const Spectrum spectrum = SpectrumOf(products / n, kMaxByte, images.rows(), max_components);
  components.variances = spectrum.variances;
  components.directions.resize(images.rows(), spectrum.vectors.cols());
  const Eigen::RowVectorXd sums = spectrum.vectors.colwise().sum();
  for (Eigen::Index begin = 0; begin < images.rows(); begin += kPixelsInABlock) {
    const Eigen::Index count = std::min(kPixelsInABlock, images.rows() - begin);
    components.directions.middleRows(begin, count).noalias() =
        images.middleRows(begin, count).cast<double>() * spectrum.vectors -
        components.mean.segment(begin, count) * sums;
  }
  Normalize(components.directions);
  return components;
}

LinearFeatures EigenFaces(const PrincipalComponents& components, int dimension) {
  CheckDimension("EigenFaces::dimension", dimension, components.directions.cols(), "the rank of the images");
  return {components.mean, components.directions.leftCols(dimension).transpose()};
}

LinearFeatures FisherFaces(const PrincipalComponents& components,
                           const Eigen::Ref<const Eigen::MatrixXd>& images, std::span<const int> labels,
                           int dimension, FisherPadding padding) {
  const size_t num_classes = ClassesOf(labels).size();
  if (images.rows() != components.mean.size()) {
    common::ThrowUsageError("FisherFaces::images", fmt::format("{} pixels per image", components.mean.size()),
                            std::to_string(images.rows()));
  }
  CheckClasses(labels, images.cols(), num_classes);
  if (!AreModerate(images)) common::ThrowUsageError("FisherFaces::images", kModerate, "others");
  const Eigen::Index kept = NumKept(labels, num_classes, components.directions.cols());
  return FisherFacesOfCoordinates(
      components, components.directions.leftCols(kept).transpose() * (images.colwise() - components.mean),
      labels, dimension, padding);
}

LinearFeatures FisherFacesOfCoordinates(const PrincipalComponents& components,
                                        const Eigen::Ref<const Eigen::MatrixXd>& coordinates,
                                        std::span<const int> labels, int dimension, FisherPadding padding) {
  const std::vector<int> classes = ClassesOf(labels);
  CheckClasses(labels, coordinates.cols(), classes.size());
  const Eigen::Index kept =
      NumKept(labels, classes.size(), std::min(components.directions.cols(), coordinates.rows()));
  const auto directions = components.directions.leftCols(kept);
  const Scatter scatter = ScatterOf(coordinates.topRows(kept), labels, classes);
  const common::Cholesky within(scatter.within);
  if (!IsWellFactored(within, components.variances.head(kept).array())) {
    common::ThrowUsageError(
        "FisherFaces::images",
        fmt::format("images that vary within their classes in all {} directions that are kept", kept),
        "images that do not");
  }
  const Eigen::MatrixXd discriminants = Discriminants(scatter, within);
  const Eigen::Index most = discriminants.cols();
  // Discriminants are in the span of the eigenfaces that are kept.
  const bool is_padded = padding == FisherPadding::kPrincipal;
  CheckDimension("FisherFaces::dimension", dimension, is_padded ? kept : most,
                 is_padded ? "the number of eigenfaces that are kept" : "the number of discriminants");
  const Eigen::Index of_fisher = std::min<Eigen::Index>(dimension, most), others = dimension - of_fisher;
  LinearFeatures features = {components.mean, Eigen::MatrixXd(dimension, components.mean.size())};
  features.weights.topRows(of_fisher) = (directions * discriminants.leftCols(of_fisher)).transpose();
  for (Eigen::Index k = 0; k < others; ++k) {
    features.weights.row(of_fisher + k) = directions.col(k).transpose() / std::sqrt(scatter.within(k, k));
  }
  return features;
}

}  // namespace structlab::kernels
