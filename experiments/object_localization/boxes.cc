// Localisation: the mean box, a binary SVM with search, and structured SVMs with three restriction kernels.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
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
#include "structured_learning/problem/example_subset.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::object_localization {
namespace {

using namespace structured_learning;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// What a method finds in images: boxes of pixels, or nothing, and their scores.
struct Finds {
  std::vector<FoundObject> boxes;
  std::vector<double> scores;
};

// Image i is example i.
struct BoxLearner {
  std::function<LearningResult(const std::vector<int>& images, double lambda)> learn;  // of training images
  std::function<Finds(const DenseVector&weights)> find_in_training, find_in_test;
};

struct BoxProtocol {
  BoxTaskOptions task;
  std::string method, kernel, rescaling;
  std::vector<double> lambdas;
  int folds = 3, passes = 100, negatives = 5, grid_steps = 8, grid_least = 1, max_rank = 200;
  double gap = 0.01;
  common::RunControl Run() const { return LearningRun(gap, passes); }
};

template <class P>
Finds PredictAll(const P& problem, const BoxImages& images, const DenseVector& weights) {
  Finds finds;
  for (int i = 0; i < problem.size(); ++i) {
    FoundObject found = problem.Predict(i, weights);
    finds.scores.push_back(Dot(problem.JointFeature(i, found), weights));
    if (found) found = images.grids[i].PixelsOf(*found);
    finds.boxes.push_back(found);
  }
  return finds;
}

// The finds above the score that separates training images with and without an object best.
std::vector<FoundObject> AboveLimit(Finds finds, const Finds& training, const BoxImages& images) {
  std::vector<double> with, without;
  for (int i = 0; i < images.size(); ++i) {
    (images.truths[i].empty() ? without : with).push_back(training.scores[i]);
  }
  const double limit = SeparatingScore(with, without);
  for (size_t i = 0; i < finds.boxes.size(); ++i) {
    if (finds.scores[i] <= limit) finds.boxes[i].reset();
  }
  return finds.boxes;
}

// Without boxes, so that no prediction can depend on them.
std::vector<LocalizationImage> WithoutObjects(std::vector<LocalizationImage> images) {
  for (LocalizationImage& image : images) image.objects.clear();
  return images;
}

NoObject NoObjectOf(const BoxProtocol& protocol) {
  return protocol.task.num_others > 0 ? NoObject::kCandidate : NoObject::kNever;
}

std::vector<int> AllOf(const BoxImages& images) {
  std::vector<int> all(images.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
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
MulticlassProblem BinaryProblem(const BoxImages& images, const std::vector<int>& chosen, int num_words,
                                int negatives, uint64_t seed) {
  common::RandomStream stream(seed, "object_localization/negatives");
  std::vector<DenseVector> rows;
  std::vector<int> labels;
  for (const int i : chosen) {
    const LocalizationImage& image = images.on_cells[i];
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

CandidateOptions CandidatesOf(const BoxProtocol& protocol) {
  CandidateOptions options;
  options.grid = {protocol.grid_steps, protocol.grid_steps, protocol.grid_least, protocol.grid_least};
  options.no_object = NoObjectOf(protocol);
  return options;
}

template <class P>
BoxLearner LearnerOf(const std::shared_ptr<const P>& training, const std::shared_ptr<const P>& test,
                     const BoxTask& task, const BoxProtocol& protocol) {
  BoxLearner learner;
  learner.learn = [=](const std::vector<int>& images, double lambda) {
    const ExampleSubset<P> examples(*training, images);
    return protocol.rescaling == "slack" ? LearnBmrm(SlackRescaled(examples), lambda, protocol.Run())
                                         : LearnBmrm(examples, lambda, protocol.Run());
  };
  learner.find_in_training = [=, &task](const DenseVector& weights) {
    return PredictAll(*training, task.train, weights);
  };
  learner.find_in_test = [=, &task](const DenseVector& weights) {
    return PredictAll(*test, task.test, weights);
  };
  return learner;
}

BoxLearner LearnerOfWords(const BoxTask& task, const BoxProtocol& protocol, uint64_t seed) {
  LocalizationOptions options;
  options.num_words = task.num_words;
  options.no_object = NoObjectOf(protocol);
  BoxLearner learner =
      LearnerOf(std::make_shared<const LocalizationProblem>(task.train.on_cells, options),
                std::make_shared<const LocalizationProblem>(WithoutObjects(task.test.on_cells), options),
                task, protocol);
  if (protocol.method != kBinarySvm) return learner;
  learner.learn = [&task, protocol, seed](const std::vector<int>& images, double lambda) {
    const int words = task.num_words;
    LearningResult result =
        LearnBmrm(BinaryProblem(task.train, images, words, protocol.negatives, seed), lambda, protocol.Run());
    // Stored class by class (multiclass.h): the score of class 1 minus that of class 0.
    result.weights = (result.weights.segment(words + 1, words) - result.weights.head(words)).eval();
    return result;
  };
  return learner;
}

BoxLearner LearnerOfKernel(const BoxTask& task, const BoxProtocol& protocol, uint64_t seed,
                           Recorder& record) {
  const CandidateOptions options = CandidatesOf(protocol);
  RestrictionOptions restriction;
  restriction.kernel.type =
      protocol.kernel == kChiSquare ? BoxKernelType::kChiSquare : BoxKernelType::kPyramidMatch;
  restriction.max_rank = protocol.max_rank;
  restriction.seed = seed;
  restriction.kernel.normalizes_counts = false;  // the size of a box tells something, too
  const auto features = LearnRestrictionFeatures(task.train.on_cells, task.num_words, options, restriction);
  record.Value(kOurBoxes, "kernel_residual", features->residual());
  return LearnerOf(
      std::make_shared<const CandidateProblem>(task.train.on_cells, features, options),
      std::make_shared<const CandidateProblem>(WithoutObjects(task.test.on_cells), features, options), task,
      protocol);
}

// The overlap of images with an object, and 1 or 0 for those without one.
double AgreementOf(const BoxMeasures& measures) {
  const double objects = measures.images_with_object, others = measures.images_without_object;
  return ((objects > 0 ? objects * measures.mean_overlap : 0) +
          (others > 0 ? others * measures.share_empty : 0)) /
         (objects + others);
}

// By the mean agreement in the folds over the training images; of equals the first.
double ChooseLambda(const BoxLearner& learner, const BoxImages& images, const BoxProtocol& protocol) {
  double best = -1, chosen = 0;
  for (const double lambda : protocol.lambdas) {
    double agreement = 0;
    for (int fold = 0; fold < protocol.folds; ++fold) {
      std::vector<int> rest, held_out;
      for (int i = 0; i < images.size(); ++i) (i % protocol.folds == fold ? held_out : rest).push_back(i);
      const Finds finds = learner.find_in_training(learner.learn(rest, lambda).weights);
      agreement += AgreementOf(MeasureFinds(images, finds.boxes, held_out)) / protocol.folds;
    }
    if (agreement > best) best = agreement, chosen = lambda;
  }
  return chosen;
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
  const std::vector<int> training = AllOf(task.train), test = AllOf(task.test);
  const auto draw = [&](const std::vector<FoundObject>& boxes) {
    record.Picture(kOurBoxes, "test_images", DrawFinds(protocol.task, horses, manmade, task, boxes));
  };
  if (protocol.method == kMeanBox) {
    RecordMeasures(MeasureFinds(task.test, MeanBoxes(task), test), record);
    return draw(MeanBoxes(task));
  }
  const BoxLearner learner = protocol.kernel == kWordCounts ? LearnerOfWords(task, protocol, seed)
                                                            : LearnerOfKernel(task, protocol, seed, record);
  const double lambda = ChooseLambda(learner, task.train, protocol);
  const LearningResult result = learner.learn(training, lambda);
  const Finds finds = learner.find_in_test(result.weights);
  RecordMeasures(MeasureFinds(task.test, finds.boxes, test), record);
  if (protocol.task.num_others > 0) {
    const Finds known = learner.find_in_training(result.weights);
    const BoxMeasures limited = MeasureFinds(task.test, AboveLimit(finds, known, task.train), test);
    record.Value(kOurBoxes, "mean_overlap_above_limit", limited.mean_overlap);
    record.Value(kOurBoxes, "share_empty_above_limit", limited.share_empty);
  }
  if (protocol.kernel == kWordCounts && protocol.rescaling == "margin") draw(finds.boxes);
  record.Value(kOurBoxes, "chosen_lambda", lambda);
  record.Value(kOurBoxes, "training_passes", result.passes);
  record.Value(kOurBoxes, "proved_gap", result.gap);
}

void AddCase(Planner& plan, const std::string& prefix, const std::string& method, const std::string& kernel,
             const std::string& rescaling) {
  Case& c = plan.Add(prefix, method);
  c.deterministic = true;
  BoxProtocol protocol;
  protocol.task.dataset = plan.dataset;
  protocol.method = method, protocol.kernel = kernel, protocol.rescaling = rescaling;
  protocol.task.num_horses = static_cast<int>(c.Int("box_horses"));
  protocol.task.num_others = plan.dataset == kHorsesAndOthers ? static_cast<int>(c.Int("box_others")) : 0;
  protocol.task.num_words = static_cast<int>(c.Int("words"));
  protocol.task.cells = static_cast<int>(c.Int("cells"));
  if (plan.dataset == kScenes) c.origin = harness::DataOrigin::kDrawn;  // from photographs
  if (method != kMeanBox) {
    protocol.lambdas = c.Numbers(kernel == kChiSquare ? "chi_square_lambdas" : "box_lambdas");
    protocol.folds = static_cast<int>(c.Int("box_folds"));
    protocol.passes = static_cast<int>(c.Int("box_passes"));
    protocol.gap = c.Number("box_gap");
  }
  if (method == kBinarySvm) protocol.negatives = static_cast<int>(c.Int("negatives"));
  if (kernel != kWordCounts) {
    protocol.grid_steps = static_cast<int>(c.Int("grid_steps"));
    protocol.grid_least = static_cast<int>(c.Int("grid_least"));
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
      for (const std::string kernel : {kWordCounts, kChiSquare, kPyramidMatch}) {
        for (const char* rescaling : {"margin", "slack"})
          AddCase(plan, prefix, "structured SVM, " + kernel + ", " + rescaling, kernel, rescaling);
      }
    }
  });
}

}  // namespace structlab::object_localization
