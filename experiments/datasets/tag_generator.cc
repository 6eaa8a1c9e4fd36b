#include "experiments/datasets/tag_generator.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "common/random_stream.h"

namespace structlab::datasets {

using common::RandomStream;
using structured_learning::MultiLabelData;
using structured_learning::TagList;

namespace {

constexpr double kOfTopic = 0.75;    // tags of a row that its topic has
constexpr double kOfTags = 0.6;      // words of a row that its tags prefer
constexpr double kNoise = 1.5;       // of numbers, where a direction has length 1 a feature
constexpr int kTagsOfTopic = 8;      // on average
constexpr int kPreferredShare = 12;  // a tag prefers 1 / 12 of the features

// Weights 1, 1/2, 1/3, ...
std::vector<double> Zipf(int count) {
  std::vector<double> weights;
  for (int i = 1; i <= count; ++i) weights.push_back(1.0 / i);
  return weights;
}

// What all parts share.
struct Source {
  std::vector<TagList> topics;
  std::vector<double> zipf;
  std::vector<std::vector<int>> preferred;      // features of a tag
  std::vector<std::vector<double>> directions;  // of a tag; only for numbers

  Source(const TagShape& shape, uint64_t seed) : zipf(Zipf(shape.num_tags)) {
    RandomStream random(seed, "tags/" + shape.name);
    topics.resize(std::max(2, shape.num_tags / kTagsOfTopic));
    const std::vector<int> order = random.Permutation(shape.num_tags);
    for (size_t i = 0; i < order.size(); ++i) topics[i % topics.size()].push_back(order[i]);
    const int few = std::max(2, shape.num_features / kPreferredShare);
    for (int tag = 0; tag < shape.num_tags; ++tag) {
      if (shape.kind == DrawnFeatures::kNumbers) {
        std::vector<double>& direction = directions.emplace_back(static_cast<size_t>(shape.num_features));
        for (double& entry : direction) entry = random.Normal();
      } else {
        preferred.push_back(random.SampleWithoutReplacement(shape.num_features, few));
      }
    }
  }
};

TagList DrawTags(const TagShape& shape, const Source& source, RandomStream& random) {
  const TagList& topic = source.topics[random.UniformIndex(source.topics.size())];
  const std::vector<double> weights = Zipf(static_cast<int>(topic.size()));
  const int wanted =
      std::min(shape.num_tags, static_cast<int>(std::floor(random.Uniform(1, 2 * shape.mean_tags))));
  TagList tags;
  // A tag that the row has already is drawn anew; after many draws the row has fewer.
  for (int draw = 0; static_cast<int>(tags.size()) < wanted && draw < 50 * wanted; ++draw) {
    const bool is_of_topic = random.Uniform() < kOfTopic;
    const int tag = is_of_topic ? topic[random.Categorical(weights)] : random.Categorical(source.zipf);
    if (std::ranges::find(tags, tag) == tags.end()) tags.push_back(tag);
  }
  std::ranges::sort(tags);
  return tags;
}

// Features and values of a row, by feature.
std::map<int, double> DrawFeatures(const TagShape& shape, const Source& source, const TagList& tags,
                                   RandomStream& random) {
  std::map<int, double> values;
  if (shape.kind == DrawnFeatures::kNumbers) {
    for (int f = 0; f < shape.num_features; ++f) {
      double value = kNoise * random.Normal();
      for (const int tag : tags) value += source.directions[tag][f];
      values[f] = value;
    }
    return values;
  }
  for (int draw = 0; draw < shape.draws; ++draw) {
    int feature = 0;
    if (random.Uniform() < kOfTags) {
      const auto tag = static_cast<size_t>(tags[random.UniformIndex(tags.size())]);
      feature = source.preferred[tag][random.UniformIndex(source.preferred[tag].size())];
    } else {
      feature = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(shape.num_features)));
    }
    if (shape.kind == DrawnFeatures::kWords) {
      values[feature] = 1;
    } else {
      values[feature] += 1;
    }
  }
  return values;
}

}  // namespace

MultiLabelData GenerateTaggedRows(const TagShape& shape, const std::string& part, uint64_t seed) {
  const Source source(shape, seed);
  MultiLabelData data;
  data.num_tags = shape.num_tags;
  data.features.resize(shape.rows, shape.num_features);
  for (int row = 0; row < shape.rows; ++row) {
    RandomStream random(seed, "tags/" + shape.name + "/" + part, static_cast<uint64_t>(row));
    data.tags.push_back(DrawTags(shape, source, random));
    data.features.startVec(row);
    for (const auto& [feature, value] : DrawFeatures(shape, source, data.tags.back(), random)) {
      data.features.insertBack(row, feature) = value;
    }
  }
  data.features.finalize();
  return data;
}

}  // namespace structlab::datasets
