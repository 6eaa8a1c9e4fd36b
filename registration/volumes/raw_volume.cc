#include "registration/volumes/raw_volume.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "common/error.h"
#include "common/input_scope.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/meta_image_reader.h"
#include "registration/volumes/formats/nrrd_reader.h"
#include "registration/volumes/formats/voxel_bytes.h"
#include "registration/volumes/itk_reader.h"
#include "registration/volumes/nifti_reader.h"

namespace structlab::registration {
namespace {

namespace fs = std::filesystem;

// A compressed DICOM file may be so much larger.
constexpr uint64_t kMaxInflation = 1100;

std::vector<fs::path> FilesIn(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  return files;
}

// What is often found under the name of an image that could not be fetched.
void CheckThatItIsNoStandIn(const std::string& path) {
  const std::vector<char> start = BytesOf(path, 0, 100);
  const std::string text = LowerText(TrimmedText({start.data(), start.size()}));
  if (text.starts_with("version https://git-lfs")) {
    common::ThrowDataError(path, "an image", "a pointer of Git LFS", "fetch the image itself: git lfs pull");
  }
  const bool is_xml = text.starts_with("<?xml");
  if (text.starts_with("<!doctype html") || text.starts_with("<html") || is_xml) {
    common::ThrowDataError(path, "an image", is_xml ? "a file of XML" : "a web page",
                           "fetch it again, and look at it if that does not help");
  }
}

void CheckThatItIsThere(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) common::ThrowEnvironmentError(path, "no such file");
  if (fs::is_directory(status)) return;
  if (!fs::is_regular_file(status)) {
    common::ThrowEnvironmentError(path, "is neither a file nor a folder", "write it to a file first");
  }
  if (!std::ifstream(path)) common::ThrowEnvironmentError(path, "cannot be read", "check its permissions");
  if (fs::file_size(path, error) == 0) common::ThrowDataError(path, "an image", "an empty file");
  CheckThatItIsNoStandIn(path);
}

Geometry GeometryOf(const ItkVolumeHeader& header) {
  Geometry geometry;
  geometry.dimension = header.dimension == 2 ? 2 : 3;
  for (int axis = 0; axis < 3; ++axis) {
    geometry.size[axis] = header.size[axis];
    geometry.spacing[axis] = header.spacing[axis];
    geometry.origin[axis] = header.origin[axis];
    for (int row = 0; row < 3; ++row) geometry.direction(row, axis) = header.direction[3 * row + axis];
  }
  return geometry;
}

}  // namespace

RawVolume ReadRawVolume(const std::string& path) {
  CheckThatItIsThere(path);
  if (IsNiftiName(path)) return ReadNifti(path);
  const std::string extension = LowerText(fs::path(path).extension().string());
  if (extension == ".nrrd" || extension == ".nhdr") return ReadNrrd(path);
  if (extension == ".mha" || extension == ".mhd") return ReadMetaImage(path);
  uint64_t bytes = SizeOfFile(path);
  if (fs::is_directory(path)) {
    bytes = 0;
    for (const fs::path& file : FilesIn(path)) {
      common::InputScope::NoteRead(file.string());
      bytes += SizeOfFile(file.string());
    }
  }
  common::InputScope::NoteRead(path);
  const uint64_t largest = bytes * kMaxInflation;
  RawVolume volume;
  volume.shared_memory =
      common::CallIsolated(path, {.memory = 2 * largest + (uint64_t{1} << 30)},
                           [&](common::SharedBytes& out) { ReadWithItk(path, largest, out); });
  ItkVolumeHeader header;
  std::memcpy(&header, volume.shared_memory.data(), sizeof(header));
  volume.voxels = volume.shared_memory.data() + sizeof(header);
  if (header.dimension < 2) {
    common::ThrowDataError(path, "an image of 2 or 3 dimensions", fmt::format("{}", header.dimension));
  }
  volume.geometry = GeometryOf(header);
  volume.num_frames = header.size[3];
  volume.components = header.components;
  volume.is_color = header.is_color != 0;
  volume.type = header.type;
  CheckGeometry(volume.geometry, path);
  const size_t count = static_cast<size_t>(volume.num_values()) * FactsOf(volume.type).bytes;
  if (header.warning_bytes > 0) {
    volume.warnings.emplace_back(volume.voxels + count, static_cast<size_t>(header.warning_bytes));
  }
  return volume;
}

}  // namespace structlab::registration
