#include "kernels/sparse/l1_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace structlab::kernels {
namespace {

using common::Ending;

constexpr double kDependent = 1e-10;  // squared distance to a span, over the squared length
constexpr double kEnd = 1e-12;        // of the first lambda: below it there are only rounding errors
constexpr double kInPlace = 1e-15;    // of lambda: a step of this size is a rounding error
constexpr int kStepsToRefresh = 32;

class Path {
 public:
  Path(const Dictionary& dictionary, const Eigen::VectorXd& x, const L1Target& target,
       const common::RunRecorder& run)
      : dictionary_(dictionary),
        target_(target),
        run_(run),
        squared_length_(x.squaredNorm()),
        of_x_(dictionary.atoms().transpose() * x),
        products_(of_x_),
        may_enter_(dictionary.size(), 1),
        x_(x) {}

  L1Support Follow() {
    Eigen::Index first;
    support_.first_lambda = lambda_ = products_.cwiseAbs().maxCoeff(&first);
    if (!(lambda_ > target_.lambda) || squared_length_ <= target_.squared_residual)
      return Finish(Ending::kConverged);
    Enter(static_cast<int>(first));
    int steps_in_place = 0;
    while (steps_in_place <= 2 * dictionary_.size()) {
      if (support_.steps >= run_.rule().iterations) return Finish(Ending::kIterationLimit);
      if (const auto ending = run_.MustStop()) return Finish(*ending);
      ++support_.steps;
      FindDirection();
      const Event event = NextEvent();
      if (TargetLambda() >= lambda_ - event.step) return Finish(Ending::kConverged);
      if (lambda_ - event.step <= kEnd * support_.first_lambda) return Finish(Ending::kConverged);
      const bool in_place = event.step <= kInPlace * lambda_;
      Move(event.step);
      steps_in_place = in_place ? steps_in_place + 1 : 0;
      if (!in_place) just_left_ = -1;
      if (event.leaves >= 0) {
        Leave(event.leaves);
      } else {
        Enter(event.enters);
      }
      if (support_.atoms.empty()) return Finish(Ending::kNumericalBreakdown);
      if (support_.steps % kStepsToRefresh == 0) Refresh();
    }
    return Finish(Ending::kNumericalBreakdown);
  }

 private:
  struct Event {
    double step;      // decrease of lambda until the event
    int enters = -1;  // an atom
    int leaves = -1;  // an index into support_.atoms
  };

  int size() const { return static_cast<int>(support_.atoms.size()); }

  L1Support Finish(Ending ending) {
    support_.ending = ending;
    return std::move(support_);
  }

  // Sum over the support of weights * (columns of the Gram matrix). Takes four columns at a time, so that
  // the sum is read and written once for four columns.
  Eigen::VectorXd Combine(const Eigen::VectorXd& weights) const {
    const Eigen::MatrixXd& gram = dictionary_.gram();
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(gram.rows());
    const auto column = [&](int k) { return gram.col(support_.atoms[k]); };
    int k = 0;
    for (; k + 4 <= size(); k += 4) {
      sum += weights[k] * column(k) + weights[k + 1] * column(k + 1) + weights[k + 2] * column(k + 2) +
             weights[k + 3] * column(k + 3);
    }
    for (; k < size(); ++k) sum += weights[k] * column(k);
    return sum;
  }

  // If lambda falls by 1, alpha grows by direction_ and the inner products fall by rates_.
  void FindDirection() {
    direction_ = Eigen::Map<const Eigen::VectorXd>(support_.signs.data(), size());
    support_.factor.Solve(direction_);
    rates_ = Combine(direction_);
  }

  // On this piece, |remainder|^2 = (its value here) - curvature * (lambda here^2 - lambda^2).
  double Curvature() const {
    return direction_.dot(Eigen::Map<const Eigen::VectorXd>(support_.signs.data(), size()));
  }

  // |x|^2 - <x, Phi alpha> - <remainder, Phi alpha>, where the last term is lambda |alpha|_1. Computed from
  // the atoms if too many digits cancel.
  double SquaredResidual() const {
    double residual = squared_length_;
    for (int k = 0; k < size(); ++k) {
      const size_t place = k;
      residual -= alpha_[place] * (of_x_[support_.atoms[place]] + lambda_ * support_.signs[place]);
    }
    if (residual > 1e-6 * squared_length_) return residual;
    return Remainder(dictionary_, x_, {support_.atoms, alpha_, 0}).squaredNorm();
  }

