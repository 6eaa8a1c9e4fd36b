// Tiny problems with hidden variables whose joint features and losses are tables; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_TABULATED_LATENT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_TABULATED_LATENT_H_

#include <cstdint>
#include <vector>

#include "structured_learning/problem/latent_problem.h"

namespace structlab::structured_learning {

// Outputs are 0..K-1, hidden values 0..H-1, and the truth is output 0. All oracles try every pair.
class TabulatedLatentProblem {
 public:
  using Output = int;
  using Hidden = int;
  using Explained = ExplainedOutput<int, int>;

  // features[i](:, y H + h) is Phi(x_i, y, h); losses[i][y H + h] is Delta(y_i, y, h). The penalty of a
  // hidden value is eta Delta(y_i, y_i, h).
  TabulatedLatentProblem(std::vector<Eigen::MatrixXd> features, std::vector<Eigen::VectorXd> losses,
                         int num_hidden, double eta = 0);

  int size() const { return static_cast<int>(features_.size()); }
  int dimension() const { return static_cast<int>(features_.front().rows()); }
  int num_outputs() const { return static_cast<int>(features_.front().cols()) / num_hidden_; }
  int num_hidden() const { return num_hidden_; }
  int truth(int) const { return 0; }
  double Loss(int i, int y, int h) const { return losses_[i][y * num_hidden_ + h]; }
  DenseVector JointFeature(int i, int y, int h) const { return features_[i].col(y * num_hidden_ + h); }
  double CompletionPenalty(int i, int h) const { return eta_ * Loss(i, 0, h); }
  int Complete(int i, const WeightsView& weights) const;
  Explained Predict(int i, const WeightsView& weights) const;
  Explained LossAugmentedInference(int i, const WeightsView& weights) const;

 private:
  Explained Best(int i, const Eigen::VectorXd& scores) const;

  std::vector<Eigen::MatrixXd> features_;
  std::vector<Eigen::VectorXd> losses_;
  int num_hidden_;
  double eta_;
};
static_assert(LatentStructuredProblem<TabulatedLatentProblem>);

struct LatentShape {
  int max_samples = 5, max_dimension = 3, max_outputs = 3, max_hidden = 4;
  // If > 0, some hidden values have a loss above 0 with the true output, too, and choosing them costs a
  // penalty of eta times that loss.
  double eta = 0;
};

// Each count is between 1 and its maximum; there are at least 2 outputs. Features are standard normal. Losses
// are uniform in [0, 2]; those of the true output are 0 if eta is 0.
TabulatedLatentProblem RandomLatent(uint64_t seed, const LatentShape& shape = {});

// The objective (2.88) plus the proximity term, by enumerating every pair, without CompletedProblem.
double LatentObjectiveByEnumeration(const TabulatedLatentProblem& problem, double lambda,
                                    const DenseVector& weights, double alpha = 0,
                                    const DenseVector& center = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_TABULATED_LATENT_H_
