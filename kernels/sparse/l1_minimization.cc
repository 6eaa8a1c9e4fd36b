#include "kernels/sparse/l1_minimization.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "kernels/sparse/l1_path.h"

namespace structlab::kernels {
namespace {

using common::Ending;

constexpr double kWithin = 1e-9;  // of |x|
constexpr double kTied = 1e-9;    // of the length of x: size of the change that breaks ties
// A larger gap does not prove the solution: kProved is relative to the minimised value; kRounding, relative
// to |x|^2, allows for rounding errors.
constexpr double kProved = 1e-7;
constexpr double kRounding = 1e-14;

void CheckStop(const common::StopRule& stop) {
  common::CheckStopRule(stop);
  if (stop.iterations < 1) {
    common::ThrowUsageError("iteration limit", "1 or more", common::FormatDouble(stop.iterations));
  }
}

// Atoms ascending, without coefficients of 0.
SparseCode CodeOf(const std::vector<int>& atoms, const Eigen::VectorXd& coefficients) {
  std::vector<Eigen::Index> order(atoms.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return atoms[a] < atoms[b]; });
  SparseCode code;
  for (const Eigen::Index k : order) {
    if (coefficients[k] == 0) continue;
    code.atoms.push_back(atoms[k]);
    code.coefficients.push_back(coefficients[k]);
  }
  return code;
}

// One problem. Its path may be followed for a slightly changed x.
class Problem {
 public:
  Problem(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
          const common::StopRule& stop)
      : dictionary_(dictionary), x_(x), length_(x_.norm()), run_({.stop = stop}) {}

  // `solve` returns the solution for a given x.
  template <class Solve>
  L1Solution WithTiesBroken(const Solve& solve) const {
    L1Solution solution = solve(x_);
    const bool may_be_tied =
        solution.ending == Ending::kNumericalBreakdown || solution.ending == Ending::kIterationLimit;
    if (!may_be_tied) return solution;
    common::RandomStream stream(0, "sparse/l1/ties");
    Eigen::VectorXd beside = x_;
    const double scale = kTied * length_ / std::sqrt(static_cast<double>(x_.size()));
    for (double& entry : beside) entry += scale * stream.Normal();
    const L1Solution again = solve(beside);
    return again.gap < solution.gap ? again : solution;
  }

  L1Solution WithinTolerance(const Eigen::VectorXd& followed, double tolerance) const {
    const double most = tolerance * length_;
    const L1Support support = FollowL1Path(dictionary_, followed, {0, most * most}, run_);
    // On this piece of the path, alpha = nearest - lambda * direction, and the remainder of x is (x - Phi
    // nearest) + lambda * (Phi direction), where both terms are orthogonal.
    const Eigen::VectorXd nearest = Solved(support, OfX(support));
    const Eigen::VectorXd signs = Signs(support), direction = Solved(support, signs);
    const Eigen::VectorXd apart = Remainder(dictionary_, x_, CodeOf(support.atoms, nearest));
    const double curvature = signs.dot(direction);  // |Phi direction|^2
    const double room = most * most - apart.squaredNorm();
    const double lambda = room > 0 && curvature > 0 ? std::sqrt(room / curvature) : 0;
    L1Solution solution = SolutionOf(support, nearest - lambda * direction, lambda);
    // The code without atoms is optimal for all lambda from the start of the path on.
    if (support.atoms.empty()) solution.lambda = MaxInnerProduct(x_);
    // The remainder solves the dual problem. For small lambda the remainder is mostly rounding error; if
    // x is in the span, the limit at lambda = 0 is then better.
    const double bound = std::max(LowerBound(Remainder(dictionary_, x_, solution.code), most),
                                  LowerBound(Combined(support, direction), most));
    const bool is_near = solution.code.residual <= most + kWithin * length_;
    solution.gap = is_near ? solution.l1_norm - bound : INFINITY;
    // A path with ties may leave the optimum unnoticed, so the gap decides.
    if (is_near) {
      const double rounding =
          support.first_lambda > 0 ? kRounding * length_ * length_ / support.first_lambda : 0;
      if (solution.gap > kProved * solution.l1_norm + rounding) solution.ending = Unproved(support);
    } else {
      solution.ending = support.ending;
    }
    return solution;
  }

  L1Solution WithLambda(const Eigen::VectorXd& followed, double lambda) const {
    const L1Support support = FollowL1Path(dictionary_, followed, {lambda, -INFINITY}, run_);
    const Eigen::VectorXd signs = Signs(support);
    L1Solution solution = SolutionOf(support, Solved(support, OfX(support) - lambda * signs), lambda);
    // The remainder solves the dual problem. If x is in the span, it is lambda times the combination of
    // the signs; for small lambda the computed remainder is then mostly rounding error.
    const Eigen::VectorXd remainder = Remainder(dictionary_, x_, solution.code);
    const double bound = std::max(LassoBound(remainder, lambda),
                                  LassoBound(lambda * Combined(support, Solved(support, signs)), lambda));
    const double value = 0.5 * remainder.squaredNorm() + lambda * solution.l1_norm;
    solution.gap = value - bound;
    if (solution.gap > kProved * value + kRounding * length_ * length_) solution.ending = Unproved(support);
    return solution;
  }

