#include "experiments/face_recognition/trial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "common/best_candidate.h"
#include "common/check.h"
#include "common/thread_clock.h"

namespace structlab::face_recognition {

using kernels::FeatureKind;
using kernels::ImageFeatures;
using kernels::Recognition;
using kernels::SparseCode;
using kernels::SparseRecognizer;

namespace {

// A residual this close to the tolerance, of a query of length 1, has met it for l1 minimisation.
constexpr double kRounding = 1e-8;

double Milliseconds() { return 1e3 * common::ThreadSeconds(); }

// Adds one query's recognition to the sums, and returns its code.
SparseCode AddQuery(const Contestant& contestant, const ImageSet& queries, int q, CodeQuality& sum) {
  const double begin = Milliseconds();
  const Eigen::VectorXd measured = kernels::FeaturesOf(*contestant.features, queries.images.col(q));
  const double middle = Milliseconds();
  Recognition recognition =
      Recognize(*contestant.recognizer, contestant.classifier, contestant.options, measured);
  sum.code_time += Milliseconds() - middle;
  sum.feature_time += middle - begin;
  const SparseCode& code = recognition.code;
  sum.accuracy += recognition.label == queries.labels[q] ? 1 : 0;
  sum.atoms += static_cast<double>(std::ranges::count_if(code.coefficients, [](double c) { return c != 0; }));
  sum.share_of_largest += kernels::ShareOfLargest(code, kLargest);
  sum.within_tolerance += code.residual <= contestant.options.tolerance + kRounding ? 1 : 0;
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

// One way to hash the images: the recogniser, and the features of the validation images.
struct HashCandidate {
  SparseRecognizer recognizer;
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
  static const std::vector<Method> methods = {{kHashOmp, FeatureKind::kHashed, Classifier::kPursuit},
                                              {kRandomOmp, FeatureKind::kRandom, Classifier::kPursuit},
                                              {"EIGEN-OMP", FeatureKind::kEigen, Classifier::kPursuit},
                                              {kHashL1, FeatureKind::kHashed, Classifier::kL1},
                                              {kRandomL1, FeatureKind::kRandom, Classifier::kL1},
                                              {"EIGEN-l1", FeatureKind::kEigen, Classifier::kL1},
                                              {"EIGEN-KNN", FeatureKind::kEigen, Classifier::kNearest},
                                              {"FISHER-KNN", FeatureKind::kFisher, Classifier::kNearest},
                                              {"EIGEN-SVM", FeatureKind::kEigen, Classifier::kSvm},
                                              {"FISHER-SVM", FeatureKind::kFisher, Classifier::kSvm}};
  return methods;
}

const Method& FindMethod(const std::string& name) {
  const auto method = std::ranges::find(Methods(), name, &Method::name);
  STRUCTLAB_CHECK(method != Methods().end());
  return *method;
}

int MaxDimension(const Method& method, int images, int classes) {
  const int of_features = kernels::MaxDimension(method.features, images, classes);
  return method.has_codes() ? std::min(of_features, images) : of_features;
}

Recognition Recognize(const SparseRecognizer& recognizer, Classifier classifier, const CodeOptions& options,
                      const Eigen::VectorXd& measured) {
  if (classifier == Classifier::kL1) return recognizer.ByL1(measured, {.tolerance = options.tolerance});
  STRUCTLAB_CHECK(classifier == Classifier::kPursuit);
  const int half = recognizer.dictionary().dimension() / 2;
  const bool is_exact = options.exact_atoms > 0;
  const int atoms = is_exact ? options.exact_atoms : std::min(options.max_atoms, half);
  return recognizer.ByPursuit(measured, {.stop = {.iterations = static_cast<double>(atoms)},
                                         .tolerance = is_exact ? 0 : options.tolerance});
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

SparseRecognizer MakeRecognizer(const ImageFeatures& features, const ImageSet& training) {
  return {kernels::FeaturesOf(features, training.images), training.labels};
}

std::vector<int> HashPercents(Classifier classifier, int64_t count) {
  constexpr int kValues = 20;
  const int step = classifier == Classifier::kL1 ? 2 : 5;
  std::vector<int> percents;
  for (int64_t i = 1; i <= count; ++i) percents.push_back(step * static_cast<int>(i * kValues / count));
  return percents;
}

ChosenHash ChooseHash(const Split& split, int dimension, std::span<const int> percents, Classifier classifier,
                      const CodeOptions& options, uint64_t seed) {
  STRUCTLAB_CHECK(!percents.empty() && split.validation.size() > 0);
  std::map<int, HashCandidate> candidates;  // made when they are first asked
  const auto answer = [&](int candidate, int q) {
    if (!candidates.contains(candidate)) {
      const ImageFeatures features = kernels::MakeFeatures({.kind = FeatureKind::kHashed,
                                                            .dimension = dimension,
                                                            .hash_percent = percents[candidate],
                                                            .seed = seed},
                                                           split.training.images, split.training.labels);
      candidates.emplace(candidate, HashCandidate{MakeRecognizer(features, split.training),
                                                  kernels::FeaturesOf(features, split.validation.images)});
    }
    const HashCandidate& one = candidates.at(candidate);
    return AnswerOf(Recognize(one.recognizer, classifier, options, one.queries.col(q)),
                    one.recognizer.classes(), split.validation.labels[q]);
  };
  const common::BestCandidate best =
      common::FindBestCandidate(static_cast<int>(percents.size()), split.validation.size(), answer);
  return {percents[best.candidate], static_cast<double>(best.num_right) / split.validation.size()};
}

}  // namespace structlab::face_recognition
