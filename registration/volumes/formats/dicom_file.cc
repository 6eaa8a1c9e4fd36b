#include "registration/volumes/formats/dicom_file.h"

#include <fmt/format.h>
#include <itkMetaDataObject.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/formats/dicom_pixels.h"
#include "registration/volumes/formats/voxel_bytes.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::ThrowDataError;

constexpr char kRemedy[] =
    "check that the file is complete, and convert it anew with the program that wrote it";

// ITK's text stands behind the file and what went wrong.
template <class Action>
void Try(const std::string& path, const Action& action) {
  try {
    action();
  } catch (const itk::ExceptionObject& error) {
    throw common::Error(ErrorKind::kData, {.where = path,
                                           .what = fmt::format("cannot be read as DICOM ({})",
                                                               WithoutAddresses(error.GetDescription())),
                                           .remedy = kRemedy});
  }
}

PixelType TypeOf(const itk::ImageIOBase& io, const std::string& path) {
  using Component = itk::IOComponentEnum;
  switch (io.GetComponentType()) {
    case Component::UCHAR:
      return PixelType::kUint8;
    case Component::CHAR:
      return PixelType::kInt8;
    case Component::USHORT:
      return PixelType::kUint16;
    case Component::SHORT:
      return PixelType::kInt16;
    case Component::UINT:
      return PixelType::kUint32;
    case Component::INT:
      return PixelType::kInt32;
    case Component::ULONG:
    case Component::ULONGLONG:
      return PixelType::kUint64;
    case Component::LONG:
    case Component::LONGLONG:
      return PixelType::kInt64;
    case Component::FLOAT:
      return PixelType::kFloat32;
    case Component::DOUBLE:
      return PixelType::kFloat64;
    default:
      break;
  }
  ThrowDataError(path, "integers or floating-point numbers of at most 64 bits",
                 itk::ImageIOBase::GetComponentTypeAsString(io.GetComponentType()), "convert it to float32");
}

void CheckDicomSpacing(const itk::ImageIOBase& io, const std::string& path) {
  const bool is_stack =
      io.GetNumberOfDimensions() > 2 && io.GetDimensions(2) > 1;  // spacing stands elsewhere
  if (!is_stack && TagOf(io, "0028|0030").empty() && TagOf(io, "0018|1164").empty()) {
    ThrowDataError(path, "the spacing of pixels (tag 0028,0030)", "none", "write it into the file's header");
  }
}

// GDCM takes 0 for pixels that are missing.
void CheckDicomPixels(const itk::ImageIOBase& io, const std::string& path) {
  uint64_t bits = 1;
  for (const char* const tag : {"0028|0010", "0028|0011", "0028|0100"}) {  // rows, columns, bits of a number
    bits *= std::strtoull(TagOf(io, tag).c_str(), nullptr, 10);
  }
  for (const char* const tag : {"0028|0002", "0028|0008"}) {  // numbers of a pixel, frames
    const std::string value = TagOf(io, tag);
    if (!value.empty()) bits *= std::strtoull(value.c_str(), nullptr, 10);
  }
  CheckThatDicomPixelsAreWhole(path, (bits + 7) / 8);
}

}  // namespace

std::string TagOf(const itk::ImageIOBase& io, const char* tag) {
  std::string value;
  itk::ExposeMetaData<std::string>(io.GetMetaDataDictionary(), tag, value);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\0')) value.pop_back();
  return value;
}

bool IsDicomFile(const std::string& path) {
  const auto io = itk::GDCMImageIO::New();
  bool can_read = false;
  Try(path, [&] { can_read = io->CanReadFile(path.c_str()); });
  return can_read;
}

itk::GDCMImageIO::Pointer OpenedDicom(const std::string& path) {
  if (!IsDicomFile(path)) {
    ThrowDataError(path,
                   "an image: NIfTI (.nii, .nii.gz), NRRD (.nrrd, .nhdr), MetaImage (.mha, .mhd) or DICOM",
                   "something else, or a damaged header", "convert it to NIfTI");
  }
  const auto io = itk::GDCMImageIO::New();
  io->SetFileName(path);
  Try(path, [&] { io->ReadImageInformation(); });
  CheckDicomSpacing(*io, path);
  CheckDicomPixels(*io, path);
  return io;
}

ItkVolumeHeader HeaderOf(const itk::ImageIOBase& io, const std::string& path) {
  ItkVolumeHeader header = {};
  header.dimension = static_cast<int32_t>(io.GetNumberOfDimensions());
  for (unsigned axis = 4; axis < io.GetNumberOfDimensions(); ++axis) {
    if (io.GetDimensions(axis) != 1) {
      ThrowDataError(path, "an image of 2 or 3 dimensions", fmt::format("{}", header.dimension),
                     "write its parts into files of their own");
    }
  }
  header.dimension = std::min(header.dimension, 4);
  for (unsigned axis = 0; axis < 4; ++axis) {
    const bool has = axis < static_cast<unsigned>(header.dimension);
    header.size[axis] = has ? static_cast<int64_t>(io.GetDimensions(axis)) : 1;
    if (axis == 3) break;
    header.spacing[axis] = has ? io.GetSpacing(axis) : 1;
    header.origin[axis] = has ? io.GetOrigin(axis) : 0;
    for (unsigned row = 0; row < 3; ++row) {
      const bool has_both = has && row < static_cast<unsigned>(header.dimension);
      header.direction[3 * row + axis] = has_both ? io.GetDirection(axis)[row] : (row == axis ? 1 : 0);
    }
  }
  header.components = static_cast<int32_t>(io.GetNumberOfComponents());
  using Pixel = itk::IOPixelEnum;
  header.is_color = io.GetPixelType() == Pixel::RGB || io.GetPixelType() == Pixel::RGBA;
  header.type = TypeOf(io, path);
  return header;
}

char* VoxelsOf(ItkVolumeHeader header, const std::string& path, uint64_t largest, const std::string& warning,
               common::SharedBytes& bytes) {
  double needed = static_cast<double>(FactsOf(header.type).bytes) * header.components;
  for (const int64_t size : header.size) needed *= static_cast<double>(size);
  if (!(needed <= static_cast<double>(largest))) {
    throw common::Error(ErrorKind::kData,
                        {.where = path,
                         .what = "is too short for its header",
                         .expected = fmt::format("voxels of {} bytes", common::FormatShort(needed)),
                         .found = "a file that cannot hold them",
                         .remedy = kRemedy});
  }
  const auto count = static_cast<size_t>(needed);
  common::LimitFurtherMemory(4 * count + (uint64_t{1} << 29));
  header.warning_bytes = static_cast<int64_t>(warning.size());
  char* const place = bytes.Resize(sizeof(header) + count + warning.size() + 1);
  std::memcpy(place, &header, sizeof(header));
  std::memcpy(place + sizeof(header) + count, warning.data(), warning.size());
  return place + sizeof(header);
}

void ReadVoxels(itk::ImageIOBase& io, const std::string& path, void* place) {
  itk::ImageIORegion region(io.GetNumberOfDimensions());
  for (unsigned axis = 0; axis < io.GetNumberOfDimensions(); ++axis) {
    region.SetIndex(axis, 0);
    region.SetSize(axis, io.GetDimensions(axis));
  }
  io.SetIORegion(region);
  Try(path, [&] { io.Read(place); });
}

}  // namespace structlab::registration
