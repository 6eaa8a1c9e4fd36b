#include "experiments/face_recognition/trial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "common/best_candidate.h"
#include "common/check.h"
#include "common/thread_clock.h"
#include "kernels/sparse/class_labels.h"

namespace structlab::face_recognition {

using kernels::FeatureClassifier;
using kernels::ImageFeatures;
using kernels::Recognition;
using kernels::SparseCode;

namespace {

// A residual this close to the tolerance, of a query of length 1, has met it for l1 minimisation.
constexpr double kRounding = 1e-8;

double Milliseconds() { return 1e3 * common::ThreadSeconds(); }

// Adds one query's recognition to the sums, and returns its code.
SparseCode AddQuery(const Contestant& contestant, const ImageSet& queries, int q, CodeQuality& sum) {
  const double begin = Milliseconds();
  const Eigen::VectorXd measured = kernels::FeaturesOf(*contestant.features, queries.images.col(q));
  const double middle = Milliseconds();
  Recognition recognition = std::move(contestant.classify(measured)[0]);
  sum.code_time += Milliseconds() - middle;
  sum.feature_time += middle - begin;
  const SparseCode& code = recognition.code;
  sum.accuracy += recognition.label == queries.labels[q] ? 1 : 0;
  sum.atoms += static_cast<double>(std::ranges::count_if(code.coefficients, [](double c) { return c != 0; }));
  sum.share_of_largest += kernels::ShareOfLargest(code, kLargest);
  sum.within_tolerance += code.residual <= contestant.tolerance + kRounding ? 1 : 0;
  return std::move(recognition.code);
}

CodeQuality Means(CodeQuality sum, int queries) {
  for (double* mean : {&sum.accuracy, &sum.feature_time, &sum.code_time, &sum.atoms, &sum.share_of_largest,
                       &sum.within_tolerance}) {
    *mean /= queries;
  }
  return sum;
}

// ask(i, q, is_measured) of each of `count` for each query: each answers a few, then the next one the same.
// One before them is not measured, as it finds the caches as the others left them.
template <typename Ask>
void InTurn(size_t count, int queries, const Ask& ask) {
  STRUCTLAB_CHECK(queries > 0);
  constexpr int kQueriesInTurn = 10;
  for (int begin = 0; begin < queries; begin += kQueriesInTurn) {
    const int end = std::min(begin + kQueriesInTurn, queries);
    for (size_t i = 0; i < count; ++i) {
      ask(i, begin == 0 ? queries - 1 : begin - 1, false);
      for (int q = begin; q < end; ++q) ask(i, q, true);
    }
  }
}

// One way to hash the images: the classifier, and the features of the validation images.
struct HashCandidate {
  FeatureClassifier classify;
  Eigen::MatrixXd queries;
};

// As confident as the residual of the right subject is smaller than that of all others.
common::Answer AnswerOf(const Recognition& recognition, const std::vector<int>& subjects, int right) {
  double of_right = std::numeric_limits<double>::infinity(), of_others = of_right;
  for (size_t k = 0; k < subjects.size(); ++k) {
    double& least = subjects[k] == right ? of_right : of_others;
    least = std::min(least, recognition.residuals[k]);
  }
  const double confidence = of_others - of_right;
  return {recognition.label == right, std::isfinite(confidence) ? confidence : 0};
}

}  // namespace

const std::vector<Method>& Methods() {
  const auto of_library = [](const char* name, const char* method) {
    return Method{name, &kernels::FindRecognitionMethod(method)};
  };
  static const std::vector<Method> methods = {
      of_library(kHashOmp, "hash-omp"),     of_library(kRandomOmp, "random-omp"),
      of_library("EIGEN-OMP", "eigen-omp"), of_library(kHashL1, "hash-l1"),
      of_library(kRandomL1, "random-l1"),   of_library("EIGEN-l1", "eigen-l1"),
      of_library("EIGEN-KNN", "eigen-knn"), of_library("FISHER-KNN", "fisher-knn"),
      of_library("EIGEN-SVM", "eigen-svm"), of_library("FISHER-SVM", "fisher-svm")};
  return methods;
}

const std::vector<Method>& AllMethods() {
  static const std::vector<Method> all = [] {
    std::vector<Method> methods = Methods();
    for (const kernels::RecognitionMethod& linked : kernels::RecognitionMethods()) {
      if (std::ranges::find(methods, &linked, &Method::method) != methods.end()) continue;
      methods.push_back({linked.name.c_str(), &linked});
    }
    return methods;
  }();
  return all;
}

bool Method::has_option(const std::string& option) const {
  return std::ranges::find(method->options, option, &common::OptionDeclaration::name) !=
         method->options.end();
}

const Method& FindMethod(const std::string& name) {
  const auto method = std::ranges::find(AllMethods(), name, &Method::name);
  STRUCTLAB_CHECK(method != AllMethods().end());
  return *method;
}

int MaxDimension(const Method& method, int images, int classes) {
  const int of_features = kernels::MaxDimension(method.method->features, images, classes);
  return method.has_codes() ? std::min(of_features, images) : of_features;
}

common::OptionValues OptionsOf(const Method& method, const CodeOptions& options) {
  common::OptionValues values(method.method->name, method.method->options);
  values.Set("tolerance", options.tolerance);
  if (!method.has_option("max_atoms")) return values;
  values.Set("max_atoms", int64_t{options.max_atoms});
  values.Set("exact_atoms", int64_t{options.exact_atoms});
  return values;
}

FeatureClassifier LearnCodes(const Method& method, const CodeOptions& options, const ImageFeatures& features,
                             const ImageSet& training) {
  STRUCTLAB_CHECK(method.has_codes());
  return kernels::LearnClassifier(*method.method,
                                  {kernels::FeaturesOf(features, training.images), training.labels},
                                  OptionsOf(method, options));
}

CodeQuality MeasureCodes(const Contestant& contestant, const ImageSet& queries,
                         std::vector<SparseCode>* codes) {
  STRUCTLAB_CHECK(queries.size() > 0);
  CodeQuality sum;
  for (int q = 0; q < queries.size(); ++q) {
    SparseCode code = AddQuery(contestant, queries, q, sum);
    if (codes != nullptr) codes->push_back(std::move(code));
  }
  return Means(sum, queries.size());
}

std::vector<CodeQuality> MeasureInTurn(std::span<const Contestant> contestants, const ImageSet& queries) {
  std::vector<CodeQuality> sums(contestants.size());
  CodeQuality not_measured;
  InTurn(contestants.size(), queries.size(), [&](size_t i, int q, bool is_measured) {
    AddQuery(contestants[i], queries, q, is_measured ? sums[i] : not_measured);
  });
  for (CodeQuality& sum : sums) sum = Means(sum, queries.size());
  return sums;
}

std::vector<double> FeatureTimesInTurn(std::span<const ImageFeatures* const> features,
                                       const ImageSet& queries) {
  std::vector<double> times(features.size());
  InTurn(features.size(), queries.size(), [&](size_t i, int q, bool is_measured) {
    const double begin = Milliseconds();
    const Eigen::VectorXd measured = kernels::FeaturesOf(*features[i], queries.images.col(q));
    if (is_measured) times[i] += Milliseconds() - begin;
  });
  for (double& time : times) time /= queries.size();
  return times;
}

std::vector<int> HashPercents(const Method& method, int64_t count) {
  constexpr int kValues = 20;
  const int step = method.has_option("max_atoms") ? 5 : 2;
  std::vector<int> percents;
  for (int64_t i = 1; i <= count; ++i) percents.push_back(step * static_cast<int>(i * kValues / count));
  return percents;
}

ChosenHash ChooseHash(const Split& split, int dimension, std::span<const int> percents, const Method& method,
                      const CodeOptions& options, uint64_t seed) {
  STRUCTLAB_CHECK(!percents.empty() && split.validation.size() > 0);
  const std::vector<int> subjects = kernels::ClassesOf(split.training.labels);
  std::map<int, HashCandidate> candidates;  // made when they are first asked
  const auto answer = [&](int candidate, int q) {
    if (!candidates.contains(candidate)) {
      common::OptionValues values = OptionsOf(method, options);
      values.Set("hash_percent", int64_t{percents[candidate]});
      const ImageFeatures features = kernels::MakeFeaturesFor(*method.method, values, dimension, seed,
                                                              split.training.images, split.training.labels);
      candidates.emplace(candidate, HashCandidate{LearnCodes(method, options, features, split.training),
                                                  kernels::FeaturesOf(features, split.validation.images)});
    }
    const HashCandidate& one = candidates.at(candidate);
    return AnswerOf(one.classify(one.queries.col(q))[0], subjects, split.validation.labels[q]);
  };
  const common::BestCandidate best =
      common::FindBestCandidate(static_cast<int>(percents.size()), split.validation.size(), answer);
  return {percents[best.candidate], static_cast<double>(best.num_right) / split.validation.size()};
}

}  // namespace structlab::face_recognition
