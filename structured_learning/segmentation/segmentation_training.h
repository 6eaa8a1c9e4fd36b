// Learns models that separate foreground from background, and applies them.
//
//     const auto source = [&](int i) -> std::optional<LabeledImage> { return Read(files[i]); };
//     const SegmentationTraining training = TrainSegmentation(std::ssize(files), source, {});
//     WriteSegmentationModel(training.model, "horses.model");
//     const Mask mask = Segment(training.model, image);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SEGMENTATION_TRAINING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SEGMENTATION_TRAINING_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "common/run_control.h"  // IWYU pragma: export
#include "structured_learning/optimization/learning_result.h"
#include "structured_learning/segmentation/mask_agreement.h"
#include "structured_learning/segmentation/segmentation_model.h"

namespace structlab::structured_learning {

// The units of an image by their options.
ImageUnits MakeUnits(const graphical_models::Image& image, const UnitOptions& options);

struct LabeledImage {
  graphical_models::Image image;
  Mask mask;
  std::string name;  // for messages
};

// Returns image i, or nothing to leave it out. It is called once for each image, and once more before that
// for at most 64 images that the visual words are learned from. Only one image is in memory at a time.
using ImageSource = std::function<std::optional<LabeledImage>(int i)>;

enum class SegmentationLoss {
  kPixels,    // every wrong pixel costs the same
  kBalanced,  // wrong pixels of both labels cost the same together (Dokania 2016, 4.8)
};
// Names in texts: pixels, balanced. Throws common::Error(kUsage) at `where` for others.
std::string SegmentationLossName(SegmentationLoss loss);
SegmentationLoss ParseSegmentationLoss(const std::string& name, const std::string& where);

struct SegmentationOptions {
  UnitOptions units = {};
  FeatureGroups features = AllFeatures();
  int num_words = 32;
  std::string inference = "cut";  // the oracle of the training: a name of GraphInferences()
  common::OptionValues inference_options = {};
  // What is missing is chosen by cross-validation over images: the highest mean overlap of held-out images,
  // of equal ones the first in the order pixels, balanced, and of rising C. Visual words and the scaling of
  // features are those of all images.
  std::optional<SegmentationLoss> loss = {};
  // The weight of the hinge: training minimises 1/2 |w|^2 + C (sum of the hinges of all images) / (number of
  // all units). A wrong unit costs the difference of its pixels of both labels, divided by the mean size of
  // the units of its image; the balanced loss gives the labels factors that do not change the sum.
  std::optional<double> c = {};
  int folds = 3;  // fewer if there are fewer images
  // Training ends when the objective is proved to be within this share of C of its minimum (the objective of
  // w = 0 is about C).
  double gap = 5e-3;
  // Iterations are passes over the images, of each training. The observer is not called.
  common::RunControl run = {.stop = {.iterations = 500}};
  // Called after each step of the work: an image was read, or a model trained. May be empty.
  std::function<void(const std::string& what)> step = {};
  // Called with each finished model of all images: the first one with the defaults of what is not given (loss
  // balanced, C = 10), then the one with what was chosen. May be empty.
  std::function<void(const SegmentationModel& model)> finished = {};
};
// Throws common::Error(kUsage) for options out of range.
void CheckSegmentationOptions(const SegmentationOptions& options);
// The values of C that are tried: 1, 10, 100, 1000.
std::vector<double> CandidatesOfC();
// The number of calls of `step`, if no image is left out.
int CountTrainingSteps(int num_images, const SegmentationOptions& options);

// A loss and C with their mean agreement on held-out images.
struct SegmentationTrial {
  SegmentationLoss loss;
  double c;
  MaskAgreement held_out;
};

struct SegmentationTraining {
  SegmentationModel model;
  LearningResult result;                  // of the last training; its lambda is that of the mean over images
  std::vector<SegmentationTrial> trials;  // empty if nothing was to be chosen
  SegmentationLoss loss = SegmentationLoss::kBalanced;
  double c = 10;
  int num_images = 0, num_units = 0;
  MaskAgreement training;  // mean agreement on the training images
  // The same if each unit has the label of most of its pixels: no labels of these units have fewer wrong
  // pixels, while the overlap can be higher.
  MaskAgreement limit;
};

// Structured SVM with one-slack cutting planes and bounds w_e >= 0 (cutting_plane.h, GraphLabelingProblem),
// on the standardised features of the units of all images. Units of void pixels only are left out of the
// graphs that are learned from.
//
// Throws common::Error: kUsage for options out of range, kData without images, for masks of another size
// (named), and if all units have the same label; common::Stopped if the flag of run.stop is set. Memory:
// 8 bytes for each feature of each unit of all images. Deterministic given the seed of the run; the number of
// threads does not change the result.
SegmentationTraining TrainSegmentation(int num_images, const ImageSource& source,
                                       const SegmentationOptions& options);

// The mask of an image, by default by the exact minimum cut. Throws common::Error(kUsage) for an unknown
// method and for an image without pixels.
Mask Segment(const SegmentationModel& model, const graphical_models::Image& image,
             const std::string& inference = "cut");

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SEGMENTATION_TRAINING_H_
