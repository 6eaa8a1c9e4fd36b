#include "structured_learning/localization/box_files/coco_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

using Json = nlohmann::json;

// An element of "images", "annotations" or "categories": the members that are read.
struct Element {
  std::optional<std::string> id, image_id, category_id, name;
  std::optional<double> width, height, score;
  bool is_crowd = false;
  std::vector<double> box = {};
  bool has_box = false, has_wrong_box = false;
};

enum Section { kImages, kAnnotations, kCategories, kNumSections };
constexpr std::array<const char*, kNumSections> kSectionNames = {"images", "annotations", "categories"};

// Receives the events of the parser and keeps what is needed. Depths: 1 the whole object, 2 a section, 3 an
// element, 4 a bbox.
class CocoHandler : public nlohmann::json_sax<Json> {
 public:
  CocoHandler(const std::string& path, const std::string& text) : path_(path), text_(text) {}

  const std::vector<Element>& elements(Section section) const { return elements_[section]; }
  bool has(Section section) const { return has_[section]; }

  bool null() override { return is_in_box_ ? Number(std::numeric_limits<double>::quiet_NaN(), {}) : true; }
  bool boolean(bool value) override { return Number(value ? 1 : 0, {}); }
  bool number_integer(number_integer_t value) override {
    return Number(static_cast<double>(value), std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return Number(static_cast<double>(value), std::to_string(value));
  }
  // Some programs write ids as 3.0; integers above 2^64 arrive here, too.
  bool number_float(number_float_t value, const string_t& text) override {
    const bool is_integer = value == std::floor(value) && std::abs(value) < 1e15;
    return Number(value, is_integer ? std::to_string(static_cast<int64_t>(value)) : text);
  }
  bool string(string_t& value) override {
    if (is_in_box_) return null();
    if (!IsInElement()) return true;
    if (field_ == (section_ == kCategories ? "name" : "file_name")) Current()->name = value;
    SetId(value);
    return true;
  }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    ++depth_;
    if (depth_ == 3 && section_ && is_section_array_) elements_[*section_].emplace_back();
    field_.clear();
    return true;
  }
  bool end_object() override {
    common::StopPoint();
    if (depth_ == 3 && Current() != nullptr) CheckMembers();
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    if (depth_ == 0) {
      common::ThrowDataError(path_, "an object with images and annotations", "an array",
                             "give the file of the annotations, not one of results");
    }
    ++depth_;
    if (depth_ == 3) field_.clear();
    if (depth_ == 2) {
      is_section_array_ = true;
      if (section_) has_[*section_] = true;
    }
    if (depth_ == 4 && section_ == kAnnotations && field_ == "bbox") {
      Element* const element = Current();
      if (element != nullptr) {
        element->has_box = is_in_box_ = true;
        element->box.clear();
      }
    }
    return true;
  }
  bool end_array() override {
    if (depth_ == 4) is_in_box_ = false;
    if (depth_ == 2) is_section_array_ = false;
    --depth_;
    return true;
  }
  bool key(string_t& name) override {
    if (depth_ == 1) {
      section_.reset();
      for (int section = 0; section < kNumSections; ++section) {
        if (name == kSectionNames[section]) section_ = static_cast<Section>(section);
      }
    } else if (depth_ == 3) {
      field_ = name;
    }
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const Json::exception&) override {
    const auto end = text_.begin() + std::min(position, text_.size());
    common::ThrowDataError(fmt::format("{}:{}", path_, 1 + std::count(text_.begin(), end, '\n')), "JSON",
                           token.empty() ? "the end of the file" : common::Quote(token));
  }

