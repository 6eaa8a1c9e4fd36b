// Deformable registration beside elastix's B-splines, on one thread: processor time, and what is missing to a
// Dice of 1 over the labels that a set compares (the moving labels at their nearest voxels).
//
// register_vs_elastix/ncc and /mi: the options of that name's metric and otherwise those of learn_metrics, on
// 20 pairs of hippocampi, each of another two volumes. /default and /tuned: what the program register does by
// default, an affine and a deformable registration, on 60 pairs of one half of the hippocampi each: on the
// 2nd, 4th, ... volume by name, and on the 1st, 3rd, ..., with which the defaults were chosen.
// register_brain: a brain onto its mirror image, and onto itself under a known smooth warp, with
// TunedOptions. Real data is in $STRUCTLAB_DATA; without it or without elastix nothing is measured.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "experiments/datasets/medical/load.h"
#include "experiments/datasets/medical/random_spline.h"
#include "experiments/datasets/resolve.h"
#include "experiments/rivals/elastix.h"
#include "registration/affine/affine_registration.h"
#include "registration/deformable/registration.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

using rivals::ElastixOptions;
using rivals::ElastixResult;
using rivals::FindElastix;
using rivals::RunElastix;

constexpr char kPackage[] = "deformable_registration";
constexpr int kPairs = 20;
constexpr double kLongest = 8;  // mm, of the known warp

std::string RealFolder(const char* name) {
  const std::string folder = datasets::ResolveFromEnvironment(name, kPackage).path;
  if (folder.empty()) {
    std::fprintf(stderr,
                 "registration_benchmark: %s is skipped: set STRUCTLAB_DATA to the folder that contains it\n",
                 name);
  }
  return folder;
}

double MeanDice(const datasets::RegistrationSet& set, const datasets::Subject& fixed,
                const datasets::Subject& moving, const DisplacementField& field, common::ThreadPool& pool) {
  const auto labels = datasets::LabelsToCompare(set, fixed.labels, moving.labels);
  return CompareLabels(fixed.labels, WarpLabels(moving.labels, field, pool), pool,
                       {.distances = false, .labels = labels})
      .mean_dice;
}

// Sums over pairs of ours and elastix's; of Dice and folded voxels, too.
struct Comparison {
  int pairs = 0;
  double seconds[2] = {0, 0}, dice[2] = {0, 0}, dice_before = 0;
  int64_t folded[2] = {0, 0};

  double Missing(int which) const { return 100 * (1 - dice[which] / pairs); }
};

void AddPair(const datasets::RegistrationSet& set, int fixed_subject, int moving_subject,
             const RegistrationOptions& options, bool is_affine, const ElastixOptions& elastix,
             Comparison& comparison) {
  common::ThreadPool pool(1);
  const datasets::Subject fixed = set.load(fixed_subject, pool), moving = set.load(moving_subject, pool);
  DisplacementField fields[2];
  comparison.seconds[0] += common::MeasureSeconds([&] {
    RegistrationPair pair = {.fixed = fixed.image, .moving = moving.image};
    if (is_affine) {
      const AffineTransform start =
          RegisterAffine({fixed.image, moving.image}, {}, AffineKind::kAffine, pool).transform;
      pair.start = FieldOf(start, fixed.image.geometry, pool);
    }
    fields[0] = Register(pair, options, pool).field;
  });
  ElastixResult theirs = RunElastix(FindElastix(), fixed.image, moving.image, elastix, pool);
  comparison.seconds[1] += theirs.seconds;
  fields[1] = std::move(theirs.field);
  for (int which = 0; which < 2; ++which) {
    comparison.dice[which] += MeanDice(set, fixed, moving, fields[which], pool);
    comparison.folded[which] += MeasureFolding(JacobianDeterminant(fields[which], pool)).num_folded;
  }
  const DisplacementField nothing(fixed.image.geometry, Eigen::Vector3f::Zero());
  comparison.dice_before += MeanDice(set, fixed, moving, nothing, pool);
  ++comparison.pairs;
}

