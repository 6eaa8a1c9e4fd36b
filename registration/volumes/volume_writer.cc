#include "registration/volumes/volume_writer.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "registration/volumes/formats/meta_image_reader.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/nifti_header.h"

namespace structlab::registration {
namespace {

enum class Format { kNifti, kNiftiGzip, kNrrd, kMetaImage, kMetaImageDetached, kUnknown };

Format FormatOf(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name.ends_with(".nii")) return Format::kNifti;
  if (name.ends_with(".nii.gz")) return Format::kNiftiGzip;
  if (name.ends_with(".nrrd")) return Format::kNrrd;
  if (name.ends_with(".mha")) return Format::kMetaImage;
  if (name.ends_with(".mhd")) return Format::kMetaImageDetached;
  return Format::kUnknown;
}

// The file with the voxels of a .mhd.
std::string VoxelsBeside(const std::string& path) {
  return std::filesystem::path(path).replace_extension(".raw").string();
}

// As a gzip member, at zlib's fastest level: voxels that are measured hardly become smaller at a slower one.
std::string Gzip(std::string_view bytes) {
  z_stream stream = {};
  STRUCTLAB_CHECK(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed;
  std::string buffer(size_t{1} << 18, '\0');
  for (bool last = false; !last;) {
    const size_t part = std::min(bytes.size(), size_t{1} << 24);
    last = part == bytes.size();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(part);
    bytes.remove_prefix(part);
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
      packed.append(buffer, 0, buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  deflateEnd(&stream);
  return packed;
}

// Component by component behind each other, as NIfTI wants it.
std::string Planar(const std::string& voxels, int components, size_t bytes) {
  if (components == 1) return voxels;
  std::string planar(voxels.size(), '\0');
  const size_t count = voxels.size() / (bytes * static_cast<size_t>(components));
  char* to = planar.data();
  for (size_t c = 0; c < static_cast<size_t>(components); ++c) {
    const char* from = voxels.data() + c * bytes;
    for (size_t i = 0; i < count; ++i, from += bytes * static_cast<size_t>(components))
      to = std::copy_n(from, bytes, to);
  }
  return planar;
}

// Numbers of the first axes that the format has, with `separator` between them.
std::string Joined(int count, const std::string& separator, const auto& value) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text.append(separator);
    text.append(value(i));
  }
  return text;
}

std::string Vector(int dimension, const Point& vector) {
  return fmt::format("({})", Joined(dimension, ",", [&](int i) { return common::FormatDouble(vector[i]); }));
}

std::string NrrdHeader(const Geometry& geometry, const VoxelLayout& layout, PixelType type) {
  const int n = geometry.dimension;
  const bool vectors = layout.components > 1, timed = layout.num_frames > 1;
  const std::string kind = !layout.is_color         ? "vector "
                           : layout.components == 4 ? "RGBA-color "
                                                    : "RGB-color ";
  const auto sizes = Joined(n, " ", [&](int a) { return fmt::format("{}", geometry.size[a]); });
  const auto directions =
      Joined(n, " ", [&](int a) { return Vector(n, geometry.direction.col(a) * geometry.spacing[a]); });
  std::string text = fmt::format("NRRD0005\ntype: {}\ndimension: {}\n", FactsOf(type).nrrd_name,
                                 n + (vectors ? 1 : 0) + (timed ? 1 : 0));
  // A space of two dimensions has no name.
  text.append(n == 3 ? "space: left-posterior-superior\n" : "space dimension: 2\n");
  fmt::format_to(std::back_inserter(text), "sizes: {}{}{}\n",
                 vectors ? fmt::format("{} ", layout.components) : "", sizes,
                 timed ? fmt::format(" {}", layout.num_frames) : "");
  if (timed) {
    fmt::format_to(std::back_inserter(text), "spacings: {} {}\n",
                   Joined(n, " ", [](int) { return std::string("nan"); }),
                   common::FormatDouble(layout.frame_step));
  }
  fmt::format_to(std::back_inserter(text), "space directions: {}{}{}\n", vectors ? "none " : "", directions,
                 timed ? " none" : "");
  fmt::format_to(std::back_inserter(text), "kinds: {}{}{}\n", vectors ? kind : "",
                 Joined(n, " ", [](int) { return std::string("domain"); }), timed ? " time" : "");
  fmt::format_to(std::back_inserter(text), "endian: little\nencoding: raw\nspace origin: {}\n\n",
                 Vector(n, geometry.origin));
  return text;
}

std::string MetaHeader(const Geometry& geometry, const VoxelLayout& layout, PixelType type,
                       const std::string& data_file) {
  const bool timed = layout.num_frames > 1;
  const int n = timed ? 4 : geometry.dimension;
  // Columns one behind the other; time is an axis of its own.
  const auto matrix = Joined(n * n, " ", [&](int i) {
    const int row = i % n, column = i / n;
    if (row == 3 || column == 3) return std::string(row == column ? "1" : "0");
    return common::FormatDouble(geometry.direction(row, column));
  });
  std::string text = fmt::format("ObjectType = Image\nNDims = {}\nBinaryData = True\n", n);
  text.append("BinaryDataByteOrderMSB = False\nCompressedData = False\n");
  fmt::format_to(std::back_inserter(text), "TransformMatrix = {}\n", matrix);
  fmt::format_to(std::back_inserter(text), "Offset = {}\n", Joined(n, " ", [&](int a) {
                   return common::FormatDouble(a == 3 ? 0 : geometry.origin[a]);
                 }));
  fmt::format_to(std::back_inserter(text), "CenterOfRotation = {}\n",
                 Joined(n, " ", [](int) { return std::string("0"); }));
  fmt::format_to(std::back_inserter(text), "ElementSpacing = {}\n", Joined(n, " ", [&](int a) {
                   return common::FormatDouble(a == 3 ? layout.frame_step : geometry.spacing[a]);
                 }));
  fmt::format_to(std::back_inserter(text), "DimSize = {}\n", Joined(n, " ", [&](int a) {
                   return fmt::format("{}", a == 3 ? layout.num_frames : geometry.size[a]);
                 }));
  if (layout.components > 1) {
    fmt::format_to(std::back_inserter(text), "ElementNumberOfChannels = {}\n", layout.components);
  }
  fmt::format_to(std::back_inserter(text), "ElementType = {}\nElementDataFile = {}\n",
                 FactsOf(type).meta_name, data_file);
  return text;
}

}  // namespace

void CheckImagePath(const std::string& path, const std::string& where) {
  const Format format = FormatOf(path);
  if (format == Format::kUnknown) {
    common::ThrowUsageError(where, "a file name that ends in .nii, .nii.gz, .nrrd, .mha or .mhd",
                            common::Quote(path));
  }
  if (format != Format::kMetaImageDetached) return;
  const std::string data = VoxelsBeside(path);
  std::error_code error;
  if (!std::filesystem::exists(data, error)) return;
  const std::optional<std::string> owned = DataFileOfMetaImage(path);
  if (owned && std::filesystem::equivalent(*owned, data, error)) return;
  common::ThrowUsageError(where, fmt::format("no file {}, where the voxels go", data),
                          "one that does not belong to " + path, "give another name, or write .mha");
}

std::vector<std::string> FilesOfImage(const std::string& path) {
  if (FormatOf(path) == Format::kMetaImageDetached) return {path, VoxelsBeside(path)};
  return {path};
}

void WriteVoxels(const Geometry& geometry, const VoxelLayout& layout, PixelType type, std::string voxels,
                 const std::string& path) {
  CheckImagePath(path, path);
  CheckGeometry(geometry, path);
  const size_t bytes = FactsOf(type).bytes;
  STRUCTLAB_CHECK(voxels.size() ==
                  static_cast<size_t>(geometry.num_voxels() * layout.num_frames * layout.components) * bytes);
  if (layout.num_frames > 1 && (geometry.dimension != 3 || layout.components > 1)) {
    common::ThrowDataError(path, "time points of three dimensions with one number a voxel",
                           fmt::format("{} dimensions, {} numbers", geometry.dimension, layout.components));
  }
  const Format format = FormatOf(path);
  if (layout.as_fnirt && format != Format::kNifti && format != Format::kNiftiGzip) {
    common::ThrowUsageError(path, "a file name that ends in .nii or .nii.gz, as FSL reads",
                            common::Quote(path));
  }
  if (format == Format::kNifti || format == Format::kNiftiGzip) {
    const int64_t longest = std::max(geometry.size.maxCoeff(), layout.num_frames);
    if (longest > 32767) {
      common::ThrowDataError(path, "at most 32767 voxels along an axis in NIfTI", fmt::format("{}", longest),
                             "write .nrrd or .mha");
    }
    std::string content = NiftiHeaderBytes(geometry, layout, type);
    content.append(layout.is_color ? voxels : Planar(voxels, layout.components, bytes));
    common::WriteFileAtomically(path, format == Format::kNifti ? content : Gzip(content));
  } else if (format == Format::kNrrd) {
    common::WriteFileAtomically(path, NrrdHeader(geometry, layout, type).append(voxels));
  } else if (format == Format::kMetaImage) {
    common::WriteFileAtomically(path, MetaHeader(geometry, layout, type, "LOCAL").append(voxels));
  } else {
    const std::string data = VoxelsBeside(path);
    common::WriteFileAtomically(data, voxels);
    common::WriteFileAtomically(
        path, MetaHeader(geometry, layout, type, std::filesystem::path(data).filename().string()));
  }
}

}  // namespace structlab::registration
