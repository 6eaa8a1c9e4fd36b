// Which features weigh most in a model, by name.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HEAVIEST_FEATURES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HEAVIEST_FEATURES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

struct WeighedFeature {
  std::string name;
  float weight;
  friend bool operator==(const WeighedFeature&, const WeighedFeature&) = default;
};

// What a feature of this key and of value 1 adds to a score, where `weight_of` gives the weight of a key of
// examples: its sign and its copies count, as ParserOptions has them.
float WeightInScores(uint32_t key, const ParserOptions& options,
                     const std::function<float(uint32_t)>& weight_of);

// The `count` features of largest |weight|, the largest first and equal ones by name; none of weight 0.
// `names` is the dictionary that LineParser::CollectNames made, `weight_of` gives the weight of such a key
// for one output. Features that share a bin share its weight, and all of them are listed. O(names log count).
std::vector<WeighedFeature> HeaviestFeatures(const FeatureNames& names,
                                             const std::function<float(uint32_t)>& weight_of, size_t count);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HEAVIEST_FEATURES_H_
