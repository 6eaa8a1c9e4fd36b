#include "structured_learning/segmentation/training_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "structured_learning/problem/graph_labeling/subgraph.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMaxImagesOfWords = 64, kDescriptors = 20'000;

// A random sample of the descriptors of some images, about as many of each.
CodeBook LearnWords(int num_images, const ImageSource& source, const SegmentationOptions& options) {
  const std::vector<int> images = ImagesOfWords(num_images, options);
  const int max_side = options.units.max_side.value_or(DefaultMaxSide(options.units.kind));
  std::vector<DenseRows> parts;
  Eigen::Index count = 0;
  for (const int i : images) {
    common::StopPoint();
    if (const std::optional<LabeledImage> read = source(i)) {
      const DenseRows all = WordDescriptors(ReduceImage(read->image, max_side));
      common::RandomStream random(options.run.seed, "segmentation/descriptors", static_cast<uint64_t>(i));
      const auto most = std::max<Eigen::Index>(1, kDescriptors / std::ssize(images));
      const auto chosen = random.SampleWithoutReplacement(static_cast<int>(all.rows()),
                                                          static_cast<int>(std::min(most, all.rows())));
      parts.push_back(all(chosen, Eigen::all));
      count += parts.back().rows();
    }
    if (options.step) options.step("words");
  }
  DenseRows descriptors(count, kDescriptorSize);
  count = 0;
  for (const DenseRows& part : parts) {
    descriptors.middleRows(count, part.rows()) = part;
    count += part.rows();
  }
  if (count == 0) common::ThrowDataError("images", "at least one", "none");
  return LearnCodeBook(descriptors, options.num_words, options.run.seed);
}

std::shared_ptr<const GraphSample> KnownPart(const std::shared_ptr<const GraphSample>& graph,
                                             const UnitLabels& truth) {
  std::vector<bool> is_known;
  for (size_t unit = 0; unit < truth.labels.size(); ++unit) {
    is_known.push_back(truth.foreground[unit] + truth.background[unit] > 0);
  }
  const auto count = std::ranges::count(is_known, true);
  if (count == std::ssize(is_known)) return graph;
  return count == 0 ? nullptr : std::make_shared<const GraphSample>(Subgraph(*graph, is_known));
}

}  // namespace

std::vector<int> ImagesOfWords(int num_images, const SegmentationOptions& options) {
  std::vector<int> images;
  if (!UsesWords(options.features)) return images;
  const int count = std::min(num_images, kMaxImagesOfWords);
  for (int64_t k = 0; k < count; ++k) images.push_back(static_cast<int>(k * num_images / count));
  return images;
}

TrainingSet ReadTrainingSet(int num_images, const ImageSource& source, const SegmentationOptions& options) {
  TrainingSet set;
  set.model.units = options.units;
  set.model.units.max_side = options.units.max_side.value_or(DefaultMaxSide(options.units.kind));
  set.model.features = options.features;
  if (UsesWords(options.features)) set.model.book = LearnWords(num_images, source, options);
  std::vector<std::shared_ptr<GraphSample>> graphs;
  StandardizationBuilder standardization;
  for (int i = 0; i < num_images; ++i) {
    common::StopPoint();
    if (const std::optional<LabeledImage> read = source(i)) {
      CheckMaskSize(read->mask, read->image.width, read->image.height, read->name);
      const ImageUnits units = MakeUnits(read->image, set.model.units);
      UnitLabels truth = LabelUnits(units, read->mask);
      auto graph = std::make_shared<GraphSample>(
          UnlabeledGraph(units, options.features, set.model.book ? &*set.model.book : nullptr));
      standardization.Add(std::get<DenseRows>(graph->features));
      graph->labels = truth.labels;
      graph->loss_weights = truth.loss_weights;
      set.num_units += units.count;
      set.truths.push_back(std::move(truth));
      graphs.push_back(std::move(graph));
    }
    if (options.step) options.step(fmt::format("image {} of {}", i + 1, num_images));
  }
  if (graphs.empty()) common::ThrowDataError("images", "at least one", "none");
  set.model.standardization = standardization.Build();
  for (const auto& graph : graphs) set.model.standardization.Apply(std::get<DenseRows>(graph->features));
  set.graphs = {graphs.begin(), graphs.end()};
  for (size_t i = 0; i < graphs.size(); ++i) set.known.push_back(KnownPart(set.graphs[i], set.truths[i]));
  return set;
}

}  // namespace structlab::structured_learning
