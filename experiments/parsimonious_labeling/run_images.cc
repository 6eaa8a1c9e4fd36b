// Section 3.6.2: stereo, inpainting, and how much is smoothed away.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/harness/run/case.h"
#include "experiments/parsimonious_labeling/cpu_watch.h"
#include "experiments/parsimonious_labeling/image_data.h"
#include "experiments/parsimonious_labeling/pairs_among_cliques.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/runs.h"
#include "graphical_models/images/image_methods.h"
#include "graphical_models/images/restoration.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::ImageProblem;
using graphical_models::Labeling;
using graphical_models::MapResult;
using harness::Case;
using harness::Recorder;
using harness::Setting;

// The source's Algorithm 8: the best of the trees, as it is.
MapResult WithoutRefinement(const ImageProblem& problem, const Case& c, const char* trees = "image_trees") {
  const int num_trees = static_cast<int>(c.parameters.Integer(trees));
  return graphical_models::ParsimoniousLabeling(
      problem.pairwise, problem.cliques, {.run = {.seed = c.seed}, .trees = num_trees, .refine = false});
}

// Where pairs are cliques like all others, as the text has it, and not exact in the baseline's moves.
MapResult OverEstimatingPairs(const ImageProblem& problem) {
  const ImageProblem moved = PairsAmongCliques(problem);
  return graphical_models::CoOccurrenceExpansion(moved.pairwise, moved.cliques);
}

MapResult Minimize(const ImageProblem& problem, const Case& c) {
  if (c.method == kCoOccurrencePairs) return OverEstimatingPairs(problem);
  const std::string& name = c.parameters.Text("library_method");
  if (name.empty()) return WithoutRefinement(problem, c);
  const graphical_models::ImageMethod& method = graphical_models::FindImageMethod(name);
  common::OptionValues options(name, method.options);
  if (c.method == kRefined) options.Set("trees", c.parameters.Integer("image_trees"));
  common::RunControl run = {.seed = c.seed};
  // The methods with moves end by themselves; their iterations are other things.
  if (c.method == kTrws) run.stop.iterations = static_cast<double>(c.parameters.Integer("trws_iterations"));
  return method.minimize(problem.pairwise, problem.cliques, run, options);
}

void RecordQuality(const char* table, const ImageTask& task, const ImageData& data, const Labeling& labeling,
                   Recorder& record) {
  record.Value(table, "labels_used", NumLabelsUsed(labeling));
  record.Value(table, "total_variation", TotalVariation(data.width, data.height, labeling));
  if (task.is_stereo) {
    const auto found = graphical_models::DisparitiesOfLabels(data.width, data.height, labeling);
    record.Value(table, "bad_pixels", 100 * CountBadPixels(found, data.truth).share(), {.unit = "%"});
    if (data.occluded) {
      record.Value(table, "bad_pixels_without_occlusions",
                   100 * CountBadPixels(found, data.truth, &*data.occluded).share(), {.unit = "%"});
    }
    return;
  }
  const auto restored = graphical_models::ImageOfLabels(data.width, data.height, labeling);
  record.Value(table, "psnr", Psnr(restored, *data.clean), {.unit = "dB"});
  if (std::ranges::count(data.missing->values, 255) > 0) {
    record.Value(table, "psnr_of_missing", Psnr(restored, *data.clean, &*data.missing), {.unit = "dB"});
  }
}

// None if the method does not take the problem; the reason is then recorded.
std::optional<MapResult> MinimizeAndRecord(const char* table, const ImageTask& task, const ImageData& data,
                                           const ImageProblem& problem, const Case& c, Recorder& record) {
  const CpuWatch watch;
  std::optional<MapResult> result = harness::RunUnlessRefused(record, [&] { return Minimize(problem, c); });
  const double seconds = watch.now();
  if (!result) return result;
  record.Value(table, "full_energy", problem.Energy(result->labeling));
  record.Value(table, "pairwise_energy", problem.pairwise.Energy(result->labeling));
  if (std::isfinite(result->lower_bound)) record.Value(table, "lower_bound", result->lower_bound);
  record.Value(table, "time", seconds, {.unit = "s"});
  RecordQuality(table, task, data, result->labeling, record);
  return result;
}

}  // namespace

