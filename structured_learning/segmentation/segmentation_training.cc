#include "structured_learning/segmentation/segmentation_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "common/error.h"
#include "common/folds.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/problem/graph_labeling/graph_labeling_problem.h"
#include "structured_learning/segmentation/superpixel_units.h"
#include "structured_learning/segmentation/training_set.h"

namespace structlab::structured_learning {
namespace {

constexpr std::array<const char*, 2> kLossNames = {"pixels", "balanced"};
constexpr SegmentationLoss kDefaultLoss = SegmentationLoss::kBalanced;
constexpr double kDefaultC = 10;
constexpr char kAllImages[] = "the training images";

std::vector<SegmentationLoss> LossesOf(const SegmentationOptions& options) {
  if (options.loss) return {*options.loss};
  return {SegmentationLoss::kPixels, SegmentationLoss::kBalanced};
}

std::vector<double> CostsOf(const SegmentationOptions& options) {
  return options.c ? std::vector<double>{*options.c} : CandidatesOfC();
}

int FoldsOf(int num_images, const SegmentationOptions& options) {
  const bool is_chosen = LossesOf(options).size() * CostsOf(options).size() > 1;
  return is_chosen && num_images > 1 ? std::min(options.folds, num_images) : 0;
}

// The images of a training, its problem, and the planes that trainings with other C can begin with.
class Learner {
 public:
  // Null graphs are left out. `which` names the images in errors.
  Learner(GraphSamples graphs, SegmentationLoss loss, const SegmentationOptions& options,
          const std::string& which)
      : options_(options),
        graphs_(WithoutNull(std::move(graphs))),
        problem_(graphs_, ProblemOptions(graphs_, loss, options, which)) {
    for (const auto& graph : graphs_) units_per_image_ += graph->num_nodes();
    units_per_image_ /= static_cast<double>(graphs_.size());
  }

  LearningResult Learn(double c) {
    common::RunControl run = options_.run;
    run.observer = {};
    run.stop.gap = options_.gap * units_per_image_;
    CuttingPlaneOptions planes;
    planes.box = problem_.WeightBounds();
    planes.planes = &planes_;
    LearningResult result =
        LearnByMeanCuttingPlanes(problem_, units_per_image_ / c, run, CuttingPlaneIterate::kBest, planes);
    if (result.ending == common::Ending::kInterrupted) throw common::Stopped();
    return result;
  }

 private:
  static GraphSamples WithoutNull(GraphSamples graphs) {
    std::erase(graphs, nullptr);
    return graphs;
  }

  // Both losses are sums over units with a factor for each label; a unit costs 1 on average.
  static GraphLabelingOptions ProblemOptions(const GraphSamples& graphs, SegmentationLoss loss,
                                             const SegmentationOptions& options, const std::string& which) {
    std::array<double, 2> sums = {0, 0};
    for (const auto& graph : graphs) {
      for (size_t node = 0; node < graph->labels.size(); ++node) {
        sums[graph->labels[node]] += graph->loss_weights[node];
      }
    }
    if (sums[0] == 0 || sums[1] == 0) {
      const bool is_fold = which != kAllImages;
      common::ThrowDataError(
          "masks", "background and foreground among the units of " + which,
          sums[0] == 0 && sums[1] == 0 ? "none of them"
          : sums[0] == 0               ? "only foreground"
                                       : "only background",
          is_fold ? "take more images or another seed, or give the loss and C, so that no folds are needed"
                  : "take other images or smaller units, or name another value as foreground");
    }
    GraphLabelingOptions result;
    result.inference = options.inference;
    result.inference_options = options.inference_options;
    if (loss == SegmentationLoss::kBalanced) {
      for (const size_t label : {0, 1}) result.class_weights[label] = (sums[0] + sums[1]) / (2 * sums[label]);
    }
    return result;
  }

