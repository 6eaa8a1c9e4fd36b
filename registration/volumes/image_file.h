// Images, label maps and masks as files: NIfTI-1, NRRD, MetaImage; DICOM to read.
//
//   FileFacts facts;
//   const Image image = ReadImage("t1.nii.gz", {}, &facts);
//   for (const std::string& warning : facts.warnings) std::fprintf(stderr, "%s\n", warning.c_str());
//   WriteImage(image, "t1.nrrd", PixelType::kInt16);
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_IMAGE_FILE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_IMAGE_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "registration/volumes/pixel_type.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

struct ReadOptions {
  bool nan_as_zero = false;  // else a voxel that is no finite number is an error
};

struct FileFacts {
  PixelType type = PixelType::kFloat32;  // of the file's numbers, after slope and intercept
  std::vector<std::string> warnings;     // a line each, for a user to see
};

// Reads .nii, .nii.gz, .nrrd, .nhdr, .mha, .mhd, a DICOM file, or the only DICOM series of a folder, in two
// or three dimensions; slope and intercept are applied. A 3D file of one slice stays 3D; a 4D file of one
// time point is 3D.
//
// Where a NIfTI file has an sform and a qform, the sform is taken if its code is 1 (scanner), else the qform,
// as ITK 5.2 does; if they disagree by more than a hundredth of a voxel, a warning says so and which one was
// taken. NiftiFormScope (nifti_header.h) chooses otherwise. If both codes are 0, the origin is 0 and the axes
// are those of LPS, with voxel sizes from pixdim. Spacing always comes from pixdim.
//
// ITK reads DICOM, in a child process, so that a crash of it is an error. The others are read here, since ITK
// takes 0 for voxels that are NaN, missing or damaged, and repairs spacing. Throws common::Error(kData),
// naming the file and what to do: what is not one of these formats, damaged or cut short; colours, vectors,
// several time points; spacing that is missing or not above 0; a direction matrix that is not orthonormal (it
// is shown); units other than mm; a NaN or infinite voxel (its index is shown). Throws
// common::Error(kEnvironment) if it cannot be opened. O(voxels).
Image ReadImage(const std::string& path, const ReadOptions& options = {}, FileFacts* facts = nullptr);

// Volumes on one grid: several time points, or the components of vectors or colours.
struct ImageSeries {
  std::vector<Image> images;  // frame by frame; the components of a frame behind each other
  VoxelLayout layout;
};

// The same of files of several time points of three dimensions, of vectors or of colours; one image
// otherwise.
ImageSeries ReadImageSeries(const std::string& path, const ReadOptions& options = {},
                            FileFacts* facts = nullptr);

// The same of label maps: whole numbers from 0 to 2^31 - 1, in any type. Numbers within 0.001 of one are
// rounded, with a warning. Else common::Error(kData) names the voxel.
LabelMap ReadLabels(const std::string& path, FileFacts* facts = nullptr);

// The same of masks: 0 is outside, numbers above 0 are inside and become 1.
Mask ReadMask(const std::string& path, FileFacts* facts = nullptr);

// The grid of any of these files, also of colours, vectors and several time points.
Geometry ReadGeometry(const std::string& path, FileFacts* facts = nullptr);

// Writes .nii, .nii.gz, .nrrd, .mha or .mhd (voxels beside it in a .raw file). For integers, values are
// rounded to the nearest (halves away from 0), and those out of range become the nearest number in range;
// returns how many. Files appear whole or not at all. Throws common::Error(kUsage) for another extension,
// (kEnvironment) if the file cannot be written, and (kData) for a size that the format cannot hold (NIfTI:
// 32767 voxels along an axis).
int64_t WriteImage(const Image& image, const std::string& path, PixelType type = PixelType::kFloat32);
// The same, with at least one image. Throws common::Error(kUsage) for colours of another type than uint8.
int64_t WriteImageSeries(const ImageSeries& series, const std::string& path, PixelType type);

// The same for labels, in the smallest of uint8, uint16 and int32 that holds all if no type is given. Throws
// common::Error(kUsage) if the type does not hold a label.
void WriteLabels(const LabelMap& labels, const std::string& path,
                 std::optional<PixelType> type = std::nullopt);
void WriteMask(const Mask& mask, const std::string& path);

// Throws common::Error(kUsage), naming `where` (a flag), if the path has no extension that can be written, or
// if it ends in .mhd and the file that its voxels would replace belongs to something else.
void CheckImagePath(const std::string& path, const std::string& where);

// The files that WriteImage writes: the path, and the one beside it with the voxels of a .mhd.
std::vector<std::string> FilesOfImage(const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_IMAGE_FILE_H_