void RunImage(const Case& c, Recorder& record) {
  const ImageTask& task = FindImageTask(c.parameters.Text("image"));
  const ImageSettings settings = ReadImageSettings(c.parameters);
  const ImageData data = LoadImageData(c, task, settings);
  const ImageProblem problem = ProblemOf(task, data, settings);
  const auto result = MinimizeAndRecord(task.own_table(), task, data, problem, c, record);
  if (!result) return;
  const bool is_printed = c.method == kParsimonious || c.method == kCoOccurrence;
  if (is_printed && task.is_printed()) {
    record.Value(task.table, "energy", problem.Energy(result->labeling));
  }
  record.Picture(task.table, "visual_quality", PictureOf(task, data, result->labeling));
}

void RunReading(const Case& c, Recorder& record) {
  const ImageTask& task = FindImageTask(c.parameters.Text("image"));
  const ImageSettings settings = ReadImageSettings(c.parameters);
  const ImageData data = LoadImageData(c, task, settings);
  MinimizeAndRecord(kOurReadings, task, data, ProblemOf(task, data, settings), c, record);
}

void RunInput(const Case& c, Recorder& record) {
  const ImageTask& task = FindImageTask(c.parameters.Text("image"));
  const ImageSettings settings = ReadImageSettings(c.parameters);
  const ImageData data = LoadImageData(c, task, settings);
  const ImageProblem problem = ProblemOf(task, data, settings);
  size_t largest = 0;
  for (int clique = 0; clique < problem.cliques.num_cliques(); ++clique) {
    largest = std::max(largest, problem.cliques.variables(clique).size());
  }
  record.Value(kOurSuperpixels, "superpixels", problem.superpixels.count);
  record.Value(kOurSuperpixels, "largest_superpixel", static_cast<double>(largest), {.unit = "pixels"});
  record.Picture(task.own_table(), "image", PictureOf(data.shown));
  record.Picture(task.own_table(), "superpixels", PictureOfRegions(data.shown, problem.superpixels));
  if (task.is_stereo) {
    record.Picture(task.own_table(), "truth", PictureOf(ColorDisparities(data.truth, task.labels - 1)));
  } else {
    record.Picture(task.own_table(), "truth", PictureOf(*data.clean));
    record.Value(task.own_table(), "psnr", Psnr(data.shown, *data.clean), {.unit = "dB"});
  }
}

void RunMoreTrees(const Case& c, Recorder& record) {
  const ImageTask& task = FindImageTask(c.parameters.Text("image"));
  const ImageSettings settings = ReadImageSettings(c.parameters);
  const ImageData data = LoadImageData(c, task, settings);
  const MapResult result = WithoutRefinement(ProblemOf(task, data, settings), c, "more_trees");
  std::vector<double> trees, energies;
  for (const common::TracePoint& point : result.trace) {
    trees.push_back(point.iteration);
    energies.push_back(point.value);
  }
  record.Curve(kEnergyByTrees, "best_energy", trees, energies);
  Setting key = c.setting;
  key.Set("trees", c.parameters.Text("more_trees"));
  record.Value(kEnergyByTrees, "full_energy", result.energy, {.setting = key});
}

void RunSmoothing(const Case& c, Recorder& record) {
  const ImageTask& task = FindImageTask(c.parameters.Text("image"));
  const ImageSettings settings = ReadImageSettings(c.parameters);
  const ImageData data = LoadImageData(c, task, settings);
  const ImageProblem problem = ProblemOf(task, data, settings);
  const MapResult result = WithoutRefinement(problem, c);
  RecordQuality(kOurSmoothing, task, data, result.labeling, record);
  double weights = 0;
  for (int clique = 0; clique < problem.cliques.num_cliques(); ++clique) {
    weights += problem.cliques.weight(clique);
  }
  record.Value(kOurSmoothing, "mean_clique_weight", weights / problem.cliques.num_cliques());
  record.Value(kOurSmoothing, "superpixels", problem.superpixels.count);
  const bool varies_sigma = c.name.starts_with(kSigmaPrefix);
  const Setting key = varies_sigma ? Setting{{"sigma", "varied"}}
                                   : Setting{{"sigma", "1e5"}, {"superpixel_min_size", "varied"}};
  record.Picture(varies_sigma ? kFigure38 : kFigure39, "oversmoothing",
                 PictureOf(task, data, result.labeling), {.setting = key});
  record.Picture(kOurSmoothing, "superpixels", PictureOfRegions(data.shown, problem.superpixels));
}

}  // namespace structlab::parsimonious_labeling
