// Pictures in an HDF5 file that is held in memory.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_PICTURE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_PICTURE_H_

#include <string>

#include "experiments/harness/hdf5_table.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

// A dataset of uint8 of height x width values (grey) or height x width x 3 (RGB), compressed when that saves
// something, with the attributes by which the HDF5 Image Specification 1.2 tells viewers that it is an image.
// The picture is one by CheckPicture.
void WriteHdf5Picture(const Hdf5Id& file, const std::string& dataset, const Picture& picture);
// The inverse. Throws common::Error(kData) naming `name` if the dataset is absent or no such picture.
Picture ReadHdf5Picture(const Hdf5Id& file, const std::string& dataset, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_PICTURE_H_
