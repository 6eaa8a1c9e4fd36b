// HOAP-SVM: ranking linked samples by average precision (Dokania 2016, section 4.4, Algorithms 10 and 11).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKED_RANKING_LINKED_RANKING_ROUND_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKED_RANKING_LINKED_RANKING_ROUND_H_

#include <vector>

#include "common/parallel.h"
#include "structured_learning/optimization/latent/convex_rounds.h"
#include "structured_learning/problem/graph_labeling/graph_labeling_problem.h"
#include "structured_learning/problem/graph_labeling/max_marginals.h"
#include "structured_learning/ranking/average_precision/most_violated_ranking.h"

namespace structlab::structured_learning {

// What an oracle call finds for a query: a ranking, and for each sample the best labeling of its component
// with the label that is not the sample's own.
struct LinkedRanking {
  std::vector<double> inversions;           // InversionWeights of the ranking; all 0 for the true ranking
  double loss = 0;                          // 1 - AP
  std::vector<BinaryLabels> opposite = {};  // of each sample with inversions > 0; else empty

  friend bool operator==(const LinkedRanking&, const LinkedRanking&) = default;
};

// The score of sample i is the difference of its max-marginals, s_i = m_i^+ - m_i^- (4.12), and training
// minimises
//   lambda/2 |w|^2 + mean over queries of max_R [ Delta(R) + S(R) - S(R*) ],  Delta(R) = 1 - AP(R),
//   S(R) - S(R*) = - sum_{i in P} c_i s_i + sum_{j in N} c_j s_j   with c >= 0 (InversionWeights),
// which is the difference of the convex functions
//   f = sum_P c_i m_i^- + sum_N c_j m_j^+   and   g = sum_P c_i m_i^+ + sum_N c_j m_j^-.
// A round replaces each max-marginal in g by the score of the labeling ybar that has it at the weights of the
// last Complete, a lower bound of it that is linear in w. (The source does not state this linearisation.)
// What remains is a structured problem: its oracle computes the max-marginals in f, which do not depend on R,
// and then the most violated ranking for the scores
//   sbar_i = w'Phi(ybar_i) - m_i^-,   sbar_j = m_j^+ - w'Phi(ybar_j).
// Labelings of other components than a sample's own have the same score in f and g, so they are left out of
// both: each bound is then tighter than with whole labelings.
//
// Queries are the graphs of the problem (links/linked_graph.h), with weights equal to its. See
// LearnLinkedRanking. Oracles: exact up to rounding, of several labelings any. Time of a call: as
// MarginalLabelings, O(n log n), and O(non-zeros). Memory: for each sample a labeling of its component.
// Deterministic; const members are thread-safe.
class LinkedRankingRound {
 public:
  using Output = LinkedRanking;

  // The problem must outlive it. Throws common::Error (data), which names the graph, unless each has samples
  // of both labels; (usage) as MarginalLabelings, and for three constants as weights of edges.
  LinkedRankingRound(const GraphLabelingProblem& problem, const WeightsView& weights,
                     common::ThreadPool* pool = nullptr);

  struct Change {
    double mean_gain = 0;  // of the mean hinge at the new weights
    int changed = 0;       // samples with another labeling ybar
    int kept = 0;          // always 0: labelings are exact, so that a new one is never worse beyond rounding
  };
  Change Complete(const WeightsView& weights, common::ThreadPool* pool = nullptr);
  double MeanPenalty() const { return 0; }

  int size() const { return problem_->size(); }
  int dimension() const { return problem_->dimension(); }
  Output truth(int query) const;
  double Loss(int, const Output& ranking) const { return ranking.loss; }
  // Minus the plane of the ranking, so that Phi of the true ranking is 0.
  DenseVector JointFeature(int query, const Output& ranking) const;
  // The ranking by the scores s_i, with its inversions and loss, for which the labels are read; it has no
  // labelings, so it has no plane.
  Output Predict(int query, const WeightsView& weights) const;
  Output LossAugmentedInference(int query, const WeightsView& weights) const;
  // The piece of this round's hinge: Delta(R) - w'v with v = sum_u c_u (Phi(ybar_u) - Phi(y_u)).
  Plane<DenseVector> PlaneOf(int query, const Output& ranking) const;

 private:
  struct Completion {
    std::vector<BinaryLabels> labels;  // ybar of each sample, on its component
  };

  // Scores sbar of a query, given its marginals at the weights.
  std::vector<double> BarScores(const BinaryGraphEnergy& energy,
                                const std::vector<ComponentMarginals>& components,
                                const Completion& completion) const;
  double Hinge(int query, const BinaryGraphEnergy& energy, const std::vector<ComponentMarginals>& components,
               const Completion& completion) const;
  Completion CompletionOf(int query, const std::vector<ComponentMarginals>& components) const;

  const GraphLabelingProblem* problem_;
  std::vector<std::vector<std::vector<int>>> nodes_, edges_;  // [query][component]
  std::vector<std::vector<int>> component_of_, place_of_;     // [query][sample]
  std::vector<Completion> completions_;
};

static_assert(ConvexRound<LinkedRankingRound>);

// HOAP-SVM from given weights, those of HOB-SVM in the source, within the bounds of the problem. Each round
// is solved by cutting planes; stops when a round lowers the objective by less than options.epsilon (1e-3 in
// the source, where the objective is C times ours). With exact labelings the objective never rises. The box
// of the options is replaced by the problem's WeightBounds. Throws as LinkedRankingRound and
// CheckLatentOptions.
//
//     const LatentResult result = LearnLinkedRanking(problem, /*lambda=*/1 / C, {.start = hob.weights});
//     const std::vector<double> scores = LinkedScores(problem, 0, result.weights);
LatentResult LearnLinkedRanking(const GraphLabelingProblem& problem, double lambda, LatentOptions options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKED_RANKING_LINKED_RANKING_ROUND_H_