  const SegmentationOptions& options_;
  GraphSamples graphs_;
  GraphLabelingProblem problem_;
  double units_per_image_ = 0;
  std::vector<MeanPlane> planes_;
};

// The agreement on each graph of a prediction by the minimum cut.
std::vector<MaskAgreement> Evaluate(const GraphSamples& graphs, const std::vector<UnitLabels>& truths,
                                    const DenseVector& weights) {
  const GraphLabelingProblem problem(graphs);
  std::vector<MaskAgreement> agreements;
  for (int i = 0; i < problem.size(); ++i) {
    common::StopPoint();
    agreements.push_back(AgreementOfUnits(truths[static_cast<size_t>(i)], problem.Predict(i, weights)));
  }
  return agreements;
}

template <class T>
std::vector<T> Selected(const std::vector<T>& all, const std::vector<int>& folds, int fold, bool is_inside) {
  std::vector<T> selected;
  for (size_t i = 0; i < all.size(); ++i) {
    if ((folds[i] == fold) == is_inside) selected.push_back(all[i]);
  }
  return selected;
}

std::vector<SegmentationTrial> TryAll(const TrainingSet& set, const SegmentationOptions& options) {
  const auto num_images = static_cast<int>(set.graphs.size());
  std::vector<SegmentationTrial> trials;
  const int folds = FoldsOf(num_images, options);
  if (folds == 0) return trials;
  common::RandomStream random(options.run.seed, "segmentation/folds");
  const std::vector<int> fold_of = common::Folds(num_images, folds, random);
  const std::vector<double> costs = CostsOf(options);
  for (const SegmentationLoss loss : LossesOf(options)) {
    std::vector<std::vector<MaskAgreement>> held_out(costs.size());
    for (int fold = 0; fold < folds; ++fold) {
      const GraphSamples inside = Selected(set.graphs, fold_of, fold, true);
      const std::vector<UnitLabels> truths = Selected(set.truths, fold_of, fold, true);
      Learner learner(Selected(set.known, fold_of, fold, false), loss, options,
                      fmt::format("the images outside of fold {}", fold + 1));
      for (size_t k = 0; k < costs.size(); ++k) {
        const std::vector<MaskAgreement> found = Evaluate(inside, truths, learner.Learn(costs[k]).weights);
        held_out[k].insert(held_out[k].end(), found.begin(), found.end());
        if (options.step) {
          options.step(fmt::format("loss {}, C = {}, fold {} of {}", SegmentationLossName(loss),
                                   common::FormatShort(costs[k]), fold + 1, folds));
        }
      }
    }
    for (size_t k = 0; k < costs.size(); ++k) {
      trials.push_back({loss, costs[k], MeanAgreement(held_out[k])});
    }
  }
  return trials;
}

// Trains on all images.
void Finish(const TrainingSet& set, Learner& learner, const SegmentationOptions& options,
            SegmentationTraining& training) {
  training.result = learner.Learn(training.c);
  training.model = set.model;
  training.model.weights = training.result.weights;
  training.training = MeanAgreement(Evaluate(set.graphs, set.truths, training.model.weights));
  training.model.facts = {
      {"images", std::to_string(training.num_images)},
      {"units", std::to_string(training.num_units)},
      {"oracle", options.inference},
      {"loss", SegmentationLossName(training.loss)},
      {"c", common::FormatShort(training.c)},
      {"seed", std::to_string(options.run.seed)},
      {"ending", std::string(common::EndingName(training.result.ending))},
      {"training_pixel_error", common::FormatShort(training.training.pixel_error)},
      {"training_overlap", common::FormatShort(training.training.overlap)},
  };
  if (options.step) options.step("all images");
  if (options.finished) options.finished(training.model);
}

}  // namespace

ImageUnits MakeUnits(const graphical_models::Image& image, const UnitOptions& options) {
  CheckUnitOptions(options);
  const int max_side = options.max_side.value_or(DefaultMaxSide(options.kind));
  switch (options.kind) {
    case UnitKind::kPixels:
      return PixelUnits(image, max_side, options.neighbours);
    case UnitKind::kSuperpixels:
      return SuperpixelUnits(image, max_side, options.min_region);
    case UnitKind::kBlocks:
      break;
  }
  return BlockUnits(image, max_side, options.block_size, options.neighbours);
}

std::string SegmentationLossName(SegmentationLoss loss) { return kLossNames[static_cast<size_t>(loss)]; }

SegmentationLoss ParseSegmentationLoss(const std::string& name, const std::string& where) {
  for (size_t loss = 0; loss < kLossNames.size(); ++loss) {
    if (name == kLossNames[loss]) return static_cast<SegmentationLoss>(loss);
  }
  common::ThrowUsageError(where, "pixels or balanced", common::Quote(name));
}

void CheckSegmentationOptions(const SegmentationOptions& options) {
  CheckUnitOptions(options.units);
  FindGraphInference(options.inference);
  if (options.features.empty()) common::ThrowUsageError("features", "at least one group", "none");
  if (options.num_words < 1 || options.num_words > 4096) {
    common::ThrowUsageError("words", "1 to 4096", std::to_string(options.num_words));
  }
  if (options.c && !(*options.c > 0 && std::isfinite(*options.c))) {
    common::ThrowUsageError("C", "a finite number above 0", common::FormatShort(*options.c));
  }
  if (options.folds < 2) common::ThrowUsageError("folds", "at least 2", std::to_string(options.folds));
  if (!(options.gap > 0 && std::isfinite(options.gap))) {
    common::ThrowUsageError("gap", "a finite number above 0", common::FormatShort(options.gap));
  }
}

std::vector<double> CandidatesOfC() { return {1, 10, 100, 1000}; }

int CountTrainingSteps(int num_images, const SegmentationOptions& options) {
  const auto candidates = static_cast<int>(LossesOf(options).size() * CostsOf(options).size());
  const int folds = FoldsOf(num_images, options);
  return static_cast<int>(ImagesOfWords(num_images, options).size()) + num_images + candidates * folds +
         (folds > 0 ? 2 : 1);
}

SegmentationTraining TrainSegmentation(int num_images, const ImageSource& source,
                                       const SegmentationOptions& options) {
  CheckSegmentationOptions(options);
  const common::StopScope scope(options.run.stop.interrupted);
  const TrainingSet set = ReadTrainingSet(num_images, source, options);
  SegmentationTraining training;
  training.num_images = static_cast<int>(set.graphs.size());
  training.num_units = set.num_units;
  std::vector<MaskAgreement> limits;
  for (const UnitLabels& truth : set.truths) limits.push_back(AgreementOfUnits(truth, truth.labels));
  training.limit = MeanAgreement(limits);
  training.loss = options.loss.value_or(kDefaultLoss);
  training.c = options.c.value_or(kDefaultC);
  auto learner = std::make_unique<Learner>(set.known, training.loss, options, kAllImages);
  Finish(set, *learner, options, training);
  training.trials = TryAll(set, options);
  if (training.trials.empty()) return training;
  const auto best = std::ranges::max_element(
      training.trials, {}, [](const SegmentationTrial& trial) { return trial.held_out.overlap; });
  if (best->loss != training.loss)
    learner = std::make_unique<Learner>(set.known, best->loss, options, kAllImages);
  training.loss = best->loss;
  training.c = best->c;
  Finish(set, *learner, options, training);
  return training;
}

Mask Segment(const SegmentationModel& model, const graphical_models::Image& image,
             const std::string& inference) {
  const ImageUnits units = MakeUnits(image, model.units);
  auto graph = std::make_shared<GraphSample>(
      UnlabeledGraph(units, model.features, model.book ? &*model.book : nullptr));
  model.standardization.Apply(std::get<DenseRows>(graph->features));
  GraphLabelingOptions options;
  options.inference = inference;
  return ExpandLabels(units, GraphLabelingProblem({graph}, options).Predict(0, model.weights));
}

}  // namespace structlab::structured_learning
