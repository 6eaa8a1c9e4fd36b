#include "tools/programs/volume_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/program.h"
#include "registration/volumes/resample.h"
#include "tools/programs/transform_input.h"

namespace structlab::tools {

namespace reg = registration;

reg::Image VolumeReader::ReadImage(const std::string& path, reg::FileFacts* facts) const {
  reg::FileFacts own;
  reg::FileFacts& to = facts == nullptr ? own : *facts;
  reg::Image image = reg::ReadImage(common::CallersPath(path), {.nan_as_zero = options_.nan_as_zero}, &to);
  PrintWarnings(to, program_, messages_);
  return image;
}

reg::LabelMap VolumeReader::ReadLabels(const std::string& path) const {
  reg::FileFacts facts;
  reg::LabelMap labels = reg::ReadLabels(common::CallersPath(path), &facts);
  PrintWarnings(facts, program_, messages_);
  return labels;
}

reg::LabelMap VolumeReader::OnGrid(const reg::Image& image, reg::LabelMap labels, const std::string& path,
                                   common::ThreadPool& pool) const {
  if (reg::AreSame(labels.geometry, image.geometry)) return labels;
  if (options_.resample_masks) return reg::ResampleLabels(labels, image.geometry, pool);
  common::ThrowDataError(path, fmt::format("the grid of its image, {}", reg::Describe(image.geometry)),
                         reg::Describe(labels.geometry), "--resample-masks takes the nearest voxel");
}

std::optional<reg::LabelMap> VolumeReader::ReadLabelsOn(const reg::Image& image, const std::string& path,
                                                        common::ThreadPool& pool) const {
  if (path.empty()) return std::nullopt;
  return OnGrid(image, ReadLabels(path), path, pool);
}

std::optional<reg::Mask> VolumeReader::ReadMaskOn(const reg::Image& image, const std::string& path,
                                                  common::ThreadPool& pool) const {
  if (path.empty()) return std::nullopt;
  reg::FileFacts facts;
  const reg::Mask read = reg::ReadMask(common::CallersPath(path), &facts);
  PrintWarnings(facts, program_, messages_);
  reg::LabelMap labels;
  labels.geometry = read.geometry;
  labels.values.assign(read.values.begin(), read.values.end());
  labels = OnGrid(image, std::move(labels), path, pool);
  reg::Mask mask;
  mask.geometry = labels.geometry;
  mask.values.assign(labels.values.begin(), labels.values.end());
  if (std::ranges::any_of(mask.values, [](uint8_t inside) { return inside != 0; })) return mask;
  common::ThrowDataError(path, "a mask with voxels inside", "none");
}

}  // namespace structlab::tools
