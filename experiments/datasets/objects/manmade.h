// Photographs whose blocks of 16 x 16 pixels are labelled as man-made structure or not (Kumar and Hebert
// 2003).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_MANMADE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_MANMADE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::datasets {

inline constexpr int kManmadeWidth = 384, kManmadeHeight = 256, kManmadeBlock = 16;
inline constexpr int kManmadeColumns = kManmadeWidth / kManmadeBlock;
inline constexpr int kManmadeRows = kManmadeHeight / kManmadeBlock;
inline constexpr int kNumManmade = 237;

struct ManmadePhoto {
  std::string name;  // "010"
  graphical_models::Image image;
  std::vector<uint8_t> labels;  // [row * kManmadeColumns + column]; 1: structure
};

// Reads one photograph at a time.
class ManmadePhotos {
 public:
  // `folder` is what ResolveDataset found; empty for drawn photographs (DrawManmade).
  explicit ManmadePhotos(std::string folder);

  int size() const { return kNumManmade; }
  // images/NNN.jpg and labels/NNN.txt: 16 lines of 24 numbers 0 or 1, each followed by a comma. Throws
  // common::Error (data) with file and line for anything else.
  ManmadePhoto Read(int i) const;

  // The authors' training images 0 to 107, and their test images without nine that are also training images,
  // byte for byte (most with other labels).
  static std::vector<int> Training();
  static std::vector<int> Test();

 private:
  std::string folder_;
};

// The labels in the format of the files. Throws as Read, with `name` for the file.
std::vector<uint8_t> ParseManmadeLabels(const std::string& text, const std::string& name);

// A test image and the training image with the same bytes.
struct ManmadeTwins {
  int training, test;
};
const std::vector<ManmadeTwins>& TwinsOfManmade();

// A stand-in: houses with windows before sky, grass and trees. A block is structure if most of it is a house.
// Nothing of it is taken from the photographs. Deterministic in seed and index.
ManmadePhoto DrawManmade(uint64_t seed, int index);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_MANMADE_H_
