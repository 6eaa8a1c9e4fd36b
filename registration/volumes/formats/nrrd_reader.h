// Voxels of NRRD files (.nrrd, .nhdr), read without ITK, which does not look at the end of compressed data.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_NRRD_READER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_NRRD_READER_H_

#include <string>

#include "registration/volumes/raw_volume.h"

namespace structlab::registration {

// Reads a header with its voxels behind it, or in files that it names; encodings raw, gzip and text. Errors
// as ReadRawVolume; a missing data file is named.
RawVolume ReadNrrd(const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_NRRD_READER_H_
