#include "experiments/face_recognition/code_trial.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "common/check.h"
#include "common/thread_clock.h"
#include "experiments/face_recognition/most_right.h"

namespace structlab::face_recognition {

using kernels::Recognition;
using kernels::SparseCode;
using kernels::SparseRecognizer;

namespace {

// Of a residual of a query of length 1, within which l1 minimisation takes the tolerance for met.
constexpr double kOfRounding = 1e-8;

}  // namespace

Recognition Recognize(const SparseRecognizer& recognizer, Classifier classifier, const CodeOptions& options,
                      const Eigen::Ref<const Eigen::VectorXd>& measured) {
  if (classifier == Classifier::kL1) return recognizer.ByL1(measured, {.tolerance = options.tolerance});
  STRUCTLAB_CHECK(classifier == Classifier::kPursuit);
  if (options.exact_atoms > 0) {
    return recognizer.ByPursuit(
        measured, {.stop = {.iterations = static_cast<double>(options.exact_atoms)}, .tolerance = 0});
  }
  const int half = recognizer.dictionary().dimension() / 2;
  return recognizer.ByPursuit(
      measured, {.stop = {.iterations = static_cast<double>(std::min(options.most_atoms, half))},
                 .tolerance = options.tolerance});
}

double HeaviestShare(const SparseCode& code) {
  std::vector<double> sizes;
  double all = 0;
  for (const double coefficient : code.coefficients) {
    sizes.push_back(std::abs(coefficient));
    all += sizes.back();
  }
  if (all == 0) return 0;
  std::ranges::sort(sizes, std::greater());
  double heaviest = 0;
  for (size_t i = 0; i < std::min<size_t>(kHeaviest, sizes.size()); ++i) heaviest += sizes[i];
  return heaviest / all;
}

bool IsReached(const SparseCode& code, double tolerance) { return code.residual <= tolerance + kOfRounding; }

namespace {

double Milliseconds() { return 1e3 * common::ThreadSeconds(); }

// Adds one query's recognition to the sums, and returns its code.
SparseCode AddQuery(const FeatureMap& map, const SparseRecognizer& recognizer, Classifier classifier,
                    const CodeOptions& options, const ImageSet& queries, int q, CodeQuality& sum) {
  const double begin = Milliseconds();
  const Eigen::VectorXd measured = Apply(map, queries.images.col(q));
  const double middle = Milliseconds();
  Recognition recognition = Recognize(recognizer, classifier, options, measured);
  sum.code_time += Milliseconds() - middle;
  sum.feature_time += middle - begin;
  sum.accuracy += recognition.label == queries.labels[static_cast<size_t>(q)] ? 1 : 0;
  sum.atoms += static_cast<double>(
      std::ranges::count_if(recognition.code.coefficients, [](double c) { return c != 0; }));
  sum.heaviest_share += HeaviestShare(recognition.code);
  sum.reached += IsReached(recognition.code, options.tolerance) ? 1 : 0;
  return std::move(recognition.code);
}

CodeQuality Means(CodeQuality sum, int queries) {
  for (double* mean :
       {&sum.accuracy, &sum.feature_time, &sum.code_time, &sum.atoms, &sum.heaviest_share, &sum.reached}) {
    *mean /= queries;
  }
  return sum;
}

}  // namespace

CodeQuality MeasureCodes(const FeatureMap& map, const ImageSet& training, const ImageSet& queries,
                         Classifier classifier, const CodeOptions& options, std::vector<SparseCode>* codes) {
  STRUCTLAB_CHECK(queries.size() > 0);
  const SparseRecognizer recognizer(Apply(map, training.images), training.labels);
  CodeQuality sum;
  for (int q = 0; q < queries.size(); ++q) {
    SparseCode code = AddQuery(map, recognizer, classifier, options, queries, q, sum);
    if (codes != nullptr) codes->push_back(std::move(code));
  }
  return Means(sum, queries.size());
}

namespace {

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

}  // namespace

std::vector<CodeQuality> MeasureInTurn(std::span<const Contestant> contestants, const ImageSet& training,
                                       const ImageSet& queries) {
  std::map<const FeatureMap*, SparseRecognizer> recognizers;
  for (const Contestant& contestant : contestants) {
    if (recognizers.contains(contestant.map)) continue;
    recognizers.emplace(contestant.map,
                        SparseRecognizer(Apply(*contestant.map, training.images), training.labels));
  }
  std::vector<CodeQuality> sums(contestants.size());
  CodeQuality not_measured;
  InTurn(contestants.size(), queries.size(), [&](size_t i, int q, bool is_measured) {
    const Contestant& contestant = contestants[i];
    AddQuery(*contestant.map, recognizers.at(contestant.map), contestant.classifier, contestant.options,
             queries, q, is_measured ? sums[i] : not_measured);
  });
  for (CodeQuality& sum : sums) sum = Means(sum, queries.size());
  return sums;
}

std::vector<double> FeatureTimesInTurn(std::span<const FeatureMap> maps, const ImageSet& queries) {
  std::vector<double> times(maps.size());
  InTurn(maps.size(), queries.size(), [&](size_t i, int q, bool is_measured) {
    const double begin = Milliseconds();
    const Eigen::VectorXd measured = Apply(maps[i], queries.images.col(q));
    if (is_measured) times[i] += Milliseconds() - begin;
  });
  for (double& time : times) time /= queries.size();
  return times;
}

namespace {

// One way to hash the images.
struct HashCandidate {
  FeatureMap map;
  SparseRecognizer recognizer;
};

// As sure as the residual of the right subject is smaller than that of all others.
Answer AnswerOf(const Recognition& recognition, const std::vector<int>& subjects, int right) {
  double of_right = INFINITY, of_others = INFINITY;
  for (size_t k = 0; k < subjects.size(); ++k) {
    double& least = subjects[k] == right ? of_right : of_others;
    least = std::min(least, recognition.residuals[k]);
  }
  const double sureness = of_others - of_right;
  return {recognition.label == right, std::isfinite(sureness) ? sureness : 0};
}

}  // namespace

ChosenHash ChooseHash(const Split& split, int dimension, std::span<const int> percents, Classifier classifier,
                      const CodeOptions& options, uint64_t seed) {
  const ImageSet& queries = split.validation;
  STRUCTLAB_CHECK(!percents.empty() && queries.size() > 0);
  const FeatureMaps maps(split.training, seed);
  std::vector<std::optional<HashCandidate>> candidates(percents.size());  // made when they are first asked
  const auto answer = [&](int candidate, int q) {
    std::optional<HashCandidate>& one = candidates[static_cast<size_t>(candidate)];
    if (!one) {
      FeatureMap map = maps.Hashed(dimension, percents[static_cast<size_t>(candidate)]);
      SparseRecognizer recognizer(Apply(map, split.training.images), split.training.labels);
      one = HashCandidate{std::move(map), std::move(recognizer)};
    }
    const Eigen::VectorXd measured = Apply(one->map, queries.images.col(q));
    return AnswerOf(Recognize(one->recognizer, classifier, options, measured), one->recognizer.classes(),
                    queries.labels[static_cast<size_t>(q)]);
  };
  const MostRight best = FindMostRight(static_cast<int>(percents.size()), queries.size(), answer);
  return {percents[static_cast<size_t>(best.candidate)],
          static_cast<double>(best.right) / static_cast<double>(queries.size())};
}

}  // namespace structlab::face_recognition
