// A simple classifier, to compare how hard two sets of faces are.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_NEAREST_FACE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_NEAREST_FACE_H_

#include "experiments/datasets/faces.h"

namespace structlab::datasets {

// The share of images whose nearest neighbour by all pixels, among a random half of the images, is of another
// subject: of the images outside this half. Throws common::Error (usage) for fewer than two images.
double NearestFaceError(const Faces& faces);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_NEAREST_FACE_H_
