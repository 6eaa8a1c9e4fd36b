// Structured problems in which a part of the output is hidden: no training sample shows it (Yu, Joachims
// 2009; Dokania 2016, section 2.5).
//
// Take it when the samples say what is in an image but not where, or which images match but not how they
// align. Write a class with the members of LatentStructuredProblem below; problem/example_latent_problem.h is
// a complete example. Train it with LearnLatent (optimization/latent/cccp.h):
//
//     const LatentResult result = LearnLatent(problem, /*lambda=*/0.01, {.start = start});
//     const auto answer = problem.Predict(0, result.weights);  // answer.output, answer.hidden
//
// Samples i = 0..size-1 have an output y_i and an unknown hidden value h in H_i. Phi(x_i, y, h) is the joint
// feature and Delta(y_i, y, h) >= 0 the loss of a prediction (y, h). The learners minimise
//   P(w) = lambda/2 |w|^2 + (1/n) sum_i [ max_{y,h} ( Delta(y_i, y, h) + w'Phi(x_i, y, h) )
//                                         - max_h ( w'Phi(x_i, y_i, h) - e_i(h) ) ] (2.88)
// which is not convex. e_i(h) >= 0 is 0 unless the problem has a CompletionPenalty (below).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_LATENT_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_LATENT_PROBLEM_H_

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// A prediction: an output and the hidden value that explains it.
template <class OutputType, class HiddenType>
struct ExplainedOutput {
  OutputType output;
  HiddenType hidden;
  friend bool operator==(const ExplainedOutput&, const ExplainedOutput&) = default;
};

template <class P>
using ExplainedOutputOf = ExplainedOutput<typename P::Output, typename P::Hidden>;

// The members of a problem with hidden values. Output and Hidden are any types that can be copied. All
// members are const, thread-safe and deterministic. When several values are equally good, an oracle returns
// the lexicographically lowest.
template <class P>
concept LatentStructuredProblem = std::copyable<typename P::Output> && std::copyable<typename P::Hidden> &&
    requires(const P& problem, int i, const typename P::Output& y, const typename P::Hidden& h,
             const WeightsView& weights) {
  { problem.size() } -> std::convertible_to<int>;       // n >= 1
  { problem.dimension() } -> std::convertible_to<int>;  // d
  { problem.truth(i) } -> std::convertible_to<typename P::Output>;
  // Delta(y_i, y, h). It cannot depend on the true hidden value. If the loss measures h itself, it may be
  // above 0 at y_i for some h; the sample's hinge is then at least the loss of the completed truth.
  { problem.Loss(i, y, h) } -> std::convertible_to<double>;
  // Phi(x_i, y, h), a DenseVector or a compressed SparseVector.
  requires FeatureVector<std::remove_cvref_t<decltype(problem.JointFeature(i, y, h))>>;
  // argmax_h w'Phi(x_i, y_i, h), or, with a penalty, argmax_h w'Phi(x_i, y_i, h) - e_i(h).
  { problem.Complete(i, weights) } -> std::same_as<typename P::Hidden>;
  // argmax_{y,h} w'Phi(x_i, y, h).
  { problem.Predict(i, weights) } -> std::same_as<ExplainedOutputOf<P>>;
  // argmax_{y,h} Delta(y_i, y, h) + w'Phi(x_i, y, h).
  { problem.LossAugmentedInference(i, weights) } -> std::same_as<ExplainedOutputOf<P>>;
};

// e_i(h): the result of the problem's member CompletionPenalty(i, h) if it has one, otherwise 0. A penalty
// eta Delta(y_i, y_i, h) makes the completion prefer hidden values that agree with the known output (Dokania
// 2016, Alg. 18).
template <LatentStructuredProblem P>
double CompletionPenalty(const P& problem, int i, const typename P::Hidden& hidden) {
  if constexpr (requires {
                  { problem.CompletionPenalty(i, hidden) } -> std::convertible_to<double>;
                }) {
    return problem.CompletionPenalty(i, hidden);
  } else {
    return 0;
  }
}

// The ordinary structured problem that remains when the hidden value h_i of each sample is fixed: the truth
// is (y_i, h_i), the outputs are (y, h). Every learner accepts it. Its mean hinge plus MeanPenalty() is at
// least the mean in (2.88), and equal to it at the weights at which the samples were completed. The problem
// must outlive it. Memory: the hidden values and one joint feature for each sample. Thread-safe except for
// Complete.
template <LatentStructuredProblem P>
class CompletedProblem {
 public:
  using Output = ExplainedOutputOf<P>;
  using Hidden = typename P::Hidden;
  using Feature = std::remove_cvref_t<decltype(std::declval<const P&>().JointFeature(
      0, std::declval<const typename P::Output&>(), std::declval<const Hidden&>()))>;

