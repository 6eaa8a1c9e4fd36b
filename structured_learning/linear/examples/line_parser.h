// The interface of the line parsers, their options, and the position of a mistake.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LINE_PARSER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LINE_PARSER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/examples/label_names.h"
#include "structured_learning/linear/examples/number_limits.h"
#include "structured_learning/linear/examples/vw_keys.h"

namespace structlab::structured_learning {

enum class LabelKind {
  kOne,     // every example has one label, a name
  kAny,     // any number of labels, also none
  kNumber,  // a number, the target of a regression
};

// The names of hashed features by their keys, for reports about a model. Different names may have the same
// key.
using FeatureNames = std::unordered_multimap<uint32_t, std::string>;

// Adds the name if it is new.
inline void AddName(FeatureNames& names, uint32_t key, std::string name) {
  const auto known = names.equal_range(key);
  for (auto one = known.first; one != known.second; ++one) {
    if (one->second == name) return;
  }
  names.emplace(key, std::move(name));
}

struct ParserOptions {
  LabelKind labels = LabelKind::kOne;
  // For prediction: labels may be missing; if present they are not read.
  bool are_labels_ignored = false;
  uint32_t seed = 0;     // seed of the hash of names
  bool constant = true;  // a feature of value 1 in every example: the intercept
  // Multiply values by a random sign of their key, except for the constant. Then kernels of hashed features
  // have no bias (Shi 2011, section 3.2.2).
  bool is_signed = false;
  // Replace each feature, except for the constant, by 1..255 copies with values / sqrt(copies). Then two
  // features are confused only if all their copies collide (section 2.4.1), but learning takes more time. The
  // keys of copies are CopyKey(key, 1), ...: they protect different keys; names whose 32-bit keys are equal
  // stay one feature.
  int copies = 1;
  // Pairs of namespaces, given by their first letters, whose features are crossed. ':' stands for any
  // namespace, ' ' for the namespace without a name, which is the only one in formats other than VW text. The
  // order of a pair of features matters only if their namespaces could not be matched the other way round.
  std::vector<std::pair<char, char>> crosses = {};
  // The limits of the learner that will get the examples. A reader does not know the derivative of the loss;
  // it assumes 1, and for regression 2 |target|, the derivative at the score 0.
  NumberLimits limits = {};
};

// Maximum number of features of an example, without the constant. A feature may need only two bytes of a
// line, which takes many times as much memory, and n-grams, crosses and copies are more features than the
// line has.
inline constexpr size_t kMaxFeatures = size_t{1} << 24;

// A mistake in a line; the caller adds the file and the line.
struct LineMistake {
  size_t column;  // from 1; 0: the whole line
  std::string expected, found, remedy = {};
};

// The parser of a format. If Parse throws LineMistake, the batch is unchanged. Not thread-safe. MakeParser
// (input_format.h) makes one.
class LineParser {
 public:
  virtual ~LineParser() = default;

  // Adds the example in the line. The line must contain no zero byte and be followed by kDecimalPadding zero
  // bytes. Returns false for a line without an example, for example a comment.
  virtual bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) = 0;
  // The pairs of ParserOptions::crosses for which no example so far had features on both sides.
  virtual std::vector<std::pair<char, char>> UnusedCrosses() const { return {}; }
  // Stores the names of features from now on; null: stop. Slow.
  void CollectNames(FeatureNames* names) { names_ = names; }

 protected:
  FeatureNames* names_ = nullptr;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LINE_PARSER_H_
