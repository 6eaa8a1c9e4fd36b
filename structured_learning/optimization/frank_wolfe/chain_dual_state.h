// The dual iterate of chains, stored compactly: label weights for each position and the transitions in use.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_CHAIN_DUAL_STATE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_CHAIN_DUAL_STATE_H_

#include <optional>
#include <vector>

#include "structured_learning/optimization/frank_wolfe/dual_state.h"
#include "structured_learning/problem/chain_kernels.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::structured_learning {

// Has the same interface and results as GeneralDualState<ChainProblem>, but never forms a plane. The learners
// choose it automatically for ChainProblem.
//
// The unary part of w_i is sum_t x_t m_t' with a row m_t of L numbers for each position. So it needs T L
// numbers instead of F L. Its products with w come from the scores that Viterbi computes anyway; its norm
// comes from the inner products x_s'x_t, which do not change. The transition part is a short list. For the
// OCR words this takes 2 KB for each word instead of 32 KB, and a step costs two passes over (active
// features) rows of w. Memory: n T (stride + T/2) doubles and the lists. Double precision, one thread.
class ChainDualState {
 public:
  using Problem = ChainProblem;
  using Output = ChainProblem::Output;
  struct Corner {
    Output output;
    double loss = 0;
  };

  ChainDualState(const ChainProblem& problem, double lambda, std::optional<Box> box = {});

  const ChainProblem& problem() const { return *problem_; }
  int size() const { return problem_->size(); }
  double lambda() const { return lambda_; }
  DenseVector weights() const { return packed_weights().Unpack(); }
  const ChainWeights& packed_weights() const { return box_ ? clipped_ : sum_; }

  double loss() const { return loss_; }
  double block_loss(int i) const { return block_losses_[i]; }
  double BlockDotWeights(int i);
  double SumDotWeights() const { return sum_.packed().dot(packed_weights().packed()); }
  double SquaredNormOfWeights() const { return packed_weights().packed().squaredNorm(); }

  const DenseVector& raw_sum() const { return sum_.packed(); }
  DenseVector FromRaw(const DenseVector& raw) const;
  DenseVector ClippedToBox(const DenseVector& sum) const { return box_ ? box_->Clip(sum) : sum; }

  void SetCorner(int i, const Output& output, Corner& corner);
  void FindCorner(int i, Corner& corner);
  static double BoundExcess(const Corner&) { return 0; }
  double HingeAt(int i, const Corner& corner);
  BlockComparison Compare(int i, const Corner& corner);
  void Move(int i, const Corner& corner, double step);
  void PlaneProducts(int i, const Corner& found, const std::vector<Corner>& corners,
                     std::vector<double>* products);
  void Hinges(int i, const std::vector<Corner>& corners, std::vector<double>* values);
  void MoveToCombination(int i, const std::vector<Corner>& corners, const std::vector<double>& shares);
  double ExactStep(int i, const Corner& corner, const BlockComparison& comparison);
  double SquaredDistance(const std::vector<Corner>& corners) const;
  double ExactStepOfAll(const std::vector<Corner>& corners, double gap) const;
  void MoveAll(const std::vector<Corner>& corners, double step);
  void DivideLambda(double factor);
  void Refresh();

 private:
  // V - V_s, for a corner of each block.
  ChainWeights DifferenceFrom(const std::vector<Corner>& corners) const;

  struct Transition {
    int offset;  // in the packed weights
    double value;
  };
  struct TransitionDifference {
    int offset;
    double plane, target;
  };

  // A row of label weights, and the rows of the packed weights that it is spread over.
  using Row = Eigen::Map<Eigen::ArrayXd, Eigen::Aligned16>;
  Row RowAt(double* data) const { return {data, sum_.stride()}; }
  Row MarginalsAt(int64_t position) { return RowAt(marginals_.data() + position * sum_.stride()); }
  Row DifferenceAt(int t) { return RowAt(difference_.data() + static_cast<long>(t) * sum_.stride()); }
  int TransitionOffset(int previous, int next) const {
    return (sum_.num_features() + next) * sum_.stride() + previous;
  }

  void RequireScores(int i);
  double DotWithScores(int i);
  // Fills difference_ and transition_difference_ with corner - plane of block i.
  void FormDifference(int i, const Corner& corner);
  void RequireDifference(int i, const Corner& corner) {
    if (formed_block_ != i || formed_output_ != corner.output) FormDifference(i, corner);
  }
  double SquaredNormOfDifference(int i);
  double UnaryNormByProducts(int i);
  double UnaryNormByRows(int i);
  void BeginDifference(int i);
  // Adds share times the corner's plane to the target that the difference leads to.
  void AddToDifference(int i, const Corner& corner, double share);
  void AddTransition(int offset, double value);
  void EndDifference(int i);
  // Applies step * difference to block i and to V.
  void ApplyDifference(int i, double step);
  // visit(offset, value) for the transitions in which the corner differs from the truth.
  template <class Visit>
  void ForTransitions(int i, const Corner& corner, const Visit& visit) const;
  void MoveLoss(int i, const Corner& corner, double step);
  void WeightsChanged();

  const ChainProblem* problem_;
  double lambda_;
  std::optional<Box> box_;
  ChainWeights lower_, upper_;  // the box, packed; no rows without a box
  ChainWeights sum_;            // V
  ChainWeights clipped_;        // clip(V), where there are bounds
  DenseVector marginals_;       // m_t of all positions, in units of w
  std::vector<std::vector<Transition>> transitions_;
  std::vector<double> block_losses_;
  double loss_ = 0;

  std::vector<int64_t>
      products_start_;  // inner products x_s'x_t, s <= t, of each sequence that is short enough
  std::vector<double> products_;

  ChainWorkspace workspace_;
  int scored_block_ = -1;  // block whose scores at the current weights are in the workspace, or -1
  int formed_block_ = -1;  // block whose difference to the corner of formed_output_ is formed, or -1
  Output formed_output_;
  DenseVector difference_;
  std::vector<int> active_;  // positions whose difference is not zero
  std::vector<TransitionDifference> transition_difference_;
  std::vector<int> slot_;  // of a transition offset in the list above, or -1
  ChainWeights scratch_;   // zero between calls
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_CHAIN_DUAL_STATE_H_
