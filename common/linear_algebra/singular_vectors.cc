#include <Eigen/SVD>

#include "common/linear_algebra/decompositions.h"

namespace structlab::common {

ThinSingularVectors DecomposeSingular(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.matrixV(), svd.singularValues()};
}

LeftSingularVectors FindLeftSingularVectors(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU);
  return {svd.matrixU(), svd.singularValues()};
}

}  // namespace structlab::common
