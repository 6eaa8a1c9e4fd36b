// Any bytes as a NIfTI file give an image with finite voxels, a field, or an Error with the file's name.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/image_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::registration;
  static const common::ScratchFolder folder("nifti_fuzzer");
  static const std::string path = common::FuzzFilesNamed(folder.path(), {"x.nii"}).front();
  common::FuzzFile(data, size);
  if (size == 0) return 0;
  const auto image = common::ReadUnlessDamaged(path, [&] { return ReadImage(path, {.nan_as_zero = true}); });
  if (image) {
    CheckGeometry(image->geometry, path);
    STRUCTLAB_CHECK(static_cast<int64_t>(image->values.size()) == image->geometry.num_voxels());
    for (const float value : image->values) STRUCTLAB_CHECK(std::isfinite(value));
  }
  common::ReadUnlessDamaged(path, [&] { return ReadLabels(path); });
  const auto field = common::ReadUnlessDamaged(path, [&] { return ReadField(path); });
  if (field) {
    for (const Eigen::Vector3f& value : field->values) STRUCTLAB_CHECK(value.allFinite());
  }
  return 0;
}
