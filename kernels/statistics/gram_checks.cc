#include "kernels/statistics/gram_checks.h"

#include "common/error.h"

namespace structlab::kernels {

void CheckGram(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where) {
  if (gram.rows() != gram.cols()) {
    common::ThrowUsageError(where, "a square matrix",
                            std::to_string(gram.rows()) + " x " + std::to_string(gram.cols()));
  }
  if (gram.size() == 0) return;
  if (!gram.allFinite()) common::ThrowUsageError(where, "finite kernel values", "one that is not");
  const double most = gram.cwiseAbs().maxCoeff();
  if ((gram - gram.transpose()).cwiseAbs().maxCoeff() > 1e-9 * most) {
    common::ThrowUsageError(where, "a symmetric matrix", "k(x, y) that is not k(y, x)");
  }
}

void CheckGramPair(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                   Eigen::Index least_rows, const std::string& where) {
  CheckGram(x, where);
  CheckGram(y, where);
  if (x.rows() != y.rows()) {
    common::ThrowUsageError(where, "as many rows of x as of y",
                            std::to_string(x.rows()) + " and " + std::to_string(y.rows()));
  }
  if (x.rows() < least_rows) {
    common::ThrowUsageError(where, "at least " + std::to_string(least_rows) + " rows",
                            std::to_string(x.rows()));
  }
}

}  // namespace structlab::kernels
