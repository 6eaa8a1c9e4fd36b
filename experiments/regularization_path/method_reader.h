// Measures the models that a method hands out, by oracle passes that do not count as the method's own.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_METHOD_READER_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_METHOD_READER_H_

#include <vector>

#include "common/parallel.h"
#include "structured_learning/optimization/regularization_path/path_method.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::regularization_path {

// One entry for each lambda of the grid, falling, as far as the method came.
struct GridReadings {
  std::vector<double> lambda, passes, gap, true_gap, objective, train_loss;
  std::vector<double> test_letters, test_words, test_words_loss;
};

// One entry for each breakpoint.
struct BreakpointReadings {
  std::vector<double> lambda, passes, gap, true_gap_at_breakpoint;
  // The exact gap at the breakpoint and at the low end of its segment, in turn, except at lambda = 0, which
  // has no place on a logarithmic axis.
  std::vector<double> end, true_gap;
  // Over all lambdas: within a segment the gap is linear in lambda, so its extremes are at the ends. Where
  // the last model serves down to 0, its gap there is its mean hinge.
  double largest_true_gap = 0;
};

// Listens to a method; the problems and the pool must outlive it, and what it reads has the same bits for any
// number of threads. A model costs one oracle pass over the training words,
// one prediction of these and one of the test words, a breakpoint one oracle pass that serves both ends of
// its segment; what equals the model before is not measured again. Not thread-safe.
class MethodReader {
 public:
  // Measures on the threads of the pool or, without one, on the caller's only.
  MethodReader(const structured_learning::ChainProblem& train, const structured_learning::ChainProblem& test,
               common::ThreadPool* pool = nullptr)
      : train_(train), test_(test), pool_(pool) {}

  void ReadModel(const structured_learning::PathModel& model);
  void ReadSegment(const structured_learning::PathSegment& segment);

  const GridReadings& grid() const { return grid_; }
  const BreakpointReadings& breakpoints() const { return breakpoints_; }

 private:
  // The mean hinge over the training words.
  double HingeOf(const structured_learning::DenseVector& weights);

  const structured_learning::ChainProblem& train_;
  const structured_learning::ChainProblem& test_;
  common::ThreadPool* pool_;
  structured_learning::DenseVector last_weights_;  // those of last_hinge_
  double last_hinge_ = 0;
  GridReadings grid_;
  BreakpointReadings breakpoints_;
};

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_METHOD_READER_H_
