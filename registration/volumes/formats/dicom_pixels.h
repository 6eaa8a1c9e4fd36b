// Whether the pixels of a DICOM file are all there. Private to the folder above.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_DICOM_PIXELS_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_DICOM_PIXELS_H_

#include <cstdint>
#include <string>

namespace structlab::registration {

// For files whose pixels are not compressed: throws common::Error(kData), naming the file, if fewer than
// `needed` bytes follow the element of the pixels (7FE0,0010). O(bytes of the file).
void CheckThatDicomPixelsAreWhole(const std::string& path, uint64_t needed);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_DICOM_PIXELS_H_
