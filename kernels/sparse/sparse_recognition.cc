#include "kernels/sparse/sparse_recognition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "kernels/sparse/class_labels.h"

namespace structlab::kernels {

Eigen::MatrixXd ScaledToLengthOne(const Eigen::Ref<const Eigen::MatrixXd>& features, const char* where) {
  Eigen::MatrixXd scaled = features;
  for (Eigen::Index j = 0; j < scaled.cols(); ++j) {
    const double length = scaled.col(j).stableNorm();
    if (!(length >= 1e-100 && length <= 1e100)) {
      common::ThrowUsageError(fmt::format("{}, column {}", where, j),
                              "features of a length from 1e-100 to 1e100", common::FormatDouble(length));
    }
    scaled.col(j) /= length;
  }
  return scaled;
}

SparseRecognizer::SparseRecognizer(const Eigen::Ref<const Eigen::MatrixXd>& features,
                                   std::span<const int> labels)
    : dictionary_(ScaledToLengthOne(features, "SparseRecognizer::features")), classes_(ClassesOf(labels)) {
  if (static_cast<Eigen::Index>(labels.size()) != features.cols()) {
    common::ThrowUsageError("SparseRecognizer::labels", fmt::format("{}, one per example", features.cols()),
                            std::to_string(labels.size()));
  }
  for (const int label : labels) {
    class_of_.push_back(
        static_cast<int>(std::lower_bound(classes_.begin(), classes_.end(), label) - classes_.begin()));
  }
}

Recognition SparseRecognizer::ByPursuit(const Eigen::Ref<const Eigen::VectorXd>& query,
                                        const PursuitOptions& options) const {
  const Eigen::VectorXd x = ScaledToLengthOne(query, "SparseRecognizer::query");
  Pursuit pursuit = OrthogonalMatchingPursuit(dictionary_, x, options);
  Recognition recognition = ByCode(x, std::move(pursuit.code));
  recognition.ending = pursuit.ending;
  return recognition;
}

Recognition SparseRecognizer::ByL1(const Eigen::Ref<const Eigen::VectorXd>& query,
                                   const L1Options& options) const {
  const Eigen::VectorXd x = ScaledToLengthOne(query, "SparseRecognizer::query");
  L1Solution solution = MinimizeL1(dictionary_, x, options);
  Recognition recognition = ByCode(x, std::move(solution.code));
  recognition.ending = solution.ending;
  return recognition;
}

Recognition SparseRecognizer::ByCode(const Eigen::Ref<const Eigen::VectorXd>& x, SparseCode code) const {
  CheckQuery(dictionary_, x, "SparseRecognizer::ByCode");
  DenseCode(code, dictionary_.size());  // throws for invalid atoms
  for (const double coefficient : code.coefficients) {
    if (std::abs(coefficient) <= 1e100) continue;  // false for NaN
    common::ThrowUsageError("SparseRecognizer::ByCode", "coefficients of at most 1e100 in magnitude",
                            common::FormatDouble(coefficient));
  }
  const double length = x.norm();
  Recognition recognition;
  recognition.residuals.assign(classes_.size(), length);  // for classes without an atom
  std::vector<char> is_done(classes_.size(), 0);
  for (const int first : code.atoms) {
    const int of_class = class_of(first);
    if (is_done[of_class] != 0) continue;
    is_done[of_class] = 1;
    Eigen::VectorXd remainder = x;
    for (size_t k = 0; k < code.atoms.size(); ++k) {
      if (class_of(code.atoms[k]) != of_class) continue;
      remainder -= code.coefficients[k] * dictionary_.atoms().col(code.atoms[k]);
    }
    recognition.residuals[of_class] = remainder.norm();
  }
  const auto least = std::min_element(recognition.residuals.begin(), recognition.residuals.end());
  recognition.label = classes_[least - recognition.residuals.begin()];
  recognition.code = std::move(code);
  return recognition;
}

}  // namespace structlab::kernels
