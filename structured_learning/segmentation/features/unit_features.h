// Features of the units of an image.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_UNIT_FEATURES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_UNIT_FEATURES_H_

#include <string>
#include <vector>

#include "structured_learning/segmentation/features/code_book.h"
#include "structured_learning/segmentation/image_units.h"

namespace structlab::structured_learning {

// Groups of features. The texture of a pixel that is a unit is measured in the square of 5 x 5 pixels around
// it, and so are its deviations of colour and its words.
enum class FeatureGroup {
  kBias,      // 1: the constant 1
  kColor,     // 6: mean and standard deviation of L*, a* and b*, divided by 100
  kTexture,   // 7: mean gradient of L* in six directions, and the share of the strongest of them
  kPosition,  // 5: x, y, x^2, x y, y^2 of the centre; x and y are from -1 to 1 across the image
  // 13: color and texture of the square around the centre whose half side is a tenth of the longer side
  kContext,
  kWords,  // the histogram of visual words (code_book.h)
};

// Names in texts: bias, color, texture, position, context, words.
std::string FeatureGroupName(FeatureGroup group);

using FeatureGroups = std::vector<FeatureGroup>;

// All groups.
FeatureGroups AllFeatures();
// bias, color and texture: 14 features that do not depend on other images and, but for the directions of
// gradients, neither on position and orientation. For blocks of photographs.
FeatureGroups BlockFeatures();

// Reads "bias,color,texture". Throws common::Error(kUsage) at `where` for unknown and repeated names, and for
// an empty list.
FeatureGroups ParseFeatureGroups(const std::string& text, const std::string& where);
std::string FormatFeatureGroups(const FeatureGroups& groups);

bool UsesWords(const FeatureGroups& groups);
int CountFeatures(const FeatureGroups& groups, int num_words);

// A row for each unit, with the groups in the given order. `book` may be null if the groups have no words.
DenseRows UnitFeatures(const ImageUnits& units, const FeatureGroups& groups, const CodeBook* book);

// Two features of each edge: the contrast of the mean colours of its units (EdgeContrast, graph_sample.h),
// and the constant 1.
inline constexpr int kNumEdgeFeatures = 2;
DenseRows UnitEdgeFeatures(const ImageUnits& units);

// Moves and scales features to mean 0 and deviation 1. Features whose deviation is below
// 1e-6 (of their mean, if that is above 1), such as the bias, stay as they are.
struct Standardization {
  Eigen::RowVectorXd mean, scale;  // (x - mean) / scale

  void Apply(DenseRows& features) const;
};

// Collects means and deviations of the rows of several matrices.
class StandardizationBuilder {
 public:
  // Throws common::Error(kUsage) for a matrix with another number of columns than the first one.
  void Add(const DenseRows& features);
  // Without rows: changes nothing.
  Standardization Build() const;

 private:
  double count_ = 0;
  Eigen::RowVectorXd mean_, squares_;  // sums of squared differences from the mean
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_UNIT_FEATURES_H_
