// Any bytes as a parameter file of elastix give a transform of points or an Error.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/transform_formats.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::registration;
  static const common::ScratchFolder folder("elastix_fuzzer");
  static const std::string path = common::FuzzFilesNamed(folder.path(), {"x.txt"}).front();
  // Else it is another program's.
  common::FuzzFile(std::string("(Transform \"").append(reinterpret_cast<const char*>(data), size));
  try {
    const SpatialTransform transform = ReadTransform(path, {});
    STRUCTLAB_CHECK(transform.steps.size() == 1);
    transform(Point(1, 2, 3));
  } catch (const common::Error& error) {
    // Files that it names may be missing.
    STRUCTLAB_CHECK(error.kind() != common::ErrorKind::kUsage);
  }
  return 0;
}
