// Any bytes give an image whose values are all there, or an Error with the place.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "graphical_models/images/image_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  static const int file = memfd_create("input", 0);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  try {
    const graphical_models::Image image = graphical_models::ReadImage(path);
    graphical_models::CheckImage(image, "image");
    STRUCTLAB_CHECK(image.num_pixels() > 0);
    STRUCTLAB_CHECK(image.values.size() <= 1536 * size);
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where == path);
  }
  return 0;
}
