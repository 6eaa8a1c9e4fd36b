#include "kernels/sparse/orthogonal_matching_pursuit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

using common::Ending;

constexpr double kDependent = 1e-10;   // squared distance to a span, over the squared length
constexpr double kOrthogonal = 1e-10;  // cosine
constexpr double kTied = 1e-14;        // of inner products, over the lengths of x and of the longest atom
// If the squared residual is below this part of |x|^2, it is computed again from the code, because the
// difference has lost too many digits. The same holds this near to the requested residual, since nearly
// dependent atoms cost digits.
constexpr double kCancelled = 1e-6;
constexpr double kDecides = 1e-4;

void CheckOptions(const PursuitOptions& options) {
  common::CheckStopRule(options.stop);
  if (!(options.tolerance >= 0 && std::isfinite(options.tolerance))) {
    common::ThrowUsageError("PursuitOptions::tolerance", "a finite number, 0 or more",
                            common::FormatDouble(options.tolerance));
  }
}

// The directions q_0, q_1, ... are the chosen atoms, orthonormalised in their order.
class Search {
 public:
  Search(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, double max_atoms)
      : dictionary_(dictionary),
        x_(x),
        max_atoms_(
            static_cast<int>(std::min<double>({std::ceil(max_atoms), static_cast<double>(dictionary.size()),
                                               static_cast<double>(dictionary.dimension())}))),
        length_(x_.norm()),
        squared_residual_(length_ * length_),
        products_(dictionary.atoms().transpose() * x_),
        free_(Eigen::VectorXd::Ones(dictionary.size())),
        of_directions_(dictionary.size(), max_atoms_),
        row_(max_atoms_),
        steps_(max_atoms_) {}

  int taken() const { return static_cast<int>(code_.atoms.size()); }
  bool full() const { return taken() == max_atoms_; }

  // The residual of the code itself decides. The tracked value only rules out cases that are far from the
  // limit.
  bool IsWithin(double tolerance) {
    const double most = tolerance * length_;
    if (squared_residual_ > (1 + kDecides) * most * most &&
        squared_residual_ > kCancelled * length_ * length_) {
      return false;
    }
    Fit();
    squared_residual_ = code_.residual * code_.residual;
    return code_.residual <= most;
  }

  // Returns false if no atom reduces the residual.
  bool TakeNext() {
    const double longest = length_ * dictionary_.max_atom_length();  // bound of any inner product
    while (true) {
      const double best = products_.cwiseProduct(free_).cwiseAbs().maxCoeff();
      if (!(best > kOrthogonal * longest)) return false;
      Eigen::Index atom = 0;
      while (std::abs(products_[atom]) * free_[atom] < best - kTied * longest) ++atom;
      free_[atom] = 0;
      if (Take(atom)) return true;
    }
  }

  SparseCode Result() {
    Fit();
    return code_;
  }

 private:
  // Returns false if the atom depends on the chosen ones.
  bool Take(Eigen::Index atom) {
    const Eigen::Index k = taken();
    const Eigen::MatrixXd& gram = dictionary_.gram();
    // Inner products of the atom with q_0 .. q_(k-1).
    row_.head(k) = of_directions_.row(atom).head(k);
    const double squared_distance = gram(atom, atom) - row_.head(k).squaredNorm();
    if (!(squared_distance > kDependent * gram(atom, atom))) return false;
    const double distance = std::sqrt(squared_distance);
    auto of_direction = of_directions_.col(k);
    of_direction = gram.col(atom);
    of_direction.noalias() -= of_directions_.leftCols(k) * row_.head(k);
    of_direction /= distance;
    // <x, q_k> = <remainder, q_k> = <remainder, atom> / distance.
    steps_[k] = products_[atom] / distance;
    products_ -= steps_[k] * of_direction;
    squared_residual_ -= steps_[k] * steps_[k];
    code_.atoms.push_back(static_cast<int>(atom));
    is_fitted_ = false;
    return true;
  }

