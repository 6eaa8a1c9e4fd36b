// Object localisation: the box of an object in an image of visual words as a structured problem (Blaschko,
// Lampert 2008; Lampert, Blaschko 2009).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_LOCALIZATION_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_LOCALIZATION_PROBLEM_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "structured_learning/localization/localization_examples.h"
#include "structured_learning/localization/search/box_search.h"
#include "structured_learning/localization/search/pixel_box.h"
#include "structured_learning/localization/search/word_image.h"
#include "structured_learning/problem/oracle_certificate.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

struct LocalizationOptions {
  BoxFeatures features = BoxFeatures::kWords;
  int num_words = 0;  // >= 0; 0: 1 + the largest word of the images
  LocalizationExamples examples = LocalizationExamples::kEachBox;
  NoObject no_object = NoObject::kCandidate;
  BoxSearchOptions search = {};
  LossBound loss_bound = LossBound::kTight;
};

// An output is a box of pixels, or nothing if the image has no object. Phi(x, box) holds the number of points
// with each word in the box, or in each of the cells of a pyramid (word_score.h); Phi(x, nothing) = 0. There
// is no bias and no normalisation, which would leave the search without a bound. Delta is the overlap loss
// (pixel_box.h), in [0, 1].
//
//     const LocalizationProblem problem(images, {.no_object = NoObject::kNever});
//     const LearningResult result = LearnOneSlackCuttingPlane(problem, /*lambda=*/1e-5, LearningRun(0.01));
//     const FoundObject found = problem.Predict(0, result.weights);
//
// To predict boxes in new images, make a second problem from them without objects and with the same
// num_words. Counts are large, so the best lambda is mostly small: try several powers of ten.
//
// Oracles: SearchBox for both rescalings, BestBox for Predict on words. A search that ends at its limit of
// sets has found the best box so far, and its bound goes into the certificate: learners then prove their gap
// from bounds. Of outputs with equal values any may be returned, except that "no object" comes before all
// boxes. Time of a call: O(points + cells) and the search. Memory: 8 bytes a point, and 24 bytes a set during
// a search. Deterministic; const members are thread-safe.
class LocalizationProblem {
 public:
  using Output = FoundObject;

  // Throws common::Error: kData, naming the image, as CheckWordImage and CheckBox do; kData without images;
  // kUsage for negative num_words and for more than 2^31 - 1 weights.
  explicit LocalizationProblem(std::vector<LocalizationImage> images,
                               const LocalizationOptions& options = {});

  int size() const { return static_cast<int>(examples_.size()); }
  int dimension() const { return dimension_; }
  int num_words() const { return num_words_; }
  const LocalizationOptions& options() const { return options_; }
  const LocalizationImage& image(int i) const { return images_[examples_[i].image]; }  // of example i

  Output truth(int i) const { return examples_[i].truth(); }
  double Loss(int i, const Output& y) const { return NearestOverlapLoss(examples_[i].truths, y); }
  SparseVector JointFeature(int i, const Output& y) const;
  // These throw common::Error (usage) for weights that are not finite. Predict does not read the true boxes,
  // except in the further examples of kOwnExample.
  Output Predict(int i, const WeightsView& weights) const;
  Output LossAugmentedInference(int i, const WeightsView& weights) const;
  Output SlackRescaledInference(int i, const WeightsView& weights) const;

  OracleCertificate certificate() const { return OracleCertificate::kUpperBound; }
  // The same outputs with upper bounds of the hinges, of margin rescaling and of slack rescaling.
  BoundedOutput<Output> LossAugmentedInferenceWithBound(int i, const WeightsView& weights) const;
  BoundedOutput<Output> SlackRescaledInferenceWithBound(int i, const WeightsView& weights) const;

  // The search of an oracle call without "no object", with its numbers. Not for the further examples of
  // kOwnExample.
  BoxSearchResult Search(int i, const WeightsView& weights, BoxGoal goal) const;

 private:
  std::unique_ptr<BoxScore> ScoreOf(int i, const WeightsView& weights) const;
  BoxSearchResult SearchWith(int i, const BoxScore& score, BoxGoal goal) const;
  // The best output, and an upper bound of the (rescaled) hinge.
  BoundedOutput<Output> BestRescaled(int i, const WeightsView& weights, BoxGoal goal) const;

  std::vector<LocalizationImage> images_;
  LocalizationOptions options_;
  std::vector<LocalizationExample> examples_;
  int num_words_ = 0, dimension_ = 0;
};

static_assert(SlackRescalable<LocalizationProblem>);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_LOCALIZATION_PROBLEM_H_
