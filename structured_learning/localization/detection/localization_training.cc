#include "structured_learning/localization/detection/localization_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "common/error.h"
#include "common/folds.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "structured_learning/localization/detection/separating_score.h"
#include "structured_learning/localization/detection/training_images.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/problem/example_subset.h"

namespace structlab::structured_learning {
namespace {

constexpr std::array<const char*, 2> kRescalingNames = {"margin", "slack"};
constexpr double kDefaultC = 0.03;

int FoldsOf(int num_images, const LocalizationTrainingOptions& options) {
  return !options.c && num_images > 1 ? std::min(options.folds, num_images) : 0;
}

void CheckSource(const LocalizationSource& source) {
  if (static_cast<bool>(source.image) != static_cast<bool>(source.points)) return;
  common::ThrowUsageError("source", "either images or points", source.image ? "both" : "none");
}

// Learns with several C on the same examples: later runs begin with the planes of earlier ones.
class Learner {
 public:
  Learner(const LocalizationProblem& problem, std::vector<int> examples,
          const LocalizationTrainingOptions& options)
      : subset_(problem, std::move(examples)), options_(options) {}

  LearningResult Learn(double c) {
    common::RunControl run = options_.run;
    run.observer = {};
    run.stop.gap = options_.gap;
    CuttingPlaneOptions planes;
    planes.planes = &planes_;
    LearningResult result =
        options_.rescaling == BoxRescaling::kSlack
            ? LearnByMeanCuttingPlanes(SlackRescaled(subset_), 1 / c, run, CuttingPlaneIterate::kBest, planes)
            : LearnByMeanCuttingPlanes(subset_, 1 / c, run, CuttingPlaneIterate::kBest, planes);
    if (result.ending == common::Ending::kInterrupted) throw common::Stopped();
    return result;
  }

 private:
  ExampleSubset<LocalizationProblem> subset_;
  const LocalizationTrainingOptions& options_;
  std::vector<MeanPlane> planes_;
};

class Trainer {
 public:
  Trainer(const LocalizationSource& source, const LocalizationTrainingOptions& options)
      : options_(options),
        images_(ReadTrainingImages(source, options)),
        problem_(std::exchange(images_.on_cells, {}), ProblemOptions(images_.model, options)) {
    for (int image = 0; image < num_images(); ++image) {
      num_without_ += images_.objects[image].empty() ? 1 : 0;
      const bool has_one = options.examples == LocalizationExamples::kEachImage;
      const auto examples = has_one ? 1 : std::max<size_t>(1, images_.objects[image].size());
      image_of_.insert(image_of_.end(), examples, image);
      first_example_.push_back(static_cast<int>(image_of_.size() - examples));
    }
  }

  int num_images() const { return static_cast<int>(images_.grids.size()); }
  int num_objects() const { return images_.num_objects; }

  using MinScore = std::optional<double>;

  // The best find in an image; in one without points, nothing.
  FoundInImage Find(int image, const DenseVector& weights, const MinScore& min_score) const {
    FoundInImage found{.truths = images_.objects[image]};
    const int example = first_example_[image];
    if (problem_.image(example).words.points.empty()) return found;
    const BoxSearchResult best = problem_.Search(example, weights, BoxGoal::kScore);
    if (min_score && !(best.value > *min_score)) return found;
    found.found.push_back({images_.grids[image].PixelsOf(best.box), best.value});
    return found;
  }

  // From the images outside of a fold. Nothing if all or none of them have an object.
  MinScore MinScoreOf(const DenseVector& weights, const std::vector<int>& fold_of, int fold) const {
    std::vector<double> with, without;
    for (int image = 0; image < num_images(); ++image) {
      if (fold_of[image] == fold || num_without_ == 0) continue;
      const FoundInImage found = Find(image, weights, {});
      (found.truths.empty() ? without : with).push_back(found.found.empty() ? 0 : found.found[0].score);
    }
    if (with.empty() || without.empty()) return std::nullopt;
    return SeparatingScore(with, without);
  }

