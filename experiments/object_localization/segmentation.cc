// Segmentation by structured SVMs on graphs: the same training with each oracle (claim L05).
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/datasets/objects/horse_graphs.h"
#include "experiments/datasets/objects/manmade_graphs.h"
#include "experiments/datasets/objects/planted_fields.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/object_localization/protocol.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/problem/graph_labeling/graph_labeling_problem.h"

namespace structlab::object_localization {
namespace {

using namespace structured_learning;
using datasets::GraphSplit;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// How the graphs of a data set are made and learned from; each is declared in settings.tsv.
struct Protocol {
  std::string dataset;
  int num_images, side, neighbours, blur;  // num_images 0: all of them
  double evidence, lambda, gap;
  int passes;
};

std::vector<int> Shuffled(std::vector<int> indices, int limit, uint64_t seed) {
  common::RandomStream stream(seed, "object_localization/splits");
  std::vector<int> shuffled;
  for (const int at : stream.Permutation(static_cast<int>(indices.size()))) shuffled.push_back(indices[at]);
  if (limit > 0 && limit < std::ssize(shuffled)) shuffled.resize(limit);
  return shuffled;
}

// A random split of the images: 108 of 228 with blocks for training (the authors' numbers without the nine
// images that are in both of their sets), one half of the horses, or new fields.
GraphSplit DrawSplit(const Protocol& protocol, uint64_t seed, const Recorder& record) {
  if (protocol.dataset == kFields) {
    GraphSamples all = datasets::PlantedFields({.count = protocol.num_images,
                                                .side = protocol.side,
                                                .blur = protocol.blur,
                                                .evidence = protocol.evidence,
                                                .neighbours = protocol.neighbours},
                                               seed);
    const auto middle = all.begin() + std::ssize(all) / 2;
    return {.train = {all.begin(), middle}, .test = {middle, all.end()}};
  }
  if (protocol.dataset == kBlocks) {
    const datasets::ManmadePhotos photos(record.Data("kumar-hebert-manmade").path);
    std::vector<int> all = datasets::ManmadePhotos::Training();
    const auto num_train = static_cast<double>(all.size());
    for (const int test : datasets::ManmadePhotos::Test()) all.push_back(test);
    const double share = num_train / static_cast<double>(all.size());
    const std::vector<int> chosen = Shuffled(all, protocol.num_images, seed);
    return datasets::SplitAndStandardize(
        datasets::ManmadeGraphs(photos, chosen, protocol.neighbours),
        static_cast<int>(std::lround(share * static_cast<double>(chosen.size()))));
  }
  const datasets::Horses horses(record.Data("weizmann-horses").path);
  std::vector<int> all;
  for (int i = 0; i < horses.size(); ++i) all.push_back(i);
  const std::vector<int> chosen = Shuffled(all, protocol.num_images, seed);
  return datasets::SplitAndStandardize(
      datasets::HorseGraphs(horses, chosen, protocol.side, protocol.neighbours),
      static_cast<int>(chosen.size() / 2));
}

GraphLabelingOptions OptionsOf(const std::string& oracle, const std::string& loss) {
  GraphLabelingOptions options;
  options.loss = loss == "balanced" ? GraphLoss::kClassBalanced : GraphLoss::kWrongShare;
  options.inference = oracle == kQpboFree ? "qpbo" : oracle;
  if (oracle == kQpboFree) options.pairwise = PairwiseWeights::kUnconstrained;
  return options;
}

// Errors over all test images together, by loss weights.
struct TestErrors {
  double pixel_error = 0, balanced_error = 0, overlap = 0;
};

TestErrors Measure(const GraphSamples& test, const DenseVector& weights, const GraphLabelingOptions& training,
                   const std::string& inference) {
  const GraphLabelingProblem problem(test, {.pairwise = training.pairwise, .inference = inference});
  double sums[2][2] = {};  // [truth][predicted]
  for (int i = 0; i < problem.size(); ++i) {
    const BinaryLabels predicted = problem.Predict(i, weights);
    for (int node = 0; node < problem.sample(i).num_nodes(); ++node) {
      sums[problem.truth(i)[node]][predicted[node]] += problem.sample(i).loss_weights[node];
    }
  }
  const double missed = sums[1][0], false_ones = sums[0][1];
  const double ones = missed + sums[1][1], zeros = false_ones + sums[0][0];
  return {.pixel_error = (missed + false_ones) / (ones + zeros),
          .balanced_error = (missed / ones + false_ones / zeros) / 2,
          .overlap = sums[1][1] / (ones + false_ones)};
}

// The first test graphs: true labels in the upper row, predicted ones below.
harness::Picture DrawLabels(const GraphSamples& test, const DenseVector& weights) {
  constexpr int kShown = 6, kTile = 96, kGap = 6;
  const GraphLabelingProblem problem(test);
  const int shown = std::min(kShown, problem.size());
  harness::Picture picture = {.width = shown * (kTile + kGap) - kGap, .height = 2 * kTile + kGap};
  picture.values.assign(static_cast<size_t>(picture.width) * picture.height, 128);
  for (int i = 0; i < shown; ++i) {
    const GraphSample& graph = problem.sample(i);
    const int zoom = std::max(1, kTile / std::max(graph.grid_width, graph.grid_height));
    const BinaryLabels predicted = problem.Predict(i, weights);
    for (int row = 0; row < 2; ++row) {
      for (int y = 0; y < std::min(kTile, zoom * graph.grid_height); ++y) {
        for (int x = 0; x < std::min(kTile, zoom * graph.grid_width); ++x) {
          const size_t node = static_cast<size_t>(y / zoom) * graph.grid_width + x / zoom;
          const bool is_one = (row == 0 ? graph.labels : predicted)[node] == 1;
          picture.values[static_cast<size_t>(row * (kTile + kGap) + y) * picture.width + i * (kTile + kGap) +
                         x] = is_one ? 255 : 40;
        }
      }
    }
  }
  return picture;
}

void RunSegmentation(const Protocol& protocol, const std::string& oracle, const std::string& loss,
                     uint64_t seed, Recorder& record) {
  const GraphSplit split = DrawSplit(protocol, seed, record);
  const GraphLabelingOptions options = OptionsOf(oracle, loss);
  const GraphLabelingProblem problem(split.train, options);
  CuttingPlaneOptions learner;
  learner.box = problem.WeightBounds();
  const LearningResult result =
      LearnByMeanCuttingPlanes(problem, protocol.lambda, LearningRun(protocol.gap, protocol.passes),
                               CuttingPlaneIterate::kBest, learner);
  record.Value(kOurMasks, "training_passes", result.passes);
  if (result.certificate != OracleCertificate::kNone) record.Value(kOurMasks, "proved_gap", result.gap);
  const TestErrors own = Measure(split.test, result.weights, options, options.inference);
  record.Value(kOurMasks, "balanced_error_with_own_oracle", own.balanced_error);
  record.Value(kOurMasks, "pixel_error_with_own_oracle", own.pixel_error);
  if (oracle == kQpboFree) return;  // cuts refuse its energies
  const TestErrors cut = Measure(split.test, result.weights, options, "cut");
  record.Value(kOurMasks, "balanced_error", cut.balanced_error);
  record.Value(kOurMasks, "pixel_error", cut.pixel_error);
  record.Value(kOurMasks, "overlap", cut.overlap);
  if (split.test[0]->grid_width > 0 && loss == "balanced") {
    record.Picture(kOurMasks, "test_labels", DrawLabels(split.test, result.weights));
  }
  if (oracle == "loopy-bp" && loss == "balanced" && protocol.dataset == kFields) {
    record.Value(kSlides, "learning_performance", 1 - cut.balanced_error,
                 {.dataset = "", .method = kLoopyRow, .setting = harness::Setting{}});
  }
}

void AddCases(Planner& plan, const std::string& prefix, const std::string& dataset) {
  std::vector<std::string> oracles;
  for (const GraphInference& inference : GraphInferences()) oracles.push_back(inference.name);
  oracles.push_back(kQpboFree);
  for (const std::string loss : {"balanced", "share of pixels"}) {
    for (const std::string& oracle : oracles) {
      plan.dataset = dataset;
      Case& c = plan.Add("segmentation/" + prefix, oracle, {{"loss", loss}});
      c.repeats = static_cast<int>(plan.Int("splits"));
      const Protocol protocol = {.dataset = dataset,
                                 .num_images = static_cast<int>(c.Int(prefix + "_images")),
                                 .side = dataset == kBlocks ? 0 : static_cast<int>(c.Int(prefix + "_side")),
                                 .neighbours = static_cast<int>(c.Int("neighbours")),
                                 .blur = dataset == kFields ? static_cast<int>(c.Int("field_blur")) : 0,
                                 .evidence = dataset == kFields ? c.Number("field_evidence") : 0,
                                 .lambda = c.Number(prefix + "_lambda"),
                                 .gap = c.Number("segmentation_gap"),
                                 .passes = static_cast<int>(c.Int("segmentation_passes"))};
      if (dataset == kFields) c.origin = harness::DataOrigin::kDrawn;
      c.run = [=](uint64_t seed, Recorder& record) { RunSegmentation(protocol, oracle, loss, seed, record); };
    }
  }
}

}  // namespace

void Segmentation(Package& package) {
  package.Data(datasets::SourceOf("kumar-hebert-manmade", "object_localization"));
  package.Data(datasets::SourceOf("weizmann-horses", "object_localization"));
  package.Plan([](Planner& plan) {
    plan.data = {};
    AddCases(plan, "fields", kFields);
    plan.data = {"kumar-hebert-manmade"};
    AddCases(plan, "blocks", kBlocks);
    plan.data = {"weizmann-horses"};
    AddCases(plan, "horses", kHorses);
  });
}

}  // namespace structlab::object_localization
