#include "registration/deformable/registration.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "registration/deformable/dominant_classes.h"
#include "registration/deformable/grey_map.h"
#include "registration/deformable/prepared_images.h"
#include "registration/deformable/unary_costs.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

using common::ThreadPool;

// A metric of what little is left of an image can be better than that of all: less than this share of the
// overlap, and a refinement is undone.
constexpr double kLeastOverlap = 0.7;

// Mean over the points of which both costs are known; before and after.
std::pair<double, double> MeansOfKnown(const Eigen::ArrayXd& before, const Eigen::ArrayXd& after) {
  double sum_before = 0, sum_after = 0;
  int64_t known = 0;
  for (Eigen::Index p = 0; p < before.size(); ++p) {
    if (std::isnan(before[p]) || std::isnan(after[p])) continue;
    sum_before += before[p];
    sum_after += after[p];
    ++known;
  }
  const auto count = static_cast<double>(std::max<int64_t>(known, 1));
  return {sum_before / count, sum_after / count};
}

class Level {
 public:
  Level(const PreparedImages& images, const RegistrationOptions& options, double spacing, ThreadPool& pool)
      : images_(images),
        options_(options),
        pool_(pool),
        grid_(images.fixed.geometry, spacing, options.patch_size),
        costs_(images_.fixed, Present(images_.fixed_weights), grid_, options.metrics),
        labels_(options.label_set, options.label_steps, images.fixed.geometry.dimension),
        at_rest_(options.label_set, 0, images.fixed.geometry.dimension),
        scales_(options.metrics.size(), 1),
        has_mask_(
            std::ranges::any_of(images.moving_weights.values, [](float weight) { return weight != 1; })) {
    for (const ClassWeights& c : options.classes) class_labels_.push_back(c.label);
  }

  // Returns why to stop, if at all. Leaves out a coarse level whose patches have no costs.
  std::optional<common::Ending> Run(int level, bool is_finest, DisplacementField& field,
                                    std::vector<Refinement>& refinements, common::RunRecorder& run) {
    double range = options_.range * grid_.spacing();
    warped_ = Warped(field);
    FitGreyMap();
    if (options_.divides_by_mean) FindScales(range / labels_.steps());
    Eigen::ArrayXd costs = CostsAtRest();
    if (costs.isNaN().all()) {
      if (is_finest) ThrowNothingToCompare();
      return std::nullopt;
    }
    double most_overlap = Overlap();
    for (int r = 0; r < options_.refinements; ++r) {
      const double made = static_cast<double>(level) * options_.refinements + r;
      if (made >= run.rule().iterations) return common::Ending::kIterationLimit;
      if (options_.maps_grey_values && r > 0) {
        FitGreyMap();
        costs = CostsAtRest();
      }
      const double step = range / labels_.steps();
      Eigen::MatrixXf unaries = Weighted(labels_, step);
      FillUnknown(unaries);
      const double smoothness = options_.smoothness * (is_finest ? options_.finest_smoothness : 1);
      const LabelField found = MinimizeLabelField(unaries, grid_, labels_, step, smoothness,
                                                  options_.minimizer, options_.proves_bounds);
      DisplacementField next = Compose(Displacements(found.labels, step), field, pool_);
      MovingImages last = std::exchange(warped_, Warped(next));
      MapGreyValues();
      Eigen::ArrayXd next_costs = CostsAtRest();
      const auto [before, after] = MeansOfKnown(costs, next_costs);
      const Refinement refinement = {
          .level = level,
          .index = r,
          .range = range,
          .cost_before = before,
          .cost_after = after,
          .energy = found.energy,
          .lower_bound = found.lower_bound,
          .is_accepted = after < before && Overlap() >= kLeastOverlap * most_overlap};
      if (refinement.is_accepted) {
        field = std::move(next);
        costs = std::move(next_costs);
        most_overlap = std::max(most_overlap, Overlap());
      } else {
        warped_ = std::move(last);
        MapGreyValues();
      }
      refinements.push_back(refinement);
      const auto ending = run.Record(made + 1, refinement.is_accepted ? after : before);
      const bool is_last = is_finest && r + 1 == options_.refinements;
      if (ending && !is_last) return ending;
      if (!refinement.is_accepted || !options_.shrinks_when_stuck) range *= options_.shrink;
    }
    return std::nullopt;
  }

  // The costs of points under a field and under that of the last run, both with the scales of that run, each
  // with its own map of grey values.
  std::pair<double, double> CompareWith(const DisplacementField& start) {
    FitGreyMap();
    const Eigen::ArrayXd at_end = CostsAtRest();
    warped_ = Warped(start);
    FitGreyMap();
    return MeansOfKnown(CostsAtRest(), at_end);
  }

 private:
  // On the fixed grid.
  struct MovingImages {
    Image image, weights;
    LabelMap labels;
  };

  MovingImages Warped(const DisplacementField& field) const {
    MovingImages warped;
    warped.image = WarpImage(images_.moving, field, pool_);
    if (Present(images_.moving_weights) != nullptr) {
      // Weights that are all 1 are 1 inside of the image and 0 outside, for which the nearest voxel suffices.
      const Interpolation interpolation = has_mask_ ? Interpolation::kLinear : Interpolation::kNearest;
      warped.weights = WarpImage(images_.moving_weights, field, pool_, {interpolation});
    }
    if (!class_labels_.empty()) warped.labels = WarpLabels(images_.moving_labels, field, pool_);
    return warped;
  }

  // Fits the map to the warped image, and maps that.
  void FitGreyMap() {
    if (!options_.maps_grey_values) return;
    grey_map_ = GreyMap::Fitted(images_.fixed, warped_.image, Present(images_.fixed_weights),
                                Present(warped_.weights));
    MapGreyValues();
  }