  // The true boxes, on the grid.
  BoxMeasures Limit() const {
    std::vector<FoundInImage> found;
    for (int image = 0; image < num_images(); ++image) {
      const CellGrid& grid = images_.grids[image];
      FoundInImage one{.truths = images_.objects[image]};
      for (const PixelBox& box : one.truths) {
        one.found.push_back({grid.PixelsOf(grid.NearestCells(box)), 0});
      }
      found.push_back(std::move(one));
    }
    return MeasureBoxes(found);
  }

  double MeanBoxOverlap() const {
    std::array<double, 4> mean = {};
    for (int image = 0; image < num_images(); ++image) {
      const CellGrid& grid = images_.grids[image];
      for (const PixelBox& box : images_.objects[image]) {
        mean[0] += static_cast<double>(box.left) / grid.width() / num_objects();
        mean[1] += static_cast<double>(box.top) / grid.height() / num_objects();
        mean[2] += static_cast<double>(box.right + 1) / grid.width() / num_objects();
        mean[3] += static_cast<double>(box.bottom + 1) / grid.height() / num_objects();
      }
    }
    std::vector<FoundInImage> found;
    for (int image = 0; image < num_images(); ++image) {
      const auto pixel = [](double share, int side) {
        return std::min(static_cast<int>(std::lround(share * side)), side - 1);
      };
      const CellGrid& grid = images_.grids[image];
      PixelBox box = {pixel(mean[0], grid.width()), pixel(mean[1], grid.height()), 0, 0};
      box.right = std::max(box.left, static_cast<int>(std::lround(mean[2] * grid.width())) - 1);
      box.bottom = std::max(box.top, static_cast<int>(std::lround(mean[3] * grid.height())) - 1);
      found.push_back({.truths = images_.objects[image], .found = {{box, 0}}});
    }
    return MeasureBoxes(found).mean_overlap;
  }

  std::vector<LocalizationTrial> TryAll() const {
    const int folds = FoldsOf(num_images(), options_);
    if (folds == 0) return {};
    common::RandomStream random(options_.run.seed, "localization/folds");
    const std::vector<int> fold_of = common::Folds(num_images(), folds, random);
    std::vector<LocalizationTrial> trials;
    for (const double c : CandidatesOfBoxC()) trials.push_back({c, 0});
    for (int fold = 0; fold < folds; ++fold) {
      Learner learner(problem_, ExamplesOutside(fold_of, fold), options_);
      for (LocalizationTrial& trial : trials) {
        const DenseVector weights = learner.Learn(trial.c).weights;
        const MinScore min_score = MinScoreOf(weights, fold_of, fold);
        for (int image = 0; image < num_images(); ++image) {
          if (fold_of[image] == fold)
            trial.agreement += AgreementOf(Find(image, weights, min_score)) / num_images();
        }
        if (options_.step) {
          options_.step(fmt::format("C = {}, fold {} of {}", common::FormatShort(trial.c), fold + 1, folds));
        }
      }
    }
    return trials;
  }

  // Trains on all images.
  void Finish(double c, Learner& learner, LocalizationTraining& training) const {
    training.c = c;
    training.result = learner.Learn(c);
    training.model = images_.model;
    training.model.weights = training.result.weights;
    training.model.min_score = MinScoreOf(training.model.weights, std::vector<int>(num_images(), 0), -1);
    std::vector<FoundInImage> found;
    for (int image = 0; image < num_images(); ++image) {
      common::StopPoint();
      found.push_back(Find(image, training.model.weights, training.model.min_score));
    }
    training.training = MeasureBoxes(found);
    training.model.facts = {
        {"images", std::to_string(num_images())},
        {"objects", std::to_string(num_objects())},
        {"rescaling", BoxRescalingName(options_.rescaling)},
        {"c", common::FormatShort(c)},
        {"seed", std::to_string(options_.run.seed)},
        {"ending", std::string(common::EndingName(training.result.ending))},
        {"training_overlap", common::FormatShort(training.training.mean_overlap)},
    };
    if (options_.step) options_.step("all images");
    if (options_.finished) options_.finished(training.model);
  }

  Learner LearnerOfAll() const {
    std::vector<int> all(problem_.size());
    std::iota(all.begin(), all.end(), 0);
    return {problem_, std::move(all), options_};
  }

