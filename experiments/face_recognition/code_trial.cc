#include "experiments/face_recognition/code_trial.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "common/check.h"
#include "experiments/face_recognition/stopwatch.h"

namespace structlab::face_recognition {

using kernels::Recognition;
using kernels::SparseCode;
using kernels::SparseRecognizer;

Recognition Recognize(const SparseRecognizer& recognizer, Classifier classifier, const CodeOptions& options,
                      const Eigen::Ref<const Eigen::VectorXd>& measured) {
  if (classifier == Classifier::kL1) return recognizer.ByL1(measured, {.tolerance = options.tolerance});
  STRUCTLAB_CHECK(classifier == Classifier::kPursuit);
  const int half = recognizer.dictionary().dimension() / 2;
  return recognizer.ByPursuit(
      measured, {.most_atoms = std::min(options.most_atoms, half), .tolerance = options.tolerance});
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

CodeQuality MeasureCodes(const FeatureMap& map, const ImageSet& training, const ImageSet& queries,
                         Classifier classifier, const CodeOptions& options, std::vector<SparseCode>* codes) {
  STRUCTLAB_CHECK(queries.size() > 0);
  const SparseRecognizer recognizer(Apply(map, training.images), training.labels);
  CodeQuality sum;
  for (int q = 0; q < queries.size(); ++q) {
    const double begin = CpuMilliseconds();
    const Eigen::VectorXd measured = Apply(map, queries.images.col(q));
    const double middle = CpuMilliseconds();
    Recognition recognition = Recognize(recognizer, classifier, options, measured);
    sum.code_time += CpuMilliseconds() - middle;
    sum.feature_time += middle - begin;
    sum.accuracy += recognition.label == queries.labels[static_cast<size_t>(q)] ? 1 : 0;
    sum.atoms += static_cast<double>(
        std::ranges::count_if(recognition.code.coefficients, [](double c) { return c != 0; }));
    sum.heaviest_share += HeaviestShare(recognition.code);
    if (codes != nullptr) codes->push_back(std::move(recognition.code));
  }
  for (double* mean : {&sum.accuracy, &sum.feature_time, &sum.code_time, &sum.atoms, &sum.heaviest_share}) {
    *mean /= queries.size();
  }
  return sum;
}

ChosenHash ChooseHash(const Split& split, int dimension, std::span<const int> percents, Classifier classifier,
                      const CodeOptions& options, uint64_t seed) {
  STRUCTLAB_CHECK(!percents.empty());
  const FeatureMaps maps(split.training, seed);
  ChosenHash best;
  for (const int percent : percents) {
    const double accuracy =
        MeasureCodes(maps.Hashed(dimension, percent), split.training, split.validation, classifier, options)
            .accuracy;
    if (best.percent == 0 || accuracy > best.accuracy) best = {percent, accuracy};
  }
  return best;
}

}  // namespace structlab::face_recognition
