#include "experiments/datasets/medical/drawn_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/reproducible_math.h"

namespace structlab::datasets {

using registration::DisplacementField;
using registration::Geometry;
using registration::Point;

namespace {

void CheckCount(const char* what, int value, int least) {
  if (value < least) {
    common::ThrowUsageError(what, fmt::format("at least {}", least), fmt::format("{}", value));
  }
}

void CheckNumber(const char* what, double value, double low, double high) {
  if (value >= low && value <= high) return;
  common::ThrowUsageError(what, fmt::format("{} to {}", common::FormatShort(low), common::FormatShort(high)),
                          common::FormatShort(value));
}

RandomSpline SplineOn(const Geometry& grid, double spacing, double amplitude, common::RandomStream& random) {
  const Point half = grid.size.cast<double>().cwiseProduct(grid.spacing) / 2;
  return RandomSpline(grid.dimension, -half, half, spacing, amplitude, random);
}

void AppendSplines(SplineWarp& warp, const Geometry& grid, const WarpDraw& draw, uint64_t seed,
                   std::string_view name, int index) {
  common::RandomStream random(seed, name, static_cast<uint64_t>(index));
  for (int i = 0; i < draw.num_splines; ++i) {
    warp.Append(SplineOn(grid, draw.spacing, draw.strength * draw.spacing, random));
  }
}

// t^gamma for t from 0 to 1.
double Power(double t, double gamma) {
  return t <= 0 ? 0 : common::ReproducibleExp(gamma * common::ReproducibleLog(t));
}

}  // namespace

DrawnSet::DrawnSet(const Anatomy& anatomy, const DrawOptions& options, uint64_t seed)
    : anatomy_(anatomy), options_(options), seed_(seed), template_(anatomy, seed) {
  CheckCount("number of patients", options.num_patients, 1);
  CheckCount("volumes of a patient", options.volumes_of_patient, 1);
  CheckCount("number of folds", options.num_folds, 1);
  for (const WarpDraw* const draw : {&options.patient, &options.session}) {
    CheckCount("splines of a warp", draw->num_splines, 0);
    CheckNumber("strength of a warp", draw->strength, 0, kMaxWarpStrength);
  }
  CheckNumber("gamma", options.gamma, 0, 0.999);
  CheckNumber("noise", options.noise, 0, 1e6);
  CheckNumber("bias", options.bias, 0, 1);
}

SplineWarp DrawnSet::ToTemplate(int subject) const {
  STRUCTLAB_CHECK(subject >= 0 && subject < size());
  SplineWarp warp;
  AppendSplines(warp, anatomy_.grid, options_.session, seed_, "drawn set/session warp", subject);
  AppendSplines(warp, anatomy_.grid, options_.patient, seed_, "drawn set/patient warp", PatientOf(subject));
  return warp;
}

Subject DrawnSet::Draw(int subject, common::ThreadPool& pool) const {
  const Geometry& grid = anatomy_.grid;
  const SplineWarp to_template = ToTemplate(subject);
  common::RandomStream of_scan(seed_, "drawn set/scan", static_cast<uint64_t>(subject));
  const double gamma = 1 + options_.gamma * (2 * of_scan.Uniform() - 1);
  const RandomSpline bias = SplineOn(grid, options_.bias_spacing, options_.bias, of_scan);
  common::RandomStream of_noise(seed_, "drawn set/noise", static_cast<uint64_t>(subject));
  Subject drawn = {.image = registration::Image(grid), .labels = registration::LabelMap(grid)};
  if (options_.noise > 0) {
    for (float& value : drawn.image.values) value = static_cast<float>(options_.noise * of_noise.Normal());
  }
  const double lowest = anatomy_.lowest, range = double{anatomy_.highest} - lowest;
  common::ParallelFor(pool, grid.size[1] * grid.size[2], [&](int64_t row) {
    for (int64_t i = row * grid.size[0]; i < (row + 1) * grid.size[0]; ++i) {
      const Point point = grid.PointOf(grid.IndexAt(i).cast<double>());
      const AnatomyPoint found = template_(to_template(point));
      const double t = Power(std::clamp((double{found.grey} - lowest) / range, 0.0, 1.0), gamma);
      const double grey = lowest + range * t * (1 + bias(point)[0]);
      const auto voxel = static_cast<size_t>(i);
      drawn.labels.values[voxel] = found.label;
      drawn.image.values[voxel] += static_cast<float>(grey);
    }
  });
  return drawn;
}

DisplacementField DrawnSet::TrueField(int fixed, int moving, common::ThreadPool& pool) const {
  return FieldBetween(ToTemplate(fixed), ToTemplate(moving), anatomy_.grid, pool);
}

RegistrationSet DrawRegistrationSet(const std::string& name, const Anatomy& anatomy,
                                    const DrawOptions& options, uint64_t seed) {
  const auto drawn = std::make_shared<const DrawnSet>(anatomy, options, seed);
  RegistrationSet set = {.name = name, .dimension = anatomy.grid.dimension, .structures = anatomy.structures};
  for (int i = 0; i < drawn->size(); ++i) {
    const int volume = i % options.volumes_of_patient;
    set.subjects.push_back({.name = options.num_patients > 1 && options.volumes_of_patient > 1
                                        ? fmt::format("patient {}, volume {}", drawn->PatientOf(i), volume)
                                        : fmt::format("volume {}", i),
                            .patient = drawn->PatientOf(i),
                            .fold = drawn->FoldOf(i)});
  }
  set.load = [drawn](int subject, common::ThreadPool& pool) { return drawn->Draw(subject, pool); };
  set.true_field = [drawn](int fixed, int moving, common::ThreadPool& pool) {
    return drawn->TrueField(fixed, moving, pool);
  };
  return set;
}

DrawOptions ParotidOptions() {
  return {.num_patients = 4,
          .volumes_of_patient = 2,
          .patient = {.num_splines = 1, .spacing = 60, .strength = 0.3},
          .session = {.num_splines = 2, .spacing = 50, .strength = 0.3},
          .noise = 15,
          .bias = 0.05,
          .gamma = 0.03};
}

DrawOptions PelvisOptions() {
  return {.num_patients = 1,
          .volumes_of_patient = 5,
          .patient = {.num_splines = 1, .spacing = 60, .strength = 0.3},
          .session = {.num_splines = 2, .spacing = 55, .strength = 0.4},
          .noise = 15,
          .bias = 0.05,
          .gamma = 0.03};
}

DrawOptions BrainOptions() {
  return {.num_patients = 18,
          .num_folds = 2,
          .patient = {.num_splines = 2, .spacing = 40, .strength = 0.32},
          .noise = 6,
          .bias = 0.4,
          .gamma = 0.2};
}

DrawOptions HippocampusOptions() {
  return {.num_patients = 40,
          .patient = {.num_splines = 2, .spacing = 16, .strength = 0.35},
          .noise = 8,
          .bias = 0.3,
          .bias_spacing = 40,
          .gamma = 0.2};
}

DrawOptions SliceOptions(int num_subjects) {
  return {.num_patients = num_subjects,
          .patient = {.num_splines = 2, .spacing = 35, .strength = 0.4},
          .noise = 6,
          .bias = 0.4,
          .gamma = 0.2};
}

DrawOptions WholeBrainOptions() {
  return {.num_patients = 1,
          .patient = {.num_splines = 1, .spacing = 40, .strength = 0.2},
          .noise = 6,
          .bias = 0.4,
          .gamma = 0.2};
}

}  // namespace structlab::datasets
