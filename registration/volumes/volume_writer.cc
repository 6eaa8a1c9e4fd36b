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

std::string NrrdHeader(const Geometry& geometry, int components, PixelType type) {
  const int n = geometry.dimension;
  const bool vectors = components > 1;
  const auto sizes = Joined(n, " ", [&](int a) { return fmt::format("{}", geometry.size[a]); });
  const auto directions =
      Joined(n, " ", [&](int a) { return Vector(n, geometry.direction.col(a) * geometry.spacing[a]); });
  std::string text = fmt::format("NRRD0005\ntype: {}\ndimension: {}\n", FactsOf(type).nrrd_name, n + vectors);
  // A space of two dimensions has no name.
  text.append(n == 3 ? "space: left-posterior-superior\n" : "space dimension: 2\n");
  fmt::format_to(std::back_inserter(text), "sizes: {}{}\n", vectors ? fmt::format("{} ", components) : "",
                 sizes);
  fmt::format_to(std::back_inserter(text), "space directions: {}{}\n", vectors ? "none " : "", directions);
  fmt::format_to(std::back_inserter(text), "kinds: {}{}\n", vectors ? "vector " : "",
                 Joined(n, " ", [](int) { return std::string("domain"); }));
  fmt::format_to(std::back_inserter(text), "endian: little\nencoding: raw\nspace origin: {}\n\n",
                 Vector(n, geometry.origin));
  return text;
}

std::string MetaHeader(const Geometry& geometry, int components, PixelType type,
                       const std::string& data_file) {
  const int n = geometry.dimension;
  // Columns one behind the other.
  const auto matrix =
      Joined(n * n, " ", [&](int i) { return common::FormatDouble(geometry.direction(i % n, i / n)); });
  std::string text = fmt::format("ObjectType = Image\nNDims = {}\nBinaryData = True\n", n);
  text.append("BinaryDataByteOrderMSB = False\nCompressedData = False\n");
  fmt::format_to(std::back_inserter(text), "TransformMatrix = {}\n", matrix);
  fmt::format_to(std::back_inserter(text), "Offset = {}\n",
                 Joined(n, " ", [&](int a) { return common::FormatDouble(geometry.origin[a]); }));
  fmt::format_to(std::back_inserter(text), "CenterOfRotation = {}\n",
                 Joined(n, " ", [](int) { return std::string("0"); }));
  fmt::format_to(std::back_inserter(text), "ElementSpacing = {}\n",
                 Joined(n, " ", [&](int a) { return common::FormatDouble(geometry.spacing[a]); }));
  fmt::format_to(std::back_inserter(text), "DimSize = {}\n",
                 Joined(n, " ", [&](int a) { return fmt::format("{}", geometry.size[a]); }));
  if (components > 1) fmt::format_to(std::back_inserter(text), "ElementNumberOfChannels = {}\n", components);
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

void WriteVoxels(const Geometry& geometry, int components, PixelType type, std::string voxels,
                 const std::string& path, bool as_fnirt) {
  CheckImagePath(path, path);
  CheckGeometry(geometry, path);
  const size_t bytes = FactsOf(type).bytes;
  STRUCTLAB_CHECK(voxels.size() ==
                  static_cast<size_t>(geometry.num_voxels()) * static_cast<size_t>(components) * bytes);
  const Format format = FormatOf(path);
  if (as_fnirt && format != Format::kNifti && format != Format::kNiftiGzip) {
    common::ThrowUsageError(path, "a file name that ends in .nii or .nii.gz, as FSL reads",
                            common::Quote(path));
  }
  if (format == Format::kNifti || format == Format::kNiftiGzip) {
    if (geometry.size.maxCoeff() > 32767) {
      common::ThrowDataError(path, "at most 32767 voxels along an axis in NIfTI",
                             fmt::format("{}", geometry.size.maxCoeff()), "write .nrrd or .mha");
    }
    std::string content = NiftiHeaderBytes(geometry, components, type, as_fnirt);
    content.append(Planar(voxels, components, bytes));
    common::WriteFileAtomically(path, format == Format::kNifti ? content : Gzip(content));
  } else if (format == Format::kNrrd) {
    common::WriteFileAtomically(path, NrrdHeader(geometry, components, type).append(voxels));
  } else if (format == Format::kMetaImage) {
    common::WriteFileAtomically(path, MetaHeader(geometry, components, type, "LOCAL").append(voxels));
  } else {
    const std::string data = VoxelsBeside(path);
    common::WriteFileAtomically(data, voxels);
    common::WriteFileAtomically(
        path, MetaHeader(geometry, components, type, std::filesystem::path(data).filename().string()));
  }
}

}  // namespace structlab::registration
