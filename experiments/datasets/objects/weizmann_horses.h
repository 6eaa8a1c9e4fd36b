// Photographs of horses with masks and boxes: every second image of the Weizmann horses (Borenstein and
// Ullman 2002).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_WEIZMANN_HORSES_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_WEIZMANN_HORSES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/table_rows.h"
#include "graphical_models/images/image.h"
#include "structured_learning/localization/search/pixel_box.h"
#include "structured_learning/segmentation/mask.h"

namespace structlab::datasets {

inline constexpr int kNumHorses = 164;

struct Horse {
  std::string name;  // "horse001"
  graphical_models::Image image = {};
  structured_learning::Mask mask = {};     // of the size of the image
  structured_learning::PixelBox box = {};  // the smallest one that holds all foreground pixels
};

// Reads one image at a time.
//
//     const Horses horses(dataset.path);
//     const Horse horse = horses.Read(0);
class Horses {
 public:
  // `folder` is what ResolveDataset found; empty for drawn horses (DrawHorse). Throws common::Error (data),
  // with file and line, for a boxes.tsv that does not list 164 images with a box within each.
  explicit Horses(std::string folder);

  int size() const { return kNumHorses; }
  // Images rgb_at_mask_size/NAME.jpg, masks figure_ground/NAME.jpg, which are foreground from 128 on. Throws
  // common::Error (data), which names the file, if one is no image of the listed size, or if the mask has
  // another box than listed.
  Horse Read(int i) const;

 private:
  struct Entry {
    std::string name;
    int width = 0, height = 0, xmin = 0, ymin = 0, xmax = 0, ymax = 0;
    structured_learning::PixelBox box() const { return {xmin, ymin, xmax, ymax}; }
  };
  static std::vector<common::TableColumn<Entry>> Columns();

  std::string folder_;
  std::vector<Entry> entries_;  // empty for drawn horses
};

// The smallest box with all foreground pixels. Throws common::Error (usage) if the mask has none.
structured_learning::PixelBox BoxOf(const structured_learning::Mask& mask);

// A stand-in: a body with neck, head, legs and tail, of one texture, before sky and grass. It stands near the
// middle, as in the photographs. Nothing of it is taken from them. Deterministic in seed and index.
Horse DrawHorse(uint64_t seed, int index);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_WEIZMANN_HORSES_H_
