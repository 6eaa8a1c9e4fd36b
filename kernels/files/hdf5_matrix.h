// A matrix in an HDF5 file.
#ifndef STRUCTLAB_KERNELS_FILES_HDF5_MATRIX_H_
#define STRUCTLAB_KERNELS_FILES_HDF5_MATRIX_H_

#include <string>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

struct Hdf5Options {
  bool keeps_missing = false;  // accepts NaN
  std::string preferred = {};  // the dataset of several at the top of the file that is read without a name
};

// Reads the dataset of this name, or the only dataset at the top of the file if the name is empty. A dataset
// of one dimension becomes a column. Take ReadMatrix (matrix_file.h) to accept all formats.
//
//     const DenseRows<double> rows = ReadHdf5Matrix("file.h5", "group/data");
//
// Throws common::Error: kEnvironment if the file cannot be read; kData if
//  - it is not an HDF5 file, or HDF5 crashes on it;
//  - the dataset is missing, has other dimensions, no numbers, or more than 2^32 entries;
//  - an entry is not finite (NaN is allowed with options.keeps_missing);
//  - this HDF5 lacks the filter that compressed the entries, or the dataset is virtual;
//  - the dataset is too large in proportion to the file.
// Files that an external link or external storage leads to count as read, so that no output replaces them.
// HDF5 reads the file in a child process
// (common/processes/isolated_call.h); the numbers take their memory twice for a moment. Thread-safe as long
// as no other thread calls HDF5 itself.
DenseRows<double> ReadHdf5Matrix(const std::string& path, const std::string& dataset,
                                 const Hdf5Options& options = {});

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_HDF5_MATRIX_H_