 private:
  // The reason why a path does not prove its solution: the limit that it reached, or ties.
  static Ending Unproved(const L1Support& support) {
    return support.ending == Ending::kConverged ? Ending::kNumericalBreakdown : support.ending;
  }

  static Eigen::VectorXd Signs(const L1Support& support) {
    return Eigen::Map<const Eigen::VectorXd>(support.signs.data(),
                                             static_cast<Eigen::Index>(support.signs.size()));
  }

  Eigen::VectorXd OfX(const L1Support& support) const {
    Eigen::VectorXd of_x(static_cast<Eigen::Index>(support.atoms.size()));
    for (size_t k = 0; k < support.atoms.size(); ++k) {
      of_x[static_cast<Eigen::Index>(k)] = dictionary_.atoms().col(support.atoms[k]).dot(x_);
    }
    return of_x;
  }

  static Eigen::VectorXd Solved(const L1Support& support, Eigen::VectorXd right) {
    support.factor.Solve(right);
    return right;
  }

  // Phi alpha for the coefficients alpha of the support.
  Eigen::VectorXd Combined(const L1Support& support, const Eigen::VectorXd& alpha) const {
    return -Remainder(dictionary_, Eigen::VectorXd::Zero(x_.size()), CodeOf(support.atoms, alpha));
  }

  // |Phi^T y|_max.
  double MaxInnerProduct(const Eigen::VectorXd& y) const {
    return (dictionary_.atoms().transpose() * y).cwiseAbs().maxCoeff();
  }

  L1Solution SolutionOf(const L1Support& support, const Eigen::VectorXd& alpha, double lambda) const {
    L1Solution solution;
    solution.code = CodeOf(support.atoms, alpha);
    solution.code.residual = Remainder(dictionary_, x_, solution.code).norm();
    solution.l1_norm = alpha.lpNorm<1>();
    solution.lambda = lambda;
    solution.steps = support.steps;
    return solution;
  }

  // Lower bound of |alpha|_1: for any y, <y, x> - tolerance |y| <= <y, Phi alpha> <= |Phi^T y|_max
  // |alpha|_1.
  double LowerBound(const Eigen::VectorXd& y, double tolerance) const {
    const double most = MaxInnerProduct(y);
    return most > 0 ? std::max(0.0, (y.dot(x_) - tolerance * y.norm()) / most) : 0;
  }

  // Lower bound of |x - Phi alpha|^2 / 2 + lambda |alpha|_1: for any y with |Phi^T y|_max <= lambda it is
  // <y, x> - |y|^2 / 2, because |x - Phi alpha|^2 / 2 >= <y, x - Phi alpha> - |y|^2 / 2. A longer y is
  // shortened first.
  double LassoBound(const Eigen::VectorXd& y, double lambda) const {
    const double most = MaxInnerProduct(y);
    const Eigen::VectorXd dual = most > lambda ? Eigen::VectorXd(y * (lambda / most)) : y;
    return 0.5 * dual.dot(x_ + (x_ - dual));
  }

  const Dictionary& dictionary_;
  const Eigen::VectorXd x_;
  const double length_;
  const common::RunRecorder run_;
};

}  // namespace

L1Solution MinimizeL1(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                      const L1Options& options) {
  if (!(options.tolerance >= 0 && std::isfinite(options.tolerance))) {
    common::ThrowUsageError("L1Options::tolerance", "a finite number, 0 or more",
                            common::FormatDouble(options.tolerance));
  }
  CheckStop(options.stop);
  CheckQuery(dictionary, x, "MinimizeL1::x");
  const Problem problem(dictionary, x, options.stop);
  return problem.WithTiesBroken(
      [&](const Eigen::VectorXd& followed) { return problem.WithinTolerance(followed, options.tolerance); });
}

L1Solution SolveLasso(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, double lambda,
                      const common::StopRule& stop) {
  if (!(lambda > 0 && std::isfinite(lambda))) {
    common::ThrowUsageError("SolveLasso::lambda", "a finite number above 0", common::FormatDouble(lambda));
  }
  CheckStop(stop);
  CheckQuery(dictionary, x, "SolveLasso::x");
  const Problem problem(dictionary, x, stop);
  return problem.WithTiesBroken(
      [&](const Eigen::VectorXd& followed) { return problem.WithLambda(followed, lambda); });
}

}  // namespace structlab::kernels
