// Reads images with their masks and label maps for the registration programs.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_VOLUME_READER_H_
#define STRUCTLAB_TOOLS_PROGRAMS_VOLUME_READER_H_

#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "common/parallel.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/volume.h"

namespace structlab::tools {

struct VolumeReaderOptions {
  bool nan_as_zero = false;
  bool resample_masks = false;  // resample masks and labels to the image's grid, by the nearest voxel
};

// Paths are relative to the caller's folder. Warnings are printed with the program's name. Throws
// common::Error as registration::ReadImage does; also kData for a mask or labels on another grid, and for an
// empty mask.
class VolumeReader {
 public:
  VolumeReader(std::string program, std::FILE* messages, const VolumeReaderOptions& options = {})
      : program_(std::move(program)), messages_(messages), options_(options) {}

  registration::Image ReadImage(const std::string& path, registration::FileFacts* facts = nullptr) const;
  registration::LabelMap ReadLabels(const std::string& path) const;
  // These return nothing for an empty path.
  std::optional<registration::LabelMap> ReadLabelsOn(const registration::Image& image,
                                                     const std::string& path, common::ThreadPool& pool) const;
  std::optional<registration::Mask> ReadMaskOn(const registration::Image& image, const std::string& path,
                                               common::ThreadPool& pool) const;

 private:
  registration::LabelMap OnGrid(const registration::Image& image, registration::LabelMap labels,
                                const std::string& path, common::ThreadPool& pool) const;

  std::string program_;
  std::FILE* messages_;
  VolumeReaderOptions options_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_VOLUME_READER_H_
