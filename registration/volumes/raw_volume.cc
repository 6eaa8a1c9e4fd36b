#include "registration/volumes/raw_volume.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "common/error.h"
#include "registration/volumes/itk_reader.h"
#include "registration/volumes/nifti_reader.h"

namespace structlab::registration {
namespace {

namespace fs = std::filesystem;

// Deflate makes at most 1032 bytes of one.
constexpr uint64_t kMaxInflation = 1100;

std::string Extension(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension;
}

// Bytes of the file, or of all files of the folder where voxels may lie in another file.
uint64_t BytesOnDisk(const std::string& path) {
  const std::string extension = Extension(path);
  const bool detached =
      extension == ".mhd" || extension == ".nhdr" || extension == ".hdr" || extension == ".img";
  std::error_code error;
  if (!fs::is_directory(path, error) && !detached) return fs::file_size(path, error);
  uint64_t bytes = 0;
  const fs::path folder = fs::is_directory(path, error) ? fs::path(path) : fs::absolute(path).parent_path();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) bytes += entry.file_size(error);
  }
  return bytes;
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
}

// ITK takes 1 mm where a header says nothing.
void CheckThatSpacingIsGiven(const std::string& path) {
  const std::string extension = Extension(path);
  const bool nrrd = extension == ".nrrd" || extension == ".nhdr",
             meta = extension == ".mha" || extension == ".mhd";
  if (!nrrd && !meta) return;
  std::string text(1 << 16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(file.gcount());
  text.resize(std::min(text.size(), text.find(nrrd ? "\n\n" : "ElementDataFile")));
  const bool given =
      nrrd
          ? text.find("spacings:") != std::string::npos || text.find("space directions:") != std::string::npos
          : text.find("ElementSpacing") != std::string::npos || text.find("ElementSize") != std::string::npos;
  if (given) return;
  common::ThrowDataError(
      path, nrrd ? "\"space directions\" or \"spacings\" in its header" : "ElementSpacing in its header",
      "neither", "write the true spacing in mm into the header");
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

// Where voxels stand uncompressed, ITK takes 0 for those that are missing.
void CheckThatMetaImageIsWhole(const std::string& path, uint64_t voxel_bytes) {
  const std::string extension = Extension(path);
  if (extension != ".mha" && extension != ".mhd") return;
  std::string text(1 << 16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(file.gcount());
  const auto value_of = [&](const std::string& key) {
    const size_t at = text.find(key);
    if (at == std::string::npos) return std::string();
    const size_t begin = text.find_first_not_of(" \t=", at + key.size()),
                 end = text.find_first_of("\r\n", at);
    return begin < end ? text.substr(begin, end - begin) : std::string();
  };
  const std::string data = value_of("ElementDataFile");
  const bool is_packed =
      value_of("CompressedData").starts_with("T") && !value_of("CompressedData").starts_with("Size");
  uint64_t needed = voxel_bytes;
  if (is_packed) {
    const auto packed = std::strtoull(value_of("CompressedDataSize").c_str(), nullptr, 10);
    if (packed == 0) return;
    needed = packed;
  } else if (value_of("BinaryData").starts_with("F")) {
    return;
  }
  std::error_code error;
  uint64_t there = 0;
  if (data == "LOCAL" || data == "Local" || data == "local") {
    const size_t line_end = text.find('\n', text.find("ElementDataFile"));
    there = fs::file_size(path, error) - std::min<uint64_t>(line_end + 1, fs::file_size(path, error));
  } else {
    const fs::path beside = fs::path(path).parent_path() / data;
    if (!fs::is_regular_file(beside, error)) return;  // a list or a pattern
    there = fs::file_size(beside, error);
  }
  if (there < needed) {
    throw common::Error(common::ErrorKind::kData, {.where = path,
                                                   .what = "is cut short",
                                                   .expected = fmt::format("{} bytes of voxels", needed),
                                                   .found = fmt::format("{}", there),
                                                   .remedy = "copy or convert it anew"});
  }
}

}  // namespace

RawVolume ReadRawVolume(const std::string& path) {
  CheckThatItIsThere(path);
  if (IsNiftiName(path)) return ReadNifti(path);
  CheckThatSpacingIsGiven(path);
  const uint64_t largest = BytesOnDisk(path) * kMaxInflation;
  RawVolume volume;
  volume.shared_memory =
      common::CallIsolated(path, {.memory = 2 * largest + (uint64_t{1} << 30)},
                           [&](common::SharedBytes& bytes) { ReadWithItk(path, largest, bytes); });
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
  CheckThatMetaImageIsWhole(path, static_cast<uint64_t>(volume.num_values()) * FactsOf(volume.type).bytes);
  return volume;
}

}  // namespace structlab::registration
