// Images with true boxes, and the training examples that they give.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_LOCALIZATION_EXAMPLES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_LOCALIZATION_EXAMPLES_H_

#include <string>
#include <vector>

#include "structured_learning/localization/search/pixel_box.h"
#include "structured_learning/localization/search/word_image.h"

namespace structlab::structured_learning {

struct LocalizationImage {
  std::string name;  // for messages
  WordImage words;
  std::vector<PixelBox> objects = {};  // true boxes; empty: the image has no object
};

// Throws common::Error (data), naming the image, as CheckWordImage and CheckBox do, and without images.
void CheckLocalizationImages(const std::vector<LocalizationImage>& images, int num_words);

// 1 + the largest word of all images, at least 1.
int NumWords(const std::vector<LocalizationImage>& images);

// The examples of an image with several true boxes.
enum class LocalizationExamples {
  kEachBox,  // one for each box, with the loss to this box
  // One, with the loss to the nearest box. The first box is the true output: the others have loss 0, but
  // their hinge is positive as long as their scores are higher.
  kEachImage
};

// Whether "no object" is an output. It always is the true output of an image without an object, but Predict
// returns it only with kCandidate.
enum class NoObject {
  kCandidate,  // in every oracle call
  // Only in a further example for each example of an image with an object. This example has two outputs, the
  // true box and "no object", and the same number of examples comes after the others: example n + k for the
  // k-th example with an object. It stands for the constraint w'Phi(truth) >= 1 - xi' that the authors'
  // program sets at the start. (There, these constraints of all images share one slack xi'.)
  kOwnExample,
  kNever,
};

struct LocalizationExample {
  int image;  // index
  std::vector<PixelBox> truths;
  bool has_two_outputs = false;  // the further examples of kOwnExample

  FoundObject truth() const { return truths.empty() ? FoundObject() : truths.front(); }
};

// In the order of the images and of their boxes, followed by the further examples of kOwnExample.
std::vector<LocalizationExample> ListExamples(const std::vector<LocalizationImage>& images,
                                              LocalizationExamples examples, NoObject no_object);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_LOCALIZATION_EXAMPLES_H_
