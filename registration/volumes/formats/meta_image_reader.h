// Voxels of MetaImage files (.mha, .mhd), read without ITK, which takes 0 for voxels that are missing or
// damaged.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_META_IMAGE_READER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_META_IMAGE_READER_H_

#include <optional>
#include <string>

#include "registration/volumes/raw_volume.h"

namespace structlab::registration {

// Reads a header with its voxels behind it, or in files that it names: one, a list, or a numbered series.
// Voxels may be compressed (zlib or gzip, whose checksum is checked), of either byte order, or text. Errors
// as ReadRawVolume; a missing data file is named.
RawVolume ReadMetaImage(const std::string& path);

// The file of the voxels that a header names; nothing if it is no header or names several.
std::optional<std::string> DataFileOfMetaImage(const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_META_IMAGE_READER_H_
