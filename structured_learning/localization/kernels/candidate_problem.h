// Object localisation on declared boxes, with the explicit features of a restriction kernel.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_CANDIDATE_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_CANDIDATE_PROBLEM_H_

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "structured_learning/localization/kernels/restriction_features.h"
#include "structured_learning/localization/localization_examples.h"
#include "structured_learning/localization/search/grid_search.h"
#include "structured_learning/problem/oracle_certificate.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

struct CandidateOptions {
  BoxGrid grid = {};  // over each image
  LocalizationExamples examples = LocalizationExamples::kEachBox;
  NoObject no_object = NoObject::kCandidate;
};

// As LocalizationProblem, but the boxes are the candidates of a grid over the image and its true boxes, and
// Phi holds the features of a restriction kernel. So kernels without a bound can be learned by the linear
// learners. Results are exact for these outputs and say nothing about other boxes. Predict takes the boxes of
// the grid only: it does not read the true boxes, except in the further examples of kOwnExample.
//
//     const auto features = LearnRestrictionFeatures(images, num_words, {.grid = grid}, {.kernel = kernel});
//     const CandidateProblem problem(images, features, {.grid = grid});
//     const LearningResult result = LearnOneSlackCuttingPlane(problem, /*lambda=*/1e-3, LearningRun(0.01));
//     const CandidateProblem unknown(new_images, features, {.grid = grid});
//     const FoundObject found = unknown.Predict(0, result.weights);
//
// Of outputs with equal values an oracle returns the lowest. Time of a call: O(candidates rank). Memory: 8
// bytes for each feature of each candidate of all images. Deterministic; const members are thread-safe.
class CandidateProblem {
 public:
  using Output = FoundObject;

  // Throws common::Error as CheckLocalizationImages, GridBoxes and BoxRows do, and (data) for features of
  // rank 0.
  CandidateProblem(std::vector<LocalizationImage> images, std::shared_ptr<const RestrictionFeatures> features,
                   const CandidateOptions& options);

  int size() const { return static_cast<int>(examples_.size()); }
  int dimension() const { return features_->rank(); }
  const LocalizationImage& image(int i) const { return images_[examples_[i].image]; }  // of example i
  // The boxes of the grid and the true boxes of the image, in increasing order.
  const std::vector<PixelBox>& candidates(int i) const { return candidates_[examples_[i].image].boxes; }

  Output truth(int i) const { return examples_[i].truth(); }
  double Loss(int i, const Output& y) const { return NearestOverlapLoss(examples_[i].truths, y); }
  // Also of boxes that are no candidates.
  DenseVector JointFeature(int i, const Output& y) const;
  Output Predict(int i, const WeightsView& weights) const;
  Output LossAugmentedInference(int i, const WeightsView& weights) const;
  Output SlackRescaledInference(int i, const WeightsView& weights) const;
  OracleCertificate certificate() const { return OracleCertificate::kExact; }

 private:
  struct Candidates {
    std::vector<PixelBox> boxes;
    std::vector<char> is_in_grid;
    Eigen::MatrixXd features;  // boxes x rank
  };

  Candidates CandidatesOf(const LocalizationImage& image) const;
  template <class Value>
  Output Best(int i, const WeightsView& weights, bool has_no_object, bool has_truths,
              const Value& value) const;

  std::vector<LocalizationImage> images_;
  std::shared_ptr<const RestrictionFeatures> features_;
  CandidateOptions options_;
  std::vector<LocalizationExample> examples_;
  std::vector<Candidates> candidates_;  // of each image
};

static_assert(SlackRescalable<CandidateProblem>);

// Features of the candidates of all images. Throws common::Error as CandidateProblem and RestrictionFeatures
// do.
std::shared_ptr<const RestrictionFeatures> LearnRestrictionFeatures(
    const std::vector<LocalizationImage>& images, int num_words, const CandidateOptions& candidates,
    const RestrictionOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_KERNELS_CANDIDATE_PROBLEM_H_