 private:
  // At once, so that a long list of elements without them takes no memory.
  void CheckMembers() {
    const Element& element = *Current();
    const auto check = [&](bool is_there, const char* what) {
      if (is_there) return;
      common::ThrowDataError(
          fmt::format("{}: {}[{}]", path_, kSectionNames[*section_], elements_[*section_].size() - 1), what,
          "none");
    };
    if (section_ == kAnnotations) {
      check(element.image_id.has_value(), "an image_id");
      check(element.has_box, "a bbox of four numbers, x, y, width and height");
    } else {
      check(element.id.has_value(), "an id");
      check(element.name.has_value(), section_ == kImages ? "a file_name" : "a name");
    }
  }

  Element* Current() {
    if (!section_ || !is_section_array_ || elements_[*section_].empty()) return nullptr;
    return &elements_[*section_].back();
  }
  // Whether a value is a member of an element of a section.
  bool IsInElement() { return depth_ == 3 && Current() != nullptr && !field_.empty(); }

  void SetId(const std::string& text) {
    Element& element = *Current();
    if (field_ == "id") element.id = text;
    if (field_ == "image_id") element.image_id = text;
    if (field_ == "category_id") element.category_id = text;
  }

  bool Number(double value, const std::string& as_integer) {
    if (is_in_box_ && depth_ == 4) {
      // Two more than a box has are enough to see that it is wrong.
      if (Current()->box.size() < 6) Current()->box.push_back(value);
      return true;
    }
    if (!IsInElement()) return true;
    Element& element = *Current();
    if (!as_integer.empty()) SetId(as_integer);
    if (field_ == "width") element.width = value;
    if (field_ == "height") element.height = value;
    if (field_ == "score") element.score = value;
    if (field_ == "iscrowd") element.is_crowd = value != 0;
    return true;
  }

  const std::string& path_;
  const std::string& text_;
  std::array<std::vector<Element>, kNumSections> elements_;
  std::array<bool, kNumSections> has_ = {};
  std::optional<Section> section_;
  std::string field_;
  int64_t depth_ = 0;
  bool is_section_array_ = false, is_in_box_ = false;
};

class Builder {
 public:
  Builder(const std::string& path, const CocoHandler& read) : read_(read) {
    list_.path = path;
    list_.has_elements = true;
  }

  BoxList Build() {
    AddImages();
    AddCategories();
    const std::vector<Element>& annotations = read_.elements(kAnnotations);
    for (size_t k = 0; k < annotations.size(); ++k) AddObject(annotations[k], k);
    return std::move(list_);
  }

 private:
  std::string Where(Section section, size_t index) const {
    return fmt::format("{}: {}[{}]", list_.path, kSectionNames[section], index);
  }

  static void CheckIsNew(bool is_new, const std::string& where, const std::string& what,
                         const std::string& text) {
    if (!is_new) common::ThrowDataError(where, what + " that no other element has", common::Quote(text));
  }

  std::optional<ImageSize> SizeOf(const Element& element, size_t index) const {
    if (!element.width || !element.height) return std::nullopt;
    const auto is_side = [](double side) { return side >= 1 && side <= 1e6 && side == std::floor(side); };
    if (!is_side(*element.width) || !is_side(*element.height)) {
      common::ThrowDataError(Where(kImages, index), "width and height from 1 to 1000000",
                             fmt::format("{} and {}", common::FormatShort(*element.width),
                                         common::FormatShort(*element.height)));
    }
    return ImageSize{static_cast<int>(*element.width), static_cast<int>(*element.height)};
  }

  void AddImages() {
    std::unordered_map<std::string, size_t> files;
    const std::vector<Element>& images = read_.elements(kImages);
    for (size_t k = 0; k < images.size(); ++k) {
      const std::string& id = *images[k].id;
      const std::string& file = *images[k].name;
      if (file.empty()) common::ThrowDataError(Where(kImages, k), "a file_name", "an empty one");
      CheckIsNew(image_of_.try_emplace(id, k).second, Where(kImages, k), "an id", id);
      CheckIsNew(files.try_emplace(file, k).second, Where(kImages, k), "a file_name", file);
      list_.images.push_back({.file = file, .size = SizeOf(images[k], k), .place = static_cast<int64_t>(k)});
    }
  }

