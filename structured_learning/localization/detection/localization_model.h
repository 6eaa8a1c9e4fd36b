// A learned model that finds the boxes of objects in images, and its file.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_MODEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_MODEL_H_

#include <map>
#include <optional>
#include <string>

#include "structured_learning/localization/search/box_search.h"
#include "structured_learning/localization/words/word_book.h"
#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// The features of a box. Each has the weights and the search that BoxFeatures describes.
enum class LocalizationKernel {
  kWords,        // counts of words
  kWordPyramid,  // counts of words in 1 + 4 cells of the box
};
// Names in texts: words, word_pyramid. Parse throws common::Error(kUsage) at `where` for others.
std::string LocalizationKernelName(LocalizationKernel kernel);
LocalizationKernel ParseLocalizationKernel(const std::string& name, const std::string& where);
BoxFeatures FeaturesOf(LocalizationKernel kernel);

struct LocalizationModel {
  // How words are computed from images; nothing if the model was trained on points with words
  // (search/word_files.h), and then is applied to such points.
  std::optional<WordBook> book = {};
  int num_words = 0;  // those of the book if there is one
  int cells = 32;     // of CellGrid; 0: pixels
  LocalizationKernel kernel = LocalizationKernel::kWords;
  DenseVector weights;  // num_words numbers, or 5 num_words for kWordPyramid
  // The rule of "no object": only boxes with a score above this are found. Nothing: every image has an
  // object.
  std::optional<double> min_score = {};
  // The suppression of overlapping finds: a find is left out if its overlap with a better one is larger. In
  // [0, 1].
  double max_overlap = 0.3;
  // What is known about the training, for display. Texts have one line.
  std::map<std::string, std::string> facts = {};
};

// One file (kernels/files/model_file.h): numbers bit by bit, with a digest.
//
//     WriteLocalizationModel(model, "horses.model");
//     const LocalizationModel same = ReadLocalizationModel("horses.model");
//
// Writing throws common::Error(kEnvironment) if the file cannot be written. Reading throws common::Error,
// which names the file: kEnvironment if it cannot be read; kData for a file of another kind, for one in which
// any byte was changed, and for parts that do not fit together. Memory in proportion to the file.
void WriteLocalizationModel(const LocalizationModel& model, const std::string& path);
LocalizationModel ReadLocalizationModel(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_MODEL_H_
