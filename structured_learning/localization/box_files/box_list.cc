#include "structured_learning/localization/box_files/box_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"

namespace structlab::structured_learning {
namespace {

std::string Place(const BoxList& list, const ListedImage& image, const char* element, int64_t place) {
  if (list.has_elements) return fmt::format("{}: {}[{}]", list.path, element, place);
  return fmt::format("{}:{}", image.source.empty() ? list.path : image.source, place);
}

// Classes with their numbers of objects, most objects first, then by name.
std::vector<std::pair<std::string, int64_t>> CountClasses(const BoxList& list) {
  std::map<std::string, int64_t> counts;
  for (const ListedImage& image : list.images) {
    for (const ListedObject& object : image.objects) ++counts[object.category];
  }
  std::vector<std::pair<std::string, int64_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

}  // namespace

std::string PlaceOf(const BoxList& list, const ListedImage& image) {
  return Place(list, image, "images", image.place);
}

std::string PlaceOf(const BoxList& list, const ListedImage& image, const ListedObject& object) {
  return Place(list, image, "annotations", object.place);
}

void CheckListedBox(const BoxList& list, const ListedImage& image, const ListedObject& object,
                    std::optional<ImageSize> size) {
  const PixelBox& box = object.box;
  const auto refuse = [&](const std::string& expected) {
    common::ThrowDataError(
        PlaceOf(list, image, object), expected,
        fmt::format("left {}, top {}, right {}, bottom {}", box.left + list.first_pixel,
                    box.top + list.first_pixel, box.right + list.first_pixel, box.bottom + list.first_pixel),
        fmt::format("check the box of {}", common::Quote(image.file)));
  };
  if (box.left > box.right || box.top > box.bottom) {
    refuse("a box that is not empty: left <= right, top <= bottom");
  }
  if (size && (box.left < 0 || box.top < 0 || box.right >= size->width || box.bottom >= size->height)) {
    refuse(fmt::format("a box within its image of {} x {} pixels, which count from {}", size->width,
                       size->height, list.first_pixel));
  }
  if (box.left < 0 || box.top < 0) {
    refuse(fmt::format("a box within its image, whose pixels count from {}", list.first_pixel));
  }
}

void CheckListedImage(const BoxList& list, const ListedImage& image, ImageSize size) {
  if (image.size && (image.size->width != size.width || image.size->height != size.height)) {
    common::ThrowDataError(PlaceOf(list, image),
                           fmt::format("{} of {} x {} pixels, as the image has", common::Quote(image.file),
                                       size.width, size.height),
                           fmt::format("{} x {}", image.size->width, image.size->height),
                           "give the images that the boxes were made for");
  }
  for (const ListedObject& object : image.objects) CheckListedBox(list, image, object, size);
}

std::string DescribeClasses(const BoxList& list) {
  std::vector<std::string> names;
  for (const auto& [name, count] : CountClasses(list)) {
    names.push_back(fmt::format("{} ({})", name.empty() ? "no class" : name, count));
  }
  constexpr size_t kMaxShown = 100;
  const size_t rest = names.size() - std::min(names.size(), kMaxShown);
  names.resize(names.size() - rest);
  return common::ListNames(names) + (rest > 0 ? fmt::format(" and {} more", rest) : std::string());
}

void SelectClass(BoxList& list, const std::string& category, const std::string& flag) {
  const auto classes = CountClasses(list);
  if (category.empty()) {
    if (classes.size() <= 1) return;
    common::ThrowUsageError(flag, "one of the classes of " + list.path, "none",
                            "the classes are: " + DescribeClasses(list));
  }
  const bool is_known =
      std::ranges::any_of(classes, [&](const auto& known) { return known.first == category; });
  if (!is_known) {
    const bool has_classes = !classes.empty() && !(classes.size() == 1 && classes[0].first.empty());
    common::ThrowUsageError(
        flag, has_classes ? "one of the classes of " + list.path : "no class", common::Quote(category),
        has_classes ? "the classes are: " + DescribeClasses(list) : list.path + " has no classes");
  }
  if (!category.empty() && category.find_first_of("\n\r") != std::string::npos) {
    common::ThrowUsageError(flag, "a class in one line", common::Quote(category),
                            "rename it in " + list.path);
  }
  for (ListedImage& image : list.images) {
    std::erase_if(image.objects, [&](const ListedObject& object) { return object.category != category; });
  }
}

}  // namespace structlab::structured_learning
