// Links between samples that tend to share their label, such as persons of one image or posts of one thread.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKS_SAMPLE_LINKS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKS_SAMPLE_LINKS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "structured_learning/problem/graph_labeling/graph_sample.h"
#include "structured_learning/ranking/average_precision/ranking_data.h"

namespace structlab::structured_learning {

// Pairs of different samples, each pair once, in any direction. No label is ever looked at to make a link.
struct SampleLinks {
  std::vector<NodePair> pairs;
  std::vector<double> weights = {};  // of each pair, >= 0 and finite; empty: all 1

  size_t size() const { return pairs.size(); }
  double weight(size_t link) const { return weights.empty() ? 1 : weights[link]; }
};

// Throws common::Error (data), which names the link by its number in `where`, for a sample that does not
// exist, a link of a sample to itself, a pair that occurs twice (in any direction), a number of weights that
// differs from that of the pairs, and a weight that is negative or not finite. O(links log links).
void CheckSampleLinks(const SampleLinks& links, int num_samples, const std::string& where);

// All pairs of samples with the same group, in rising order. A sample with a negative group has no links.
// Throws common::Error (data), naming the group and its size, before memory is taken, if there were more than
// `max_links`.
SampleLinks LinksWithinGroups(std::span<const int> group_of, int64_t max_links = 10'000'000);

// Pairs of samples that are both among the `neighbours` nearest ones of each other, by Euclidean distance of
// their rows; of equal distances, the lower number is nearer. In rising order. Throws common::Error (usage)
// unless neighbours >= 1. O(n^2 columns) time. Squared
// distances come from inner products: differences below 1e-15 (floats: 1e-6) of the squared lengths of rows
// are lost, so subtract large offsets first.
SampleLinks MutualNeighbourLinks(const RankingRows& rows, int neighbours);

// The links between two of the chosen samples, which are numbered by their places in `samples`. `dropped` is
// the number of links with one chosen sample, such as those across folds.
struct SelectedLinks {
  SampleLinks links;
  int64_t dropped = 0;
};
SelectedLinks SelectLinks(const SampleLinks& links, std::span<const int> samples, int num_samples);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_LINKS_SAMPLE_LINKS_H_
