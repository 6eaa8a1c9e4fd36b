#include "experiments/datasets/mulan_corel5k.h"

#include <Eigen/SparseCore>
#include <cstddef>
#include <set>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/multilabel/arff_file.h"

namespace structlab::datasets {
namespace {

using common::RandomStream;
using structured_learning::MultiLabelData;

constexpr int kTopics = 50, kTagsOfTopic = 8, kRegionsOfTopic = 25;

struct Topic {
  std::vector<int> tags, regions;
};

int AnyOf(const std::vector<int>& numbers, RandomStream& random) {
  return numbers[static_cast<size_t>(random.UniformIndex(numbers.size()))];
}

MultiLabelData GenerateImages(const std::vector<Topic>& topics, int images, RandomStream& random) {
  MultiLabelData data;
  data.num_tags = kCorel5kTags;
  std::vector<Eigen::Triplet<double>> entries;
  for (int image = 0; image < images; ++image) {
    const Topic* both[2];
    for (const Topic*& topic : both) topic = &topics[static_cast<size_t>(random.UniformIndex(kTopics))];
    std::set<int> tags, regions;
    const auto num_tags = 3 + random.UniformIndex(3), num_regions = 6 + random.UniformIndex(5);
    for (uint64_t i = 0; i < num_tags; ++i) tags.insert(AnyOf(both[i % 2]->tags, random));
    for (uint64_t i = 0; i < num_regions; ++i) {
      const bool is_noise = random.Uniform() < 0.3;
      regions.insert(is_noise ? static_cast<int>(random.UniformIndex(kCorel5kFeatures))
                              : AnyOf(both[i % 2]->regions, random));
    }
    data.tags.emplace_back(tags.begin(), tags.end());
    for (const int region : regions) entries.emplace_back(image, region, 1.0);
  }
  data.features.resize(images, kCorel5kFeatures);
  data.features.setFromTriplets(entries.begin(), entries.end());
  data.features.makeCompressed();
  return data;
}

}  // namespace

Corel5k ReadCorel5k(const std::string& folder) {
  const std::string beginning = folder + "/corel5k/Corel5k";
  const std::vector<std::string> labels = structured_learning::ReadMulanLabels(beginning + ".xml");
  return {.train = structured_learning::ReadArff(beginning + "-train-sparse.arff.gz", labels),
          .test = structured_learning::ReadArff(beginning + "-test-sparse.arff.gz", labels)};
}

Corel5k GenerateCorel5k(uint64_t seed) {
  RandomStream random(seed, "mulan/corel5k");
  std::vector<Topic> topics;
  for (int t = 0; t < kTopics; ++t) {
    Topic topic;
    topic.tags = random.SampleWithoutReplacement(kCorel5kTags, kTagsOfTopic);
    topic.regions = random.SampleWithoutReplacement(kCorel5kFeatures, kRegionsOfTopic);
    topics.push_back(topic);
  }
  Corel5k images;
  images.train = GenerateImages(topics, kCorel5kTrain, random);
  images.test = GenerateImages(topics, kCorel5kTest, random);
  return images;
}

}  // namespace structlab::datasets
