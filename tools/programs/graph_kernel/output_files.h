// Features and Gram matrices as files of HDF5 or svmlight.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_OUTPUT_FILES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_OUTPUT_FILES_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>

#include "kernels/graphs/sparse_features.h"

namespace structlab::tools {

enum class OutputFormat { kHdf5, kSvmlight };

// "hdf5" or "svmlight", or by the path's ending if it is empty: .h5, .hdf5; .svm, .svmlight, .libsvm. Throws
// common::Error(kUsage) for others.
OutputFormat OutputFormatOf(const std::string& format, const std::string& path);

// HDF5: /shape (rows, columns), /row_begin (rows + 1), /columns and /values (of what is not 0, row by row),
// /names (of the columns) and /classes. svmlight: "class column:value ...", columns from 1. Where no classes
// are known, HDF5 has none and svmlight 0. Throws common::Error(kEnvironment) if the file cannot be written:
// the old one stays.
void WriteFeatures(const kernels::SparseFeatures& features, std::span<const uint64_t> names,
                   std::span<const int> classes, OutputFormat format, const std::string& path);

// HDF5: /gram and /classes. svmlight: what libsvm reads as a precomputed kernel, "class 0:row 1:value ...".
// Unknown classes and errors as above.
void WriteGram(const Eigen::MatrixXd& gram, std::span<const int> classes, OutputFormat format,
               const std::string& path);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_OUTPUT_FILES_H_