  // Atom i = sum over k <= i of L(i, k) q_k, so that L^T coefficients = steps. One step of iterative
  // refinement corrects the directions' loss of orthogonality.
  void Fit() {
    if (is_fitted_) return;
    is_fitted_ = true;
    const Eigen::Index k = taken();
    Eigen::MatrixXd lower(k, k);
    for (Eigen::Index i = 0; i < k; ++i) {
      lower.row(i) = of_directions_.row(code_.atoms[i]).head(k);
    }
    Eigen::VectorXd coefficients = steps_.head(k);
    lower.triangularView<Eigen::Lower>().transpose().solveInPlace(coefficients);
    code_.coefficients.assign(coefficients.begin(), coefficients.end());
    const Eigen::VectorXd remainder = Remainder(dictionary_, x_, code_);
    Eigen::VectorXd correction(k);
    for (Eigen::Index i = 0; i < k; ++i) {
      correction[i] = dictionary_.atoms().col(code_.atoms[i]).dot(remainder);
    }
    lower.triangularView<Eigen::Lower>().solveInPlace(correction);
    lower.triangularView<Eigen::Lower>().transpose().solveInPlace(correction);
    for (Eigen::Index i = 0; i < k; ++i) code_.coefficients[i] += correction[i];
    code_.residual = Remainder(dictionary_, x_, code_).norm();
  }

  const Dictionary& dictionary_;
  const Eigen::VectorXd x_;
  const int max_atoms_;
  const double length_;
  double squared_residual_;
  Eigen::VectorXd products_;       // <remainder, atom>
  Eigen::VectorXd free_;           // 1; 0 for atoms that were chosen or skipped
  Eigen::MatrixXd of_directions_;  // (j, k): <atom j, q_k>
  Eigen::VectorXd row_;
  Eigen::VectorXd steps_;  // <x, q_k>
  SparseCode code_;
  bool is_fitted_ = false;  // the coefficients and the residual belong to the chosen atoms
};

Pursuit Pursue(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
               const PursuitOptions& options) {
  Search search(dictionary, x, options.stop.iterations);
  const common::RunRecorder run({.stop = options.stop});
  while (true) {
    if (search.IsWithin(options.tolerance)) return {search.Result(), Ending::kGapReached};
    if (search.taken() >= options.stop.iterations) return {search.Result(), Ending::kIterationLimit};
    if (search.full() || !search.TakeNext()) return {search.Result(), Ending::kConverged};
    if (const auto ending = run.MustStop()) return {search.Result(), *ending};
  }
}

}  // namespace

Pursuit OrthogonalMatchingPursuit(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                                  const PursuitOptions& options) {
  CheckOptions(options);
  CheckQuery(dictionary, x, "OrthogonalMatchingPursuit::x");
  return Pursue(dictionary, x, options);
}

std::vector<Pursuit> OrthogonalMatchingPursuits(const Dictionary& dictionary,
                                                const Eigen::Ref<const Eigen::MatrixXd>& queries,
                                                const PursuitOptions& options, common::ThreadPool& pool) {
  CheckOptions(options);
  const std::string where = "OrthogonalMatchingPursuits::queries";
  if (queries.rows() != dictionary.dimension()) {
    common::ThrowUsageError(where, fmt::format("{} rows, as an atom has", dictionary.dimension()),
                            std::to_string(queries.rows()));
  }
  for (Eigen::Index query = 0; query < queries.cols(); ++query) {
    CheckQuery(dictionary, queries.col(query), fmt::format("{}, column {}", where, query).c_str());
  }
  std::vector<Pursuit> pursuits(queries.cols());
  common::ParallelFor(pool, queries.cols(), [&](int64_t query) {
    pursuits[query] = Pursue(dictionary, queries.col(query), options);
  });
  return pursuits;
}

}  // namespace structlab::kernels
