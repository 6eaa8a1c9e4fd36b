// Reads a matrix from a text table, as ReadMatrix (matrix_file.h) describes.
#ifndef STRUCTLAB_KERNELS_FILES_TEXT_TABLE_H_
#define STRUCTLAB_KERNELS_FILES_TEXT_TABLE_H_

#include <string>

#include "kernels/files/matrix_file.h"

namespace structlab::kernels {

NamedMatrix ReadTextTable(const std::string& path, const MatrixOptions& options);

// Whether n >= `least` values are 0, 1, 2, ... or 1, 2, 3, ..., which some programs write over columns
// without names. After four of them the count may start again once, as where two tables were put side by
// side.
bool CountsUp(const Eigen::RowVectorXd& row, int64_t least);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_TEXT_TABLE_H_
