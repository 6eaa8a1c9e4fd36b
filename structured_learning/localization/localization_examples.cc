#include "structured_learning/localization/localization_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "common/error.h"

namespace structlab::structured_learning {

void CheckLocalizationImages(const std::vector<LocalizationImage>& images, int num_words) {
  if (images.empty()) common::ThrowDataError("images", "at least one image", "none");
  for (size_t k = 0; k < images.size(); ++k) {
    const LocalizationImage& image = images[k];
    const std::string name = image.name.empty() ? fmt::format("image {}", k + 1) : image.name;
    CheckWordImage(image.words, num_words, name);
    for (const PixelBox& box : image.objects) CheckBox(box, image.words.width, image.words.height, name);
  }
}

int NumWords(const std::vector<LocalizationImage>& images) {
  int num_words = 1;
  for (const LocalizationImage& image : images) num_words = std::max(num_words, NumWords(image.words));
  return num_words;
}

std::vector<LocalizationExample> ListExamples(const std::vector<LocalizationImage>& images,
                                              LocalizationExamples examples, NoObject no_object) {
  std::vector<LocalizationExample> list;
  for (int k = 0; k < static_cast<int>(images.size()); ++k) {
    const std::vector<PixelBox>& objects = images[k].objects;
    if (objects.empty() || examples == LocalizationExamples::kEachImage) {
      list.push_back({k, objects});
    } else {
      for (const PixelBox& box : objects) list.push_back({k, {box}});
    }
  }
  if (no_object != NoObject::kOwnExample) return list;
  const size_t count = list.size();
  for (size_t k = 0; k < count; ++k) {
    if (list[k].truths.empty()) continue;
    list.push_back({list[k].image, list[k].truths, /*has_two_outputs=*/true});
  }
  return list;
}

}  // namespace structlab::structured_learning
