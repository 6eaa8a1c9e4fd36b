// Tables 3.1, 3.2 and 3.4: how well and how fast.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/face_recognition/case_faces.h"
#include "experiments/face_recognition/feature_maps.h"
#include "experiments/face_recognition/runs.h"
#include "experiments/face_recognition/svm_trial.h"
#include "kernels/sparse/nearest_classifiers.h"

namespace structlab::face_recognition {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using kernels::SparseCode;

// The map of a method with codes. Of hashed features, also how many functions were chosen.
FeatureMap MapOf(const Method& method, int dimension, const CaseFaces& faces, FeatureMaps& maps,
                 Recorder& record) {
  if (method.features != Features::kHash) return maps.Linear(method.features, dimension);
  const ChosenHash chosen = faces.ChooseHash(dimension, method.classifier);
  record.Value(kOurHashes, "percent_of_dimension", chosen.percent, {.setting = OurKey(dimension)});
  record.Value(kOurHashes, "validation_accuracy", chosen.accuracy, {.setting = OurKey(dimension)});
  return maps.Hashed(dimension, chosen.percent);
}

void RecordCodes(const CodeQuality& quality, int dimension, Recorder& record) {
  const Setting key = DimensionKey(dimension), ours = OurKey(dimension);
  record.Value(kTable31, "accuracy", quality.accuracy, {.setting = key});
  record.Value(kTable32, "running_time", quality.running_time(), {.setting = key, .unit = "ms"});
  record.Value(kOurTimes, "feature_time", quality.feature_time, {.setting = ours, .unit = "ms"});
  record.Value(kOurTimes, "code_time", quality.code_time, {.setting = ours, .unit = "ms"});
  record.Value(kOurCodes, "atoms", quality.atoms, {.setting = ours});
  record.Value(kOurCodes, "share_of_heaviest", quality.heaviest_share, {.setting = ours});
  record.Value(kOurCodes, "share_within_tolerance", quality.reached, {.setting = ours});
}

LabeledFeatures Codes(const std::vector<SparseCode>& codes, std::vector<int> labels, int atoms) {
  LabeledFeatures examples;
  examples.features.resize(atoms, static_cast<Eigen::Index>(codes.size()));
  for (size_t i = 0; i < codes.size(); ++i) {
    examples.features.col(static_cast<Eigen::Index>(i)) = kernels::DenseCode(codes[i], atoms);
  }
  examples.labels = std::move(labels);
  return examples;
}

// Table 3.4: machines on the codes of the test and validation images. Returns the accuracy on codes as they
// are.
double RecordAlpha(const Case& c, const Split& split, std::vector<SparseCode> of_test,
                   const std::vector<SparseCode>& of_validation, int dimension, Recorder& record) {
  of_test.insert(of_test.end(), of_validation.begin(), of_validation.end());
  std::vector<int> labels = split.test.labels;
  labels.insert(labels.end(), split.validation.labels.begin(), split.validation.labels.end());
  LabeledFeatures examples = Codes(of_test, std::move(labels), split.training.size());
  const int folds = static_cast<int>(c.parameters.Integer("folds"));
  const std::vector<double> costs = c.parameters.Numbers("costs");
  const double plain = CrossValidatedSvmAccuracy(examples, folds, costs, c.seed);
  examples.features = NormalizedToUnitInterval(std::move(examples.features));
  record.Value(kTable34, "accuracy", plain, {.method = kAlphaSvm, .setting = AlphaKey(dimension)});
  record.Value(kTable34, "accuracy", CrossValidatedSvmAccuracy(examples, folds, costs, c.seed),
               {.method = kUnitAlphaSvm, .setting = AlphaKey(dimension)});
  return plain;
}

void RunCodes(const Case& c, const Method& method, const CaseFaces& faces, Recorder& record) {
  const Split& split = faces.split();
  const CodeOptions options = CodeOptionsOf(c);
  const bool has_alpha = c.parameters.Find("has_alpha") != nullptr;
  FeatureMaps maps(split.training, c.seed);
  std::vector<double> dimensions, times, gains;
  for (const int64_t of_case : c.parameters.Integers("of_these")) {
    const int dimension = static_cast<int>(of_case);
    const FeatureMap map = MapOf(method, dimension, faces, maps, record);
    std::vector<SparseCode> codes, of_validation;
    const CodeQuality quality =
        MeasureCodes(map, split.training, split.test, method.classifier, options, &codes);
    RecordCodes(quality, dimension, record);
    dimensions.push_back(dimension);
    times.push_back(quality.running_time());
    if (!has_alpha) continue;
    MeasureCodes(map, split.training, split.validation, method.classifier, options, &of_validation);
    gains.push_back(RecordAlpha(c, split, std::move(codes), of_validation, dimension, record) -
                    quality.accuracy);
  }
  if (method.name == std::string(kHashOmp) || method.name == std::string(kRandomL1)) {
    record.Curve(kFigure34, "running_time_vs_dim", dimensions, times, {.setting = Setting()});
  }
  if (has_alpha) {
    record.Curve(kProse342, "accuracy", dimensions, gains,
                 {.method = kAlphaAgainstResiduals, .setting = Setting{{"dim<", "50"}}});
  }
}

LabeledFeatures FeaturesOf(const FeatureMap& map, const ImageSet& set) {
  return {Apply(map, set.images), set.labels};
}

double Accuracy(const std::vector<int>& found, const std::vector<int>& labels) {
  int right = 0;
  for (size_t i = 0; i < labels.size(); ++i) right += found[i] == labels[i];
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

void RunFeatures(const Case& c, const Method& method, const Split& split, Recorder& record) {
  FeatureMaps maps(split.training, c.seed);
  for (const int64_t dimension : c.parameters.Integers("of_these")) {
    const FeatureMap map = maps.Linear(method.features, static_cast<int>(dimension));
    const LabeledFeatures training = FeaturesOf(map, split.training), test = FeaturesOf(map, split.test);
    const double accuracy =
        method.classifier == Classifier::kNearest
            ? Accuracy(kernels::NearestNeighborLabels(training.features, training.labels, test.features, 1),
                       test.labels)
            : SvmAccuracy(training, FeaturesOf(map, split.validation), test, c.parameters.Numbers("costs"));
    record.Value(kTable31, "accuracy", accuracy, {.setting = DimensionKey(dimension)});
  }
}

}  // namespace

void RunRecognition(const Case& c, Recorder& record) {
  const Method& method = FindMethod(c.method);
  const CaseFaces faces(FindFaceTask(c.dataset), c);
  if (method.has_codes()) return RunCodes(c, method, faces, record);
  RunFeatures(c, method, faces.split(), record);
}

void RunNotApplicable(const Case& c, Recorder& record) {
  const auto why = [&]() -> std::string {
    const Method& method = FindMethod(c.method);
    if (method.classifier == Classifier::kL1 && method.features != Features::kEigen) {
      return "training images, and no code of as many need come near to a query of more features";
    }
    switch (method.features) {
      case Features::kFisher:
        return "discriminants, one less than there are subjects";
      case Features::kFisherWithin:
        return "eigenfaces in which the images of subjects vary";
      default:
        return "eigenfaces, the rank of the training images";
    }
  };
  record.Refuse("there are at most " + c.parameters.Text("most") + " " + why() + ", and not " +
                c.parameters.Text("dimension"));
}

}  // namespace structlab::face_recognition
