#include "tools/programs/learn_metrics/learn_metrics_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/parallel.h"
#include "common/program.h"
#include "common/progress.h"
#include "common/table.h"
#include "registration/deformable/parameter_file.h"
#include "registration/deformable/registration.h"
#include "registration/metric_learning/learn_metrics.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"
#include "tools/programs/learn_metrics/pair_table.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/transform_input.h"
#include "tools/programs/volume_reader.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

constexpr char kProgram[] = "learn_metrics";

struct Arguments {
  std::string pairs, out, params, nifti_form = "auto";
  std::vector<std::string> metrics, classes;
  std::vector<double> c = {1, 10, 100}, alpha = {0.1, 1, 10};
  double eta = 50;
  int folds = 5, threads = 2;
  bool may_be_negative = false, nan_as_zero = false, resample_masks = false, quiet = false;
};

constexpr char kFooter[] = R"(
--pairs is a tab-separated table. Its first line names the columns: fixed, moving, fixed_labels, moving_labels, and
optionally fixed_mask, moving_mask, initial_transform. Each further line is a pair; paths are relative to the table's
folder. Choose pairs like those that register will get: the same kind of images, with an equally close start.

--out is a JSON file for the flag --weights of register, to be used with the same --params and with --moving-labels,
which give the class of each patch. Outside of all classes, the initial weights are used.

Initial weights: those of --params; with --metrics, or without --params, weights for which all metrics have the same
mean cost. C and alpha are chosen by cross-validation, for the highest mean Dice of registered held-out pairs. A large
C and a small alpha let the pairs decide; a large alpha keeps the weights near the initial ones. With K folds, lines
i, i + K, i + 2K, ... are held out together: put pairs that share an image at such distances.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted (nothing is
written).

Example:
  bazel run //tools:learn_metrics -- --pairs=pairs.tsv --class=bladder=1 --class=rectum=2 --out=weights.json
  bazel run //tools:register -- --fixed=a.nii.gz --moving=b.nii.gz --moving-labels=b-labels.nii.gz \
      --weights=weights.json --out=registered)";

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line(
      "Learns from segmented pairs of images the weights of metrics for each class of structure.", kProgram);
  line.Option("--pairs", a.pairs, "the table of pairs");
  line.Option("--out", a.out, "the file of weights (JSON)");
  line.Option("--class", a.classes, "NAME=LABEL in the label maps, may be repeated (default: all labels)")
      .Words(1, 1)
      .Repeatable();
  line.Option("--metrics", a.metrics, "metrics to combine (default without --params: sad,mi,ncc,dwt)")
      .SeparatedBy(',');
  line.Option("--params", a.params, "parameters of the registration (JSON)");
  line.Option("--c", a.c, "values of C to choose from").SeparatedBy(',').ShowDefault();
  line.Option("--alpha", a.alpha, "values of alpha to choose from").SeparatedBy(',').ShowDefault();
  line.Option("--folds", a.folds, "folds of the cross-validation; at most the number of pairs")
      .Range(2, 1000)
      .ShowDefault();
  line.Option("--eta", a.eta, "how closely the label fields for training follow the segmentations")
      .ShowDefault();
  line.Switch("--may-be-negative", a.may_be_negative, "allow weights below 0");
  line.Switch("--resample-masks", a.resample_masks,
              "allow masks and labels on other grids than their images (resampled by the nearest voxel)");
  AddNiftiFormFlag(line, a.nifti_form);
  line.Switch("--nan-as-zero", a.nan_as_zero, "read voxels that are NaN as 0 instead of refusing them");
  line.Option("--threads", a.threads, "number of threads; does not change the result")
      .Range(1, 1024)
      .ShowDefault();
  line.Switch("--quiet", a.quiet, "show no progress");
  line.Footer(kFooter);
  return line.Parse(words, out);
}

