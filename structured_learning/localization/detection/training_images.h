// The images that a localisation model is trained on, as words on the grid of cells.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_TRAINING_IMAGES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_TRAINING_IMAGES_H_

#include <vector>

#include "structured_learning/localization/detection/cell_grid.h"
#include "structured_learning/localization/detection/localization_training.h"
#include "structured_learning/localization/localization_problem.h"

namespace structlab::structured_learning {

struct TrainingImages {
  LocalizationModel model;                  // all but the weights
  std::vector<LocalizationImage> on_cells;  // words and true boxes on the grid
  // These have an entry for each image.
  std::vector<CellGrid> grids;
  std::vector<std::vector<PixelBox>> objects;  // true boxes in pixels
  int num_objects = 0;
};

// Learns the code book, if the source has images, and reads all images. Throws as TrainLocalization does.
TrainingImages ReadTrainingImages(const LocalizationSource& source,
                                  const LocalizationTrainingOptions& options);

// The options of the code book; their seed is that of the run.
WordBookOptions WordOptionsOf(const LocalizationTrainingOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_TRAINING_IMAGES_H_
