#include "kernels/sparse/left_singular_vectors.h"

#include <Eigen/SVD>

namespace structlab::kernels {

LeftSingularVectors FindLeftSingularVectors(const Eigen::MatrixXd& matrix) {
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU);
  return {svd.matrixU(), svd.singularValues()};
}

}  // namespace structlab::kernels
