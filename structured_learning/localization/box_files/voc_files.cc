#include "structured_learning/localization/box_files/voc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "structured_learning/localization/box_files/xml_elements.h"

namespace structlab::structured_learning {
namespace {

constexpr size_t kMaxBytes = size_t{4} << 20;

class FileReader {
 public:
  explicit FileReader(const std::string& path) : path_(path) {}

  ListedImage Read(const BoxList& list) const {
    const XmlElement root = ParseXml(common::ReadFile(path_, kMaxBytes), path_);
    if (root.name != "annotation") {
      common::ThrowDataError(At(root), "<annotation>", fmt::format("<{}>", root.name));
    }
    const XmlElement& file = Need(root, "filename");
    ListedImage image{.file = file.text, .size = SizeOf(root), .place = file.line, .source = path_};
    if (image.file.empty()) common::ThrowDataError(At(file), "the name of an image", "nothing");
    for (const XmlElement& child : root.children) {
      if (child.name == "object") image.objects.push_back(ObjectOf(child));
    }
    for (const ListedObject& object : image.objects) CheckListedBox(list, image, object, image.size);
    return image;
  }

 private:
  std::string At(const XmlElement& element) const { return fmt::format("{}:{}", path_, element.line); }

  const XmlElement& Need(const XmlElement& parent, const char* name) const {
    const XmlElement* const child = parent.Child(name);
    if (child == nullptr) {
      common::ThrowDataError(At(parent), fmt::format("<{}> in <{}>", name, parent.name), "none");
    }
    return *child;
  }

  int PixelOf(const XmlElement& parent, const char* name) const {
    constexpr double kMax = 1e6;
    const XmlElement& element = Need(parent, name);
    const auto number = common::ParseFiniteNumber(element.text);
    if (!number || std::abs(*number) > kMax) {
      common::ThrowDataError(At(element), fmt::format("pixels, up to 1000000, in <{}>", name),
                             common::Quote(element.text));
    }
    return static_cast<int>(std::lround(*number));
  }

  std::optional<ImageSize> SizeOf(const XmlElement& root) const {
    const XmlElement* const size = root.Child("size");
    if (size == nullptr) return std::nullopt;
    const ImageSize found = {PixelOf(*size, "width"), PixelOf(*size, "height")};
    if (found.width == 0 && found.height == 0) return std::nullopt;
    if (found.width < 1 || found.height < 1) {
      common::ThrowDataError(At(*size), "an image of at least one pixel",
                             fmt::format("{} x {}", found.width, found.height));
    }
    return found;
  }

  ListedObject ObjectOf(const XmlElement& element) const {
    const XmlElement& box = Need(element, "bndbox");
    const XmlElement* const difficult = element.Child("difficult");
    // The challenges' pixels count from 1.
    return {.box = {PixelOf(box, "xmin") - 1, PixelOf(box, "ymin") - 1, PixelOf(box, "xmax") - 1,
                    PixelOf(box, "ymax") - 1},
            .category = Need(element, "name").text,
            .is_ignored = difficult != nullptr && difficult->text == "1",
            .place = box.line};
  }

  const std::string& path_;
};

}  // namespace

BoxList ReadVocFile(const std::string& path) {
  BoxList list{.path = path, .first_pixel = 1};
  list.images.push_back(FileReader(path).Read(list));
  return list;
}

BoxList ReadVocFolder(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failure;
  std::filesystem::directory_iterator at(folder, failure);
  if (failure) common::ThrowEnvironmentError(folder, "the folder cannot be read: " + failure.message());
  for (; at != std::filesystem::directory_iterator(); at.increment(failure)) {
    if (failure) common::ThrowEnvironmentError(folder, "the folder cannot be read: " + failure.message());
    if (at->path().extension() == ".xml") files.push_back(at->path().string());
  }
  if (files.empty()) common::ThrowDataError(folder, "files *.xml with boxes", "none");
  std::ranges::sort(files);
  BoxList list{.path = folder, .first_pixel = 1};
  std::map<std::string, std::string> source_of;
  for (const std::string& file : files) {
    common::StopPoint();
    ListedImage image = FileReader(file).Read(list);
    const auto [known, is_new] = source_of.try_emplace(image.file, file);
    if (!is_new) {
      common::ThrowDataError(PlaceOf(list, image), "an image that no other file names",
                             fmt::format("{}, as in {}", common::Quote(image.file), known->second));
    }
    list.images.push_back(std::move(image));
  }
  return list;
}

}  // namespace structlab::structured_learning
