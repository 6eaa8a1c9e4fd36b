// Stand-ins for images of faces.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FACE_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FACE_GENERATOR_H_

#include <cstdint>
#include <limits>

#include "experiments/datasets/faces.h"

namespace structlab::datasets {

// Draws a set with the sizes of the real one. A subject is a Lambertian surface, a dome that all share and a
// smooth random field, with an albedo of another such field; an image is lit from one direction and a little
// from all, with noise. Extended Yale B, in both sizes 32 x 32: 64 directions, the same for all subjects, of
// which some miss a few. ORL and Yale: near frontal light, and the face moved and bent by a smooth field of
// displacements. Nothing of it is taken from real images.
//
// Deterministic in the seed, thread-safe. Of fewer subjects
// the first; throws common::Error (usage) for none.
Faces GenerateFaces(FaceSet set, uint64_t seed, int max_subjects = std::numeric_limits<int>::max());

inline constexpr int kArSubjects = 100;
inline constexpr int kArImages = 26;

// The shape of the AR database (Martinez, Benavente 1998), which may not be given away: 100 subjects with 26
// images, two sessions of 13 each: neutral, three expressions, light from left, right and both sides,
// sunglasses in three lights, a scarf in three lights. 32 x 32 pixels; made as above with the occluders
// drawn. In the second session the albedo has changed a little. Of fewer subjects the first; throws
// common::Error (usage) unless they are 1 to kArSubjects.
Faces GenerateArFaces(uint64_t seed, int subjects = kArSubjects);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FACE_GENERATOR_H_
