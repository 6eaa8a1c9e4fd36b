// Any bytes as a MetaImage or NRRD file give an image with finite voxels, or an Error with the file's name.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/image_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::registration;
  static const common::ScratchFolder folder("text_header_fuzzer");
  static const std::vector<std::string> paths = common::FuzzFilesNamed(folder.path(), {"x.mha", "x.nrrd"});
  common::FuzzFile(data, size);
  if (size == 0) return 0;
  for (const std::string& path : paths) {
    const auto image =
        common::ReadUnlessDamaged(path, [&] { return ReadImage(path, {.nan_as_zero = true}); });
    if (!image) continue;
    CheckGeometry(image->geometry, path);
    STRUCTLAB_CHECK(static_cast<int64_t>(image->values.size()) == image->geometry.num_voxels());
    for (const float value : image->values) STRUCTLAB_CHECK(std::isfinite(value));
  }
  return 0;
}
