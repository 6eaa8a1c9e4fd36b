// A thin singular value decomposition. It has its own library because Eigen's takes half a minute to compile.
#ifndef STRUCTLAB_KERNELS_SPARSE_LEFT_SINGULAR_VECTORS_H_
#define STRUCTLAB_KERNELS_SPARSE_LEFT_SINGULAR_VECTORS_H_

#include <Eigen/Core>

namespace structlab::kernels {

struct LeftSingularVectors {
  Eigen::MatrixXd vectors;  // one per column, min(rows, columns) of them
  Eigen::VectorXd values;   // descending
};

// For any matrix of finite numbers with at least one row and column, by divide and conquer (Eigen::BDCSVD).
// Deterministic.
LeftSingularVectors FindLeftSingularVectors(const Eigen::MatrixXd& matrix);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_LEFT_SINGULAR_VECTORS_H_
