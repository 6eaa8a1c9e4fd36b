#include "structured_learning/optimization/regularization_path/path_result.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

int RegularizationPath::SegmentAt(double lambda) const {
  if (!(lambda > 0)) common::ThrowUsageError("lambda", "a number > 0", common::FormatDouble(lambda));
  if (segments.empty() || lambda > segments.front().lambda_high) return -1;
  const double end = segments.back().lambda_low;
  if (!complete && lambda < end) {
    common::ThrowUsageError("lambda", "at least " + common::FormatDouble(end) + ", the end of this path",
                            common::FormatDouble(lambda), "compute the path further");
  }
  const auto behind =
      std::partition_point(segments.begin(), segments.end(),
                           [lambda](const PathSegment& segment) { return segment.lambda_high >= lambda; });
  return static_cast<int>(behind - segments.begin()) - 1;
}

DenseVector RegularizationPath::WeightsAt(double lambda) const {
  const int segment = SegmentAt(lambda);
  if (segment < 0) return start_direction / lambda;
  if (segments[segment].weights.size() == 0) {
    common::ThrowUsageError("path", "weights in its segments", "none", "compute it with keep_weights");
  }
  return segments[segment].weights;
}

double LowerEnd(double lambda, double excess, double omega) {
  if (!(excess > 0)) return lambda;
  return omega <= excess ? 0 : lambda * (1 - excess / omega);
}

double RestrictDirection(const Box& box, DenseVector* direction) {
  double smallest = 0;
  for (int k = 0; k < direction->size(); ++k) {
    double& component = (*direction)[k];
    const double bound = component > 0 ? box.upper[k] : box.lower[k];
    if (bound == 0) component = 0;
    if (component != 0) smallest = std::max(smallest, std::abs(component / bound));
  }
  return smallest;
}

InterruptibleRun::InterruptibleRun(const common::RunControl& run) : run_(run) {
  if (!run.observer) return;
  run_.observer = [this, observer = run.observer](const common::TracePoint& point) {
    if (!observer(point)) observer_stops_ = true;
    return !observer_stops_;
  };
}

bool InterruptibleRun::is_interrupted() const {
  return observer_stops_ || (run_.stop.interrupted != nullptr && *run_.stop.interrupted);
}

void CheckBoxForPath(const Box& box, int dimension) {
  CheckBox(box, dimension);
  if (!box.ContainsZero()) {
    common::ThrowUsageError("box",
                            "lower <= 0 <= upper, since the path starts at w = 0 for lambda = infinity",
                            "a box that excludes zero");
  }
}

PathBuilder::PathBuilder(double lambda_min, bool keep_weights,
                         std::function<bool(const PathSegment&)> on_segment)
    : lambda_min_(lambda_min), keep_weights_(keep_weights), on_segment_(std::move(on_segment)) {}

void PathBuilder::Start(const DenseVector& direction, double first_lambda, double passes) {
  path_.start_direction = direction;
  path_.first_lambda = first_lambda;
  path_.start_passes = passes;
}

bool PathBuilder::Add(PathSegment segment, bool goes_on) {
  const bool last = segment.lambda_low < lambda_min_;
  if (last && segment.lambda_low > 0) segment.lambda_low = std::min(lambda_min_, segment.lambda_high);
  path_.passes += segment.passes;
  path_.breakpoints_at_limit += segment.ending == common::Ending::kIterationLimit ? 1 : 0;
  bool is_wanted = true;
  if (on_segment_) is_wanted = on_segment_(segment);
  if (!keep_weights_) segment.weights = DenseVector();
  path_.segments.push_back(std::move(segment));
  path_.complete = last && goes_on;
  return is_wanted && goes_on && !last;
}

RegularizationPath PathBuilder::Finish() { return std::move(path_); }

}  // namespace structlab::structured_learning
