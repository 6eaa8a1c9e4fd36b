#include <Eigen/LU>

#include "common/linear_algebra/decompositions.h"

namespace structlab::common {

Eigen::MatrixXd Inverse(const Eigen::Ref<const Eigen::MatrixXd>& matrix) { return matrix.inverse(); }

}  // namespace structlab::common
