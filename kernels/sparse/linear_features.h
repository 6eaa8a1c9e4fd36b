// Features of images that are weighted sums of pixels: random ones, down-sampled images, eigenfaces,
// fisherfaces (the rivals of hashing in Shi 2011, section 3.4).
#ifndef STRUCTLAB_KERNELS_SPARSE_LINEAR_FEATURES_H_
#define STRUCTLAB_KERNELS_SPARSE_LINEAR_FEATURES_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "kernels/hashing/random_projection.h"
#include "kernels/sparse/byte_images.h"

namespace structlab::kernels {

// d features of images with m pixels. An image is a column here and below.
struct LinearFeatures {
  Eigen::VectorXd center;   // m; subtracted first
  Eigen::MatrixXd weights;  // d x m
};

// weights * (image - center), an image a column. Throws common::Error (usage) for images of another size.
Eigen::MatrixXd ApplyFeatures(const LinearFeatures& features,
                              const Eigen::Ref<const Eigen::MatrixXd>& images);

// Linear features in single precision: half the memory to read, which bounds the time of one image. The
// features of an image are weights * image - offset.
struct FloatFeatures {
  explicit FloatFeatures(const LinearFeatures& features)
      : weights(features.weights.cast<float>()), offset((features.weights * features.center).cast<float>()) {}

  Eigen::MatrixXf weights;  // d x m
  Eigen::VectorXf offset;   // d
};
// O(d m) an image. Errors as above.
Eigen::MatrixXd ApplyFeaturesToBytes(const FloatFeatures& features, const ByteImagesRef& images);

// Wright et al. 2009: weights as RandomProjection draws them, and no center. Throws common::Error (usage)
// unless pixels and dimension are 1 or more and the matrix has at most 2^28 entries.
LinearFeatures RandomFeatures(int pixels, int dimension, ProjectionKind kind, uint64_t seed);

struct ImageShape {
  int rows, columns;
};

// Means over a grid of rectangles of equal size, row by row as the pixels are; a pixel that several
// rectangles share counts in each as much as lies in it. Throws common::Error (usage) for a shape without
// rows or columns, one with more than 2^20 pixels, and for more rows or columns than there are.
LinearFeatures DownsampledFeatures(const ImageShape& from, const ImageShape& to);

// The directions in which images vary, the most first. Their number is the rank: what varies less than 1e-10
// of the first variance, or by rounding alone, is left out.
struct PrincipalComponents {
  Eigen::VectorXd mean;        // m
  Eigen::MatrixXd directions;  // m x rank, orthonormal; the entry of each that is largest in size is positive
  Eigen::VectorXd variances;   // descending; divided by the number of images
};

// Throws common::Error (usage) for fewer than two images, for pixels that are not finite or above 1e100 in
// size, and for such whose largest is not 0 but below 1e-100 in size. O(m n min(m, n)).
PrincipalComponents FindPrincipalComponents(const Eigen::Ref<const Eigen::MatrixXd>& images);

// The first `most` components at most, of bytes: the inner products of images are exact sums of products in
// single precision, and only the directions that are asked for are made. O(n^2 m / 2 + n^3 + n m most).
// Memory: 16 n^2 bytes and the directions. Throws common::Error (usage) for fewer than two images or more
// than kMaxImages, no pixels and `most` below 1.
inline constexpr int kMaxImages = 1 << 14;
PrincipalComponents FindPrincipalComponentsOfBytes(const ByteImagesRef& images, int max_components);

// Turk, Pentland, Eigenfaces for recognition, 1991: the first directions. Throws common::Error (usage) for a
// dimension below 1 or above the rank.
LinearFeatures EigenFaces(const PrincipalComponents& components, int dimension);

// What to do above the number of classes less 1, where discriminants end.
enum class FisherPadding {
  kRefuse,     // an error
  kPrincipal,  // the first eigenfaces follow, until there are as many features as eigenfaces were kept
};

// Belhumeur, Hespanha, Kriegman, Eigenfaces vs. Fisherfaces, 1997: the directions that separate the class
// means most within the first n - K eigenfaces of the n images of K classes (within all if there are fewer),
// which is also how many features there can be: no more are independent.
// Every feature, eigenfaces that follow included, is scaled to variance 1 within classes, so that Euclidean
// distances suit. `components` are those of the images. O(m n p) for p eigenfaces. Throws common::Error
// (usage) for another number of labels than images, fewer than two classes or n - K < 1, images of another
// size than the components' or with such pixels, images that do not vary in all these directions within their
// classes, and a dimension below 1 or above what there is.
LinearFeatures FisherFaces(const PrincipalComponents& components,
                           const Eigen::Ref<const Eigen::MatrixXd>& images, std::span<const int> labels,
                           int dimension, FisherPadding padding);

// The same with the images' coordinates in the components, which has an image a column: directions^T (image -
// mean), for as many of the first directions as it has rows.
LinearFeatures FisherFacesOfCoordinates(const PrincipalComponents& components,
                                        const Eigen::Ref<const Eigen::MatrixXd>& coordinates,
                                        std::span<const int> labels, int dimension, FisherPadding padding);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_LINEAR_FEATURES_H_