void Print(const std::string& name, const Comparison& comparison,
           const common::BenchmarkSelection& selection) {
  const std::string note = fmt::format(
      "{} pairs, mean Dice {:.4f} before, {:.4f} ours, {:.4f} elastix's; folded voxels {} and {}",
      comparison.pairs, comparison.dice_before / comparison.pairs, comparison.dice[0] / comparison.pairs,
      comparison.dice[1] / comparison.pairs, comparison.folded[0], comparison.folded[1]);
  if (selection.Contains(name + "/time")) {
    common::PrintBenchmarkRow({.benchmark = name + "/time",
                               .value = comparison.seconds[0],
                               .unit = "s",
                               .yardstick = "elastix, the whole process",
                               .yardstick_value = comparison.seconds[1],
                               .note = note + "; CPU time"});
  }
  if (selection.Contains(name + "/dice")) {
    common::PrintBenchmarkRow({.benchmark = name + "/dice",
                               .value = comparison.Missing(0),
                               .unit = "% missing to a Dice of 1",
                               .yardstick = "elastix",
                               .yardstick_value = comparison.Missing(1),
                               .note = note});
  }
}

bool ContainsAny(const common::BenchmarkSelection& selection, const std::string& name) {
  return selection.Contains(name + "/time") || selection.Contains(name + "/dice") ||
         selection.Contains(name + "/gain");
}

void MeasureHippocampi(const common::BenchmarkSelection& selection, const std::string& name,
                       const std::string& metric, const std::string& of_elastix) {
  const std::string folder = RealFolder("msd-hippocampus");
  if (folder.empty()) return;
  const datasets::RegistrationSet set = datasets::LoadHippocampus(folder);
  Comparison comparison;
  for (int i = 0; i < kPairs; ++i) {
    AddPair(set, i, i + kPairs, {.metrics = {{metric, 1}}}, false,
            {.spacing = 5, .metric = of_elastix, .align_centers = false}, comparison);
  }
  Print(name, comparison, selection);
}

// The pairs of one half of the volumes: each with those 1, 3 and 7 places behind it in the half.
void MeasureHalf(const common::BenchmarkSelection& selection, const std::string& name, int first) {
  const std::string folder = RealFolder("msd-hippocampus");
  if (folder.empty()) return;
  const datasets::RegistrationSet set = datasets::LoadHippocampus(folder);
  Comparison comparison;
  for (int i = 0; i < kPairs; ++i) {
    for (const int behind : {1, 3, 7}) {
      AddPair(set, first + 2 * i, first + 2 * ((i + behind) % kPairs), TunedOptions(), true,
              {.spacing = 5, .align_centers = false}, comparison);
    }
  }
  Print(name, comparison, selection);
  if (selection.Contains(name + "/gain")) {
    common::PrintBenchmarkRow(
        {.benchmark = name + "/gain",
         .value = (comparison.dice[0] - comparison.dice[1]) / comparison.pairs,
         .unit = "mean Dice above that of elastix",
         .note = fmt::format("{} pairs; processor time {:.2f} of elastix's", comparison.pairs,
                             comparison.seconds[0] / comparison.seconds[1])});
  }
}

void MeasureBrain(const common::BenchmarkSelection& selection, const std::string& folder) {
  Comparison comparison;
  AddPair(datasets::LoadOasisBrain(folder), 0, 1, TunedOptions(), false,
          {.spacing = 10, .iterations = 500, .align_centers = false}, comparison);
  Print("register_brain", comparison, selection);
}

// x -> x + a smooth spline, whose longest displacement on the grid is kLongest.
DisplacementField KnownField(const Geometry& grid, common::ThreadPool& pool) {
  const Point a = grid.PointOf(Point::Zero());
  const Point b = grid.PointOf((grid.size - VoxelIndex::Ones()).cast<double>());
  const auto field = [&](double amplitude) {
    common::RandomStream random(1, "known warp");
    datasets::SplineWarp warp;
    warp.Append(datasets::RandomSpline(3, a.cwiseMin(b), a.cwiseMax(b), 40, amplitude, random));
    return warp.FieldOn(grid, pool);
  };
  float longest = 0;
  for (const Eigen::Vector3f& u : field(1).values) longest = std::max(longest, u.norm());
  return field(kLongest / static_cast<double>(longest));
}