void CheckFlags(const Arguments& a) {
  for (const auto& [flag, value] :
       {std::pair<const char*, const std::string&>{"--pairs", a.pairs}, {"--out", a.out}}) {
    if (value.empty()) common::ThrowUsageError(flag, "a value", "none", "see --help");
  }
  CheckFolderOf(common::CallersPath(a.out), "--out");
  CheckDifferentFiles({{"--pairs", a.pairs}, {"--params", a.params}}, {{"--out", a.out}});
  for (const auto& [flag, values] :
       {std::pair<const char*, const std::vector<double>&>{"--c", a.c}, {"--alpha", a.alpha}}) {
    if (values.empty()) common::ThrowUsageError(flag, "a value", "none");
    for (const double value : values) {
      const bool is_c = &values == &a.c;
      if (std::isfinite(value) && (is_c ? value > 0 : value >= 0)) continue;
      common::ThrowUsageError(flag, is_c ? "numbers above 0" : "numbers of at least 0",
                              common::FormatDouble(value));
    }
  }
  if (!(std::isfinite(a.eta) && a.eta > 0)) {
    common::ThrowUsageError("--eta", "a number above 0", common::FormatDouble(a.eta));
  }
}

using Class = reg::StructureClass;

std::vector<Class> ClassesOf(const std::vector<std::string>& words) {
  std::vector<Class> classes;
  for (const std::string& word : words) {
    const size_t equals = word.rfind('=');
    int32_t label = 0;
    const char* const end = word.data() + word.size();
    const auto parsed = equals == std::string::npos ? std::from_chars_result{end, std::errc::invalid_argument}
                                                    : std::from_chars(word.data() + equals + 1, end, label);
    if (equals == 0 || parsed.ec != std::errc() || parsed.ptr != end || label <= 0) {
      common::ThrowUsageError("--class", "NAME=LABEL with a label above 0", common::Quote(word));
    }
    const std::string name = word.substr(0, equals);
    for (const Class& other : classes) {
      if (other.label == label || other.name == name) {
        common::ThrowUsageError("--class", "a different name and label for each class", common::Quote(word));
      }
    }
    classes.push_back({name, label, classes.size()});
  }
  return classes;
}

// True if the initial weights make the mean costs of all metrics equal; false if they are those of --params.
bool IsBalanced(const Arguments& a) { return !a.metrics.empty() || a.params.empty(); }

reg::RegistrationOptions OptionsOf(const Arguments& a) {
  reg::RegistrationOptions options;
  if (!a.params.empty()) {
    reg::ReadParameters(common::ReadFile(common::CallersPath(a.params)), a.params, options);
  }
  if (IsBalanced(a)) {
    const std::vector<reg::WeightedMetric> of_params = std::exchange(options.metrics, {});
    const std::vector<std::string> all = {"sad", "mi", "ncc", "dwt"};
    for (const std::string& name : a.metrics.empty() ? all : a.metrics) {
      // The options of a metric, such as its bins, stay those of --params.
      const auto given = std::ranges::find(of_params, name, &reg::WeightedMetric::name);
      options.metrics.push_back({.name = name});
      if (given != of_params.end()) options.metrics.back().options = given->options;
    }
  }
  options.classes.clear();
  reg::CheckOptions(options);
  if (!(options.smoothness > 0)) {
    common::ThrowUsageError("smoothness of --params", "a number above 0 to begin with", "0");
  }
  if (options.divides_by_mean) {
    common::ThrowUsageError("divides_by_mean of --params",
                            "false, because weights are learned for the plain costs", "true");
  }
  if (options.maps_grey_values) {
    common::ThrowUsageError("maps_grey_values of --params",
                            "false, because weights are learned for grey values as they are", "true");
  }
  return options;
}

