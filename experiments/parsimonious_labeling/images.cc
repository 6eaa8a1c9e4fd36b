// Section 3.6.2: stereo and inpainting, and how much is smoothed away.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/harness/run/program.h"
#include "experiments/parsimonious_labeling/image_task.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/rivals/reversed_co_occurrence.h"
#include "graphical_models/images/image_methods.h"
#include "graphical_models/images/restoration.h"
#include "graphical_models/images/superpixels.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::ImageProblem;
using graphical_models::Labeling;
using graphical_models::MapResult;
using graphical_models::MixedCost;
using graphical_models::ParsimoniousOptions;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

using Minimizer = std::function<MapResult(const ImageProblem&, uint64_t seed)>;

// A method as the tables call it. Those with trees have seeds.
struct ImageMethod {
  std::string name;
  bool has_trees;
  Minimizer minimize;
};

Minimizer WithTrees(const ParsimoniousOptions& options) {
  return [options](const ImageProblem& problem, uint64_t seed) {
    ParsimoniousOptions seeded = options;
    seeded.run.seed = seed;
    return graphical_models::ParsimoniousLabeling(problem.pairwise, problem.cliques, seeded);
  };
}

Minimizer OfLibrary(const std::string& name, int64_t iterations = 0) {
  return [=](const ImageProblem& problem, uint64_t) {
    const graphical_models::ImageMethod& method = graphical_models::FindImageMethod(name);
    common::RunControl run;
    if (iterations > 0) run.stop.iterations = static_cast<double>(iterations);
    return method.minimize(problem.pairwise, problem.cliques, run, {name, method.options});
  };
}

// The source's four in the order of its figures; then the rival as released and rows of ours; then any other
// of the library.
std::vector<ImageMethod> Methods(Planner& plan) {
  const int trees = static_cast<int>(plan.Int("trees"));
  std::vector<ImageMethod> methods = {
      {kAlphaExpansion, false, OfLibrary("alpha-expansion")},
      {kTrws, false, OfLibrary("trws", plan.Int("trws_iterations"))},
      {kCoOccurrence, false, OfLibrary("co-occurrence")},
      {kParsimonious, true, WithTrees({.trees = trees, .refine = false})},
      {kReleased, false,
       [](const ImageProblem& problem, uint64_t) { return rivals::ReversedCoOccurrence(problem); }},
      {kCoOccurrencePairs, false,
       [](const ImageProblem& problem, uint64_t) {
         const ImageProblem moved = PairsAsCliques(problem);
         return graphical_models::CoOccurrenceExpansion(moved.pairwise, moved.cliques);
       }},
      {kByMetric, true, WithTrees({.trees = trees, .mixed = MixedCost::kMetric, .refine = false})},
      {kFused, true, WithTrees({.trees = trees, .fuse_trees = true, .refine = false})},
      {kRefined, true, WithTrees({.trees = trees, .refine = true})}};
  const std::set<std::string> known = {"alpha-expansion", "trws", "co-occurrence", "parsimonious"};
  for (const graphical_models::ImageMethod& method : graphical_models::ImageMethods()) {
    if (!known.contains(method.name)) methods.push_back({method.name, false, OfLibrary(method.name)});
  }
  return methods;
}

bool IsOfSource(const std::string& method) {
  return method == kAlphaExpansion || method == kTrws || method == kCoOccurrence || method == kParsimonious;
}

// What only the images of the source are for: the rival as released, and what its author's program does.
bool IsOfDispute(const std::string& method) {
  return method == kReleased || method == kCoOccurrencePairs || method == kByMetric || method == kFused;
}

void RecordQuality(const char* table, const ImageTask& task, const ImageData& data, const Labeling& labeling,
                   Recorder& record) {
  record.Value(table, "labels_used", static_cast<double>(std::set(labeling.begin(), labeling.end()).size()));
  record.Value(table, "total_variation", graphical_models::TotalVariation(data.width, data.height, labeling));
  if (task.is_stereo) {
    const auto found = graphical_models::DisparitiesOfLabels(data.width, data.height, labeling);
    record.Value(table, "bad_pixels", 100 * CountBadPixels(found, data.truth).share());
    if (data.occluded) {
      record.Value(table, "bad_pixels_without_occlusions",
                   100 * CountBadPixels(found, data.truth, &*data.occluded).share());
    }
    return;
  }
  const auto restored = graphical_models::ImageOfLabels(data.width, data.height, labeling);
  record.Value(table, "psnr", Psnr(restored, *data.clean));
  if (std::ranges::count(data.missing->values, 255) > 0) {
    record.Value(table, "psnr_of_missing", Psnr(restored, *data.clean, &*data.missing));
  }
}

