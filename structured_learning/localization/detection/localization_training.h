// Learns models that find the boxes of objects in images.
//
//     const LocalizationSource source = {.size = ..., .image = ..., .objects = ..., .name = ...};
//     const LocalizationTraining training = TrainLocalization(source, {});
//     WriteLocalizationModel(training.model, "horses.model");
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_TRAINING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_TRAINING_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "structured_learning/localization/detection/box_measures.h"
#include "structured_learning/localization/detection/localization_model.h"
#include "structured_learning/localization/localization_examples.h"
#include "structured_learning/optimization/learning_result.h"

namespace structlab::structured_learning {

// The training images. They are read one after the other, by either `image` or `points`; the other one is
// empty. Images that the code book is learned from are read once more before.
struct LocalizationSource {
  int size = 0;
  // Return image i, or nothing to leave it out.
  std::function<std::optional<graphical_models::Image>(int i)> image = {};
  std::function<std::optional<WordImage>(int i)> points = {};
  // The true boxes in pixels; none if the image has no object. Called after image i was read.
  std::function<std::vector<PixelBox>(int i)> objects = {};
  std::function<std::string(int i)> name = {};  // for messages; called after image i was read
};

enum class BoxRescaling { kMargin, kSlack };
// Names in texts: margin, slack. Parse throws common::Error(kUsage) at `where` for others.
std::string BoxRescalingName(BoxRescaling rescaling);
BoxRescaling ParseBoxRescaling(const std::string& name, const std::string& where);

struct LocalizationTrainingOptions {
  WordBookOptions words = {};  // without meaning for points; its seed is that of the run
  LocalizationKernel kernel = LocalizationKernel::kWords;
  BoxRescaling rescaling = BoxRescaling::kMargin;
  // How images with several objects become examples. kEachBox asks each object to score higher than the
  // others of its image, which is impossible for two of them at once.
  LocalizationExamples examples = LocalizationExamples::kEachImage;
  int cells = 32;            // 0 to kMaxImageSide, of CellGrid
  double max_overlap = 0.3;  // of the model, in [0, 1]
  // The weight of the hinge: training minimises 1/2 |w|^2 + C (mean hinge of the examples), so lambda = 1/C.
  // If missing, it is chosen by cross-validation over images: the highest mean agreement of held-out images,
  // of equal ones the smaller C. Scores are sums over hundreds of points, so a good C is small.
  std::optional<double> c = {};
  int folds = 3;  // >= 2; fewer if there are fewer images
  // Training ends when the objective is proved to be within this share of C of its minimum (the objective of
  // w = 0 is at most C).
  double gap = 0.01;
  // Iterations are passes over the images, of each training. The observer is not called.
  common::RunControl run = {.stop = {.iterations = 200}};
  // Called after each step of the work: an image was read, or a model trained. May be empty.
  std::function<void(const std::string& what)> step = {};
  // Called with each finished model of all images: the first one with C = 0.03 if C is not given, then the
  // one with what was chosen. May be empty.
  std::function<void(const LocalizationModel& model)> finished = {};
};
// The values of C that are tried: 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.
std::vector<double> CandidatesOfBoxC();
// Throws common::Error(kUsage) for options out of range, except those of words.
void CheckLocalizationTrainingOptions(const LocalizationTrainingOptions& options);
// The number of calls of `step`, if no image and no file of points is left out.
int CountLocalizationSteps(int size, bool are_images, const LocalizationTrainingOptions& options);

// A C with the mean agreement on held-out images: the overlap of the best find with the nearest true box; for
// an image without an object 1 if nothing is found, else 0.
struct LocalizationTrial {
  double c;
  double agreement;
};

struct LocalizationTraining {
  LocalizationModel model;
  LearningResult result;                  // of the last training
  std::vector<LocalizationTrial> trials;  // empty if C is given
  double c = 0;
  int num_images = 0, num_objects = 0;
  BoxMeasures training;  // of the best find in each training image
  // The same of the true boxes on the grid of cells: no model on this grid has a much higher overlap.
  BoxMeasures limit;
  // Mean overlap in the training images of the same box for all of them: the mean of all true boxes, relative
  // to width and height. What is learned is worth its trouble only if it is better.
  double mean_box_overlap = 0;
};

// Structured SVM with one-slack cutting planes (LearnByMeanCuttingPlanes, the best iterate) on
// LocalizationProblem, on the grid of cells. "No object" is an output of every oracle call, with the score 0;
// a search ends at LocalizationOptions' limit of sets, and the certificate then uses its bound. A score
// without a bias is above 0 for a single point with a typical word. So if some images have no object, the
// model's min_score is the SeparatingScore of the best boxes of the training images.
//
// Throws common::Error: kUsage for options out of range; kData without images, if no image has an object, and
// for a box that is empty or outside of its image (named); common::Stopped if the flag of run.stop is set.
// Memory: 8 bytes a point of all images, one image, 512 bytes for each descriptor of the sample, and with
// several threads the planes of all images. Deterministic given the seed of the run; the number of threads
// does not change the result.
LocalizationTraining TrainLocalization(const LocalizationSource& source,
                                       const LocalizationTrainingOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_TRAINING_H_