// All labels that occur in both label maps of at least one pair.
std::vector<Class> LabelsThatOccur(const std::vector<PairFiles>& files, const VolumeReader& reader) {
  std::set<int32_t> labels;
  for (const PairFiles& pair : files) {
    const auto of = [&](const std::string& path) {
      const reg::LabelMap map = reader.ReadLabels(path);
      return std::set<int32_t>(map.values.begin(), map.values.end());
    };
    const std::set<int32_t> fixed = of(pair.fixed_labels), moving = of(pair.moving_labels);
    std::ranges::set_intersection(fixed, moving, std::inserter(labels, labels.end()));
  }
  labels.erase(0);
  std::vector<Class> classes;
  for (const int32_t label : labels)
    classes.push_back({fmt::format("label {}", label), label, classes.size()});
  if (classes.empty()) common::ThrowDataError("--pairs", "label maps that share a label", "none do");
  return classes;
}

// The images of a pair.
struct PairImages {
  reg::Image fixed, moving;
  reg::LabelMap fixed_labels, moving_labels;
  std::optional<reg::Mask> fixed_mask, moving_mask;
  reg::DisplacementField start = {};

  reg::TrainingImages Training() const {
    return {.fixed = fixed,
            .moving = moving,
            .fixed_labels = fixed_labels,
            .moving_labels = moving_labels,
            .fixed_mask = fixed_mask ? &*fixed_mask : nullptr,
            .moving_mask = moving_mask ? &*moving_mask : nullptr,
            .start = start};
  }
};

PairImages Read(const PairFiles& files, const VolumeReader& reader, common::ThreadPool& pool,
                std::FILE* messages) {
  PairImages images = {.fixed = reader.ReadImage(files.fixed),
                       .moving = reader.ReadImage(files.moving),
                       .fixed_labels = {},
                       .moving_labels = {},
                       .fixed_mask = {},
                       .moving_mask = {}};
  images.fixed_labels = *reader.ReadLabelsOn(images.fixed, files.fixed_labels, pool);
  images.moving_labels = *reader.ReadLabelsOn(images.moving, files.moving_labels, pool);
  images.fixed_mask = reader.ReadMaskOn(images.fixed, files.fixed_mask, pool);
  images.moving_mask = reader.ReadMaskOn(images.moving, files.moving_mask, pool);
  if (!files.initial_transform.empty()) {
    const TransformArguments transform = {
        .transforms = {files.initial_transform}, .fixed = files.fixed, .moving = files.moving};
    images.start =
        reg::FieldOf(LoadTransforms(transform, kProgram, messages).transform, images.fixed.geometry, pool);
  }
  return images;
}

reg::TrainingPair Measure(const PairImages& images, const std::string& where,
                          const reg::RegistrationOptions& options, bool is_balanced,
                          const std::vector<Class>& classes, common::ThreadPool& pool,
                          const common::RunControl& run) {
  std::vector<int32_t> labels;
  for (const Class& one : classes) labels.push_back(one.label);
  try {
    reg::TrainingImages training = images.Training();
    reg::RegistrationOptions coarse = options;
    if (is_balanced) coarse.divides_by_mean = true;  // the means are not known yet
    training.start = reg::StartOfFinestLevel(training, coarse, pool, run).field;
    return reg::MeasurePair(training, options, labels, pool);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    parts.where = fmt::format("{}: {}", where, parts.where);
    throw common::Error(error.kind(), std::move(parts));
  }
}

// The weights for which all metrics have the same mean cost, and the sum of these mean costs is 1.
std::vector<double> BalancedWeights(const std::vector<reg::TrainingPair>& pairs) {
  std::vector<double> weights;
  const auto metrics = static_cast<double>(pairs[0].costs.size());
  for (size_t m = 0; m < pairs[0].costs.size(); ++m) {
    double sum = 0;
    for (const reg::TrainingPair& pair : pairs) sum += static_cast<double>(pair.costs[m].mean());
    weights.push_back(sum > 0 ? static_cast<double>(pairs.size()) / sum / metrics : 1);
  }
  return weights;
}

