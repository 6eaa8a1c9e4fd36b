// Any bytes give an image whose values are all there, or an Error with the place.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "graphical_models/images/image_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  const std::string path = common::FuzzFile(data, size);
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
