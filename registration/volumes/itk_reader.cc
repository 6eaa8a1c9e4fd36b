#include "registration/volumes/itk_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/formats/dicom_file.h"
#include "registration/volumes/formats/voxel_bytes.h"
#include "registration/volumes/geometry.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::ThrowDataError;

Point OriginOf(const ItkVolumeHeader& header) {
  return Point(header.origin[0], header.origin[1], header.origin[2]);
}

std::string NameOf(const std::string& file) { return std::filesystem::path(file).filename().string(); }

struct Slice {
  std::string file;
  itk::GDCMImageIO::Pointer io;
  ItkVolumeHeader header;
};

[[noreturn]] void ThrowUneven(const std::string& folder, const std::string& expected,
                              const std::string& found, const std::string& remedy) {
  throw common::Error(ErrorKind::kData, {.where = folder,
                                         .what = "its slices are not equally far from each other",
                                         .expected = expected,
                                         .found = found,
                                         .remedy = remedy});
}

// The third axis runs from slice to slice; their distances must be equal.
void SetThirdAxis(const std::string& folder, const std::vector<Slice>& slices, ItkVolumeHeader& header) {
  const auto steps = static_cast<double>(slices.size() - 1);
  const auto place = [&](size_t i) { return OriginOf(slices[i].header); };
  const Point step = (place(slices.size() - 1) - place(0)) / steps;
  std::vector<double> gaps;
  for (size_t i = 1; i < slices.size(); ++i) gaps.push_back((place(i) - place(i - 1)).norm());
  constexpr double kSamePlace = 1e-3;  // mm
  const auto num_same = std::ranges::count_if(gaps, [](double gap) { return gap < kSamePlace; });
  if (num_same > 0) {
    const size_t places = gaps.size() + 1 - static_cast<size_t>(num_same);
    const bool is_even = slices.size() % places == 0;
    ThrowUneven(
        folder, "one slice at each place",
        is_even ? fmt::format("a series of {} time points, {} slices each", slices.size() / places, places)
                : fmt::format("{} slices at {} places", slices.size(), places),
        "move the slices of each time point into a folder of its own");
  }
  std::vector<double> sorted = gaps;
  std::ranges::sort(sorted);
  const double usual = sorted[(sorted.size() - 1) / 2];
  for (size_t i = 0; i < gaps.size(); ++i) {
    if (gaps[i] < 1.5 * usual) continue;
    ThrowUneven(folder, fmt::format("steps of {} mm", common::FormatShort(usual)),
                fmt::format("a gap of {} mm between {} and {}", common::FormatShort(gaps[i]),
                            NameOf(slices[i].file), NameOf(slices[i + 1].file)),
                "add the missing slices, or resample the series");
  }
  const double spacing = step.norm();
  for (size_t i = 0; i < slices.size(); ++i) {
    const Point expected = place(0) + static_cast<double>(i) * step;
    const double distance = (place(i) - expected).norm();
    if (!(spacing > 0) || distance > 0.01 * spacing + 1e-3) {
      ThrowUneven(folder, fmt::format("steps of {} mm", common::FormatShort(spacing)),
                  fmt::format("{} lies {} mm beside its place", NameOf(slices[i].file),
                              common::FormatShort(distance)),
                  "add the missing slices, or resample the series");
    }
  }
  header.spacing[2] = spacing;
  for (int row = 0; row < 3; ++row) header.direction[3 * row + 2] = step[row] / spacing;
}

// The slices of the folder's only series, in the order of their places along their normal. `others` gets the
// names of the files that are no images.
std::vector<Slice> SlicesOf(const std::string& folder, std::vector<std::string>& others) {
  constexpr uint64_t kLeastBytes = 300;  // GDCM can crash on a piece of a header
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  std::vector<Slice> slices;
  std::set<std::string> series;
  for (const std::string& file : files) {
    if (SizeOfFile(file) < kLeastBytes || NameOf(file) == "DICOMDIR" || !IsDicomFile(file)) {
      others.push_back(NameOf(file));
      continue;
    }
    slices.push_back({file, OpenedDicom(file), {}});
    series.insert(TagOf(*slices.back().io, "0020|000e"));
  }
  if (series.size() != 1) {
    ThrowDataError(folder, "the files of one DICOM series in the folder",
                   series.empty() ? "none" : fmt::format("{} series", series.size()),
                   series.empty() ? "give the folder that holds the slices, or a file"
                                  : "move the slices of each series into a folder of its own");
  }
  for (Slice& slice : slices) slice.header = HeaderOf(*slice.io, slice.file);
  const double* const d = slices[0].header.direction;
  const Point normal = Point(d[0], d[3], d[6]).cross(Point(d[1], d[4], d[7]));
  std::ranges::stable_sort(slices, {},
                           [&](const Slice& slice) { return normal.dot(OriginOf(slice.header)); });
  return slices;
}

void ReadFile(const std::string& path, uint64_t largest, const std::string& warning,
              common::SharedBytes& bytes) {
  const auto io = OpenedDicom(path);
  ReadVoxels(*io, path, VoxelsOf(HeaderOf(*io, path), path, largest, warning, bytes));
}

void ReadSeries(const std::string& folder, uint64_t largest, common::SharedBytes& bytes) {
  std::vector<std::string> others;
  const std::vector<Slice> slices = SlicesOf(folder, others);
  std::string warning;
  if (!others.empty()) {
    warning = fmt::format("{}: {} files are no images of the series and are left out; the first one is {}",
                          folder, others.size(), common::Quote(others[0]));
  }
  if (slices.size() == 1) return ReadFile(slices[0].file, largest, warning, bytes);
  ItkVolumeHeader header = slices[0].header;
  bool same_type = true;
  for (const Slice& slice : slices) {
    const ItkVolumeHeader& b = slice.header;
    if (!std::equal(header.size, header.size + 2, b.size) || b.size[2] != 1 ||
        header.components != b.components) {
      ThrowDataError(slice.file,
                     fmt::format("a slice of {}x{} pixels as the first one", header.size[0], header.size[1]),
                     fmt::format("{}x{}x{}", b.size[0], b.size[1], b.size[2]));
    }
    same_type &= b.type == header.type;
  }
  header.dimension = 3;
  header.size[2] = static_cast<int64_t>(slices.size());
  SetThirdAxis(folder, slices, header);
  // Slope and intercept may differ from slice to slice, and with them the type.
  if (!same_type) header.type = PixelType::kFloat32;
  char* const voxels = VoxelsOf(header, folder, largest, warning, bytes);
  const auto values = static_cast<size_t>(header.size[0] * header.size[1] * header.components);
  const size_t slice_bytes = values * FactsOf(header.type).bytes;
  for (size_t i = 0; i < slices.size(); ++i) {
    char* const place = voxels + i * slice_bytes;
    if (same_type) {
      ReadVoxels(*slices[i].io, slices[i].file, place);
      continue;
    }
    WithPixelType(slices[i].header.type, [&](auto number) {
      std::vector<decltype(number)> stored(values);
      ReadVoxels(*slices[i].io, slices[i].file, stored.data());
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
  std::filesystem::is_directory(path) ? ReadSeries(path, largest, bytes) : ReadFile(path, largest, "", bytes);
}

}  // namespace structlab::registration
