// The result of following a regularisation path: segments of lambda with one model each.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_RESULT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_PATH_RESULT_H_

#include <functional>
#include <vector>

#include "structured_learning/optimization/learning_result.h"
#include "structured_learning/problem/box.h"

namespace structlab::structured_learning {

// One model, optimised at lambda_high and used down to lambda_low.
struct PathSegment {
  double lambda_high = 0;
  double lambda_low = 0;      // the next breakpoint; 0 if the model is valid down to 0
  double gap = 0;             // gap at lambda_high: exact, or the optimiser's estimate
  bool gap_is_exact = false;  // measured by a full oracle pass after the last update
  double omega = 0;           // (5.42); the gap at lambda is gap + (1 - lambda / lambda_high) omega
  double dual = 0;            // D at lambda_high
  double passes = 0;          // oracle calls / n of the optimiser at this breakpoint
  double gap_passes = 0;      // the part of `passes` that measured the gap (learning_result.h)
  double seconds = 0;
  common::Ending ending = common::Ending::kGapReached;
  DenseVector weights;  // empty if the path keeps no weights

  // The bound on the gap of this model at a lambda of the segment; exact if `gap` is.
  double GapAt(double lambda) const { return gap + (1 - lambda / lambda_high) * omega; }
  // The dual point of the model keeps w as lambda falls, while its l falls with lambda (section 5.6.1).
  // Loss() is l at lambda_high (without bounds on the weights); LossAt and DualAt are l and D at a lambda of
  // the segment. They need the weights.
  double Loss() const { return dual + lambda_high * (weights.squaredNorm() / 2); }
  double LossAt(double lambda) const { return Loss() * lambda / lambda_high; }
  double DualAt(double lambda) const { return LossAt(lambda) - lambda * (weights.squaredNorm() / 2); }
};

struct RegularizationPath {
  std::vector<PathSegment> segments;  // in decreasing order of lambda; the first begins at first_lambda
  double first_lambda = 0;            // from this lambda up, the model is start_direction / lambda
  DenseVector start_direction;
  double start_passes = 2;       // oracle passes for the start, not in the sum below
  double passes = 0;             // over all segments
  int breakpoints_at_limit = 0;  // number of breakpoints at which the optimiser reached its limit of passes
  // True if the path reached lambda_min or 0. False if the observer ended it, or if an optimiser stopped at
  // one of its limits: then the last segment is as long as its gap allows, or empty if the gap is above
  // epsilon.
  bool complete = false;

  // The model for lambda > 0. Below the last segment of a path that ended at lambda_min it is the last model.
  // Throws common::Error (usage) for lambda <= 0, below the end of an incomplete path, and for a path without
  // weights.
  DenseVector WeightsAt(double lambda) const;
  // The index of the segment that contains lambda; -1 above first_lambda. Throws as WeightsAt does for
  // lambda.
  int SegmentAt(double lambda) const;
};

// The smallest lambda' at which a model of lambda is still valid, if its gap may grow by `excess` and grows
// by (1 - lambda' / lambda) omega. 0 if it never grows by as much; lambda itself if the gap may not grow (or
// a number is NaN).
double LowerEnd(double lambda, double excess, double omega);

// Sets the components of the direction that the box forbids (those with a bound at zero on their side) to
// zero. Returns the smallest lambda for which direction / lambda is inside the box.
double RestrictDirection(const Box& box, DenseVector* direction);

// The run control for several optimisers, one after the other. It remembers a request to stop, since an
// optimiser that reached its gap at the same time does not report the request.
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

// Throws as CheckBox, and if zero is not inside the box.
void CheckBoxForPath(const Box& box, int dimension);

// Collects segments.
class PathBuilder {
 public:
  PathBuilder(double lambda_min, bool keep_weights, std::function<bool(const PathSegment&)> on_segment);

  void Start(const DenseVector& direction, double first_lambda, double passes);
  // Returns whether the path continues after the segment. It does not if the segment is the last one, which
  // is cut at lambda_min, or if `goes_on` is false, for example because the segment was not optimised.
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
