#include "experiments/datasets/objects/pasted_scenes.h"

#include <algorithm>

#include "common/random_stream.h"

namespace structlab::datasets {

Horse PasteInto(const graphical_models::Image& ground, const Horse& object, uint64_t seed) {
  graphical_models::CheckImage(ground, "ground");
  common::RandomStream stream(seed, "pasted scenes");
  const int box_width = object.box.right - object.box.left + 1;
  const int box_height = object.box.bottom - object.box.top + 1;
  const double longer = stream.Uniform(0.25, 0.5) * std::max(ground.width, ground.height);
  const double scale =
      std::min({longer / std::max(box_width, box_height), static_cast<double>(ground.width) / box_width,
                static_cast<double>(ground.height) / box_height});
  const int width = std::clamp(static_cast<int>(scale * box_width), 1, ground.width);
  const int height = std::clamp(static_cast<int>(scale * box_height), 1, ground.height);
  const bool is_mirrored = stream.Uniform() < 0.5;
  const int left = static_cast<int>(stream.UniformIndex(ground.width - width + 1));
  const int top = static_cast<int>(stream.UniformIndex(ground.height - height + 1));

  Horse scene{.name = object.name, .image = graphical_models::UniformImage(ground.width, ground.height, 3)};
  for (int pixel = 0; pixel < ground.num_pixels(); ++pixel) {
    const auto color = graphical_models::ColorOf(ground, pixel);
    for (int channel = 0; channel < 3; ++channel) {
      scene.image.values[3 * static_cast<size_t>(pixel) + channel] = static_cast<uint8_t>(color[channel]);
    }
  }
  scene.mask = {ground.width, ground.height, std::vector<uint8_t>(ground.num_pixels(), 0)};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int along = is_mirrored ? width - 1 - x : x;
      const int from_x = object.box.left + along * box_width / width;
      const int from_y = object.box.top + y * box_height / height;
      const size_t from = static_cast<size_t>(from_y) * object.image.width + from_x;
      if (object.mask.labels[from] != structured_learning::kForeground) continue;
      const auto color = graphical_models::ColorOf(object.image, from);
      for (int channel = 0; channel < 3; ++channel) {
        scene.image(left + x, top + y, channel) = static_cast<uint8_t>(color[channel]);
      }
      scene.mask.labels[static_cast<size_t>(top + y) * ground.width + left + x] = 1;
    }
  }
  scene.box = BoxOf(scene.mask);
  return scene;
}

}  // namespace structlab::datasets