  // Completes every sample at `weights` by n calls of problem.Complete. Uses the threads of the pool if there
  // is one.
  CompletedProblem(const P& problem, const WeightsView& weights, common::ThreadPool* pool = nullptr)
      : problem_(&problem), completions_(problem.size()) {
    ForEachSample(pool, [&](int i) { completions_[i] = CompletionAt(i, weights); });
  }

  // The effect of completing the samples again.
  struct Change {
    double mean_gain = 0;  // of w'Phi(x_i, y_i, h) - e_i(h) over the samples; never negative
    int changed = 0;       // samples with another, better hidden value
    int kept = 0;          // samples for which Complete found a worse one than they have, beyond rounding
  };
  // Completes every sample at `weights`, where a sample keeps its hidden value unless the new one is better.
  // So inexact inference never makes a completion worse. Costs and threads as the constructor's.
  Change Complete(const WeightsView& weights, common::ThreadPool* pool = nullptr) {
    std::vector<double> gains(size());
    std::vector<char> is_worse(size());
    ForEachSample(pool, [&](int i) {
      Completion found = CompletionAt(i, weights);
      const double now = ScoreOf(*completions_[i], weights), then = ScoreOf(found, weights);
      gains[i] = then > now ? then - now : 0;
      is_worse[i] = then < now - 1e-12 * (1 + std::abs(now));
      if (then > now) completions_[i] = std::move(found);
    });
    Change change;
    for (int i = 0; i < size(); ++i) {
      change.mean_gain += gains[i] / size();
      change.changed += gains[i] > 0;
      change.kept += is_worse[i];
    }
    return change;
  }

  const Hidden& hidden(int i) const { return completions_[i]->hidden; }
  // (1/n) sum_i e_i(h_i).
  double MeanPenalty() const {
    double sum = 0;
    for (const auto& completion : completions_) sum += completion->penalty;
    return sum / size();
  }
  // (1/n) sum_i Phi(x_i, y_i, h_i).
  DenseVector MeanFeature() const {
    DenseVector mean = DenseVector::Zero(dimension());
    for (const auto& completion : completions_) AddScaled(completion->feature, 1.0 / size(), mean);
    return mean;
  }

  // The members of a StructuredProblem.
  int size() const { return problem_->size(); }
  int dimension() const { return problem_->dimension(); }
  Output truth(int i) const { return {problem_->truth(i), hidden(i)}; }
  double Loss(int i, const Output& y) const { return problem_->Loss(i, y.output, y.hidden); }
  Feature JointFeature(int i, const Output& y) const { return problem_->JointFeature(i, y.output, y.hidden); }
  Output Predict(int i, const WeightsView& weights) const { return problem_->Predict(i, weights); }
  Output LossAugmentedInference(int i, const WeightsView& weights) const {
    return problem_->LossAugmentedInference(i, weights);
  }
  // A latent problem knows no bound of the completed hinge.
  OracleCertificate certificate() const {
    return CertificateOf(*problem_) == OracleCertificate::kExact ? OracleCertificate::kExact
                                                                 : OracleCertificate::kNone;
  }
  Plane<Feature> PlaneOf(int i, const Output& y) const {
    return {Combine(1, completions_[i]->feature, -1, JointFeature(i, y)), Loss(i, y)};
  }

 private:
  struct Completion {
    Hidden hidden;
    Feature feature;  // Phi(x_i, y_i, hidden)
    double penalty;
  };

  Completion CompletionAt(int i, const WeightsView& weights) const {
    Hidden found = problem_->Complete(i, weights);
    Feature feature = problem_->JointFeature(i, problem_->truth(i), found);
    const double penalty = CompletionPenalty(*problem_, i, found);
    return {std::move(found), std::move(feature), penalty};
  }
  static double ScoreOf(const Completion& completion, const WeightsView& weights) {
    return Dot(completion.feature, weights) - completion.penalty;
  }
  template <class Body>
  void ForEachSample(common::ThreadPool* pool, const Body& body) const {
    if (pool == nullptr) {
      for (int i = 0; i < size(); ++i) body(i);
    } else {
      common::ParallelFor(*pool, size(), [&](int64_t sample) { body(static_cast<int>(sample)); });
    }
  }

  const P* problem_;
  std::vector<std::optional<Completion>> completions_;  // all have a value after the constructor
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_LATENT_PROBLEM_H_