// 1 - mean Dice of the classes after a registration.
double LossAfterRegistration(const PairImages& images, reg::RegistrationOptions options,
                             const std::vector<reg::ClassWeights>& columns, const std::vector<Class>& classes,
                             common::ThreadPool& pool, const common::RunControl& run) {
  options.classes = columns;
  const reg::TrainingImages training = images.Training();
  const reg::RegistrationResult result = reg::Register({.fixed = images.fixed,
                                                        .moving = images.moving,
                                                        .fixed_mask = training.fixed_mask,
                                                        .moving_mask = training.moving_mask,
                                                        .moving_labels = &images.moving_labels,
                                                        .start = images.start},
                                                       options, pool, run);
  reg::AgreementOptions compared = {.distances = false, .labels = {}};
  for (const Class& one : classes) compared.labels.push_back(one.label);
  const reg::Agreement agreement = reg::CompareLabels(
      images.fixed_labels, reg::WarpLabels(images.moving_labels, result.field, pool), pool, compared);
  return std::isnan(agreement.mean_dice) ? 0 : 1 - agreement.mean_dice;
}

struct Learned {
  Class structure;
  reg::LearnedMetrics metrics;
};

void CheckClasses(const std::vector<reg::TrainingPair>& pairs, const std::vector<Class>& classes) {
  for (const Class& one : classes) {
    if (std::ranges::any_of(pairs, [&](const auto& pair) { return pair.points_of_class[one.index] > 0; })) {
      continue;
    }
    common::ThrowDataError(fmt::format("class {}", common::Quote(one.name)),
                           fmt::format("label {} in a pair", one.label), "none");
  }
}

std::string WeightsFile(reg::RegistrationOptions options, const std::vector<Learned>& all) {
  options.classes.clear();
  for (const Learned& one : all) {
    options.classes.push_back(
        reg::ColumnOf(one.structure.name, one.structure.label, one.metrics, options.smoothness));
  }
  return reg::FormatWeights(options);
}

