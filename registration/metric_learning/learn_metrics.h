// Weights of metrics for a class of structure, learned from segmented pairs of images.
//
//   std::vector<TrainingPair> pairs;   // MeasurePair, for options with the metrics "sad", "mi", "ncc", "dwt"
//   const LearnedMetrics learned =
//       LearnMetrics(pairs, 0, {.initial = {1, 1, 1, 1}, .initial_smoothness = options.smoothness});
//   options.classes.push_back(ColumnOf("bladder", 2, learned, options.smoothness));
#ifndef STRUCTLAB_REGISTRATION_METRIC_LEARNING_LEARN_METRICS_H_
#define STRUCTLAB_REGISTRATION_METRIC_LEARNING_LEARN_METRICS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "registration/metric_learning/training_pair.h"
#include "structured_learning/optimization/latent/cccp_options.h"

namespace structlab::registration {

// The objective (A.11), minimised over v = (v_1, ..., v_M, v_p), the weights divided by their scales:
//   1/2 |v|^2 + alpha |v - v_0|^2 + C/n sum_i xi_i
// with energies and losses a point of the class (metric_problem.h). A large C and a small alpha let the pairs
// decide, a large alpha keeps the initial weights.
struct MetricLearningOptions {
  std::vector<double> initial = {};  // w_0: the weight of each metric; one a metric, none negative
  // Above 0. Weights are learned beside it; the default is that of RegistrationOptions.
  double initial_smoothness = 0.03;
  // What the weights are measured in, one a metric, above 0; empty: the initial weights, so that v_0 = 1 for
  // each of them (1 where the initial weight is 0). Smoothness is measured in the initial smoothness.
  std::vector<double> scales = {};
  double c = 10;     // > 0
  double alpha = 1;  // >= 0
  double eta = 50;   // > 0; how much a completion cares for the loss, beside its energy
  // A metric's weight may fall below 0, as (A.11) has it; otherwise it stops at 0.
  bool may_be_negative = false;
  // The least smoothness, as a share of the initial one. (A.11) has 0, where weights divided by it are
  // infinite.
  double min_smoothness = 0.01;
  double epsilon = 1e-3;  // a round that lowers the objective by less, as a share of C, is the last
  // An iteration is a round of one class. By default there are at most ten: inference is not exact, so rounds
  // could go on. The flag and the time limit also stop within a round, after a pass. As for LatentOptions, no
  // gap can be set. More threads never change the result.
  common::RunControl run = {.stop = {.iterations = 10}};
};

struct LearnedMetrics {
  std::vector<double> weights;  // one a metric
  double smoothness = 1;        // w_p
  // Mean loss over the pairs of the label fields found with the initial weights and with these.
  double initial_loss = 0, loss = 0;
  int num_pairs = 0;  // that have the class
  // Among others, why the rounds ended (`ending`), and a point for each round (`trace`).
  structured_learning::LatentResult optimization;
};

// Algorithm 18 for the class at that index of the pairs' losses: rounds of completing each pair with the
// label field that its segmentations prefer, and of the convex problem that is left, by cutting planes. Pairs
// without the class are left out. Throws common::Error: kUsage for options out of range; kData if no pair has
// the class. A pass is a label field of each pair.
LearnedMetrics LearnMetrics(std::span<const TrainingPair> pairs, size_t class_index,
                            const MetricLearningOptions& options);

// Mean over the pairs that have the class of the loss of the label fields found with these weights.
double MeanLoss(std::span<const TrainingPair> pairs, size_t class_index, const std::vector<double>& weights,
                double smoothness, int threads = 1);

// Weights for RegistrationOptions::classes. Learned weights have a smoothness of their own, a registration
// has one: w_m * smoothness / w_p, which have the same label fields (A.3).
ClassWeights ColumnOf(const std::string& name, int32_t label, const LearnedMetrics& learned,
                      double smoothness);

// A class of structure: its label, and its index among the losses of the pairs.
struct StructureClass {
  std::string name;
  int32_t label = 0;
  size_t index = 0;
};

// Columns of all classes that some pair has, with the initial smoothness.
struct LearnedColumns {
  std::vector<ClassWeights> columns;
  std::vector<common::Ending> endings;  // of the rounds, one a column
};
// The run control of the options holds for each class.
LearnedColumns LearnColumns(std::span<const TrainingPair> pairs, const std::vector<StructureClass>& classes,
                            const MetricLearningOptions& options);

struct RegularizationChoice {
  struct Trial {
    double c, alpha;
    double loss;  // mean over pairs, each held out
  };
  std::vector<Trial> trials;  // of all alphas for the first C, and so on; only those that were finished
  // Without columns: of the initial weights, which nothing has learned. NaN if it was stopped before.
  double initial_loss = 0;
  double c = 0, alpha = 0;  // of the least loss, the first of several; 0 without a finished trial
  common::Ending ending = common::Ending::kConverged;  // kConverged: all trials are finished
  std::vector<common::TracePoint> trace = {};          // a point for each trial: its loss
};

// The loss of columns on a pair, such as 1 minus the mean Dice after a registration with them.
using HeldOutLoss = std::function<double(size_t pair, const std::vector<ClassWeights>& columns)>;

// One C and one alpha for all classes, by cross-validation: pair i is held out in fold i modulo `folds`. The
// loss of label fields alone, MeanLoss, is a poor judge: a registration composes many of them. An iteration
// of `run` is a trial. Its flag and its time limit also stop within a trial, which then does not count. The
// run control of the options holds for each learning. Throws common::Error(kUsage) for empty grids, and for
// fewer than two folds or more than pairs.
RegularizationChoice ChooseRegularization(std::span<const TrainingPair> pairs,
                                          const std::vector<StructureClass>& classes,
                                          const std::vector<double>& cs, const std::vector<double>& alphas,
                                          int folds, const MetricLearningOptions& options,
                                          const HeldOutLoss& loss, const common::RunControl& run = {});

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_METRIC_LEARNING_LEARN_METRICS_H_
