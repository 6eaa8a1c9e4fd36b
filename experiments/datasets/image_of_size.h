// Images of data sets, whose form is known.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_IMAGE_OF_SIZE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_IMAGE_OF_SIZE_H_

#include <string>

#include "graphical_models/images/image.h"

namespace structlab::datasets {

// As ReadImage; throws common::Error (data) naming the file if it has another size or number of channels
// (1: grey, 3: colours).
graphical_models::Image ReadImageOfSize(const std::string& path, int width, int height, int channels);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_IMAGE_OF_SIZE_H_
