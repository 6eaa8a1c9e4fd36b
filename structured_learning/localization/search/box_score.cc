#include "structured_learning/localization/search/box_score.h"

#include <algorithm>

namespace structlab::structured_learning {
namespace {

double LossBoundOf(const BoxObjective& objective, const BoxSet& set) {
  double loss = 1;
  for (const PixelBox& truth : objective.truths) {
    loss = std::min(loss, objective.loss_bound == LossBound::kTight ? LossUpperBound(set, truth)
                                                                    : AuthorsLossUpperBound(set, truth));
  }
  return loss;
}

double LowerLossOf(const BoxObjective& objective, const BoxSet& set) {
  double loss = 1;
  for (const PixelBox& truth : objective.truths) loss = std::min(loss, LossLowerBound(set, truth));
  return loss;
}

double LossOf(const BoxObjective& objective, const PixelBox& box) {
  return objective.truths.empty() ? 1 : NearestOverlapLoss(objective.truths, box);
}

}  // namespace

double ObjectiveOf(const BoxScore& score, const BoxObjective& objective, const PixelBox& box) {
  const double value = score.ScoreOf(box);
  switch (objective.goal) {
    case BoxGoal::kScore:
      return value;
    case BoxGoal::kMarginRescaled:
      return value + LossOf(objective, box);
    case BoxGoal::kSlackRescaled:
      break;
  }
  return LossOf(objective, box) * (1 + value - objective.truth_score);
}

double ObjectiveBound(const BoxScore& score, const BoxObjective& objective, const BoxSet& set) {
  const double bound = score.UpperBound(set);
  switch (objective.goal) {
    case BoxGoal::kScore:
      return bound;
    case BoxGoal::kMarginRescaled:
      return bound + LossBoundOf(objective, set);
    case BoxGoal::kSlackRescaled:
      break;
  }
  const double margin = 1 + bound - objective.truth_score;
  return margin * (margin >= 0 ? LossBoundOf(objective, set) : LowerLossOf(objective, set));
}

}  // namespace structlab::structured_learning
