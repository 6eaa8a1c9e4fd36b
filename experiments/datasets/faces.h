// Images of faces: the value type, and the reader of Extended Yale B (Georghiades, Belhumeur, Kriegman, From
// few to many, 2001; Lee, Ho, Kriegman, Acquiring linear subspaces for face recognition, 2005), ORL (Samaria,
// Harter, Parameterisation of a stochastic model for human face identification, 1994) and Yale, as cropped to
// 32 x 32, and Extended Yale B in full size.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FACES_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FACES_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace structlab::datasets {

enum class FaceSet {
  kExtendedYaleBFull,  // as cropped by Lee et al.: 192 rows of 168 pixels
  kExtendedYaleB,      // the others have 32 x 32
  kOrl,
  kYale
};

// Images with their subjects, in the order of the file.
struct Faces {
  int rows = 0, columns = 0;    // of each image
  std::vector<int> subjects;    // one an image, 1, 2, ...
  std::vector<uint8_t> pixels;  // rows * columns an image, 0 (black) to 255, row by row

  int size() const { return static_cast<int>(subjects.size()); }
  std::span<const uint8_t> Pixels(int image) const {
    const size_t count = static_cast<size_t>(rows) * static_cast<size_t>(columns);
    return std::span(pixels).subspan(static_cast<size_t>(image) * count, count);
  }

  bool operator==(const Faces&) const = default;
};

// The name of a set's files, before "-images-idx3-ubyte.gz" and "-labels-idx1-ubyte.gz".
const char* FileNameOf(FaceSet set);

// Reads both files of a folder (idx_file.h). Throws common::Error (data) with the file for another number of
// labels than images, a label of 0, and as ReadIdxBytes does. Reads at most
// `first_images`. Linear time; deterministic; thread-safe.
Faces ReadFaces(const std::string& folder, FaceSet set, int first_images = std::numeric_limits<int>::max());

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FACES_H_
