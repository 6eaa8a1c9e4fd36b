#include "experiments/regularization_path/method_reader.h"

#include <algorithm>

namespace structlab::regularization_path {

using structured_learning::ChainErrors;
using structured_learning::DenseVector;
using structured_learning::MeasureErrors;
using structured_learning::PathModel;
using structured_learning::PathSegment;

double MethodReader::HingeOf(const DenseVector& weights) {
  // A model of the grid has the weights of its segment, which comes right after it.
  if (last_weights_.size() != weights.size() || last_weights_ != weights) {
    last_hinge_ = train_.MeanHinge(weights, pool_);
    last_weights_ = weights;
  }
  return last_hinge_;
}

void MethodReader::ReadModel(const PathModel& model) {
  const double objective = model.lambda / 2 * model.weights.squaredNorm() + HingeOf(model.weights);
  const ChainErrors test = MeasureErrors(test_, model.weights, pool_);
  grid_.lambda.push_back(model.lambda);
  grid_.passes.push_back(model.passes);
  grid_.gap.push_back(model.gap);
  grid_.true_gap.push_back(objective - model.dual);
  grid_.objective.push_back(objective);
  grid_.train_loss.push_back(MeasureErrors(train_, model.weights, pool_).label_error);
  grid_.test_letters.push_back(test.label_error);
  grid_.test_words.push_back(test.sequence_error);
  grid_.test_words_loss.push_back(test.mean_loss);
}

void MethodReader::ReadSegment(const PathSegment& segment) {
  const double half_norm = segment.weights.squaredNorm() / 2;
  const double hinge = HingeOf(segment.weights);
  // (2.81): the mean hinge and lambda |w|^2 less l.
  const auto gap_at = [&](double lambda) { return hinge + 2 * lambda * half_norm - segment.LossAt(lambda); };
  BreakpointReadings& readings = breakpoints_;
  readings.lambda.push_back(segment.lambda_high);
  readings.passes.push_back(segment.passes);
  readings.gap.push_back(segment.gap);
  readings.true_gap_at_breakpoint.push_back(gap_at(segment.lambda_high));
  for (const double lambda : {segment.lambda_high, segment.lambda_low}) {
    readings.largest_true_gap = std::max(readings.largest_true_gap, gap_at(lambda));
    if (lambda == 0) continue;
    readings.end.push_back(lambda);
    readings.true_gap.push_back(gap_at(lambda));
  }
}

}  // namespace structlab::regularization_path
