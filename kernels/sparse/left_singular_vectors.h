// A thin singular value decomposition, in a library of its own: Eigen's takes half a minute to compile.
#ifndef STRUCTLAB_KERNELS_SPARSE_LEFT_SINGULAR_VECTORS_H_
#define STRUCTLAB_KERNELS_SPARSE_LEFT_SINGULAR_VECTORS_H_

#include <Eigen/Core>

namespace structlab::kernels {

struct LeftSingularVectors {
  Eigen::MatrixXd vectors;  // a column each, min(rows, columns) of them
  Eigen::VectorXd values;   // descending
};

// Of any matrix of finite numbers with rows and columns, by divide and conquer (Eigen::BDCSVD).
// Deterministic.
LeftSingularVectors FindLeftSingularVectors(const Eigen::MatrixXd& matrix);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_LEFT_SINGULAR_VECTORS_H_
