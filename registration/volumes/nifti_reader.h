// Voxels of NIfTI-1 files.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_NIFTI_READER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_NIFTI_READER_H_

#include <string>

#include "registration/volumes/raw_volume.h"

namespace structlab::registration {

// Whether the name ends in .nii, .hdr or .img, or in one of these and .gz, in any case.
bool IsNiftiName(const std::string& path);

// Reads a file, or a pair of .hdr and .img by either name. Slope and intercept are applied in double
// precision, and make floats of integers of at most 16 bits, doubles of others; a slope that is 0 or not
// finite is none. Errors as ReadRawVolume. Memory: the voxels, which are not allocated before the file can be
// large enough for them.
RawVolume ReadNifti(const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_NIFTI_READER_H_
