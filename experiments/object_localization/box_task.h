// The images of the localisation rows, as visual words on a coarse grid.
#ifndef STRUCTLAB_EXPERIMENTS_OBJECT_LOCALIZATION_BOX_TASK_H_
#define STRUCTLAB_EXPERIMENTS_OBJECT_LOCALIZATION_BOX_TASK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "structured_learning/localization/detection/box_measures.h"
#include "structured_learning/localization/detection/cell_grid.h"
#include "structured_learning/localization/localization_problem.h"

namespace structlab::object_localization {

struct BoxImages {
  // Words and true boxes on the grid; images without an object have no box.
  std::vector<structured_learning::LocalizationImage> on_cells;
  std::vector<structured_learning::CellGrid> grids;
  std::vector<structured_learning::PixelBox> sizes;                // {0, 0, width - 1, height - 1} in pixels
  std::vector<std::vector<structured_learning::PixelBox>> truths;  // in pixels

  int size() const { return static_cast<int>(on_cells.size()); }
};

struct BoxTask {
  BoxImages train, test;
  int num_words = 0;
};

struct BoxTaskOptions {
  std::string dataset;
  int num_horses = 164, num_others = 0;  // one half of each is for training; others have no object
  int num_words = 500, cells = 20;
};

// Horses by number, the first half for training; in kScenes each is pasted into a photograph without horses.
// The words are learned from the training images. Throws what reading the data throws.
BoxTask LoadBoxTask(const BoxTaskOptions& options, const std::string& horses_folder,
                    const std::string& manmade_folder, uint64_t seed);

// Measures of one find, or none, in each of the chosen images: boxes of pixels.
structured_learning::BoxMeasures MeasureFinds(const BoxImages& images,
                                              const std::vector<structured_learning::FoundObject>& found,
                                              const std::vector<int>& chosen);

// The first test images side by side, in grey, with true boxes in white and found ones in black.
harness::Picture DrawFinds(const BoxTaskOptions& options, const std::string& horses_folder,
                           const std::string& manmade_folder, const BoxTask& task,
                           const std::vector<structured_learning::FoundObject>& found);

// The box of each test image, in pixels, at the mean relative place of the training boxes, without looking at
// the image.
std::vector<structured_learning::FoundObject> MeanBoxes(const BoxTask& task);

}  // namespace structlab::object_localization

#endif  // STRUCTLAB_EXPERIMENTS_OBJECT_LOCALIZATION_BOX_TASK_H_
