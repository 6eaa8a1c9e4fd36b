// Scenes in which the place of the object says nothing: a photographed object, cut out by its mask, on a
// larger photograph without one. The scenes are generated; their parts may be real.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_PASTED_SCENES_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_PASTED_SCENES_H_

#include <cstdint>

#include "experiments/datasets/objects/weizmann_horses.h"
#include "graphical_models/images/image.h"

namespace structlab::datasets {

// Pastes the object, scaled so that the longer side of its box is a uniform share from 0.25 to 0.5 of the
// longer side of the ground, and mirrored in half of the scenes, at a uniform place where it fits. Nearest
// pixels are taken. The result has the size of the ground. Deterministic in the seed.
Horse PasteInto(const graphical_models::Image& ground, const Horse& object, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_PASTED_SCENES_H_
