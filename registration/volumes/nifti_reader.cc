#include "registration/volumes/nifti_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>

#include "common/byte_input.h"
#include "common/error.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/voxel_bytes.h"
#include "registration/volumes/nifti_header.h"

namespace structlab::registration {
namespace {

namespace fs = std::filesystem;

std::string LowerName(const std::string& path) { return LowerText(fs::path(path).filename().string()); }

// The file of a pair with the other extension, compressed or not; `path` itself if it has this extension.
std::string OfPair(const std::string& path, const std::string& extension) {
  const std::string name = LowerName(path);
  if (name.ends_with(extension) || name.ends_with(extension + ".gz")) return path;
  fs::path stem(path);
  if (name.ends_with(".gz")) stem.replace_extension();
  stem.replace_extension();
  std::error_code error;
  for (const std::string& end : {extension, extension + ".gz"}) {
    fs::path other = stem;
    other += end;
    if (fs::exists(other, error)) return other.string();
  }
  common::ThrowEnvironmentError(path, fmt::format("there is no {} file beside it, as a pair has", extension));
}

// Passes over `offset` bytes, fills `bytes`, and reads on to the end, where gzip has its checksum. Returns
// how many bytes lie behind those.
uint64_t ReadBytes(const std::string& path, double offset, std::span<char> bytes) {
  common::ByteInput input(path);
  std::vector<char> passed_over(1 << 16);
  const auto read = [&](std::span<char> place) {
    size_t filled = 0;
    while (filled < place.size()) {
      const size_t count = input.Read(place.subspan(filled));
      if (count == 0) break;
      filled += count;
    }
    return filled;
  };
  for (auto left = static_cast<size_t>(offset); left > 0;) {
    const size_t count = read(std::span(passed_over).first(std::min(left, passed_over.size())));
    if (count == 0) ThrowCutShort(path, bytes.size(), 0);
    left -= count;
  }
  const size_t filled = read(bytes);
  if (filled < bytes.size()) ThrowCutShort(path, bytes.size(), filled);
  uint64_t more = 0;
  while (const size_t count = input.Read(passed_over)) more += count;
  return more;
}

template <class From, class To>
std::vector<char> Scaled(const std::vector<char>& memory, double slope, double intercept) {
  const size_t count = memory.size() / sizeof(From);
  std::vector<char> scaled(count * sizeof(To));
  for (size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, memory.data() + i * sizeof(From), sizeof(From));
    const auto result = static_cast<To>(slope * static_cast<double>(value) + intercept);
    std::memcpy(scaled.data() + i * sizeof(To), &result, sizeof(To));
  }
  return scaled;
}

void ApplySlope(const NiftiHeader& header, RawVolume& volume) {
  const bool is_scaled = std::isfinite(header.slope) && std::isfinite(header.intercept) &&
                         header.slope != 0 && (header.slope != 1 || header.intercept != 0);
  if (!is_scaled) return;
  const bool is_small = FactsOf(volume.type).bytes <= 2 || volume.type == PixelType::kFloat32;
  volume.memory = WithPixelType(volume.type, [&](auto number) {
    using Number = decltype(number);
    return is_small ? Scaled<Number, float>(volume.memory, header.slope, header.intercept)
                    : Scaled<Number, double>(volume.memory, header.slope, header.intercept);
  });
  volume.type = is_small ? PixelType::kFloat32 : PixelType::kFloat64;
}

// Everything but the voxels.
RawVolume VolumeOf(const NiftiHeader& header, const std::string& path) {
  RawVolume volume;
  const int64_t vector = header.dim[5];
  if (header.dim[0] < 2 || header.dim[6] > 1 || header.dim[7] > 1) {
    common::ThrowDataError(path, "an image of 2 or 3 dimensions", fmt::format("{}", header.dim[0]),
                           "write its parts into files of their own");
  }
  // Fields of two dimensions have a third axis of one voxel, as ITK writes them.
  const bool is_flat = header.dim[0] == 2 || (header.dim[3] == 1 && vector == 2 && header.dim[0] == 5);
  volume.geometry = GeometryOf(header, NiftiFormScope::current(), is_flat ? 2 : 3);
  volume.num_frames = header.dim[4];
  const double step = header.pixdim[4];
  volume.frame_step = std::isfinite(step) && step > 0 ? step : 1;
  volume.time_unit = header.time_unit;
  volume.components = static_cast<int>(vector);
  volume.intent = header.intent;
  volume.intent_name = header.intent_name;
  volume.intent_parameter = header.intent_parameter;
  volume.is_color = header.datatype == kNiftiRgb || header.datatype == kNiftiRgba;
  for (const PixelTypeFacts& facts : PixelTypes()) {
    if (facts.nifti_code == header.datatype) volume.type = facts.type;
  }
  if (volume.is_color && vector == 1) {
    volume.type = PixelType::kUint8;
    volume.components = header.datatype == kNiftiRgb ? 3 : 4;
  }
  CheckGeometry(volume.geometry, path);
  volume.warnings = FormWarnings(header, NiftiFormScope::current(), volume.geometry, path);
  return volume;
}

}  // namespace

