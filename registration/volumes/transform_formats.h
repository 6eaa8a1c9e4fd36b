// Transforms as files of ITK, ANTs, elastix and FSL.
//
// All of these programs map points of the fixed image to points of the moving image, as we do, except FLIRT's
// matrices, which map the other way.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_TRANSFORM_FORMATS_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_TRANSFORM_FORMATS_H_

#include <optional>
#include <string>

#include "common/parallel.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/spatial_transform.h"

namespace structlab::registration {

// How numbers are meant in files that do not say it: text of 4 x 4 numbers, and volumes of three numbers a
// voxel.
enum class TransformConvention {
  kByFile,  // matrices are FLIRT's, with a warning; fields are those of ITK, or what NIfTI's intent says
  kFsl,     // matrices of FLIRT, from moving to fixed; relative warps of FNIRT
  kRas,     // from fixed to moving point in RAS mm (Greedy, c3d, niftyreg); displacements in RAS mm
  kLps,     // the same in LPS mm
  kVoxels,  // displacements in voxels of the field's own grid (learned registration); no matrices
};

// What some formats do not say themselves.
struct TransformImages {
  // The fixed image's grid: FSL's formats, elastix files without direction cosines, and to write a field of
  // what is not one.
  std::optional<Geometry> fixed;
  // The moving image's grid: the first two of these.
  std::optional<Geometry> moving;
  TransformConvention convention = TransformConvention::kByFile;
};

// Reads by the file's name and content:
//  - images of vectors (.nii, .nii.gz, .nrrd, .mha, .mhd): a displacement field, as ReadField (field_file.h);
//    ANTs' 1Warp.nii.gz; fields of niftyreg (named NREG_TRANS: deformations and displacements); FSL's warps
//    (three volumes, NIfTI's intent 2006), taken as relative, which need both images' grids. Three volumes
//    without an intent need a convention;
//  - .h5, .hdf5, .tfm, and .mat and .txt of ITK: affine and rigid transforms, translations, B-splines of
//    order 3, fields, and composites of these; ANTs' 0GenericAffine.mat;
//  - .txt of elastix: AffineTransform, EulerTransform, SimilarityTransform, TranslationTransform,
//    BSplineTransform and RecursiveBSplineTransform of order 3, DeformationFieldTransform, each with its
//    initial transform (if they are composed, not added). Without direction cosines they need both grids;
//  - any file of text with 4 x 4 numbers: by the convention; FLIRT's need both images' grids.
// Throws common::Error(kData), naming the file, for what is damaged or not supported, and (kUsage) if a grid
// is missing. ITK's formats are read in a child process.
SpatialTransform ReadTransform(const std::string& path, const TransformImages& images,
                               FileFacts* facts = nullptr);

enum class TransformFormat { kField, kItk, kElastix, kFsl };

// Writes
//  - kField: T(x) - x on the fixed image's grid, or on that of the transform's first field; name as
//  WriteImage;
//  - kItk: .h5 (steps as they are; B-splines become fields), .mat or .tfm (affine transforms only; ANTs reads
//  both);
//  - kElastix: .txt, an AffineTransform, or a DeformationFieldTransform whose field is written beside it
//  (name.field.mha)
//    and named by its absolute path, since transformix looks for it from where it is started;
//  - kFsl: .mat for affine transforms; else .nii or .nii.gz, a relative warp. Three dimensions, both images'
//  grids.
// Throws common::Error(kUsage) for another extension, a transform that the format does not hold, or a missing
// grid, and (kEnvironment) if a file cannot be written.
void WriteTransform(const SpatialTransform& transform, TransformFormat format, const std::string& path,
                    const TransformImages& images, common::ThreadPool& pool);

// From LPS mm to the coordinates of FSL for images of this grid: voxel indices times spacing, the first axis
// turned round if the grid's axes are right-handed (in RAS and LPS alike), that is, stored neurologically.
AffineTransform PointToFsl(const Geometry& geometry);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_TRANSFORM_FORMATS_H_