void RunImage(const ImageTask& task, const ImageSettings& settings, const ImageMethod& method, uint64_t seed,
              Recorder& record) {
  const ImageData data = LoadImageData(record.Data(task.data()).path, task, settings);
  const ImageProblem problem = ProblemOf(task, data, settings);
  const CpuWatch watch;
  const auto result = harness::RunUnlessRefused(record, [&] { return method.minimize(problem, seed); });
  const double seconds = watch.now();
  if (!result) return;
  const char* table = task.own_table();
  const double energy = problem.Energy(result->labeling);
  record.Value(table, "full_energy", energy);
  record.Value(table, "pairwise_energy", problem.pairwise.Energy(result->labeling));
  if (std::isfinite(result->lower_bound)) record.Value(table, "lower_bound", result->lower_bound);
  record.Value(table, "time", seconds);
  RecordQuality(table, task, data, result->labeling, record);
  const Case& c = record.this_case();
  if (c.is_variant() || task.table.empty()) return;
  if (c.method == kParsimonious || c.method == kCoOccurrence) record.Value(task.table, "energy", energy);
  if (IsOfSource(c.method) || c.method == kReleased) {
    record.Picture(task.table, "visual_quality", PictureOf(task, data, result->labeling));
  }
}

double SumOfWeights(const graphical_models::CliqueEnergy& cliques) {
  double sum = 0;
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) sum += cliques.weight(clique);
  return sum;
}

// What all methods get. Data are not recorded, so that there are no pictures of it.
void RunInput(const ImageTask& task, const ImageSettings& settings, Recorder& record) {
  const ImageData data = LoadImageData(record.Data(task.data()).path, task, settings);
  const ImageProblem problem = ProblemOf(task, data, settings);
  record.Value(task.own_table(), "cliques", problem.cliques.num_cliques());
  record.Value(task.own_table(), "sum_of_clique_weights", SumOfWeights(problem.cliques));
  if (!task.is_stereo) record.Value(task.own_table(), "psnr", Psnr(data.shown, *data.clean));
}

// The energy after each number of trees: all are the first of the same ones.
void RunTrees(const ImageTask& task, const ImageSettings& settings, const std::vector<double>& trees,
              uint64_t seed, Recorder& record) {
  const ImageData data = LoadImageData(record.Data(task.data()).path, task, settings);
  const ImageProblem problem = ProblemOf(task, data, settings);
  CpuWatch watch;
  ParsimoniousOptions options = {
      .run = {.seed = seed}, .trees = static_cast<int>(std::ranges::max(trees)), .refine = false};
  options.run.observer = std::ref(watch);
  const MapResult result = ParsimoniousLabeling(problem.pairwise, problem.cliques, options);
  for (const double count : trees) {
    const size_t point = static_cast<size_t>(count) - 1;  // the trace has one a tree
    Setting setting = record.this_case().setting;
    setting.Set("trees", Text(count));
    record.Value(kOurTrees, "full_energy", result.trace[point].value, {.setting = setting});
    record.Value(kOurTrees, "time", watch.seconds()[point], {.setting = setting});
  }
}

void RunSmoothing(const ImageSettings& settings, int trees, uint64_t seed, Recorder& record) {
  const ImageTask& task = FindImageTask("tsukuba");
  const ImageData data = LoadImageData(record.Data(task.data()).path, task, settings);
  const ImageProblem problem = ProblemOf(task, data, settings);
  const MapResult result = WithTrees({.trees = trees, .refine = false})(problem, seed);
  RecordQuality(kOurSmoothing, task, data, result.labeling, record);
  record.Value(kOurSmoothing, "sum_of_clique_weights", SumOfWeights(problem.cliques));
  record.Value(kOurSmoothing, "superpixels", problem.superpixels.count);
  if (record.this_case().is_variant()) return;
  const bool varies_size = settings.min_size.has_value();
  record.Picture(varies_size ? "Figure 3.9" : "Figure 3.8", "oversmoothing",
                 PictureOf(task, data, result.labeling));
}

// One method on an image, perhaps with another value of a setting.
struct Change {
  std::string prefix = "images", setting = {}, value = {};
};

void PlanImage(Planner& plan, const ImageTask& task, const ImageMethod& method, const Change& change = {}) {
  Case c;
  c.name = change.prefix + "/" + task.name + "/" + harness::NamePart(method.name);
  c.dataset = task.name;
  c.method = method.name;
  c.setting = ImageKey(task);
  c.data = {task.data()};
  if (task.table.empty()) {
    c.protocol = harness::Protocol::kChanged;
    c.departures = {"the source does not have this image"};
  }
  Case& added = plan.Add(std::move(c));
  if (!change.setting.empty()) added.Override(change.setting, change.value);
  const ImageSettings settings = ReadImageSettings(added);
  if (method.name == kTrws) added.Int("trws_iterations");
  if (method.has_trees) added.Int("trees");
  added.deterministic = !method.has_trees || task.has_like_trees();
  const bool is_main = method.name == kParsimonious && change.setting.empty();
  added.repeats = static_cast<int>(added.Int(!is_main         ? "further_seeds"
                                             : task.is_stereo ? "stereo_seeds"
                                                              : "image_seeds"));
  added.run = [=](uint64_t seed, Recorder& record) { RunImage(task, settings, method, seed, record); };
}