  double TargetLambda() const {
    const double squared = lambda_ * lambda_ - (SquaredResidual() - target_.squared_residual) / Curvature();
    return std::max(target_.lambda, squared > 0 ? std::sqrt(squared) : -1.0);
  }

  Event NextEvent() const {
    Event event = {lambda_};
    // An inner product c that falls with rate a reaches lambda when lambda - step = c - step a, or -(c -
    // step a). If it is already beyond lambda, by rounding or a tie, its atom enters at once.
    if (size() < dictionary_.dimension()) {
      for (int atom = 0; atom < dictionary_.size(); ++atom) {
        if (may_enter_[atom] == 0) continue;
        const double product = products_[atom], rate = rates_[atom];
        // The atom that has just left is at lambda and moves away from it.
        const bool not_up = atom == just_left_ && product > 0, not_down = atom == just_left_ && product <= 0;
        if (!not_up && rate < 1 && lambda_ - product < event.step * (1 - rate)) {
          event = {std::max(0.0, (lambda_ - product) / (1 - rate)), atom, -1};
        }
        if (!not_down && rate > -1 && lambda_ + product < event.step * (1 + rate)) {
          event = {std::max(0.0, (lambda_ + product) / (1 + rate)), atom, -1};
        }
      }
    }
    for (int k = 0; k < size(); ++k) {
      const double sign = support_.signs[k];
      const double fall = -sign * direction_[k], left = sign * alpha_[k];
      if (fall > 0 && left < event.step * fall) event = {std::max(0.0, left / fall), -1, k};
    }
    return event;
  }

  void Move(double step) {
    for (int k = 0; k < size(); ++k) alpha_[k] += step * direction_[k];
    products_ -= step * rates_;
    lambda_ -= step;
  }

  void Enter(int atom) {
    Eigen::VectorXd column(size());
    for (int k = 0; k < size(); ++k) {
      column[k] = dictionary_.gram()(support_.atoms[k], atom);
    }
    may_enter_[atom] = 0;
    if (!support_.factor.Append(column, dictionary_.gram()(atom, atom), kDependent)) return;
    support_.atoms.push_back(atom);
    support_.signs.push_back(products_[atom] > 0 ? 1 : -1);
    alpha_.push_back(0);
  }

  void Leave(int place) {
    just_left_ = support_.atoms[place];
    support_.factor.Remove(place);
    support_.atoms.erase(support_.atoms.begin() + place);
    support_.signs.erase(support_.signs.begin() + place);
    alpha_.erase(alpha_.begin() + place);
    // An atom that depended on the removed atom may be independent of the others.
    std::fill(may_enter_.begin(), may_enter_.end(), char{1});
    for (const int atom : support_.atoms) may_enter_[atom] = 0;
  }

  // Removes accumulated rounding errors.
  void Refresh() {
    Eigen::VectorXd fresh(size());
    for (int k = 0; k < size(); ++k) {
      const size_t place = k;
      fresh[k] = of_x_[support_.atoms[place]] - lambda_ * support_.signs[place];
    }
    support_.factor.Solve(fresh);
    alpha_.assign(fresh.begin(), fresh.end());
    products_ = of_x_ - Combine(fresh);
  }

  const Dictionary& dictionary_;
  const L1Target target_;
  const common::RunRecorder& run_;
  const double squared_length_;
  const Eigen::VectorXd of_x_;  // Phi^T x
  Eigen::VectorXd products_;    // Phi^T (remainder)
  std::vector<char> may_enter_;
  const Eigen::VectorXd& x_;
  double lambda_ = 0;
  int just_left_ = -1;  // the atom that left last, while lambda has not fallen since
  L1Support support_;
  std::vector<double> alpha_;  // of support_.atoms
  Eigen::VectorXd direction_, rates_;
};

}  // namespace

L1Support FollowL1Path(const Dictionary& dictionary, const Eigen::VectorXd& x, const L1Target& target,
                       const common::RunRecorder& run) {
  return Path(dictionary, x, target, run).Follow();
}

}  // namespace structlab::kernels