  void AddCategories() {
    const std::vector<Element>& categories = read_.elements(kCategories);
    for (size_t k = 0; k < categories.size(); ++k) {
      const std::string& id = *categories[k].id;
      const std::string& name = *categories[k].name;
      CheckIsNew(category_of_.try_emplace(id, name).second, Where(kCategories, k), "an id", id);
    }
  }

  void AddObject(const Element& annotation, size_t k) {
    const std::string& id = *annotation.image_id;
    const auto found = image_of_.find(id);
    if (found == image_of_.end()) {
      common::ThrowDataError(Where(kAnnotations, k), "the id of an image", "image_id " + common::Quote(id));
    }
    ListedImage& image = list_.images[found->second];
    ListedObject object{.box = BoxOf(annotation, image, k),
                        .is_ignored = annotation.is_crowd,
                        .place = static_cast<int64_t>(k)};
    if (annotation.category_id) {
      const auto category = category_of_.find(*annotation.category_id);
      if (category == category_of_.end()) {
        common::ThrowDataError(Where(kAnnotations, k), "the id of a category",
                               "category_id " + common::Quote(*annotation.category_id));
      }
      object.category = category->second;
    }
    if (annotation.score) {
      object.score = *annotation.score;
      list_.has_scores = true;
    }
    CheckListedBox(list_, image, object, image.size);
    image.objects.push_back(std::move(object));
  }

  // The pixels whose borders are nearest to begin and begin + length.
  static std::pair<int, int> PixelRange(double begin, double length, int size) {
    auto first = static_cast<int>(std::lround(begin)),
         last = static_cast<int>(std::lround(begin + length)) - 1;
    if (last < first) first = last = static_cast<int>(std::floor(begin + length / 2));
    if (begin > -1) first = std::max(first, 0);
    if (size > 0 && begin + length < size + 1.0) last = std::min(last, size - 1);
    return {std::min(first, std::max(last, 0)), last};
  }

  PixelBox BoxOf(const Element& annotation, const ListedImage& image, size_t k) const {
    const std::vector<double>& box = annotation.box;
    const auto is_number = [](double value) { return std::abs(value) <= 1e6; };
    if (box.size() != 4 || !std::ranges::all_of(box, is_number)) {
      common::ThrowDataError(Where(kAnnotations, k), "a bbox of four numbers, x, y, width and height",
                             "another one");
    }
    if (!(box[2] > 0 && box[3] > 0)) {
      common::ThrowDataError(
          Where(kAnnotations, k), "a bbox that is not empty",
          fmt::format("width {}, height {}", common::FormatShort(box[2]), common::FormatShort(box[3])));
    }
    const auto [left, right] = PixelRange(box[0], box[2], image.size ? image.size->width : 0);
    const auto [top, bottom] = PixelRange(box[1], box[3], image.size ? image.size->height : 0);
    return {left, top, right, bottom};
  }

  const CocoHandler& read_;
  BoxList list_;
  std::unordered_map<std::string, size_t> image_of_;
  std::unordered_map<std::string, std::string> category_of_;
};

}  // namespace

BoxList ReadCocoFile(const std::string& path) {
  common::ByteInput input(path);
  std::string text;
  std::vector<char> buffer(size_t{1} << 16);
  while (const size_t size = input.Read(buffer)) text.append(buffer.data(), size);
  CocoHandler handler(path, text);
  Json::sax_parse(text, &handler);
  for (const Section section : {kImages, kAnnotations}) {
    if (!handler.has(section)) {
      common::ThrowDataError(path, fmt::format("an array \"{}\"", kSectionNames[section]), "none",
                             "give a file with images, annotations and categories as COCO has them");
    }
  }
  return Builder(path, handler).Build();
}

}  // namespace structlab::structured_learning
