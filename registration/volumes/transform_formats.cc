#include "registration/volumes/transform_formats.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "common/error.h"
#include "registration/volumes/elastix_transform.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/matrix_text.h"
#include "registration/volumes/fsl_transform.h"
#include "registration/volumes/itk_transform.h"
#include "registration/volumes/nifti_reader.h"
#include "registration/volumes/raw_volume.h"

namespace structlab::registration {
namespace {

constexpr char kReadable[] =
    "a transform: .nii, .nii.gz, .nrrd, .nhdr, .mha, .mhd (fields), .h5, .hdf5, .tfm, .mat or .txt";

bool EndsIn(const std::string& path, const std::vector<std::string>& endings) {
  const std::string lower = LowerText(path);
  return std::ranges::any_of(endings, [&](const std::string& ending) { return lower.ends_with(ending); });
}

SpatialTransform ReadFieldFile(const std::string& path, const TransformImages& images, FileFacts* facts) {
  RawVolume raw = ReadRawVolume(path);
  const bool is_fnirt = IsFnirtWarp(raw), is_planar = raw.components == 1 && raw.num_frames == 3;
  if (is_planar && !is_fnirt && images.convention == TransformConvention::kByFile) {
    common::ThrowDataError(path, "a displacement field whose header says what it holds",
                           "three volumes without an intent",
                           "--transform-format says it: fsl (a relative warp), voxels, ras or lps (in mm)");
  }
  if (!is_fnirt && !is_planar && raw.components > 1 && raw.intent == 0 && IsNiftiName(path) &&
      images.convention == TransformConvention::kByFile) {
    raw.warnings.push_back(path + ": has no intent code; its numbers are taken as displacements in LPS mm");
  }
  if (facts != nullptr) *facts = {raw.type, raw.warnings};
  if (is_fnirt || (is_planar && images.convention == TransformConvention::kFsl)) {
    return FnirtTransform(raw, path, images);
  }
  DisplacementField field = FieldOfVoxels(raw, path, images.convention);
  const int dimension = field.geometry.dimension;
  return {dimension, {std::move(field)}};
}

const Geometry& FixedGrid(const std::optional<Geometry>& grid, const std::string& path) {
  if (!grid) common::ThrowUsageError(path, "the fixed image, whose grid the field gets", "none");
  return *grid;
}

// ITK's files hold B-splines too, but ours are read from those of elastix, where they stand in other words.
SpatialTransform WithoutSplines(const SpatialTransform& transform, const std::optional<Geometry>& grid,
                                const std::string& path, common::ThreadPool& pool) {
  for (const TransformStep& step : transform.steps) {
    if (std::holds_alternative<BSplineTransform>(step)) {
      return {transform.dimension, {FieldOf(transform, FixedGrid(grid, path), pool)}};
    }
  }
  return transform;
}

}  // namespace

SpatialTransform ReadTransform(const std::string& path, const TransformImages& images, FileFacts* facts) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) common::ThrowEnvironmentError(path, "no such file");
  if (EndsIn(path, {".nii", ".nii.gz", ".nrrd", ".nhdr", ".mha", ".mhd"}))
    return ReadFieldFile(path, images, facts);
  if (EndsIn(path, {".txt"}) && IsElastixFile(path)) return ReadElastix(path, images);
  if (IsMatrixText(path)) return ReadMatrixText(path, images, facts);
  if (EndsIn(path, {".h5", ".hdf5", ".tfm", ".mat", ".txt"})) return ReadItkTransform(path);
  if (EndsIn(path, {".xfm"})) {
    common::ThrowDataError(
        path, kReadable, "a transform of MINC",
        "write it in ITK's format, or as a text of 4 x 4 numbers (--transform-format=ras)");
  }
  common::ThrowDataError(path, kReadable, "another ending");
}

void WriteTransform(const SpatialTransform& transform, TransformFormat format, const std::string& path,
                    const TransformImages& images, common::ThreadPool& pool) {
  TransformImages with_grid = images;
  if (!with_grid.fixed) with_grid.fixed = GridOf(transform);
  const auto affine = AsAffine(transform);
  const auto check_name = [&](const std::vector<std::string>& endings, const std::string& expected) {
    if (!EndsIn(path, endings)) common::ThrowUsageError(path, expected, common::Quote(path));
  };
  switch (format) {
    case TransformFormat::kField:
      CheckImagePath(path, path);
      return WriteField(FieldOf(transform, FixedGrid(with_grid.fixed, path), pool), path);
    case TransformFormat::kItk:
      check_name({".h5", ".mat", ".tfm"}, "a file name that ends in .h5, .mat or .tfm");
      if (!affine)
        check_name({".h5"}, "a file name that ends in .h5, the only one of ITK's formats for fields");
      return affine ? WriteItkTransform({transform.dimension, {*affine}}, path)
                    : WriteItkTransform(WithoutSplines(transform, with_grid.fixed, path, pool), path);
    case TransformFormat::kElastix:
      check_name({".txt"}, "a file name that ends in .txt");
      return WriteElastix(transform, path, with_grid, pool);
    case TransformFormat::kFsl:
      break;
  }
  if (transform.dimension != 3)
    common::ThrowUsageError(path, "a transform of three dimensions, as FSL has", "two");
  if (affine && EndsIn(path, {".mat"})) return WriteFlirt(*affine, path, with_grid);
  check_name({".nii", ".nii.gz"},
             affine ? "a file name that ends in .mat, .nii or .nii.gz"
                    : "a file name that ends in .nii or .nii.gz, as the transform is not affine");
  WriteFnirt(FieldOf(transform, FixedGrid(with_grid.fixed, path), pool), path, with_grid);
}

}  // namespace structlab::registration
