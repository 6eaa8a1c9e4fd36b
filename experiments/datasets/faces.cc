#include "experiments/datasets/faces.h"

#include <fmt/format.h>

#include <utility>

#include "common/error.h"
#include "kernels/sparse/idx_file.h"

namespace structlab::datasets {

const char* FileNameOf(FaceSet set) {
  switch (set) {
    case FaceSet::kExtendedYaleBFull:
      return "yaleb-192x168";
    case FaceSet::kExtendedYaleB:
      return "yaleb32";
    case FaceSet::kOrl:
      return "orl32";
    case FaceSet::kYale:
      return "yale32";
  }
  return "";
}

Faces ReadFaces(const std::string& folder, FaceSet set, int first_images) {
  const std::string name = folder + "/" + FileNameOf(set);
  kernels::IdxBytes images = kernels::ReadIdxBytes(name + "-images-idx3-ubyte.gz", 3, first_images);
  const std::string of_labels = name + "-labels-idx1-ubyte.gz";
  const kernels::IdxBytes labels = kernels::ReadIdxBytes(of_labels, 1, first_images);
  if (labels.sizes[0] != images.sizes[0]) {
    common::ThrowDataError(of_labels, fmt::format("{} labels, one an image", images.sizes[0]),
                           std::to_string(labels.sizes[0]));
  }
  Faces faces = {images.sizes[1], images.sizes[2], {}, std::move(images.values)};
  for (size_t image = 0; image < labels.values.size(); ++image) {
    if (labels.values[image] == 0) {
      common::ThrowDataError(fmt::format("{}: label {}", of_labels, image + 1), "a subject, 1 to 255", "0");
    }
    faces.subjects.push_back(labels.values[image]);
  }
  return faces;
}

}  // namespace structlab::datasets
