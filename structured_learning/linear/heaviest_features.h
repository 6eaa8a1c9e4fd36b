// The features with the largest weights in a model, by name.
//
//     FeatureNames names;
//     parser->CollectNames(&names);  // then read the examples
//     const auto top = HeaviestFeatures(names, [&](uint32_t key) { return learner.Weight(key, 0); }, 20);
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

// The contribution of a feature with this key and value 1 to a score. `weight_of` gives the weight of a key
// of examples; the feature's sign and copies are taken into account as in ParserOptions.
float WeightInScores(uint32_t key, const ParserOptions& options,
                     const std::function<float(uint32_t)>& weight_of);

// The `count` features with the largest |weight|, in decreasing order, equal ones by name; features with
// weight 0 are omitted. `names` is the dictionary from LineParser::CollectNames; `weight_of` gives the weight
// of such a key for one output. Features that share a bin share its weight, and all of them are listed.
// O(names log count).
std::vector<WeighedFeature> HeaviestFeatures(const FeatureNames& names,
                                             const std::function<float(uint32_t)>& weight_of, size_t count);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HEAVIEST_FEATURES_H_
