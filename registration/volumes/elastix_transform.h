// Transform parameter files of elastix.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_ELASTIX_TRANSFORM_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_ELASTIX_TRANSFORM_H_

#include <string>

#include "registration/volumes/transform_formats.h"

namespace structlab::registration {

// Whether a line begins with "(Transform ".
bool IsElastixFile(const std::string& path);
// `images` are needed for files with (UseDirectionCosines "false"): elastix then took both images to lie
// along the axes, so that their directions must be known.
SpatialTransform ReadElastix(const std::string& path, const TransformImages& images);
// `images.fixed` is needed: the files hold the fixed image's grid.
void WriteElastix(const SpatialTransform& transform, const std::string& path, const TransformImages& images,
                  common::ThreadPool& pool);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_ELASTIX_TRANSFORM_H_
