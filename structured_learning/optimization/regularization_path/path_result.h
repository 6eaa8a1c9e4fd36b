// A regularisation path as it was found: segments of lambda with one model each.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_RESULT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_RESULT_H_

#include <functional>
#include <vector>

#include "structured_learning/optimization/frank_wolfe/box.h"
#include "structured_learning/optimization/learning_result.h"

namespace structlab::structured_learning {

// One model, optimised at lambda_high and kept down to lambda_low.
struct PathSegment {
  double lambda_high = 0;
  double lambda_low = 0;      // of the next breakpoint; 0 where the model serves down to 0
  double gap = 0;             // at lambda_high: exact, or the optimiser's estimate
  bool gap_is_exact = false;  // measured by a full oracle pass, nothing updated since
  double omega = 0;           // (5.42); the gap at lambda is gap + (1 - lambda / lambda_high) omega
  double dual = 0;            // D at lambda_high
  double passes = 0;          // oracle calls / n of the optimiser at this breakpoint
  double gap_passes = 0;      // those of them that measured the gap (learning_result.h)
  double seconds = 0;
  common::Ending ending = common::Ending::kGapReached;
  DenseVector weights;  // empty if the path keeps none

  // The bound on the gap of this model at a lambda of the segment; exact where `gap` is.
  double GapAt(double lambda) const { return gap + (1 - lambda / lambda_high) * omega; }
  // Of the dual point behind the model, which keeps w as lambda falls while l shrinks with it
  // (section 5.6.1): l at lambda_high (without bounds on the weights), l and D at a lambda of the segment.
  // Not without weights.
  double Loss() const { return dual + lambda_high * (weights.squaredNorm() / 2); }
  double LossAt(double lambda) const { return Loss() * lambda / lambda_high; }
  double DualAt(double lambda) const { return LossAt(lambda) - lambda * (weights.squaredNorm() / 2); }
};

struct RegularizationPath {
  std::vector<PathSegment> segments;  // lambda falls; the first begins at first_lambda
  double first_lambda = 0;            // from here up the model is start_direction / lambda
  DenseVector start_direction;
  double start_passes = 2;       // oracle passes of the start, not in the sum below
  double passes = 0;             // over all segments
  int breakpoints_at_limit = 0;  // at which the optimiser met its limit of passes
  // Reached lambda_min or 0. False if the observer ended it, or an optimiser stopped at one of its limits:
  // then the last segment is as long as its gap allows, and of no length if that is above epsilon.
  bool complete = false;

  // The model for lambda > 0; below the last segment of a path that ended at lambda_min: its last model.
  // Throws common::Error (usage) on lambda <= 0, below the end of a path that is not complete, or on a path
  // without weights.
  DenseVector WeightsAt(double lambda) const;
  // The segment whose model is that of lambda; -1 above first_lambda. Throws as WeightsAt does for lambda.
  int SegmentAt(double lambda) const;
};

// Down to where a model may be kept whose gap at lambda may still grow by `excess`, and grows by
// (1 - lower / lambda) omega: 0 if it never grows as much, lambda itself where there is no room (or NaN).
double LowerEnd(double lambda, double excess, double omega);

// Sets the components of the direction that the box forbids (a bound at zero on their side) to zero; returns
// the smallest lambda for which direction / lambda is inside the box.
double RestrictDirection(const Box& box, DenseVector* direction);

// The run of one optimiser after the other, which remembers a wish to stop: an optimiser that has reached its
// gap all the same does not report it.
class InterruptibleRun {
 public:
  explicit InterruptibleRun(const common::RunControl& run);
  InterruptibleRun(const InterruptibleRun&) = delete;
  InterruptibleRun& operator=(const InterruptibleRun&) = delete;

  const common::RunControl& run() const { return run_; }  // for the optimisers; must not outlive this
  bool is_interrupted() const;                            // the flag is set, or the observer asked to stop

 private:
  common::RunControl run_;
  bool observer_stops_ = false;
};

// CheckBox, and zero must be inside.
void CheckBoxForPath(const Box& box, int dimension);

// Collects segments.
class PathBuilder {
 public:
  PathBuilder(double lambda_min, bool keep_weights, std::function<bool(const PathSegment&)> on_segment);

  void Start(const DenseVector& direction, double first_lambda, double passes);
  // Returns whether the path goes on behind the segment: not if it is the last, which is cut at lambda_min,
  // or `goes_on` is false, as where it was not optimised.
  bool Add(PathSegment segment, bool goes_on);
  RegularizationPath Finish();

 private:
  double lambda_min_;
  bool keep_weights_;
  std::function<bool(const PathSegment&)> on_segment_;
  RegularizationPath path_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_RESULT_H_
