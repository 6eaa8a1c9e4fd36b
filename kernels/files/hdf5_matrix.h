// A matrix in an HDF5 file.
#ifndef STRUCTLAB_KERNELS_FILES_HDF5_MATRIX_H_
#define STRUCTLAB_KERNELS_FILES_HDF5_MATRIX_H_

#include <string>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

// The dataset of this name, or the only one at the top of the file if the name is empty; one of one dimension
// is a column. Throws common::Error: kEnvironment if the file cannot be read, kData if it is no HDF5 file,
// has no such dataset, or one of other dimensions or of no numbers, or more than 2^32 entries, or entries
// that are not finite. HDF5 itself can crash on bytes that were damaged on purpose. Not thread-safe: neither
// is the library.
DenseRows<double> ReadHdf5Matrix(const std::string& path, const std::string& dataset);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_HDF5_MATRIX_H_
