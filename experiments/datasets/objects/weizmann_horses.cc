#include "experiments/datasets/objects/weizmann_horses.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/error.h"
#include "common/table.h"
#include "experiments/datasets/catalogue.h"
#include "graphical_models/images/image_file.h"

namespace structlab::datasets {

using graphical_models::Image;
using structured_learning::Mask;
using structured_learning::PixelBox;

namespace {

constexpr int kThreshold = 128;  // masks are JPEG files, whose values are blurred

Image ReadListed(const std::string& path, int width, int height) {
  Image image = graphical_models::ReadImage(path);
  if (image.width != width || image.height != height) {
    common::ThrowDataError(path, fmt::format("{} x {} pixels, as boxes.tsv says", width, height),
                           fmt::format("{} x {}", image.width, image.height));
  }
  return image;
}

Mask MaskOf(const Image& image) {
  Mask mask{image.width, image.height, std::vector<uint8_t>(image.num_pixels())};
  for (int pixel = 0; pixel < image.num_pixels(); ++pixel) {
    mask.labels[pixel] = graphical_models::ColorOf(image, pixel)[0] >= kThreshold
                             ? structured_learning::kForeground
                             : structured_learning::kBackground;
  }
  return mask;
}

}  // namespace

PixelBox BoxOf(const Mask& mask) {
  PixelBox box{mask.width, mask.height, -1, -1};
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      if (mask.labels[static_cast<size_t>(y) * mask.width + x] != structured_learning::kForeground) continue;
      box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
    }
  }
  if (box.right < 0) common::ThrowUsageError("mask", "a foreground pixel", "none");
  return box;
}

std::vector<common::TableColumn<Horses::Entry>> Horses::Columns() {
  return {{"file", &Entry::name}, {"width", &Entry::width}, {"height", &Entry::height},
          {"xmin", &Entry::xmin}, {"ymin", &Entry::ymin},   {"xmax", &Entry::xmax},
          {"ymax", &Entry::ymax}};
}

Horses::Horses(std::string folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  const std::string path = folder_ + "/boxes.tsv";
  const common::Table table = common::ReadTsv(path);
  entries_ = common::ParseRows(Columns(), table);
  for (size_t row = 0; row < entries_.size(); ++row) {
    Entry& entry = entries_[row];
    structured_learning::CheckBox(entry.box(), entry.width, entry.height, table.Where(row));
    if (entry.name.ends_with(".jpg")) entry.name.resize(entry.name.size() - 4);
  }
  if (entries_.size() != kNumHorses) {
    common::ThrowDataError(path, fmt::format("{} images", kNumHorses), std::to_string(entries_.size()));
  }
}

Horse Horses::Read(int i) const {
  if (folder_.empty()) return DrawHorse(kStandInSeed, i);
  const Entry& entry = entries_[i];
  const std::string mask_path = fmt::format("{}/figure_ground/{}.jpg", folder_, entry.name);
  Horse horse{.name = entry.name,
              .image = ReadListed(fmt::format("{}/rgb_at_mask_size/{}.jpg", folder_, entry.name), entry.width,
                                  entry.height),
              .mask = MaskOf(ReadListed(mask_path, entry.width, entry.height)),
              .box = entry.box()};
  if (BoxOf(horse.mask) != entry.box()) {
    common::ThrowDataError(mask_path, "the box " + FormatBox(entry.box()) + ", as boxes.tsv says",
                           FormatBox(BoxOf(horse.mask)));
  }
  return horse;
}

}  // namespace structlab::datasets