void PlanInputAndTrees(Planner& plan, const ImageTask& task) {
  Case input;
  input.name = "images/" + task.name + "/input";
  input.dataset = task.name;
  input.method = "input";
  input.setting = ImageKey(task);
  input.data = {task.data()};
  input.deterministic = true;
  Case& added = plan.Add(std::move(input));
  const ImageSettings settings = ReadImageSettings(added);
  added.run = [=](uint64_t, Recorder& record) { RunInput(task, settings, record); };

  if (task.has_like_trees() || task.table.empty()) return;
  Case more;
  more.name = "trees/" + task.name;
  more.dataset = task.name;
  more.method = kParsimonious;
  more.setting = ImageKey(task);
  more.data = {task.data()};
  Case& trees = plan.Add(std::move(more));
  trees.repeats = static_cast<int>(trees.Int("further_seeds"));
  const ImageSettings same = ReadImageSettings(trees);
  const std::vector<double> counts = trees.Numbers("more_trees");
  trees.run = [=](uint64_t seed, Recorder& record) { RunTrees(task, same, counts, seed, record); };
}

// What the source leaves open, as it was read before its author's program was known; the rivals with their
// own parameters; the house with cliques.
void PlanVariants(Planner& plan, const std::vector<ImageMethod>& methods) {
  for (const ImageMethod& method : methods) {
    if (!IsOfSource(method.name)) continue;
    for (const char* image : {"tsukuba", "teddy", "penguin"}) {
      if (!FindImageTask(image).is_stereo && method.name != kParsimonious && method.name != kCoOccurrence)
        continue;
      PlanImage(plan, FindImageTask(image), method, {"first-reading", "reading", "first"});
    }
    if (method.name != kParsimonious) {
      for (const char* image : {"tsukuba", "teddy"}) {
        PlanImage(plan, FindImageTask(image), method, {"own-parameters", "parameters", "middlebury"});
      }
    }
    if (method.name == kParsimonious || method.name == kCoOccurrence) {
      PlanImage(plan, FindImageTask("house"), method, {"with-cliques", "house_cliques", "outside"});
    }
  }
}

// Figures 3.8 and 3.9 do not name their pair: tsukuba, which has fewer labels.
void PlanSmoothing(Planner& plan) {
  const auto add = [&](const std::string& name, const Setting& setting, std::optional<int> min_size,
                       bool times_size) {
    Case c;
    c.name = "smoothing/" + name;
    c.dataset = "stereo";  // as the source's rows
    c.method = kParsimonious;
    c.setting = setting;
    c.data = {FindImageTask("tsukuba").data()};
    c.departures = {"the source does not say which pair and which values it shows"};
    Case& added = plan.Add(std::move(c));
    if (times_size) added.Override("clique_weight", "times_size");
    ImageSettings settings = ReadImageSettings(added);
    settings.sigma = setting.Number("sigma");
    settings.min_size = min_size;
    const int trees = static_cast<int>(added.Int("trees"));
    added.repeats = static_cast<int>(added.Int(times_size ? "further_seeds" : "image_seeds"));
    added.run = [=](uint64_t seed, Recorder& record) { RunSmoothing(settings, trees, seed, record); };
  };
  for (const double sigma : plan.Numbers("smoothing_sigma")) {
    add("sigma=" + Text(sigma), {{"sigma", Text(sigma)}}, std::nullopt, false);
  }
  for (const int64_t size : plan.Ints("smoothing_min_size")) {
    const std::string text = std::to_string(size);
    const Setting setting = {{"sigma", "1e5"}, {"superpixel_min_size", text}};
    add("min_size=" + text, setting, static_cast<int>(size), false);
    add("times-size/min_size=" + text, setting, static_cast<int>(size), true);
  }
}

}  // namespace

void Images(Package& package) {
  for (const char* data : {"middlebury-stereo", "mrf-denoising"}) {
    package.Data(datasets::SourceOf(data, "parsimonious_labeling"));
  }
  package.Library(harness::LibraryVersion("OpenCV", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_OPENCV_VERSION)));
  package.Plan([](Planner& plan) {
    graphical_models::PrepareSuperpixels();  // the cases run in processes that are forked from this one
    const std::vector<ImageMethod> methods = Methods(plan);
    for (const ImageTask& task : ImageTasks()) {
      for (const ImageMethod& method : methods) {
        const bool is_beyond = task.table.empty() && IsOfDispute(method.name);
        if (!is_beyond) PlanImage(plan, task, method);
      }
      PlanInputAndTrees(plan, task);
    }
    PlanVariants(plan, methods);
    PlanSmoothing(plan);
  });
}

}  // namespace structlab::parsimonious_labeling
