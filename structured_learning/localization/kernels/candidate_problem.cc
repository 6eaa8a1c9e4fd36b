#include "structured_learning/localization/kernels/candidate_problem.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::structured_learning {
namespace {

std::vector<PixelBox> BoxesWithTruths(const LocalizationImage& image, const BoxGrid& grid) {
  std::vector<PixelBox> boxes = GridBoxes(image.words.width, image.words.height, grid);
  boxes.insert(boxes.end(), image.objects.begin(), image.objects.end());
  std::ranges::sort(boxes);
  boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
  return boxes;
}

}  // namespace

CandidateProblem::CandidateProblem(std::vector<LocalizationImage> images,
                                   std::shared_ptr<const RestrictionFeatures> features,
                                   const CandidateOptions& options)
    : images_(std::move(images)), features_(std::move(features)), options_(options) {
  CheckLocalizationImages(images_, features_->num_words());
  if (features_->rank() == 0) {
    common::ThrowDataError("restriction kernel", "boxes with points", "no point in any declared box");
  }
  examples_ = ListExamples(images_, options.examples, options.no_object);
  for (const LocalizationImage& image : images_) candidates_.push_back(CandidatesOf(image));
}

CandidateProblem::Candidates CandidateProblem::CandidatesOf(const LocalizationImage& image) const {
  Candidates candidates{BoxesWithTruths(image, options_.grid), {}, {}};
  const std::vector<PixelBox> grid = GridBoxes(image.words.width, image.words.height, options_.grid);
  for (const PixelBox& box : candidates.boxes) {
    candidates.is_in_grid.push_back(std::ranges::binary_search(grid, box));
  }
  candidates.features = features_->Map(image.words, candidates.boxes);
  return candidates;
}

DenseVector CandidateProblem::JointFeature(int i, const Output& y) const {
  if (!y) return DenseVector::Zero(dimension());
  const Candidates& candidates = candidates_[examples_[i].image];
  const auto place = std::ranges::lower_bound(candidates.boxes, *y);
  if (place != candidates.boxes.end() && *place == *y) {
    return candidates.features.row(place - candidates.boxes.begin()).transpose();
  }
  return features_->Map(image(i).words, std::vector<PixelBox>{*y}).row(0).transpose();
}

// The first output with the highest value(loss, score).
template <class Value>
CandidateProblem::Output CandidateProblem::Best(int i, const WeightsView& weights, bool has_no_object,
                                                bool has_truths, const Value& value) const {
  STRUCTLAB_CHECK(weights.size() == dimension());
  const Candidates& candidates = candidates_[examples_[i].image];
  const Eigen::VectorXd scores = candidates.features * weights;
  Output best;
  double best_value = has_no_object ? value(Loss(i, {}), 0.0) : -std::numeric_limits<double>::infinity();
  for (size_t k = 0; k < candidates.boxes.size(); ++k) {
    const PixelBox& box = candidates.boxes[k];
    if (!has_truths && !candidates.is_in_grid[k]) continue;
    if (examples_[i].has_two_outputs && truth(i) != box) continue;
    const double here = value(Loss(i, box), scores[static_cast<Eigen::Index>(k)]);
    if (here > best_value || (!best && !has_no_object)) best = box, best_value = here;
  }
  return best;
}

CandidateProblem::Output CandidateProblem::Predict(int i, const WeightsView& weights) const {
  const bool has_two = examples_[i].has_two_outputs;
  return Best(i, weights, has_two || options_.no_object == NoObject::kCandidate, has_two,
              [](double, double score) { return score; });
}

CandidateProblem::Output CandidateProblem::LossAugmentedInference(int i, const WeightsView& weights) const {
  const LocalizationExample& example = examples_[i];
  const bool has_no_object =
      example.truths.empty() || example.has_two_outputs || options_.no_object == NoObject::kCandidate;
  return Best(i, weights, has_no_object, true, [](double loss, double score) { return loss + score; });
}

CandidateProblem::Output CandidateProblem::SlackRescaledInference(int i, const WeightsView& weights) const {
  const LocalizationExample& example = examples_[i];
  const bool has_no_object =
      example.truths.empty() || example.has_two_outputs || options_.no_object == NoObject::kCandidate;
  const double truth_score = JointFeature(i, truth(i)).dot(weights);
  return Best(i, weights, has_no_object, true,
              [truth_score](double loss, double score) { return loss * (1 + score - truth_score); });
}

std::shared_ptr<const RestrictionFeatures> LearnRestrictionFeatures(
    const std::vector<LocalizationImage>& images, int num_words, const CandidateOptions& candidates,
    const RestrictionOptions& options) {
  CheckLocalizationImages(images, num_words);
  std::vector<std::vector<PixelBox>> boxes;
  std::vector<BoxesOfImage> declared;
  for (const LocalizationImage& image : images) boxes.push_back(BoxesWithTruths(image, candidates.grid));
  for (size_t k = 0; k < images.size(); ++k) declared.push_back({&images[k].words, boxes[k]});
  return std::make_shared<RestrictionFeatures>(declared, num_words, options);
}

}  // namespace structlab::structured_learning
