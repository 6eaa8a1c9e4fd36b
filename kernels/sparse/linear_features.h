// Image features that are weighted sums of pixels: random projections, down-sampled images, eigenfaces,
// fisherfaces (the methods that Shi 2011, section 3.4, compares with hashing).
#ifndef STRUCTLAB_KERNELS_SPARSE_LINEAR_FEATURES_H_
#define STRUCTLAB_KERNELS_SPARSE_LINEAR_FEATURES_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "kernels/hashing/random_projection.h"
#include "kernels/sparse/byte_images.h"

namespace structlab::kernels {

// d features of images with m pixels. Images are columns in this header.
struct LinearFeatures {
  Eigen::VectorXd center;   // m; subtracted from the image first
  Eigen::MatrixXd weights;  // d x m
};

// weights * (image - center) for each image, one per column. Throws common::Error(kUsage) for images with
// another number of pixels.
Eigen::MatrixXd ApplyFeatures(const LinearFeatures& features,
                              const Eigen::Ref<const Eigen::MatrixXd>& images);

// Linear features in single precision: weights * image - offset. They read half the memory, which limits the
// speed for single images.
struct FloatFeatures {
  explicit FloatFeatures(const LinearFeatures& features)
      : weights(features.weights.cast<float>()), offset((features.weights * features.center).cast<float>()) {}

  Eigen::MatrixXf weights;  // d x m
  Eigen::VectorXf offset;   // d
};
// The features of images of bytes. O(d m) per image. Errors as ApplyFeatures.
Eigen::MatrixXd ApplyFeaturesToBytes(const FloatFeatures& features, const ByteImagesRef& images);

// Random projections without training (Wright et al. 2009): weights as RandomProjection draws them, and
// center 0. Throws common::Error(kUsage) unless pixels and dimension are at least 1 and the matrix has at
// most 2^28 entries.
LinearFeatures RandomFeatures(int pixels, int dimension, ProjectionKind kind, uint64_t seed);

struct ImageShape {
  int rows, columns;
};

// Down-sampled images: means over a grid of rectangles of equal size, row by row as the pixels are. A pixel
// that several rectangles share counts in each of them by its area inside. Throws common::Error(kUsage) for a
// shape without rows or columns, for one with more than 2^20 pixels, and if `to` has more rows or columns
// than `from`.
LinearFeatures DownsampledFeatures(const ImageShape& from, const ImageShape& to);

// The directions of largest variance of the images, largest first. There are as many as the rank: directions
// with less than 1e-10 of the first variance, or with a variance of the size of rounding errors, are left
// out.
struct PrincipalComponents {
  Eigen::VectorXd mean;        // m
  Eigen::MatrixXd directions;  // m x rank, orthonormal; the entry of largest magnitude in each is positive
  Eigen::VectorXd variances;   // descending; divided by the number of images
};

// Principal components of images. Throws common::Error(kUsage) for fewer than two images, for pixels that are
// not finite or above 1e100 in magnitude, and if the largest magnitude is not 0 but below 1e-100. O(m n
// min(m, n)).
PrincipalComponents FindPrincipalComponents(const Eigen::Ref<const Eigen::MatrixXd>& images);

// The first `max_components` principal components of images of bytes. Faster than FindPrincipalComponents,
// because the inner products of the images are exact sums of products in single precision, and only the
// needed directions are computed. O(n^2 m / 2 + n^3 + n m max_components). Memory: 16 n^2 bytes and the
// directions. Throws common::Error(kUsage) for fewer than two or more than kMaxImages images, for images
// without pixels, and for `max_components` below 1.
inline constexpr int kMaxImages = 1 << 14;
PrincipalComponents FindPrincipalComponentsOfBytes(const ByteImagesRef& images, int max_components);

// Eigenfaces: the first principal components (Turk, Pentland, Eigenfaces for recognition, 1991).
//
//     const PrincipalComponents components = FindPrincipalComponents(images);
//     const LinearFeatures features = EigenFaces(components, /*dimension=*/50);
//
// Throws common::Error(kUsage) for a dimension below 1 or above the rank.
LinearFeatures EigenFaces(const PrincipalComponents& components, int dimension);

// What happens for a dimension above the number of classes - 1, where the discriminants end.
enum class FisherPadding {
  kRefuse,     // throws
  kPrincipal,  // adds the first eigenfaces, up to the number of eigenfaces that were kept
};

// Fisherfaces (Belhumeur, Hespanha, Kriegman, Eigenfaces vs. Fisherfaces, 1997): the directions that separate
// the class means best, within the first n - K eigenfaces of n images of K classes (within all eigenfaces if
// there are fewer). The number of these eigenfaces is also the maximal dimension, since no more features are
// independent. Take fisherfaces instead of eigenfaces if training images have labels.
//
//     const LinearFeatures features = FisherFaces(FindPrincipalComponents(images), images, labels,
//                                                 /*dimension=*/20, FisherPadding::kRefuse);
//
// All features, also padding eigenfaces, are scaled to variance 1 within classes, as Euclidean distances
// need. `components` are those of the images. O(m n p) for p eigenfaces.
//
// Throws common::Error(kUsage) for
// - another number of labels than images, fewer than two classes, or n - K < 1;
// - images with another number of pixels than the components, or with pixels that FindPrincipalComponents
//   refuses;
// - images that do not vary within their classes in all these directions;
// - a dimension below 1 or above the maximum.
LinearFeatures FisherFaces(const PrincipalComponents& components,
                           const Eigen::Ref<const Eigen::MatrixXd>& images, std::span<const int> labels,
                           int dimension, FisherPadding padding);

// The same from the coordinates of the images in the components, one image per column: directions^T (image -
// mean), for as many of the first directions as `coordinates` has rows.
LinearFeatures FisherFacesOfCoordinates(const PrincipalComponents& components,
                                        const Eigen::Ref<const Eigen::MatrixXd>& coordinates,
                                        std::span<const int> labels, int dimension, FisherPadding padding);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_LINEAR_FEATURES_H_