bool IsNiftiName(const std::string& path) {
  const std::string name = LowerName(path);
  for (const std::string end : {".nii", ".hdr", ".img", ".nii.gz", ".hdr.gz", ".img.gz"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

RawVolume ReadNifti(const std::string& path) {
  const std::string name = LowerName(path);
  const bool is_single = name.ends_with(".nii") || name.ends_with(".nii.gz");
  const std::string header_file = is_single ? path : OfPair(path, ".hdr");
  const std::optional<NiftiHeader> header = ReadNiftiHeader(header_file);
  if (!header || header->is_pair == is_single) {
    common::ThrowDataError(
        path, is_single ? "a NIfTI-1 file" : "a NIfTI-1 pair of .hdr and .img",
        header ? is_single ? "the header of a pair" : "the header of a single file" : "something else",
        "convert it to NIfTI with the program that wrote it");
  }
  CheckNiftiHeader(*header, NiftiFormScope::current(), path);
  RawVolume volume = VolumeOf(*header, path);
  if (volume.is_color && volume.components != 3 && volume.components != 4) {
    common::ThrowDataError(path, "a colour for each voxel", fmt::format("{}", header->dim[5]));
  }
  const std::string data_file = is_single ? path : OfPair(path, ".img");
  const double needed = static_cast<double>(volume.geometry.num_voxels()) *
                        static_cast<double>(volume.num_frames) * volume.components *
                        static_cast<double>(FactsOf(volume.type).bytes);
  const double offset = header->voxel_offset;
  if (!(offset >= (is_single ? 348 : 0)) || offset > 1e9) {
    common::ThrowDataError(path, "voxels that begin behind the header (vox_offset)",
                           fmt::format("{}", offset), "the header is damaged");
  }
  // As common::ByteInput sees it.
  const bool is_packed = BytesOf(data_file, 0, 2) == std::vector<char>{'\x1f', '\x8b'};
  const uint64_t size = SizeOfFile(data_file), begin = is_packed ? 0 : static_cast<uint64_t>(offset);
  CheckThatItCanHold(data_file, static_cast<uint64_t>(std::min(needed, 1e18)), size - std::min(begin, size),
                     is_packed);
  volume.memory.resize(static_cast<size_t>(needed));
  const uint64_t more = ReadBytes(data_file, offset, volume.memory);
  if (more > 0) volume.warnings.push_back(MoreBytesWarning(data_file, more));
  if (header->is_swapped) SwapBytes(volume.memory, FactsOf(volume.type).bytes);
  if (volume.components > 1 && volume.num_frames == 1 && !volume.is_color) {
    volume.memory =
        Interleaved(volume.memory, static_cast<size_t>(volume.components), FactsOf(volume.type).bytes);
  }
  if (!volume.is_color) ApplySlope(*header, volume);
  volume.voxels = volume.memory.data();
  return volume;
}

}  // namespace structlab::registration
