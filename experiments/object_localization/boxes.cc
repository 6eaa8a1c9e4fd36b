// Localisation: the mean box, a binary SVM with search, and structured SVMs with both rescalings and three
// restriction kernels.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/object_localization/box_task.h"
#include "experiments/object_localization/protocol.h"
#include "structured_learning/localization/detection/separating_score.h"
#include "structured_learning/localization/kernels/candidate_problem.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::object_localization {
namespace {

using namespace structured_learning;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// What a method finds in images: boxes, or nothing, and their scores.
struct Finds {
  std::vector<FoundObject> boxes;
  std::vector<double> scores;
};
using Finder = std::function<Finds(const BoxImages& images)>;

struct BoxProtocol {
  BoxTaskOptions task;
  std::string method, kernel, rescaling;
  std::vector<double> lambdas;
  int folds = 3, passes = 100, negatives = 5, grid_steps = 8, max_rank = 200;
  double gap = 0.01;
};

// The images whose index has the remainder `fold`, or all others.
BoxImages Part(const BoxImages& images, int folds, int fold, bool is_held_out) {
  BoxImages part;
  for (int i = 0; i < images.size(); ++i) {
    if ((i % folds == fold) != is_held_out) continue;
    part.on_cells.push_back(images.on_cells[i]);
    part.grids.push_back(images.grids[i]);
    part.sizes.push_back(images.sizes[i]);
    part.truths.push_back(images.truths[i]);
  }
  return part;
}

template <class P>
DenseVector Train(const P& problem, double lambda, const BoxProtocol& protocol, LearningResult& result) {
  const common::RunControl run = LearningRun(protocol.gap, protocol.passes);
  if (protocol.rescaling == "slack") {
    const SlackRescaled<P> rescaled(problem);
    result = LearnBmrm(rescaled, lambda, run);
  } else {
    result = LearnBmrm(problem, lambda, run);
  }
  return result.weights;
}

template <class P>
Finds PredictAll(const P& problem, const DenseVector& weights) {
  Finds finds;
  for (int i = 0; i < problem.size(); ++i) {
    finds.boxes.push_back(problem.Predict(i, weights));
    finds.scores.push_back(Dot(problem.JointFeature(i, finds.boxes.back()), weights));
  }
  return finds;
}

// The finds above the score that separates training images with and without an object best.
std::vector<FoundObject> AboveLimit(const Finds& finds, const Finds& training, const BoxImages& images) {
  std::vector<double> with, without;
  for (int i = 0; i < images.size(); ++i) {
    (images.truths[i].empty() ? without : with).push_back(training.scores[i]);
  }
  const double limit = SeparatingScore(with, without);
  std::vector<FoundObject> found = finds.boxes;
  for (size_t i = 0; i < found.size(); ++i) {
    if (finds.scores[i] <= limit) found[i].reset();
  }
  return found;
}

// Without boxes, so that no prediction can depend on them.
std::vector<LocalizationImage> WithoutObjects(std::vector<LocalizationImage> images) {
  for (LocalizationImage& image : images) image.objects.clear();
  return images;
}

NoObject NoObjectOf(const BoxProtocol& protocol) {
  return protocol.task.num_others > 0 ? NoObject::kCandidate : NoObject::kNever;
}

LocalizationOptions WordOptions(const BoxProtocol& protocol, int num_words) {
  LocalizationOptions options;
  options.num_words = num_words;
  options.no_object = NoObjectOf(protocol);
  return options;
}

// One number for each word of a box.
DenseVector HistogramOf(const WordImage& image, const PixelBox& box, int num_words) {
  DenseVector counts = DenseVector::Zero(num_words);
  for (const WordPoint& point : image.points) counts[point.word] += point.IsIn(box) ? 1 : 0;
  return counts;
}

PixelBox RandomBox(const WordImage& image, common::RandomStream& stream) {
  const auto side = [&](int size) {
    const int a = static_cast<int>(stream.UniformIndex(size));
    return std::minmax({a, static_cast<int>(stream.UniformIndex(size))});  // copies, not references
  };
  const auto [left, right] = side(image.width);
  const auto [top, bottom] = side(image.height);
  return {left, top, right, bottom};
}

// The true boxes against random boxes whose overlap with them is below 0.3. The words of a box have the
// difference of both weight vectors as scores; a constant feature takes the place of a bias in training only.
MulticlassProblem BinaryProblem(const BoxImages& images, int num_words, int negatives, uint64_t seed) {
  common::RandomStream stream(seed, "object_localization/negatives");
  std::vector<DenseVector> rows;
  std::vector<int> labels;
  for (const LocalizationImage& image : images.on_cells) {
    for (const PixelBox& box : image.objects) {
      rows.push_back(HistogramOf(image.words, box, num_words)), labels.push_back(1);
    }
    for (int k = 0; k < negatives; ++k) {
      PixelBox box = RandomBox(image.words, stream);
      while (!image.objects.empty() && Overlap(box, image.objects[0]) >= 0.3)
        box = RandomBox(image.words, stream);
      rows.push_back(HistogramOf(image.words, box, num_words)), labels.push_back(0);
    }
  }
  Eigen::MatrixXd inputs = Eigen::MatrixXd::Ones(num_words + 1, std::ssize(rows));
  for (Eigen::Index i = 0; i < inputs.cols(); ++i) inputs.col(i).head(num_words) = rows[i];
  return {inputs, labels, 2};
}

// Trains on the images and returns what finds boxes in others; `features` is null for additive word scores.
Finder Learn(const BoxProtocol& protocol, const BoxImages& images, int num_words, double lambda,
             uint64_t seed, const std::shared_ptr<const RestrictionFeatures>& features,
             LearningResult& result) {
  if (features != nullptr) {
    CandidateOptions options;
    options.grid = {.columns = protocol.grid_steps, .rows = protocol.grid_steps};
    options.no_object = NoObjectOf(protocol);
    const DenseVector weights =
        Train(CandidateProblem(images.on_cells, features, options), lambda, protocol, result);
    return [=](const BoxImages& others) {
      return PredictAll(CandidateProblem(WithoutObjects(others.on_cells), features, options), weights);
    };
  }
  const LocalizationOptions options = WordOptions(protocol, num_words);
  DenseVector weights;
  if (protocol.method == kBinarySvm) {
    const MulticlassProblem problem = BinaryProblem(images, num_words, protocol.negatives, seed);
    result = LearnBmrm(problem, lambda, LearningRun(protocol.gap, protocol.passes));
    // Weights of a class are stored class by class (multiclass.h): the score of class 1 minus that of class
    // 0.
    weights = result.weights.segment(num_words + 1, num_words) - result.weights.head(num_words);
  } else {
    weights = Train(LocalizationProblem(images.on_cells, options), lambda, protocol, result);
  }
  return [=](const BoxImages& others) {
    return PredictAll(LocalizationProblem(WithoutObjects(others.on_cells), options), weights);
  };
}

// The overlap of images with an object, and 1 or 0 for those without one.
double AgreementOf(const BoxMeasures& measures) {
  const double objects = measures.images_with_object, others = measures.images_without_object;
  return ((objects > 0 ? objects * measures.mean_overlap : 0) +
          (others > 0 ? others * measures.share_empty : 0)) /
         (objects + others);
}

void RecordMeasures(const BoxMeasures& measures, Recorder& record) {
  record.Value(kOurBoxes, "mean_overlap", measures.mean_overlap);
  record.Value(kOurBoxes, "share_at_50", measures.share_at_50);
  record.Value(kOurBoxes, "share_at_75", measures.share_at_75);
  if (measures.images_without_object > 0) record.Value(kOurBoxes, "share_empty", measures.share_empty);
}

void RunBoxes(const BoxProtocol& protocol, uint64_t seed, Recorder& record) {
  const std::string horses = record.Data("weizmann-horses").path;
  const std::string manmade = record.Data("kumar-hebert-manmade").path;
  const BoxTask task = LoadBoxTask(protocol.task, horses, manmade, seed);
  if (protocol.method == kMeanBox) return RecordMeasures(MeasureFinds(task.test, MeanBoxes(task)), record);
  std::shared_ptr<const RestrictionFeatures> features;
  if (protocol.kernel != kWordCounts && protocol.method != kBinarySvm) {
    CandidateOptions candidates;
    candidates.grid = {.columns = protocol.grid_steps, .rows = protocol.grid_steps};
    RestrictionOptions restriction;
    restriction.kernel.type =
        protocol.kernel == kChiSquare ? BoxKernelType::kChiSquare : BoxKernelType::kPyramidMatch;
    restriction.max_rank = protocol.max_rank;
    restriction.seed = seed;
    features = LearnRestrictionFeatures(task.train.on_cells, task.num_words, candidates, restriction);
    record.Value(kOurBoxes, "kernel_residual", features->residual());
  }
  double best = -1, lambda = 0;
  LearningResult result;
  for (const double candidate : protocol.lambdas) {
    double agreement = 0;
    for (int fold = 0; fold < protocol.folds; ++fold) {
      const BoxImages rest = Part(task.train, protocol.folds, fold, false);
      const BoxImages held_out = Part(task.train, protocol.folds, fold, true);
      const Finder find = Learn(protocol, rest, task.num_words, candidate, seed, features, result);
      agreement += AgreementOf(MeasureFinds(held_out, find(held_out).boxes)) / protocol.folds;
    }
    if (agreement > best) best = agreement, lambda = candidate;
  }
  const Finder find = Learn(protocol, task.train, task.num_words, lambda, seed, features, result);
  const Finds finds = find(task.test);
  RecordMeasures(MeasureFinds(task.test, finds.boxes), record);
  if (protocol.task.num_others > 0) {
    const BoxMeasures limited = MeasureFinds(task.test, AboveLimit(finds, find(task.train), task.train));
    record.Value(kOurBoxes, "mean_overlap_above_limit", limited.mean_overlap);
    record.Value(kOurBoxes, "share_empty_above_limit", limited.share_empty);
  }
  if (protocol.kernel == kWordCounts && protocol.rescaling == "margin") {
    record.Picture(kOurBoxes, "test_images", DrawFinds(protocol.task, horses, manmade, task, finds.boxes));
  }
  record.Value(kOurBoxes, "chosen_lambda", lambda);
  record.Value(kOurBoxes, "training_passes", result.passes);
  record.Value(kOurBoxes, "proved_gap", result.gap);
}

void AddCase(Planner& plan, const std::string& prefix, const std::string& method, const std::string& kernel,
             const std::string& rescaling) {
  harness::Setting setting;
  if (method == kStructuredSvm) setting = {{"kernel", kernel}, {"rescaling", rescaling}};
  Case& c = plan.Add(prefix, method, setting);
  c.deterministic = true;
  BoxProtocol protocol;
  protocol.task.dataset = plan.dataset;
  protocol.method = method, protocol.kernel = kernel, protocol.rescaling = rescaling;
  protocol.task.num_horses = static_cast<int>(c.Int("box_horses"));
  protocol.task.num_others = plan.dataset == kHorsesAndOthers ? static_cast<int>(c.Int("box_others")) : 0;
  protocol.task.num_words = static_cast<int>(c.Int("words"));
  protocol.task.cells = static_cast<int>(c.Int("cells"));
  if (plan.dataset == kScenes) c.origin = harness::DataOrigin::kStandIn;
  if (method != kMeanBox) {
    protocol.lambdas = c.Numbers(kernel == kWordCounts ? "box_lambdas" : "kernel_lambdas");
    protocol.folds = static_cast<int>(c.Int("box_folds"));
    protocol.passes = static_cast<int>(c.Int("box_passes"));
    protocol.gap = c.Number("box_gap");
  }
  if (method == kBinarySvm) protocol.negatives = static_cast<int>(c.Int("negatives"));
  if (kernel != kWordCounts) {
    protocol.grid_steps = static_cast<int>(c.Int("grid_steps"));
    protocol.max_rank = static_cast<int>(c.Int("kernel_rank"));
  }
  c.run = [=](uint64_t seed, Recorder& record) { RunBoxes(protocol, seed, record); };
}

}  // namespace

void Boxes(Package& package) {
  package.Plan([](Planner& plan) {
    plan.data = {"weizmann-horses", "kumar-hebert-manmade"};
    const std::map<std::string, std::string> prefixes = {{kHorses, "localization/horses"},
                                                         {kScenes, "localization/scenes"},
                                                         {kHorsesAndOthers, "localization/others"}};
    for (const auto& [dataset, prefix] : prefixes) {
      plan.dataset = dataset;
      AddCase(plan, prefix, kMeanBox, kWordCounts, "margin");
      AddCase(plan, prefix, kBinarySvm, kWordCounts, "margin");
      for (const char* kernel : {kWordCounts, kChiSquare, kPyramidMatch}) {
        for (const char* rescaling : {"margin", "slack"})
          AddCase(plan, prefix, kStructuredSvm, kernel, rescaling);
      }
    }
  });
}

}  // namespace structlab::object_localization
