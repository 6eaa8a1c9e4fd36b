// Sunglasses and scarves drawn onto images of faces: what the AR database (Martinez, Benavente, The AR face
// database, 1998) has photographed.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FACE_OCCLUDERS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FACE_OCCLUDERS_H_

#include <cstdint>
#include <span>

#include "common/random_stream.h"

namespace structlab::datasets {

enum class Occluder {
  kSunglasses,  // two dark ellipses about the eyes and a bar between them: about a sixth of the image
  kScarf,       // stripes over all below the nose: about 0.4 of it
};

// Draws onto a cropped face, of rows * columns pixels row by row, and leaves the rest as it is. Greys,
// stripes and a place that differs by up to 1/16 of the image come from the stream. Throws common::Error
// (usage) unless there are as many pixels and at least 8 rows and columns.
void DrawOccluder(Occluder occluder, int rows, int columns, common::RandomStream& stream,
                  std::span<uint8_t> pixels);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FACE_OCCLUDERS_H_
