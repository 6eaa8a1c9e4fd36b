#include "registration/metric_learning/training_pair.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "common/error.h"
#include "registration/deformable/column_sums.h"
#include "registration/deformable/prepared_images.h"
#include "registration/deformable/unary_costs.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

using common::ThreadPool;

// 1 - Dice of two soft masks; NaN where both are empty.
class DiceLoss : public PatchMetric {
 public:
  explicit DiceLoss(const Image& fixed) : fixed_(fixed) {}
  int num_statistics() const override { return 2; }
  void AddCells(const CellBar& bar, std::span<double> statistics) const override {
    AddColumnSums<2>(fixed_, bar, statistics, [](const auto& f, const auto& m, const auto& w, auto& sums) {
      Columns of_either = f + m, of_both = f * m;
      Weight(of_either, w);
      Weight(of_both, w);
      sums[0] += of_either;
      sums[1] += of_both;
    });
  }
  double Cost(std::span<const double> s, double) const override {
    if (!(s[0] > 0)) return std::numeric_limits<double>::quiet_NaN();
    return 1 - 2 * s[1] / s[0];
  }

 private:
  const Image& fixed_;
};

Image IndicatorOf(const LabelMap& labels, int32_t label) {
  Image indicator(labels.geometry);
  std::ranges::transform(labels.values, indicator.values.begin(),
                         [&](int32_t value) { return value == label ? 1.0F : 0.0F; });
  return indicator;
}

// Divides by the number of points that have the class, which it returns.
int Normalize(Eigen::MatrixXf& losses) {
  int points = 0;
  for (Eigen::Index p = 0; p < losses.cols(); ++p) {
    const auto column = losses.col(p);
    points += std::ranges::any_of(column, [](float loss) { return !std::isnan(loss); }) ? 1 : 0;
  }
  for (float& loss : losses.reshaped()) loss = std::isnan(loss) ? 0 : loss / static_cast<float>(points);
  return points;
}

void CheckGrid(const char* what, const LabelMap& labels, const Image& image) {
  if (AreSame(labels.geometry, image.geometry)) return;
  common::ThrowUsageError(what, std::string("the grid of its image, ").append(Describe(image.geometry)),
                          Describe(labels.geometry), "resample them first");
}

}  // namespace

RegistrationResult StartOfFinestLevel(const TrainingImages& images, const RegistrationOptions& options,
                                      ThreadPool& pool, const common::RunControl& run) {
  RegistrationOptions coarse = options;
  coarse.classes.clear();
  const int coarser_levels = NumLevels(images.fixed.geometry, coarse) - 1;
  const double refinements = static_cast<double>(coarser_levels) * coarse.refinements;
  if (refinements == 0) return {.field = images.start, .refinements = {}, .is_start = true};
  const RegistrationPair pair = {.fixed = images.fixed,
                                 .moving = images.moving,
                                 .fixed_mask = images.fixed_mask,
                                 .moving_mask = images.moving_mask,
                                 .start = images.start};
  common::RunControl coarser_only = run;
  coarser_only.stop.iterations = std::min(run.stop.iterations, refinements);
  RegistrationResult result = Register(pair, coarse, pool, coarser_only);
  const bool is_whole = run.stop.iterations >= refinements;
  if (result.ending == common::Ending::kIterationLimit && is_whole) {
    result.ending = common::Ending::kConverged;
  }
  return result;
}

TrainingPair MeasurePair(const TrainingImages& images, const RegistrationOptions& options,
                         const std::vector<int32_t>& classes, ThreadPool& pool) {
  CheckOptions(options);
  if (options.divides_by_mean) {
    common::ThrowUsageError("divides_by_mean", "false: weights are learned of costs as they are", "true");
  }
  if (classes.empty()) common::ThrowUsageError("classes", "at least one", "none");
  CheckGrid("fixed labels", images.fixed_labels, images.fixed);
  CheckGrid("moving labels", images.moving_labels, images.moving);
  RegistrationOptions without_classes = options;
  without_classes.classes.clear();
  const RegistrationPair pair = {.fixed = images.fixed,
                                 .moving = images.moving,
                                 .fixed_mask = images.fixed_mask,
                                 .moving_mask = images.moving_mask};
  const PreparedImages prepared = PrepareImages(pair, without_classes);
  const Geometry& geometry = images.fixed.geometry;
  const DisplacementField start = OnGrid(images.start, geometry, pool);
  OverlapOf(prepared, start, pool);

  const double spacing = SpacingOf(geometry, options);
  TrainingPair measured = {
      .grid = ControlGrid(geometry, spacing, options.patch_size),
      .labels = DisplacementLabels(options.label_set, options.label_steps, geometry.dimension),
      .step = options.range * spacing / options.label_steps,
      .costs = {},
      .losses = {},
      .points_of_class = {}};
  const Image moved = WarpImage(prepared.moving, start, pool);
  const Image moved_weights =
      prepared.moving_weights.values.empty() ? Image() : WarpImage(prepared.moving_weights, start, pool);
  measured.costs = UnaryCosts(prepared.fixed, Present(prepared.fixed_weights), measured.grid, options.metrics)
                       .Compute(moved, Present(moved_weights), measured.labels, measured.step, pool);
  if (measured.costs[0].array().isNaN().all()) ThrowNothingToCompare();
  for (Eigen::MatrixXf& costs : measured.costs) FillUnknown(costs);

  const LabelMap moved_labels = WarpLabels(images.moving_labels, start, pool);
  for (const int32_t label : classes) {
    const Image fixed = IndicatorOf(images.fixed_labels, label);
    const UnaryCosts losses(fixed, nullptr, measured.grid, std::make_unique<DiceLoss>(fixed));
    measured.losses.push_back(std::move(
        losses.Compute(IndicatorOf(moved_labels, label), nullptr, measured.labels, measured.step, pool)[0]));
    measured.points_of_class.push_back(Normalize(measured.losses.back()));
  }
  return measured;
}

Eigen::MatrixXf WeightedCosts(const TrainingPair& pair, const std::vector<double>& weights) {
  Eigen::MatrixXf sum = static_cast<float>(weights[0]) * pair.costs[0];
  for (size_t m = 1; m < pair.costs.size(); ++m) sum += static_cast<float>(weights[m]) * pair.costs[m];
  return sum;
}

}  // namespace structlab::registration
