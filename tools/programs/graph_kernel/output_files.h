// Writes features and Gram matrices as HDF5 or svmlight files.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_OUTPUT_FILES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_OUTPUT_FILES_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>

#include "kernels/graphs/sparse_features.h"

namespace structlab::tools {

enum class OutputFormat { kHdf5, kSvmlight };

// The format named "hdf5" or "svmlight". If `format` is empty, chooses by the ending of the path: .h5, .hdf5;
// .svm, .svmlight, .libsvm. Throws common::Error(kUsage) for anything else.
OutputFormat OutputFormatOf(const std::string& format, const std::string& path);

// Writes a sparse matrix of features.
//   - HDF5: /shape (rows, columns), /row_begin (rows + 1), /columns and /values (of the nonzeros, row by
//     row), /names (of the columns) and /classes (missing if classes are unknown);
//   - svmlight: "class column:value ...", columns from 1; class 0 if classes are unknown.
// Throws common::Error(kEnvironment) if the file cannot be written; the old file is then unchanged.
void WriteFeatures(const kernels::SparseFeatures& features, std::span<const uint64_t> names,
                   std::span<const int> classes, OutputFormat format, const std::string& path);

// Writes a Gram matrix. HDF5: /gram and /classes. svmlight: the precomputed kernel of libsvm,
// "class 0:row 1:value ...". Unknown classes and errors as above.
void WriteGram(const Eigen::MatrixXd& gram, std::span<const int> classes, OutputFormat format,
               const std::string& path);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_OUTPUT_FILES_H_
