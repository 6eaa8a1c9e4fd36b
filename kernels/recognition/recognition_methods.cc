#include "kernels/recognition/recognition_methods.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "common/method_list.h"
#include "kernels/sparse/nearest_classifiers.h"
#include "kernels/support_vectors/kernel_svm.h"

namespace structlab::kernels {
namespace {

using common::IntegerOption;
using common::OptionDeclaration;
using common::OptionValues;
using Queries = Eigen::Ref<const Eigen::MatrixXd>;

constexpr int64_t kMany = 1'000'000;
constexpr char kHashPercent[] = "hash_percent";

std::vector<Recognition> Labelled(const std::vector<int>& labels) {
  std::vector<Recognition> found(labels.size());
  for (size_t i = 0; i < labels.size(); ++i) found[i].label = labels[i];
  return found;
}

// A classifier by sparse codes: recognize(recognizer, query) of each query.
template <class Recognize>
FeatureClassifier ByCodes(const LabeledFeatures& training, Recognize recognize) {
  const auto recognizer = std::make_shared<const SparseRecognizer>(training.features, training.labels);
  return [recognizer, recognize = std::move(recognize)](const Queries& queries) {
    std::vector<Recognition> found;
    for (Eigen::Index i = 0; i < queries.cols(); ++i) {
      found.push_back(recognize(*recognizer, queries.col(i)));
    }
    return found;
  };
}

FeatureClassifier LearnPursuit(const LabeledFeatures& training, const OptionValues& values) {
  const auto exact = static_cast<int>(values.Integer("exact_atoms"));
  const int half = static_cast<int>(training.features.rows()) / 2;
  const int atoms = exact > 0 ? exact : std::min(static_cast<int>(values.Integer("max_atoms")), half);
  const PursuitOptions options = {.stop = {.iterations = static_cast<double>(atoms)},
                                  .tolerance = exact > 0 ? 0 : values.Number("tolerance")};
  return ByCodes(training, [options](const SparseRecognizer& recognizer, const auto& query) {
    return recognizer.ByPursuit(query, options);
  });
}

FeatureClassifier LearnL1(const LabeledFeatures& training, const OptionValues& values) {
  const L1Options options = {.tolerance = values.Number("tolerance")};
  return ByCodes(training, [options](const SparseRecognizer& recognizer, const auto& query) {
    return recognizer.ByL1(query, options);
  });
}

FeatureClassifier LearnNeighbors(const LabeledFeatures& training, const OptionValues& values) {
  const auto neighbors = static_cast<int>(values.Integer("neighbors"));
  return [training, neighbors](const Queries& queries) {
    return Labelled(NearestNeighborLabels(training.features, training.labels, queries, neighbors));
  };
}

// Kernel values are divided by the mean squared length of the training examples, as in ValidatedSvmAccuracy.
FeatureClassifier LearnSvm(const LabeledFeatures& training, const OptionValues& values) {
  Eigen::MatrixXd gram = training.features.transpose() * training.features;
  const double mean = gram.diagonal().mean(), scale = mean > 0 ? mean : 1;
  if (scale != 1) gram /= scale;
  const KernelSvm svm = TrainKernelSvm(gram, training.labels, {.cost = values.Number("cost")});
  return [features = training.features, scale, svm](const Queries& queries) {
    Eigen::MatrixXd kernel = queries.transpose() * features;
    if (scale != 1) kernel /= scale;
    return Labelled(Classify(svm, kernel));
  };
}

OptionDeclaration HashPercent() {
  return IntegerOption(kHashPercent, 100, {1, 100}, "hash functions as percent of the dimension");
}

OptionDeclaration Tolerance() {
  return common::NumberOption("tolerance", 0.05, {.min = 0, .max = 1},
                              "of the residual, as part of the length of the query");
}

std::vector<OptionDeclaration> PursuitDeclarations() {
  return {Tolerance(),
          IntegerOption("max_atoms", 50, {1, kMany}, "of a code, and at most half of the dimension"),
          IntegerOption("exact_atoms", 0, {0, kMany},
                        "take this many atoms of each query, whatever the tolerance; 0: as above")};
}

// The method with the option of hashed features, if it has them.
RecognitionMethod WithFeatures(RecognitionMethod method) {
  if (method.features == FeatureKind::kHashed) method.options.push_back(HashPercent());
  return method;
}

RecognitionMethod Pursuit(const char* name, FeatureKind features, const char* summary) {
  return WithFeatures({.name = name,
                       .summary = summary,
                       .features = features,
                       .has_codes = true,
                       .options = PursuitDeclarations(),
                       .learn = LearnPursuit});
}

RecognitionMethod L1(const char* name, FeatureKind features, const char* summary) {
  return WithFeatures({.name = name,
                       .summary = summary,
                       .features = features,
                       .has_codes = true,
                       .options = {Tolerance()},
                       .learn = LearnL1});
}

RecognitionMethod Neighbors(const char* name, FeatureKind features, const char* summary) {
  return {.name = name,
          .summary = summary,
          .features = features,
          .options = {IntegerOption("neighbors", 1, {1, kMany}, "nearest training images that vote")},
          .learn = LearnNeighbors};
}

RecognitionMethod Svm(const char* name, FeatureKind features, const char* summary) {
  return {.name = name,
          .summary = summary,
          .features = features,
          .options = {common::PositiveOption("cost", 1, "weight of the slacks, not divided by their number")},
          .learn = LearnSvm};
}

using Methods = common::MethodList<RecognitionMethod, &RecognitionMethod::learn>;

Methods& AllMethods() {
  static Methods methods(
      "recognition method",
      {Pursuit("hash-omp", FeatureKind::kHashed,
               "hashed pixels, sparse codes by orthogonal matching pursuit"),
       Pursuit("random-omp", FeatureKind::kRandom, "random projections, the same codes"),
       Pursuit("eigen-omp", FeatureKind::kEigen, "eigenfaces, the same codes"),
       L1("hash-l1", FeatureKind::kHashed, "hashed pixels, sparse codes of least l1 norm"),
       L1("random-l1", FeatureKind::kRandom, "random projections, the same codes"),
       L1("eigen-l1", FeatureKind::kEigen, "eigenfaces, the same codes"),
       Neighbors("eigen-knn", FeatureKind::kEigen, "eigenfaces, nearest neighbours"),
       Neighbors("fisher-knn", FeatureKind::kFisher, "fisherfaces, nearest neighbours"),
       Svm("eigen-svm", FeatureKind::kEigen, "eigenfaces, a linear support vector machine"),
       Svm("fisher-svm", FeatureKind::kFisher, "fisherfaces, a linear support vector machine")});
  return methods;
}

}  // namespace

std::span<const RecognitionMethod> RecognitionMethods() { return AllMethods().All(); }

bool RegisterRecognitionMethod(RecognitionMethod method) {
  AllMethods().Add(std::move(method));
  return true;
}

const RecognitionMethod& FindRecognitionMethod(const std::string& name) { return AllMethods().Find(name); }

ImageFeatures MakeFeaturesFor(const RecognitionMethod& method, const OptionValues& options, int dimension,
                              uint64_t seed, const ByteImagesRef& images, std::span<const int> labels) {
  const OptionValues values = options.For(method.name, method.options);
  FeatureRequest request = {.kind = method.features, .dimension = dimension, .seed = seed};
  if (values.Has(kHashPercent)) request.hash_percent = static_cast<int>(values.Integer(kHashPercent));
  return MakeFeatures(request, images, labels);
}

FeatureClassifier LearnClassifier(const RecognitionMethod& method, const LabeledFeatures& training,
                                  const OptionValues& options) {
  return method.learn(training, options.For(method.name, method.options));
}

}  // namespace structlab::kernels
