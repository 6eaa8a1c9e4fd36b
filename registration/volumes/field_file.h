// Displacement fields as files of vectors.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FIELD_FILE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FIELD_FILE_H_

#include <string>

#include "registration/volumes/image_file.h"
#include "registration/volumes/raw_volume.h"
#include "registration/volumes/transform_formats.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// Reads a file of as many components as dimensions, in the formats of ReadImage. Components are LPS mm, as
// ITK, ANTs (1Warp.nii.gz) and elastix write them (NIfTI: five dimensions, intent 1007). NIfTI files of
// intent 1006 (displacement vectors) hold RAS by the standard, and their signs are changed; those of niftyreg
// (named NREG_TRANS) hold RAS positions or displacements, as their intent_p1 says. Throws
// common::Error(kData) as ReadImage, for other numbers of components, for fields of FSL (transform_formats.h
// reads those), for splines and velocities of niftyreg, and for a displacement that is not finite.
DisplacementField ReadField(const std::string& path, FileFacts* facts = nullptr);

// The same of a file that has been read, by a convention if the file's intent does not say what the numbers
// are; by a convention, components may also be volumes behind each other.
DisplacementField FieldOfVoxels(const RawVolume& raw, const std::string& path,
                                TransformConvention convention = TransformConvention::kByFile);

// Writes floats, in the formats of WriteImage; NIfTI with intent 1007. Errors as WriteImage.
void WriteField(const DisplacementField& field, const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FIELD_FILE_H_
