#include "experiments/datasets/image_of_size.h"

#include "common/error.h"
#include "graphical_models/images/image_file.h"

namespace structlab::datasets {
namespace {

std::string Describe(int width, int height, int channels) {
  std::string text = channels == 1 ? "a grey image of " : "an image in colours of ";
  return text.append(std::to_string(width)).append(" x ").append(std::to_string(height));
}

}  // namespace

graphical_models::Image ReadImageOfSize(const std::string& path, int width, int height, int channels) {
  graphical_models::Image image = graphical_models::ReadImage(path);
  if (image.width != width || image.height != height || image.channels != channels) {
    common::ThrowDataError(path, Describe(width, height, channels),
                           Describe(image.width, image.height, image.channels));
  }
  return image;
}

}  // namespace structlab::datasets
