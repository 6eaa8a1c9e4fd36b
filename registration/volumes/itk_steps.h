// ITK's transforms as bytes, for what a child process reads. Private to this folder: includes ITK's
// templates.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_ITK_STEPS_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_ITK_STEPS_H_

#include <string>
#include <vector>

#include "common/processes/isolated_call.h"
#include "registration/volumes/spatial_transform.h"

namespace structlab::registration {

// Reads a file and leaves its steps in `bytes`. For the child process. Throws common::Error(kData).
void ReadItkSteps(const std::string& path, common::SharedBytes& bytes);

// In front of the numbers of a step.
struct ItkStepHeader {
  enum class Kind : int32_t { kAffine, kField, kBSpline, kEnd };
  Kind kind;
  int32_t dimension;
  Geometry grid;        // of fields and splines
  int64_t num_numbers;  // doubles; those of a voxel side by side, as many as dimensions
};

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_ITK_STEPS_H_
