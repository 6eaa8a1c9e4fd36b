#include "registration/volumes/itk_reader.h"

#include <fmt/format.h>
#include <itkGDCMImageIO.h>
#include <itkGDCMSeriesFileNames.h>
#include <itkMetaDataObject.h>
#include <itkMetaImageIO.h>
#include <itkNrrdImageIO.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/geometry.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::ThrowDataError;

constexpr char kRemedy[] =
    "check that the file is complete, and convert it anew with the program that wrote it";

struct Reader {
  std::string format;
  itk::ImageIOBase::Pointer io;
};

// ITK's own text stands behind the file and what went wrong.
template <class Action>
void Try(const std::string& path, const std::string& format, const Action& action) {
  try {
    action();
  } catch (const itk::ExceptionObject& error) {
    throw common::Error(ErrorKind::kData,
                        {.where = path,
                         .what = fmt::format("cannot be read as {} ({})", format, error.GetDescription()),
                         .remedy = kRemedy});
  }
}

Reader ReaderOf(const std::string& path) {
  const Reader readers[] = {
      {"NRRD", itk::NrrdImageIO::New().GetPointer()},
      {"MetaImage", itk::MetaImageIO::New().GetPointer()},
      {"DICOM", itk::GDCMImageIO::New().GetPointer()},
  };
  for (const Reader& reader : readers) {
    bool can_read = false;
    Try(path, reader.format, [&] { can_read = reader.io->CanReadFile(path.c_str()); });
    if (!can_read) continue;
    reader.io->SetFileName(path);
    Try(path, reader.format, [&] { reader.io->ReadImageInformation(); });
    return reader;
  }
  ThrowDataError(path,
                 "an image: NIfTI (.nii, .nii.gz), NRRD (.nrrd, .nhdr), MetaImage (.mha, .mhd) or DICOM",
                 "something else, or a damaged header", "convert it to NIfTI");
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

char* VoxelsOf(const ItkVolumeHeader& header, const std::string& path, uint64_t largest,
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
  char* const place = bytes.Resize(sizeof(header) + std::max<size_t>(count, 1));
  std::memcpy(place, &header, sizeof(header));
  return place + sizeof(header);
}

void ReadVoxels(itk::ImageIOBase& io, void* place) {
  itk::ImageIORegion region(io.GetNumberOfDimensions());
  for (unsigned axis = 0; axis < io.GetNumberOfDimensions(); ++axis) {
    region.SetIndex(axis, 0);
    region.SetSize(axis, io.GetDimensions(axis));
  }
  io.SetIORegion(region);
  io.Read(place);
}

void CheckDicomSpacing(itk::ImageIOBase& io, const std::string& path) {
  const itk::MetaDataDictionary& tags = io.GetMetaDataDictionary();
  const bool is_stack =
      io.GetNumberOfDimensions() > 2 && io.GetDimensions(2) > 1;  // spacing stands elsewhere
  if (!is_stack && !tags.HasKey("0028|0030") && !tags.HasKey("0018|1164")) {
    ThrowDataError(path, "the spacing of pixels (tag 0028,0030)", "none", "write it into the file's header");
  }
}

// The slices in the order of their places along the normal.
std::vector<std::string> FilesOfSeries(const std::string& folder) {
  const auto finder = itk::GDCMSeriesFileNames::New();
  finder->SetUseSeriesDetails(true);
  finder->SetRecursive(false);
  std::vector<std::string> series;
  Try(folder, "a DICOM series", [&] {
    finder->SetDirectory(folder);
    series = finder->GetSeriesUIDs();
  });
  if (series.size() != 1) {
    ThrowDataError(folder, "the files of one DICOM series in the folder",
                   series.empty() ? "none" : fmt::format("{} series", series.size()),
                   series.empty() ? "give the folder that holds the slices, or a file"
                                  : "move the slices of each series into a folder of its own");
  }
  return finder->GetFileNames(series[0]);
}

Point OriginOf(const ItkVolumeHeader& header) {
  return Point(header.origin[0], header.origin[1], header.origin[2]);
}

// The third axis runs from slice to slice; their distances must be equal.
void SetThirdAxis(const std::string& folder, const std::vector<ItkVolumeHeader>& slices,
                  ItkVolumeHeader& header) {
  if (slices.size() < 2) return;
  const auto steps = static_cast<double>(slices.size() - 1);
  const Point step = (OriginOf(slices.back()) - OriginOf(slices.front())) / steps;
  const double spacing = step.norm();
  for (size_t i = 0; i < slices.size(); ++i) {
    const Point expected = OriginOf(slices.front()) + static_cast<double>(i) * step;
    const double distance = (OriginOf(slices[i]) - expected).norm();
    if (!(spacing > 0) || distance > 0.01 * spacing + 1e-3) {
      throw common::Error(ErrorKind::kData,
                          {.where = folder,
                           .what = "its slices are not equally far from each other",
                           .expected = fmt::format("steps of {} mm", common::FormatShort(spacing)),
                           .found = fmt::format("slice {} of {} lies {} mm beside its place", i + 1,
                                                slices.size(), common::FormatShort(distance)),
                           .remedy = "add the missing slices, or resample the series"});
    }
  }
  header.spacing[2] = spacing;
  for (int row = 0; row < 3; ++row) header.direction[3 * row + 2] = step[row] / spacing;
}

void ReadSeries(const std::string& folder, uint64_t largest, common::SharedBytes& bytes) {
  const std::vector<std::string> files = FilesOfSeries(folder);
  if (files.size() == 1) return ReadWithItk(files[0], largest, bytes);
  std::vector<ItkVolumeHeader> headers;
  std::vector<itk::ImageIOBase::Pointer> slices;
  for (const std::string& file : files) {
    slices.push_back(itk::GDCMImageIO::New().GetPointer());
    slices.back()->SetFileName(file);
    Try(file, "DICOM", [&] { slices.back()->ReadImageInformation(); });
    CheckDicomSpacing(*slices.back(), file);
    headers.push_back(HeaderOf(*slices.back(), file));
    const ItkVolumeHeader &a = headers.front(), &b = headers.back();
    if (!std::equal(a.size, a.size + 2, b.size) || b.size[2] != 1 || a.components != b.components) {
      ThrowDataError(file, fmt::format("a slice of {}x{} pixels as those before", a.size[0], a.size[1]),
                     fmt::format("{}x{}x{}", b.size[0], b.size[1], b.size[2]));
    }
  }
  ItkVolumeHeader header = headers[0];
  header.dimension = 3;
  header.size[2] = static_cast<int64_t>(files.size());
  SetThirdAxis(folder, headers, header);
  // Slope and intercept may differ from slice to slice, and with them the type.
  const bool same_type =
      std::ranges::all_of(headers, [&](const auto& one) { return one.type == headers[0].type; });
  if (!same_type) header.type = PixelType::kFloat32;
  char* const voxels = VoxelsOf(header, folder, largest, bytes);
  const auto values = static_cast<size_t>(header.size[0] * header.size[1] * header.components);
  const size_t slice_bytes = values * FactsOf(header.type).bytes;
  for (size_t i = 0; i < files.size(); ++i) {
    char* const place = voxels + i * slice_bytes;
    if (same_type) {
      Try(files[i], "DICOM", [&] { ReadVoxels(*slices[i], place); });
      continue;
    }
    WithPixelType(headers[i].type, [&](auto number) {
      std::vector<decltype(number)> stored(values);
      Try(files[i], "DICOM", [&] { ReadVoxels(*slices[i], stored.data()); });
      for (size_t v = 0; v < values; ++v) {
        const auto value = static_cast<float>(stored[v]);
        std::memcpy(place + v * sizeof(value), &value, sizeof(value));
      }
    });
  }
}

}  // namespace

void ReadWithItk(const std::string& path, uint64_t largest, common::SharedBytes& bytes) {
  itk::Object::SetGlobalWarningDisplay(false);
  if (std::filesystem::is_directory(path)) return ReadSeries(path, largest, bytes);
  const Reader reader = ReaderOf(path);
  if (reader.format == "DICOM") CheckDicomSpacing(*reader.io, path);
  const ItkVolumeHeader header = HeaderOf(*reader.io, path);
  char* const voxels = VoxelsOf(header, path, largest, bytes);
  Try(path, reader.format, [&] { ReadVoxels(*reader.io, voxels); });
}

}  // namespace structlab::registration
