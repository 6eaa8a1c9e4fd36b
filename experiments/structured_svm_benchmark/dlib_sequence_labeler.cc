#include "experiments/structured_svm_benchmark/dlib_sequence_labeler.h"

#include <dlib/svm_threaded.h>

#include <Eigen/Core>

#include "common/benchmark_row.h"
#include "structured_learning/optimization/regularization.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::structured_svm_benchmark {
namespace {

using structured_learning::ChainSamples;
using structured_learning::PrintedObjective;

// A letter: the indices of the features that are on.
using Letter = std::vector<int>;

// What dlib calls a feature extractor: the weights that a label at a position touches.
class FeatureExtractor {
 public:
  using sequence_type = std::vector<Letter>;

  FeatureExtractor() = default;
  FeatureExtractor(long num_features, long num_labels)
      : num_features_(num_features), num_labels_(num_labels) {}

  unsigned long order() const { return 1; }
  unsigned long num_labels() const { return static_cast<unsigned long>(num_labels_); }
  unsigned long num_features() const {
    return static_cast<unsigned long>((num_features_ + num_labels_) * num_labels_);
  }

  // labels(0) is the label at the position, labels(1) the one before it.
  template <class Setter, class Labels>
  void get_features(Setter& set_feature, const sequence_type& letters, const dlib::matrix_exp<Labels>& labels,
                    unsigned long position) const {
    const long label = static_cast<long>(labels(0));
    for (const int feature : letters[position]) {
      set_feature(static_cast<unsigned long>(feature * num_labels_ + label));
    }
    if (labels.size() > 1) {
      const long previous = static_cast<long>(labels(1));
      set_feature(static_cast<unsigned long>((num_features_ + previous) * num_labels_ + label));
    }
  }

 private:
  long num_features_ = 0, num_labels_ = 0;
};

}  // namespace

DlibModel TrainWithDlib(const ChainSamples& samples, double lambda, double epsilon) {
  std::vector<std::vector<Letter>> words(samples.size());
  std::vector<std::vector<unsigned long>> labels(samples.size());
  for (int i = 0; i < samples.size(); ++i) {
    for (int t = 0; t < samples.length(i); ++t) {
      const auto features = samples.features(samples.begin(i) + t);
      words[i].emplace_back(features.begin(), features.end());
      labels[i].push_back(static_cast<unsigned long>(samples.labels(i)[t]));
    }
  }
  dlib::structural_sequence_labeling_trainer<FeatureExtractor> trainer(
      FeatureExtractor(samples.num_features(), samples.num_labels()));
  trainer.set_c(ToPrinted(PrintedObjective::kMeanC, lambda, samples.size()));
  trainer.set_epsilon(epsilon);
  trainer.set_num_threads(1);
  DlibModel model;
  model.seconds = common::MeasureSeconds([&] {
    const auto labeler = trainer.train(words, labels);
    const auto& weights = labeler.get_weights();
    model.weights.assign(weights.begin(), weights.end());
  });
  return model;
}

double LabelError(const DlibModel& model, const ChainSamples& samples) {
  const structured_learning::ChainProblem problem(samples, structured_learning::ChainLoss::kHamming);
  const Eigen::Map<const Eigen::VectorXd> weights(model.weights.data(),
                                                  static_cast<long>(model.weights.size()));
  return structured_learning::MeasureErrors(problem, weights).label_error;
}

}  // namespace structlab::structured_svm_benchmark