void MeasureKnownWarp(const common::BenchmarkSelection& selection, const std::string& folder) {
  common::ThreadPool pool(1);
  const datasets::Subject brain = datasets::LoadOasisBrain(folder).load(0, pool);
  const DisplacementField known = KnownField(brain.image.geometry, pool);
  const Image fixed = WarpImage(brain.image, known, pool);
  const LabelMap labels = WarpLabels(brain.labels, known, pool);
  DisplacementField found;
  const double seconds = common::MeasureSeconds(
      [&] { found = Register({.fixed = fixed, .moving = brain.image}, TunedOptions(), pool).field; });
  std::vector<double> errors, lengths;
  for (size_t v = 0; v < labels.values.size(); ++v) {
    if (labels.values[v] == 0) continue;
    errors.push_back(static_cast<double>((found.values[v] - known.values[v]).norm()));
    lengths.push_back(static_cast<double>(known.values[v].norm()));
  }
  const Folding folding = MeasureFolding(JacobianDeterminant(found, pool));
  const std::string note = fmt::format(
      "the brain warped by splines of at most {} mm, {:.2f} mm in the median, voxels of 1 mm; {:.3g} s of "
      "one "
      "processor; smallest Jacobian determinant {:.2f}",
      kLongest, common::MedianOf(lengths), seconds, folding.min_determinant);
  if (selection.Contains("register_brain/known_warp")) {
    common::PrintBenchmarkRow({.benchmark = "register_brain/known_warp",
                               .value = common::MedianOf(errors),
                               .unit = "mm, the median error inside of the brain",
                               .note = note});
  }
  if (selection.Contains("register_brain/folded")) {
    common::PrintBenchmarkRow({.benchmark = "register_brain/folded",
                               .value = static_cast<double>(folding.num_folded),
                               .unit = "voxels",
                               .note = note});
  }
}

void Measure(const common::BenchmarkSelection& selection) {
  const struct {
    const char *name, *metric, *of_elastix;
  } hippocampi[] = {{"register_vs_elastix/ncc", "ncc", "AdvancedNormalizedCorrelation"},
                    {"register_vs_elastix/mi", "mi", "AdvancedMattesMutualInformation"}};
  const bool needs_elastix =
      ContainsAny(selection, hippocampi[0].name) || ContainsAny(selection, hippocampi[1].name) ||
      ContainsAny(selection, "register_vs_elastix/default") ||
      ContainsAny(selection, "register_vs_elastix/tuned") || ContainsAny(selection, "register_brain");
  const bool has_elastix = !FindElastix().empty();
  if (needs_elastix && !has_elastix) {
    std::fputs("register_vs_elastix, register_brain: elastix is not installed: skipped\n", stderr);
  }
  for (const auto& row : hippocampi) {
    if (has_elastix && ContainsAny(selection, row.name)) {
      MeasureHippocampi(selection, row.name, row.metric, row.of_elastix);
    }
  }
  if (has_elastix && ContainsAny(selection, "register_vs_elastix/default")) {
    MeasureHalf(selection, "register_vs_elastix/default", 1);
  }
  if (has_elastix && ContainsAny(selection, "register_vs_elastix/tuned")) {
    MeasureHalf(selection, "register_vs_elastix/tuned", 0);
  }
  const bool mirror = has_elastix && ContainsAny(selection, "register_brain");
  const bool warp =
      selection.Contains("register_brain/known_warp") || selection.Contains("register_brain/folded");
  if (!mirror && !warp) return;
  const std::string folder = RealFolder("oasis-voxelmorph");
  if (folder.empty()) return;
  if (mirror) MeasureBrain(selection, folder);
  if (warp) MeasureKnownWarp(selection, folder);
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::registration
