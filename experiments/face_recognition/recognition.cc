// Tables 3.1, 3.2 and 3.4: every method on random splits, how well and how fast.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/face_recognition/faces.h"
#include "experiments/face_recognition/trial.h"
#include "experiments/harness/package.h"
#include "experiments/harness/run/program.h"
#include "kernels/support_vectors/validated_svm.h"

namespace structlab::face_recognition {
namespace {

using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using kernels::LabeledFeatures;
using kernels::SparseCode;

constexpr int kSparsityDimension = 300;  // of Figure 3.3
constexpr int kShownCoefficients = 100;  // likewise

struct Options {
  ImageSettings images;
  int dimension;
  int64_t hash_values = 0;
  CodeOptions code = {};
  std::vector<double> costs = {};
  int alpha_folds = 0;  // of Table 3.4, 0: it is not made
  // A case that decides claims has `claim_trials` trials, the first `trials` of which are those of the
  // tables.
  int64_t trials = 1, claim_trials = 0;  // 0: the case decides none

  bool is_of_tables(uint64_t seed) const {
    return claim_trials == 0 || static_cast<int64_t>((seed - 1) % claim_trials) < trials;
  }
};

void RecordAccuracy(const FaceTask& task, double accuracy, const Options& options, Recorder& record) {
  if (options.claim_trials != 0) record.Value(kOfAllTrials, "accuracy", accuracy);
  if (options.is_of_tables(record.this_case().seed)) {
    record.Value(task.tables.accuracy, "accuracy", accuracy);
  }
}

void RecordCodes(const FaceTask& task, const CodeQuality& quality, Recorder& record) {
  record.Value(task.tables.time, "running_time", quality.running_time());
  record.Value("ours: parts of the time", "feature_time", quality.feature_time);
  record.Value("ours: parts of the time", "code_time", quality.code_time);
  record.Value("ours: codes", "atoms", quality.atoms);
  record.Value("ours: codes", "share_of_largest", quality.share_of_largest);
  record.Value("ours: codes", "share_within_tolerance", quality.within_tolerance);
}

// Figure 3.3: the sizes of coefficients by rank, as the mean over the test images.
void RecordSparsity(const std::vector<SparseCode>& codes, Recorder& record) {
  std::vector<double> ranks, means(kShownCoefficients);
  for (int rank = 1; rank <= kShownCoefficients; ++rank) ranks.push_back(rank);
  for (const SparseCode& code : codes) {
    std::vector<double> sizes(kShownCoefficients);  // of codes with fewer the rest is 0
    for (const double coefficient : code.coefficients) sizes.push_back(std::abs(coefficient));
    std::ranges::sort(sizes, std::greater());
    for (size_t i = 0; i < means.size(); ++i) means[i] += sizes[i] / static_cast<double>(codes.size());
  }
  record.Curve("Figure 3.3", "sparsity_of_alpha", ranks, means);
}

// Table 3.4: machines on the codes of the test and validation images.
void RecordAlpha(const FaceTask& task, const Split& split, std::vector<SparseCode> codes,
                 const std::vector<SparseCode>& of_validation, const Options& options, Recorder& record) {
  codes.insert(codes.end(), of_validation.begin(), of_validation.end());
  LabeledFeatures examples;
  examples.features.resize(split.training.size(), static_cast<Eigen::Index>(codes.size()));
  for (size_t i = 0; i < codes.size(); ++i) {
    examples.features.col(static_cast<Eigen::Index>(i)) = kernels::DenseCode(codes[i], split.training.size());
  }
  for (const ImageSet* set : {&split.test, &split.validation}) {
    examples.labels.insert(examples.labels.end(), set->labels.begin(), set->labels.end());
  }
  const auto accuracy = [&] {
    return kernels::CrossValidatedSvmAccuracy(examples, options.alpha_folds, options.costs,
                                              record.this_case().seed);
  };
  const double plain = accuracy();
  record.Value("ours: codes", "svm_accuracy", plain);
  record.Value(task.tables.alpha, "accuracy", plain, {.method = "SVM on alpha"});
  examples.features = kernels::ColumnsScaledToUnitInterval(std::move(examples.features));
  record.Value(task.tables.alpha, "accuracy", accuracy(), {.method = "SVM on alpha normalised to [0,1]"});
}

void RunCodes(const FaceTask& task, const Method& method, const Options& options, Recorder& record) {
  const CaseFaces faces(task, options.images, record);
  const Split& split = faces.split;
  common::OptionValues values = OptionsOf(method, options.code);
  if (method.has_option("hash_percent")) {
    const ChosenHash chosen = ChooseHash(split, options.dimension, HashPercents(method, options.hash_values),
                                         method, options.code, record.this_case().seed);
    values.Set("hash_percent", int64_t{chosen.percent});
    record.Value("ours: numbers of hash functions", "percent_of_dimension", chosen.percent);
    record.Value("ours: numbers of hash functions", "validation_accuracy", chosen.accuracy);
  }
  const kernels::ImageFeatures features =
      kernels::MakeFeaturesFor(*method.method, values, options.dimension, record.this_case().seed,
                               split.training.images, split.training.labels);
  const Contestant contestant = {&features, LearnCodes(method, options.code, features, split.training),
                                 options.code.tolerance};
  std::vector<SparseCode> codes;
  const CodeQuality quality = MeasureCodes(contestant, split.test, &codes);
  RecordAccuracy(task, quality.accuracy, options, record);
  if (options.claim_trials != 0) {
    record.Value(kOfAllTrials, "share_of_largest", quality.share_of_largest);
  }
  if (!options.is_of_tables(record.this_case().seed)) return;
  RecordCodes(task, quality, record);
  const bool is_l1 = method.name == std::string(kHashL1) || method.name == std::string(kRandomL1);
  if (task.name == kYaleB && is_l1 && options.dimension == kSparsityDimension) RecordSparsity(codes, record);
  if (options.alpha_folds == 0) return;
  std::vector<SparseCode> of_validation;
  MeasureCodes(contestant, split.validation, &of_validation);
  RecordAlpha(task, split, std::move(codes), of_validation, options, record);
}

double ShareOfRight(const kernels::FeatureClassifier& classify, const LabeledFeatures& queries) {
  const std::vector<kernels::Recognition> found = classify(queries.features);
  int right = 0;
  for (size_t i = 0; i < found.size(); ++i) right += found[i].label == queries.labels[i];
  return static_cast<double>(right) / static_cast<double>(found.size());
}

// The accuracy on the test images, with the cost of highest accuracy on the validation images, the first of
// equals. A method without costs has a single setting.
double ValidatedAccuracy(const Method& method, const LabeledFeatures& training,
                         const LabeledFeatures& validation, const LabeledFeatures& test,
                         const std::vector<double>& costs) {
  common::OptionValues values(method.method->name, method.method->options);
  if (!method.has_option("cost")) {
    return ShareOfRight(kernels::LearnClassifier(*method.method, training, values), test);
  }
  double best = -1, accuracy = 0;
  for (const double cost : costs) {
    values.Set("cost", cost);
    const kernels::FeatureClassifier classify = kernels::LearnClassifier(*method.method, training, values);
    const double of_validation = ShareOfRight(classify, validation);
    if (of_validation <= best) continue;
    best = of_validation;
    accuracy = ShareOfRight(classify, test);
  }
  return accuracy;
}

void RunFeatures(const FaceTask& task, const Method& method, const Options& options, Recorder& record) {
  const CaseFaces faces(task, options.images, record);
  const Split& split = faces.split;
  const kernels::ImageFeatures features =
      kernels::MakeFeatures({.kind = method.method->features, .dimension = options.dimension},
                            split.training.images, split.training.labels);
  const auto of = [&](const ImageSet& set) {
    return LabeledFeatures{kernels::FeaturesOf(features, set.images), set.labels};
  };
  const LabeledFeatures validation =
      method.has_option("cost") ? of(split.validation) : LabeledFeatures{.features = {}, .labels = {}};
  RecordAccuracy(task,
                 ValidatedAccuracy(method, of(split.training), validation, of(split.test), options.costs),
                 options, record);
}

// S20 to S22 and S27 are about Extended Yale B: all methods at the least and the largest dimension, and three
// of them at each.
bool DecidesClaims(const FaceTask& task, const Method& method, int64_t dimension) {
  const std::string name = method.name;
  const bool is_at_each = name == kHashOmp || name == kHashL1 || name == kRandomL1;
  return task.name == kYaleB && (is_at_each || dimension == 50 || dimension == 300);
}

// Reads the settings and says what the case computes.
void Finish(const FaceTask& task, const Method& method, int dimension, Case& c) {
  Options options = {.images = ReadImageSettings(c), .dimension = dimension};
  const int images = task.NumTraining(options.images.subjects);
  const int most = MaxDimension(method, images, task.NumSubjects(options.images.subjects));
  if (dimension > most) {
    c.deterministic = true;
    c.run = [=](uint64_t, Recorder& record) {
      record.Refuse(fmt::format("{} has at most {} features with {} training images of this task",
                                method.name, most, images));
    };
    return;
  }
  if (method.has_codes()) {
    options.code.tolerance = c.Number("tolerance");
    if (method.has_option("max_atoms")) options.code.max_atoms = static_cast<int>(c.Int("max_atoms"));
    if (method.has_option("hash_percent")) options.hash_values = c.Int("hash_values");
  }
  const bool has_alpha = method.name == std::string(kHashL1) && !c.is_variant();
  if (has_alpha) options.alpha_folds = static_cast<int>(c.Int("alpha_folds"));
  if (has_alpha || method.has_option("cost")) options.costs = c.Numbers("costs");
  if (DecidesClaims(task, method, dimension) && !c.is_variant()) {
    options.trials = c.Int("trials");
    options.claim_trials = std::max(options.trials, c.Int("claim_trials"));
    c.repeats = static_cast<int>(options.claim_trials);
  }
  c.run = [=](uint64_t, Recorder& record) {
    method.has_codes() ? RunCodes(task, method, options, record) : RunFeatures(task, method, options, record);
  };
}

// Claims about accuracies with occluders are about these methods, or about the least and largest dimension.
bool IsNeeded(const FaceTask& task, const Method& method, int64_t dimension) {
  if (task.name != kOccluded || dimension == 50 || dimension == 300) return true;
  const std::string name = method.name;
  return name == kHashOmp || name == kHashL1 || name == kRandomL1;
}

void PlanTables(const FaceTask& task, Planner& plan) {
  plan.dataset = task.name;
  plan.data = {task.data};
  for (const Method& method : AllMethods()) {
    for (const int64_t dimension : plan.Ints("dimensions")) {
      if (!IsNeeded(task, method, dimension)) continue;
      Case& c = plan.Add("recognition/" + task.part, method.name, {{"dim", std::to_string(dimension)}});
      c.repeats = static_cast<int>(plan.Int(task.is_ar() ? "stand_in_trials" : "trials"));
      Finish(task, method, static_cast<int>(dimension), c);
    }
  }
}

struct Variant {
  const char *setting, *value, *data;
  std::vector<const char*> methods;
};

void PlanVariant(const Variant& variant, Planner& plan) {
  FaceTask task = FindFaceTask(kYaleB);
  task.data = variant.data;
  plan.dataset = task.name;
  plan.data = {task.data};
  for (const char* name : variant.methods) {
    for (const int64_t dimension : plan.Ints("variant_dimensions")) {
      Case& c = plan.Add(fmt::format("variants/{}={}", variant.setting, variant.value), name,
                         {{"dim", std::to_string(dimension)}});
      c.Override(variant.setting, variant.value);
      c.repeats = static_cast<int>(plan.Int("variant_trials"));
      Finish(task, FindMethod(name), static_cast<int>(dimension), c);
    }
  }
}

}  // namespace

void Recognition(harness::Package& package) {
  for (const harness::DatasetSource& source : DatasetSources()) package.Data(source);
  package.Library(
      harness::LibraryVersion("Random123", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_RANDOM123_VERSION)));
  package.Library(harness::LibraryVersion("libsvm", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_LIBSVM_VERSION)));
  package.Plan([](Planner& plan) {
    for (const FaceTask& task : FaceTasks()) PlanTables(task, plan);
    // Extended Yale B as it is often given away, reduced to 32 x 32 pixels.
    PlanVariant({"image_size", "32x32", kChangedFacesData, {kHashOmp, kHashL1, kRandomL1}}, plan);
    // The images of each subject drawn alone. The printed deviations speak against it.
    PlanVariant({"split", "each", kFacesData, {kHashOmp, kRandomOmp, kHashL1, kRandomL1, "EIGEN-KNN"}}, plan);
  });
}

}  // namespace structlab::face_recognition
