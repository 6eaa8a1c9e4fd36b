// The images that a segmentation model is trained on, as graphs.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_TRAINING_SET_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_TRAINING_SET_H_

#include <vector>

#include "structured_learning/segmentation/segmentation_training.h"

namespace structlab::structured_learning {

struct TrainingSet {
  SegmentationModel model;  // all but the weights
  GraphSamples graphs;      // with standardised features
  // The same without the units that have void pixels only, to learn from; null if no unit is left.
  GraphSamples known;
  std::vector<UnitLabels> truths;
  int num_units = 0;
};

// Reads the images, learns the visual words and standardises the features. Throws as TrainSegmentation does.
TrainingSet ReadTrainingSet(int num_images, const ImageSource& source, const SegmentationOptions& options);

// The images that visual words are learned from.
std::vector<int> ImagesOfWords(int num_images, const SegmentationOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_TRAINING_SET_H_
