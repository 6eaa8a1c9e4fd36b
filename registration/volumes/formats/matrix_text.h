// Affine transforms as text of 4 x 4 numbers. Private to the folder above.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_MATRIX_TEXT_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_MATRIX_TEXT_H_

#include <string>

#include "registration/volumes/transform_formats.h"

namespace structlab::registration {

// Whether the file holds numbers and blanks only.
bool IsMatrixText(const std::string& path);

// Reads it by `images.convention`. By the file alone nothing tells what the matrix means: then it is FLIRT's,
// with a warning. Errors as ReadTransform.
SpatialTransform ReadMatrixText(const std::string& path, const TransformImages& images, FileFacts* facts);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_MATRIX_TEXT_H_
