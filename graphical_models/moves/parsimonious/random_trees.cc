#include "graphical_models/moves/parsimonious/random_trees.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/check.h"

namespace structlab::graphical_models {
namespace {

constexpr int kMostChildren = 4;

// How a cluster of two or more labels is split.
enum class Splits { kTwoToFour, kTwoUneven };

// Draws which labels stay together, level by level.
class RandomClusters {
 public:
  RandomClusters(int labels, Splits splits, common::RandomStream& random) : random_(random), splits_(splits) {
    std::vector<int> all;
    for (int label = 0; label < labels; ++label) all.push_back(label);
    levels_.push_back({{-1, std::move(all)}});
    const auto is_split = [](const Cluster& cluster) { return cluster.labels.size() == 1; };
    while (!std::ranges::all_of(levels_.back(), is_split)) levels_.push_back(NextLevel());
  }

  // With edges of these lengths, from the root's on.
  LabelTree Tree(const std::vector<double>& lengths) const {
    std::vector<LabelTreeNode> nodes;
    std::vector<int> above, here;  // indices of the nodes of a level
    for (size_t level = 0; level < levels_.size(); ++level) {
      for (const Cluster& cluster : levels_[level]) {
        LabelTreeNode node = {-1, 0};
        if (level > 0) {
          node.parent = above[cluster.parent];
          node.length = lengths[level - 1];
        }
        if (level + 1 == levels_.size()) node.label = cluster.labels.front();
        here.push_back(static_cast<int>(nodes.size()));
        nodes.push_back(node);
      }
      above = std::exchange(here, {});
    }
    return LabelTree(std::move(nodes));
  }

  int depth() const { return static_cast<int>(levels_.size()) - 1; }

 private:
  struct Cluster {
    int parent;  // index in the level above
    std::vector<int> labels;
  };

  std::vector<Cluster> NextLevel() {
    std::vector<Cluster> next;
    const std::vector<Cluster>& level = levels_.back();
    for (size_t parent = 0; parent < level.size(); ++parent) {
      for (std::vector<int>& child : Split(level[parent].labels)) {
        next.push_back({static_cast<int>(parent), std::move(child)});
      }
    }
    return next;
  }

  // Each child gets one label, then the others go anywhere.
  std::vector<std::vector<int>> Split(const std::vector<int>& labels) {
    if (labels.size() == 1) return {labels};
    const int most = std::min(kMostChildren, static_cast<int>(labels.size()));
    if (splits_ == Splits::kTwoUneven) return SplitInTwo(labels);
    const size_t children = 2 + random_.UniformIndex(static_cast<uint64_t>(most - 1));
    std::vector<std::vector<int>> parts(children);
    size_t placed = 0;
    for (const int i : random_.Permutation(static_cast<int>(labels.size()))) {
      const size_t part = placed < children ? placed : random_.UniformIndex(children);
      parts[part].push_back(labels[i]);
      ++placed;
    }
    return parts;
  }

  std::vector<std::vector<int>> SplitInTwo(const std::vector<int>& labels) {
    const size_t first = 1 + random_.UniformIndex(labels.size() - 1);
    std::vector<std::vector<int>> parts(2);
    for (const int i : random_.Permutation(static_cast<int>(labels.size()))) {
      parts[parts[0].size() < first ? 0 : 1].push_back(labels[i]);
    }
    return parts;
  }

  common::RandomStream& random_;
  Splits splits_;
  std::vector<std::vector<Cluster>> levels_;
};

}  // namespace

LabelTree RandomSeparatedTree(int labels, double r, double diameter, common::RandomStream& random) {
  STRUCTLAB_CHECK(labels >= 2);
  const RandomClusters clusters(labels, Splits::kTwoToFour, random);
  // Half the diameter is top (1 + 1/r + ... + 1/r^(depth-1)).
  double sum = 0;
  for (int level = 0; level < clusters.depth(); ++level) sum += 1 / std::pow(r, level);
  std::vector<double> lengths;
  for (int level = 0; level < clusters.depth(); ++level) {
    lengths.push_back(diameter / 2 / sum / std::pow(r, static_cast<double>(level)));
  }
  return clusters.Tree(lengths);
}

LabelTree RandomBinaryTree(int labels, common::RandomStream& random) {
  STRUCTLAB_CHECK(labels >= 2);
  const RandomClusters clusters(labels, Splits::kTwoUneven, random);
  std::vector<double> lengths;  // from the lowest up: half of what the diameters differ by
  for (int level = clusters.depth(); level > 0; --level) {
    const uint64_t least = lengths.empty() ? 2 : 1;
    lengths.push_back(static_cast<double>(least + random.UniformIndex(4)) / 2);
  }
  std::ranges::reverse(lengths);
  return clusters.Tree(lengths);
}

}  // namespace structlab::graphical_models