common::Table Summary(const reg::RegistrationOptions& options, const std::vector<Learned>& all) {
  common::Table table = {.columns = {"class", "label", "pairs", "loss_before", "loss_after"}};
  for (const reg::WeightedMetric& metric : options.metrics) table.columns.push_back(metric.name);
  for (const Learned& one : all) {
    std::vector<std::string> row = {
        one.structure.name, fmt::format("{}", one.structure.label), fmt::format("{}", one.metrics.num_pairs),
        common::FormatShort(one.metrics.initial_loss), common::FormatShort(one.metrics.loss)};
    for (const double weight : reg::ColumnOf("", 1, one.metrics, options.smoothness).weights) {
      row.push_back(common::FormatShort(weight));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void CheckOutputIsNoInput(const Arguments& a, const std::vector<PairFiles>& files) {
  std::vector<NamedFile> inputs;
  for (const PairFiles& pair : files) {
    for (const std::string& path : {pair.fixed, pair.moving, pair.fixed_labels, pair.moving_labels,
                                    pair.fixed_mask, pair.moving_mask, pair.initial_transform}) {
      if (!path.empty()) inputs.push_back(VolumeFile(pair.where, path));
    }
  }
  CheckDifferentFiles(inputs, {{"--out", a.out}});
}

// Prints the results on held-out pairs as comments before the table.
void PrintTrials(const reg::RegularizationChoice& choice, std::FILE* out) {
  double best = 0;
  for (const auto& trial : choice.trials) {
    std::fputs(fmt::format("# C = {}, alpha = {}: mean Dice of registered pairs, each held out: {:.4f}\n",
                           common::FormatShort(trial.c), common::FormatShort(trial.alpha), 1 - trial.loss)
                   .c_str(),
               out);
    best = std::max(best, 1 - trial.loss);
  }
  std::fputs(fmt::format("# initial weights: {:.4f}{}\n", 1 - choice.initial_loss,
                         best > 1 - choice.initial_loss ? "" : ", no worse than what is learned")
                 .c_str(),
             out);
}

struct Interrupted {};

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  CheckFlags(a);
  std::vector<Class> classes = ClassesOf(a.classes);
  reg::RegistrationOptions options = OptionsOf(a);
  const std::vector<PairFiles> files = ReadPairTable(common::CallersPath(a.pairs));
  CheckOutputIsNoInput(a, files);
  const reg::NiftiFormScope form(NiftiFormOf(a.nifti_form));
  const VolumeReader reader(kProgram, messages,
                            {.nan_as_zero = a.nan_as_zero, .resample_masks = a.resample_masks});
  if (classes.empty()) classes = LabelsThatOccur(files, reader);

  const bool chooses = a.c.size() * a.alpha.size() > 1;
  if (chooses && files.size() < 2) {
    common::ThrowUsageError("--c, --alpha", "one value of both, since there are not two pairs to choose by",
                            fmt::format("{} and {}", a.c.size(), a.alpha.size()));
  }

  common::ThreadPool pool(a.threads);
  const auto num_files = std::ssize(files), num_classes = std::ssize(classes);
  const int64_t trials = chooses ? (std::ssize(a.c) * std::ssize(a.alpha) + 1) * num_files : 0;
  common::ProgressLine progress("learning", num_files + trials + num_classes, messages,
                                a.quiet ? common::ProgressStyle::kQuiet : common::ProgressStyle::kAutomatic);
  const auto advance = [&](const std::string& what) {
    progress.Advance(1, what);
    if (interrupted) throw Interrupted();
  };
  const common::RunControl run = {.stop = {.interrupted = &interrupted}};
  const bool is_balanced = IsBalanced(a);
  std::vector<PairImages> images;
  std::vector<reg::TrainingPair> pairs;
  for (const PairFiles& pair : files) {
    images.push_back(Read(pair, reader, pool, messages));
    pairs.push_back(Measure(images.back(), pair.where, options, is_balanced, classes, pool, run));
    advance(fmt::format("pair {} of {}", pairs.size(), files.size()));
  }
  CheckNotRead({{"--out", a.out}});
  CheckClasses(pairs, classes);
  if (is_balanced) {
    const std::vector<double> balanced = BalancedWeights(pairs);
    for (size_t m = 0; m < balanced.size(); ++m) options.metrics[m].weight = balanced[m];
  }
  reg::MetricLearningOptions learning = {.initial_smoothness = options.smoothness,
                                         .c = a.c[0],
                                         .alpha = a.alpha[0],
                                         .eta = a.eta,
                                         .may_be_negative = a.may_be_negative};
  learning.run.threads = a.threads;
  learning.run.stop.interrupted = &interrupted;
  for (const reg::WeightedMetric& metric : options.metrics) learning.initial.push_back(metric.weight);
  if (chooses) {
    const int folds = std::min(a.folds, static_cast<int>(pairs.size()));
    const auto choice = reg::ChooseRegularization(
        pairs, classes, a.c, a.alpha, folds, learning,
        [&](size_t pair, const std::vector<reg::ClassWeights>& columns) {
          const double loss = LossAfterRegistration(images[pair], options, columns, classes, pool, run);
          advance("C and alpha");
          return loss;
        },
        run);
    if (choice.ending == common::Ending::kInterrupted) throw Interrupted();
    learning.c = choice.c;
    learning.alpha = choice.alpha;
    PrintTrials(choice, out);
  }
  std::vector<Learned> learned;
  for (const Class& one : classes) {
    learned.push_back({one, reg::LearnMetrics(pairs, one.index, learning)});
    advance(one.name);
  }
  std::fputs(fmt::format("# C = {}, alpha = {}\n", common::FormatShort(learning.c),
                         common::FormatShort(learning.alpha))
                 .c_str(),
             out);
  std::fputs(common::FormatTsv(Summary(options, learned)).c_str(), out);
  common::WriteFileAtomically(common::CallersPath(a.out), WeightsFile(options, learned));
  common::CheckPrinted(out);
  return 0;
}

}  // namespace

int RunLearnMetrics(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                    const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles(kProgram, messages, [&] {
    try {
      return Run(arguments, out, messages, interrupted);
    } catch (const Interrupted&) {
      std::fputs("learn_metrics: interrupted: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
