// A learned model that separates foreground from background, and its file.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SEGMENTATION_MODEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SEGMENTATION_MODEL_H_

#include <map>
#include <optional>
#include <string>

#include "structured_learning/problem/feature_vector.h"
#include "structured_learning/segmentation/features/code_book.h"
#include "structured_learning/segmentation/features/unit_features.h"
#include "structured_learning/segmentation/image_units.h"

namespace structlab::structured_learning {

enum class UnitKind { kPixels, kSuperpixels, kBlocks };
// Names in texts: pixels, superpixels, blocks. Throws common::Error(kUsage) at `where` for others.
std::string UnitKindName(UnitKind kind);
UnitKind ParseUnitKind(const std::string& name, const std::string& where);

// The units of images (image_units.h).
struct UnitOptions {
  UnitKind kind = UnitKind::kPixels;
  // The longer side of the reduced image, 0: not reduced; if missing, DefaultMaxSide.
  std::optional<int> max_side = {};
  int block_size = 16;  // of kBlocks, in pixels of the reduced image
  int min_region = 25;  // of kSuperpixels, in pixels of the reduced image
  int neighbours = 4;   // 4 or 8; kSuperpixels ignore it
};
// 100 for pixels, 320 for superpixels, 1024 for blocks.
int DefaultMaxSide(UnitKind kind);
// Throws common::Error(kUsage) for values out of range: 0 <= max_side <= 65536, 1 <= block_size <= 65536,
// 1 <= min_region <= 2^30, neighbours 4 or 8.
void CheckUnitOptions(const UnitOptions& options);

struct SegmentationModel {
  UnitOptions units;
  FeatureGroups features;
  std::optional<CodeBook> book;  // if the features have words
  Standardization standardization;
  // (w_0, w_1, w_e) of GraphLabelingProblem: 2 CountFeatures + kNumEdgeFeatures numbers, w_e >= 0.
  DenseVector weights;
  // What is known about the training, for display. Texts have one line.
  std::map<std::string, std::string> facts = {};

  int num_features() const { return CountFeatures(features, book ? book->num_words() : 0); }
};

// One file (kernels/files/model_file.h): numbers bit by bit, with a digest.
//
//     WriteSegmentationModel(model, "horses.model");
//     const SegmentationModel same = ReadSegmentationModel("horses.model");
//
// Writing throws common::Error(kEnvironment) if the file cannot be written. Reading throws common::Error,
// which names the file: kEnvironment if it cannot be read; kData for a file of another kind, for one in which
// any byte was changed, and for parts that do not fit together. Memory in proportion to the file.
void WriteSegmentationModel(const SegmentationModel& model, const std::string& path);
SegmentationModel ReadSegmentationModel(const std::string& path);

// The graph of an image: raw features of its units and edges, without labels (all 0, loss weights 1).
GraphSample UnlabeledGraph(const ImageUnits& units, const FeatureGroups& features, const CodeBook* book);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SEGMENTATION_MODEL_H_
