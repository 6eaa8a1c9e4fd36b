// The images of the program register, and the transform that it begins with.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_INPUTS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_INPUTS_H_

#include <atomic>
#include <cstdio>
#include <optional>
#include <string>

#include "common/parallel.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/spatial_transform.h"
#include "tools/programs/register/register_arguments.h"

namespace structlab::tools {

// All inputs, and the transform to begin with.
struct RegisterInputs {
  registration::Image fixed, moving;
  registration::FileFacts moving_facts;
  std::optional<registration::Mask> fixed_mask, moving_mask;
  std::optional<registration::LabelMap> fixed_labels, moving_labels;
  std::optional<registration::SpatialTransform>
      affine;                             // the result of --affine, including the initial transform
  std::string why_not_affine;             // why the default affine alignment failed; empty: it did not
  registration::DisplacementField start;  // `affine`, or the initial transform; empty: none
};

// The address of the value, or null if the optional is empty.
template <class Value>
const Value* Pointer(const std::optional<Value>& value) {
  return value ? &*value : nullptr;
}

// Reads all files and aligns the images affinely, if that is asked for or the default. Throws common::Error.
RegisterInputs ReadRegisterInputs(const RegisterArguments& a, common::ThreadPool& pool, std::FILE* messages,
                                  const std::atomic<bool>& interrupted);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_INPUTS_H_
