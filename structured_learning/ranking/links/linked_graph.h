// Linked samples as a graph with two labels: the problem of HOB-SVM (Dokania 2016, section 4.3).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKS_LINKED_GRAPH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKS_LINKED_GRAPH_H_

#include <memory>
#include <vector>

#include "structured_learning/problem/graph_labeling/graph_labeling_problem.h"
#include "structured_learning/ranking/links/sample_links.h"

namespace structlab::structured_learning {

struct LinkedGraphOptions {
  double eta = 1;  // > 0: the factor of the features of links, (4.6)
  // Divides the features of samples by their number n, and those of links by the number of links. With the
  // sums as printed, hinges are so small that every C of the source's grid separates what can be separated;
  // the authors' code of 2013 divides.
  bool divides_by_counts = true;
  // Limits the numbers in the features of all links; 2^27 are 1 GiB.
  int64_t max_link_numbers = int64_t{1} << 27;
};

// A graph whose nodes are the samples, with loss weight 1, and whose edges are the links, with the features
//   eta weight_ij exp(-(phi_i - phi_j)^2)   for each feature of the samples.
// GraphLabelingProblem with GraphLoss::kClassBalanced then minimises
//   lambda/2 |w|^2 + max_y [ Delta(y) + w'Phi(y) - w'Phi(y*) ],   lambda = 1/C for (1/2) |w|^2 + C xi (4.9),
// with (4.5), (4.6) and (4.8), and weights (w_0, w_1, -w_2) where w_2 <= 0 as WeightBounds say.
//
//     const auto graph = std::make_shared<GraphSample>(MakeLinkedGraph(data.rows, data.labels, links, {}));
//     const GraphLabelingProblem problem({graph}, {.loss = GraphLoss::kClassBalanced});
//     CuttingPlaneOptions options;
//     options.box = problem.WeightBounds();
//     const LearningResult result = LearnByMeanCuttingPlanes(problem, 1 / C, LearningRun(1e-3),
//                                                            CuttingPlaneIterate::kBest, options);
//     const std::vector<double> scores = LinkedScores(problem, 0, result.weights);
//
// Throws common::Error: kUsage for an eta that is not finite and > 0; kData as CheckSampleLinks, for labels
// of another number, and above the limit of numbers. O(non-zeros + links columns).
GraphSample MakeLinkedGraph(const RankingRows& rows, const std::vector<uint8_t>& labels,
                            const SampleLinks& links, const LinkedGraphOptions& options);

// The score of each node of graph i by its max-marginals, m^+ - m^- (4.12): the higher, the more relevant.
// Throws as MinMarginalsOf (problem/graph_labeling/max_marginals.h).
std::vector<double> LinkedScores(const GraphLabelingProblem& problem, int i, const WeightsView& weights);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKS_LINKED_GRAPH_H_
