#include "kernels/sparse/dictionary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

bool IsSafeLength(double length) { return length == 0 || (length >= 1e-100 && length <= 1e100); }

// stableNorm does not overflow or underflow where norm() would.
double CheckedLongest(const Eigen::MatrixXd& atoms) {
  if (atoms.rows() < 1 || atoms.cols() < 1 || atoms.cols() > Dictionary::kMaxAtoms) {
    common::ThrowUsageError("Dictionary::atoms",
                            fmt::format("at least one row and 1 to {} columns", Dictionary::kMaxAtoms),
                            fmt::format("{} x {}", atoms.rows(), atoms.cols()));
  }
  double longest = 0;
  for (Eigen::Index j = 0; j < atoms.cols(); ++j) {
    const std::string where = fmt::format("Dictionary::atoms, column {}", j);
    if (!atoms.col(j).allFinite()) common::ThrowUsageError(where, "finite numbers", "one that is not");
    const double length = atoms.col(j).stableNorm();
    if (!IsSafeLength(length)) {
      common::ThrowUsageError(where, "a length of 0 or 1e-100 to 1e100", common::FormatDouble(length));
    }
    longest = std::max(longest, length);
  }
  return longest;
}

}  // namespace

Dictionary::Dictionary(Eigen::MatrixXd atoms)
    : atoms_(std::move(atoms)), max_atom_length_(CheckedLongest(atoms_)) {
  gram_.setZero(atoms_.cols(), atoms_.cols());
  gram_.selfadjointView<Eigen::Lower>().rankUpdate(atoms_.transpose());
  gram_.triangularView<Eigen::StrictlyUpper>() = gram_.transpose();
}

double ShareOfLargest(const SparseCode& code, int count) {
  std::vector<double> sizes;
  for (const double coefficient : code.coefficients) sizes.push_back(std::abs(coefficient));
  std::ranges::sort(sizes, std::greater());
  double largest = 0, all = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    all += sizes[i];
    if (std::cmp_less(i, count)) largest += sizes[i];
  }
  return all > 0 ? largest / all : 0;
}

Eigen::VectorXd DenseCode(const SparseCode& code, int size) {
  if (code.atoms.size() != code.coefficients.size()) {
    common::ThrowUsageError("DenseCode",
                            fmt::format("a coefficient for each of the {} atoms", code.atoms.size()),
                            std::to_string(code.coefficients.size()));
  }
  Eigen::VectorXd dense = Eigen::VectorXd::Zero(std::max(size, 0));
  for (size_t k = 0; k < code.atoms.size(); ++k) {
    const int atom = code.atoms[k];
    if (atom < 0 || atom >= size) {
      common::ThrowUsageError("DenseCode", fmt::format("atoms from 0, below {}", size), std::to_string(atom));
    }
    dense[atom] += code.coefficients[k];
  }
  return dense;
}

void CheckQuery(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, const char* where) {
  if (x.size() != dictionary.dimension()) {
    common::ThrowUsageError(where, fmt::format("{} numbers, as an atom has", dictionary.dimension()),
                            std::to_string(x.size()));
  }
  if (!x.allFinite()) common::ThrowUsageError(where, "finite numbers", "one that is not");
  const double length = x.stableNorm();
  if (!IsSafeLength(length)) {
    common::ThrowUsageError(where, "a length of 0 or 1e-100 to 1e100", common::FormatDouble(length));
  }
}

Eigen::VectorXd Remainder(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                          const SparseCode& code) {
  Eigen::VectorXd remainder = x;
  for (size_t k = 0; k < code.atoms.size(); ++k) {
    remainder -= code.coefficients[k] * dictionary.atoms().col(code.atoms[k]);
  }
  return remainder;
}

}  // namespace structlab::kernels