 private:
  static LocalizationOptions ProblemOptions(const LocalizationModel& model,
                                            const LocalizationTrainingOptions& options) {
    return {.features = FeaturesOf(model.kernel), .num_words = model.num_words, .examples = options.examples};
  }

  static double AgreementOf(const FoundInImage& image) {
    if (image.truths.empty()) return image.found.empty() ? 1 : 0;
    const FoundObject found = image.found.empty() ? FoundObject() : image.found[0].box;
    return 1 - NearestOverlapLoss(image.truths, found);
  }

  std::vector<int> ExamplesOutside(const std::vector<int>& fold_of, int fold) const {
    std::vector<int> examples;
    for (int i = 0; i < problem_.size(); ++i) {
      if (fold_of[image_of_[i]] != fold) examples.push_back(i);
    }
    return examples;
  }

  const LocalizationTrainingOptions& options_;
  TrainingImages images_;  // without on_cells, which moves to the problem
  LocalizationProblem problem_;
  std::vector<int> image_of_;       // of each example
  std::vector<int> first_example_;  // of each image
  int num_without_ = 0;             // images without an object
};

}  // namespace

std::string BoxRescalingName(BoxRescaling rescaling) {
  return kRescalingNames[static_cast<size_t>(rescaling)];
}

BoxRescaling ParseBoxRescaling(const std::string& name, const std::string& where) {
  for (size_t rescaling = 0; rescaling < kRescalingNames.size(); ++rescaling) {
    if (name == kRescalingNames[rescaling]) return static_cast<BoxRescaling>(rescaling);
  }
  common::ThrowUsageError(where, "margin or slack", common::Quote(name));
}

std::vector<double> CandidatesOfBoxC() { return {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1}; }

void CheckLocalizationTrainingOptions(const LocalizationTrainingOptions& options) {
  if (options.c && !(*options.c > 0 && std::isfinite(*options.c))) {
    common::ThrowUsageError("C", "a finite number above 0", common::FormatShort(*options.c));
  }
  if (options.folds < 2) common::ThrowUsageError("folds", "at least 2", std::to_string(options.folds));
  if (options.cells < 0 || options.cells > kMaxImageSide) {
    common::ThrowUsageError("cells", fmt::format("0 to {}", kMaxImageSide), std::to_string(options.cells));
  }
  if (!(options.max_overlap >= 0 && options.max_overlap <= 1)) {
    common::ThrowUsageError("largest overlap of finds", "0 to 1", common::FormatShort(options.max_overlap));
  }
  if (!(options.gap > 0 && std::isfinite(options.gap))) {
    common::ThrowUsageError("gap", "a finite number above 0", common::FormatShort(options.gap));
  }
}

int CountLocalizationSteps(int size, bool are_images, const LocalizationTrainingOptions& options) {
  const int folds = FoldsOf(size, options);
  const int of_words = are_images ? CountImagesOfWordBook(size, options.words) : 0;
  return of_words + size + folds * static_cast<int>(CandidatesOfBoxC().size()) + (folds > 0 ? 2 : 1);
}

LocalizationTraining TrainLocalization(const LocalizationSource& source,
                                       const LocalizationTrainingOptions& options) {
  CheckLocalizationTrainingOptions(options);
  CheckSource(source);
  const common::StopScope scope(options.run.stop.interrupted);
  const Trainer trainer(source, options);
  LocalizationTraining training;
  training.num_images = trainer.num_images();
  training.num_objects = trainer.num_objects();
  training.limit = trainer.Limit();
  training.mean_box_overlap = trainer.MeanBoxOverlap();
  Learner learner = trainer.LearnerOfAll();
  trainer.Finish(options.c.value_or(kDefaultC), learner, training);
  training.trials = trainer.TryAll();
  if (training.trials.empty()) return training;
  const auto best = std::ranges::max_element(training.trials, {}, &LocalizationTrial::agreement);
  if (best->c != training.c) {
    trainer.Finish(best->c, learner, training);
  } else if (options.step) {
    options.step("all images");
  }
  return training;
}

}  // namespace structlab::structured_learning