  void MapGreyValues() {
    if (!options_.maps_grey_values) return;
    mapped_ = warped_.image;
    for (float& value : mapped_.values) value = grey_map_(value);
  }

  // Voxels of the fixed image whose places are in the moving one.
  double Overlap() const {
    double sum = 0;
    for (const float weight : warped_.weights.values) sum += static_cast<double>(weight);
    return sum;
  }

  std::vector<Eigen::MatrixXf> CostsOfMetrics(const DisplacementLabels& labels, double step) const {
    return costs_.Compute(options_.maps_grey_values ? mapped_ : warped_.image, Present(warped_.weights),
                          labels, step, pool_);
  }

  void FindScales(double step) {
    const std::vector<Eigen::MatrixXf> of_metrics = CostsOfMetrics(labels_, step);
    for (size_t m = 0; m < of_metrics.size(); ++m) {
      double sum = 0;
      int64_t known = 0;
      for (const float cost : of_metrics[m].reshaped()) {
        if (std::isnan(cost)) continue;
        sum += static_cast<double>(cost);
        ++known;
      }
      if (sum > 0) scales_[m] = static_cast<double>(known) / sum;
    }
  }

  Eigen::MatrixXf Weighted(const DisplacementLabels& labels, double step) const {
    const std::vector<Eigen::MatrixXf> of_metrics = CostsOfMetrics(labels, step);
    const auto weight = [&](size_t m, int c) {
      const double of_class = c < 0 ? options_.metrics[m].weight : options_.classes[c].weights[m];
      return static_cast<float>(of_class * scales_[m]);
    };
    Eigen::MatrixXf sum = Eigen::MatrixXf::Zero(labels.size(), grid_.num_points());
    if (class_labels_.empty()) {
      for (size_t m = 0; m < of_metrics.size(); ++m) sum += weight(m, -1) * of_metrics[m];
      return sum;
    }
    const auto classes = DominantClasses(warped_.labels, grid_, labels, step, class_labels_);
    for (size_t m = 0; m < of_metrics.size(); ++m) {
      sum += of_metrics[m].cwiseProduct(classes.unaryExpr([&](int8_t c) { return weight(m, c); }));
    }
    return sum;
  }

  Eigen::ArrayXd CostsAtRest() const {
    return Weighted(at_rest_, 0).row(0).cast<double>().transpose().array();
  }

  DisplacementField Displacements(const std::vector<int>& labels, double step) const {
    std::vector<Eigen::Vector3f> displacements;
    for (const int label : labels) {
      displacements.push_back((grid_.image().direction * labels_[label].cast<double>() * step).cast<float>());
    }
    return grid_.Dense(displacements, options_.interpolation, pool_);
  }

  const PreparedImages& images_;
  const RegistrationOptions& options_;
  ThreadPool& pool_;
  ControlGrid grid_;
  UnaryCosts costs_;
  DisplacementLabels labels_, at_rest_;
  std::vector<double> scales_;  // of metrics
  std::vector<int32_t> class_labels_;
  bool has_mask_;  // of the moving image
  MovingImages warped_;
  GreyMap grey_map_;
  Image mapped_;  // the warped image with mapped grey values, if options_.maps_grey_values
};

}  // namespace

int NumLevels(const Geometry& fixed, const RegistrationOptions& options) {
  const double spacing = SpacingOf(fixed, options);
  const double longest = LongestSide(fixed);
  int levels = 1;
  while (levels < options.levels && longest >= 3 * spacing * std::exp2(levels)) {
    const VoxelIndex factors = ReductionOf(fixed, int64_t{1} << levels);
    if (((fixed.size.array() / factors.array()) < 12 && factors.array() > 1).any()) break;
    ++levels;
  }
  return levels;
}

RegistrationResult Register(const RegistrationPair& pair, const RegistrationOptions& options,
                            ThreadPool& pool, const common::RunControl& run) {
  common::RunRecorder recorder(run);
  CheckOptions(options);
  const PreparedImages finest = PrepareImages(pair, options);
  const double spacing = SpacingOf(pair.fixed.geometry, options);
  const int levels = NumLevels(pair.fixed.geometry, options);
  RegistrationResult result;
  result.field = pair.start;
  result.overlap_of_start = OverlapOf(finest, OnGrid(pair.start, pair.fixed.geometry, pool), pool);
  CheckGreyValues("fixed image", pair.fixed);
  CheckGreyValues("moving image", pair.moving);
  std::optional<common::Ending> ending;
  for (int l = 0; l < levels && !ending; ++l) {
    const int64_t factor = int64_t{1} << (levels - 1 - l);
    const PreparedImages reduced = factor > 1 ? ReduceImages(finest, factor, pool) : PreparedImages();
    const PreparedImages& images = factor > 1 ? reduced : finest;
    result.field = OnGrid(result.field, images.fixed.geometry, pool);
    Level level(images, options, spacing * static_cast<double>(factor), pool);
    ending = level.Run(l, factor == 1, result.field, result.refinements, recorder);
    if (factor > 1 && !ending) continue;
    // Finer levels would have been: the coarser field is compared where it is.
    const DisplacementField start = OnGrid(pair.start, images.fixed.geometry, pool);
    std::tie(result.cost_of_start, result.cost) = level.CompareWith(start);
    result.is_start = !(result.cost < result.cost_of_start);
    if (result.is_start) result.field = start;
  }
  result.field = OnGrid(result.field, pair.fixed.geometry, pool);
  result.ending = ending.value_or(common::Ending::kConverged);
  result.trace = recorder.Take();
  return result;
}

}  // namespace structlab::registration
