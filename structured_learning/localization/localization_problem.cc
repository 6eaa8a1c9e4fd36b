#include "structured_learning/localization/localization_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "structured_learning/localization/search/box_scan.h"

namespace structlab::structured_learning {
namespace {

int WordsOf(const std::vector<LocalizationImage>& images, const LocalizationOptions& options) {
  if (options.num_words < 0) {
    common::ThrowUsageError("num_words", "at least 0", fmt::format("{}", options.num_words));
  }
  const int num_words = options.num_words > 0 ? options.num_words : NumWords(images);
  if (num_words > std::numeric_limits<int>::max() / CellsOf(options.features)) {
    common::ThrowUsageError(
        "num_words", "at most 2^31 - 1 weights",
        fmt::format("{} words in each of {} cells", num_words, CellsOf(options.features)));
  }
  return num_words;
}

}  // namespace

LocalizationProblem::LocalizationProblem(std::vector<LocalizationImage> images,
                                         const LocalizationOptions& options)
    : images_(std::move(images)), options_(options), num_words_(WordsOf(images_, options)) {
  CheckLocalizationImages(images_, num_words_);
  dimension_ = num_words_ * CellsOf(options.features);
  examples_ = ListExamples(images_, options.examples, options.no_object);
}

SparseVector LocalizationProblem::JointFeature(int i, const Output& y) const {
  SparseVector feature;
  if (!y) return feature;
  const auto cells = PyramidCellsOf(*y);
  for (const WordPoint& point : image(i).words.points) {
    for (int cell = 0; cell < CellsOf(options_.features); ++cell) {
      if (point.IsIn(cells[cell])) feature.Add(cell * num_words_ + point.word, 1);
    }
  }
  feature.Compress();
  return feature;
}

std::unique_ptr<BoxScore> LocalizationProblem::ScoreOf(int i, const WeightsView& weights) const {
  STRUCTLAB_CHECK(weights.size() == dimension_);
  return MakeBoxScore(options_.features, image(i).words,
                      {weights.data(), static_cast<size_t>(weights.size())});
}

BoxSearchResult LocalizationProblem::SearchWith(int i, const BoxScore& score, BoxGoal goal) const {
  const std::vector<PixelBox>& truths = examples_[i].truths;
  if (goal == BoxGoal::kScore || truths.empty()) {
    const auto* const additive = dynamic_cast<const AdditiveBoxScore*>(&score);
    BoxSearchResult found =
        additive != nullptr ? BestBox(*additive, options_.search) : SearchBox(score, {}, options_.search);
    if (goal != BoxGoal::kScore) {
      // Every box has the loss 1, and the score of the truth is 0.
      found.value += 1;
      found.upper_bound += 1;
    }
    return found;
  }
  return SearchBox(score, {goal, truths, score.ScoreOf(truths.front()), options_.loss_bound},
                   options_.search);
}

BoxSearchResult LocalizationProblem::Search(int i, const WeightsView& weights, BoxGoal goal) const {
  STRUCTLAB_CHECK(!examples_[i].has_two_outputs);
  return SearchWith(i, *ScoreOf(i, weights), goal);
}

BoundedOutput<FoundObject> LocalizationProblem::BestRescaled(int i, const WeightsView& weights,
                                                             BoxGoal goal) const {
  const LocalizationExample& example = examples_[i];
  const std::unique_ptr<BoxScore> score = ScoreOf(i, weights);
  const Output truth = this->truth(i);
  const double truth_score = truth ? score->ScoreOf(*truth) : 0;
  const double truth_value = goal == BoxGoal::kMarginRescaled ? truth_score : 0;
  Output best = truth;
  double value = truth_value, bound = truth_value;
  if (!example.has_two_outputs) {
    const BoxSearchResult found = SearchWith(i, *score, goal);
    // At its limit of sets, the search may have found less than the truth.
    if (found.value > value) best = found.box, value = found.value;
    bound = std::max(bound, found.upper_bound);
  }
  if (truth && (example.has_two_outputs || options_.no_object == NoObject::kCandidate)) {
    const double none = goal == BoxGoal::kMarginRescaled ? 1 : 1 - truth_score;
    if (none >= value) best.reset();
    bound = std::max(bound, none);
  }
  return {best, bound - truth_value};
}

LocalizationProblem::Output LocalizationProblem::Predict(int i, const WeightsView& weights) const {
  const std::unique_ptr<BoxScore> score = ScoreOf(i, weights);
  if (examples_[i].has_two_outputs) {
    return score->ScoreOf(examples_[i].truths.front()) > 0 ? truth(i) : Output();
  }
  const BoxSearchResult found = SearchWith(i, *score, BoxGoal::kScore);
  if (options_.no_object == NoObject::kCandidate && found.value <= 0) return {};
  return found.box;
}

LocalizationProblem::Output LocalizationProblem::LossAugmentedInference(int i,
                                                                        const WeightsView& weights) const {
  return BestRescaled(i, weights, BoxGoal::kMarginRescaled).output;
}

LocalizationProblem::Output LocalizationProblem::SlackRescaledInference(int i,
                                                                        const WeightsView& weights) const {
  return BestRescaled(i, weights, BoxGoal::kSlackRescaled).output;
}

BoundedOutput<FoundObject> LocalizationProblem::LossAugmentedInferenceWithBound(
    int i, const WeightsView& weights) const {
  return BestRescaled(i, weights, BoxGoal::kMarginRescaled);
}

BoundedOutput<FoundObject> LocalizationProblem::SlackRescaledInferenceWithBound(
    int i, const WeightsView& weights) const {
  return BestRescaled(i, weights, BoxGoal::kSlackRescaled);
}

}  // namespace structlab::structured_learning
