// Labeling the nodes of graphs with two labels, for example figure and ground of images: a structured problem
// whose oracle is a minimum cut, or another method by name (Blaschko and Lampert's slides of 2009,
// segmentation; Dokania 2016, section 4.3, HOB-SVM).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_LABELING_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_LABELING_PROBLEM_H_

#include <array>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "structured_learning/problem/box.h"
#include "structured_learning/problem/graph_labeling/binary_graph_energy.h"
#include "structured_learning/problem/graph_labeling/graph_inference.h"
#include "structured_learning/problem/graph_labeling/graph_sample.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

enum class GraphLoss {
  kWrongNodes,  // the sum of the loss weights of wrong nodes
  kWrongShare,  // that sum divided by the sum of all loss weights of the graph
  // (J FN + FP) / (J |P| + |N|) with J = |N| / |P| (Dokania 2016, 4.8), so that both classes cost the same.
  // |P| and |N| are the sums of the loss weights of label 1 and label 0 over all n graphs, FN and FP those of
  // the wrong nodes of one graph, and the loss of a graph has the factor n: so the mean loss of the graphs is
  // (4.8) for all their nodes together, and a problem with one graph has exactly (4.8).
  kClassBalanced,
};

enum class PairwiseWeights {
  kNonNegative,     // w_e >= 0: an edge costs w_e'e_ij >= 0 if its labels differ; edge features are >= 0
  kUnconstrained,   // w_e of any sign: the energy may not be submodular, and `cut` then refuses it
  kThreeConstants,  // w_00 >= 0, w_11 >= 0, w_01 <= 0 (Yu and Blaschko 2016); edge features are not read
};

struct GraphLabelingOptions {
  GraphLoss loss = GraphLoss::kWrongNodes;
  // Factors of the loss weights of the nodes whose true label is 0 and 1; finite and >= 0.
  std::array<double, 2> class_weights = {1, 1};
  PairwiseWeights pairwise = PairwiseWeights::kNonNegative;
  std::string inference = "cut";  // a name of GraphInferences()
  // Options of that method; default-constructed for its defaults.
  common::OptionValues inference_options = {};
};

// The score of a labeling, which is maximised, is
//   sum_i w_{y_i}'x_i - sum_{ij: y_i != y_j} w_e'e_ij
// with the weights w = (w_0, w_1, w_e): 2 F + K numbers for F node and K edge features. With kThreeConstants
// it is sum_i w_{y_i}'x_i + sum_ij w_{y_i y_j}, and w = (w_0, w_1, w_00, w_11, w_01).
//
//     const GraphLabelingProblem problem(samples, {.loss = GraphLoss::kWrongShare});
//     CuttingPlaneOptions options;
//     options.box = problem.WeightBounds();
//     const LearningResult result = LearnByMeanCuttingPlanes(problem, /*lambda=*/0.01, LearningRun(1e-3),
//                                                            CuttingPlaneIterate::kBest, options);
//     const BinaryLabels labels = problem.Predict(0, result.weights);
//
// With few weights take cutting planes, as here, rather than BCFW. To label new graphs, make a second problem
// from them, with any labels; Predict does not read them.
//
// The loss is a sum over nodes, so the loss-augmented energy has the same form as the energy of prediction.
// Nodes with loss weight 0 still have a true label, which counts in the joint feature of the truth.
//
// Oracles: see graph_inference.h for what each method promises; certificate() tells the learners. Time: O(n
// F) for the costs of the nodes and the time of the method. Memory: the samples, and one joint feature for
// each. Deterministic; const members are thread-safe.
class GraphLabelingProblem {
 public:
  using Output = BinaryLabels;

  // Throws common::Error (data) for a sample that CheckGraphSample refuses (named "graph i"), samples with
  // different numbers of features, a negative edge feature with kNonNegative, a graph without any loss weight
  // with kWrongShare, and labels of one class only with kClassBalanced; and (usage) for options out of range.
  explicit GraphLabelingProblem(GraphSamples samples, GraphLabelingOptions options = {});

  int size() const { return static_cast<int>(samples_.size()); }
  int dimension() const { return 2 * num_features_ + num_pairwise_; }
  int num_features() const { return num_features_; }
  int num_pairwise() const { return num_pairwise_; }
  const GraphSample& sample(int i) const { return *samples_[i]; }
  const GraphLabelingOptions& options() const { return options_; }
  // The bounds of the weights under which all energies are submodular; none with kUnconstrained. Learners
  // that take a box need it for `cut`.
  Box WeightBounds() const;

  const Output& truth(int i) const { return samples_[i]->labels; }
  double Loss(int i, const Output& y) const;
  DenseVector JointFeature(int i, const Output& y) const;
  Output Predict(int i, const WeightsView& weights) const;
  Output LossAugmentedInference(int i, const WeightsView& weights) const;

  OracleCertificate certificate() const { return inference_->certificate; }
  BoundedOutput<Output> LossAugmentedInferenceWithBound(int i, const WeightsView& weights) const;

  // Minus the score, and minus score and loss: what the oracles minimise. For other uses of the energy, such
  // as max-marginals. They refer to the sample, which must outlive them.
  BinaryGraphEnergy EnergyOf(int i, const WeightsView& weights) const;
  BinaryGraphEnergy LossAugmentedEnergyOf(int i, const WeightsView& weights) const;

 private:
  void CheckOptions() const;
  void CheckSamples() const;
  void SetLossFactors();
  DenseVector ComputeJointFeature(int i, const Output& y) const;
  double LossOfNode(int i, int node) const {
    const GraphSample& sample = *samples_[i];
    return loss_factors_[i][sample.labels[node]] * sample.loss_weights[node];
  }

  GraphSamples samples_;
  GraphLabelingOptions options_;
  const GraphInference* inference_;
  common::OptionValues inference_options_;
  int num_features_ = 0, num_pairwise_ = 0;
  std::vector<std::array<double, 2>> loss_factors_;  // [sample][true label]: loss of a wrong node of weight 1
  std::vector<DenseVector> feature_sums_;            // [sample]: sum_i x_i
  std::vector<DenseVector> truth_features_;          // [sample]: Phi(x, truth)
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_GRAPH_LABELING_PROBLEM_H_
