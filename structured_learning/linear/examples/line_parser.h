// What the readers of lines have in common: labels, features and the place of a mistake.
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
  kAny,     // no label or several
  kNumber,  // a number to be learned by regression
};

// The names of hashed features by their keys, for what is told about a model; different names may have one
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
  // To predict: labels may be missing, and are not looked at where they are not.
  bool are_labels_ignored = false;
  uint32_t seed = 0;     // of the hash of names
  bool constant = true;  // a feature of value 1 in every example: the intercept
  // Values times a random sign of their key, the constant aside: kernels of hashed features have no bias then
  // (Shi 2011, section 3.2.2).
  bool is_signed = false;
  // Each feature, the constant aside, as so many, 1..255, of values / sqrt(copies): two features must meet in
  // all of them to be taken for each other (section 2.4.1). The keys of copies are CopyKey(key, 1), ...: they
  // protect different keys, while names whose 32-bit keys are equal stay one feature.
  int copies = 1;
  // Pairs of namespaces by their first letters whose features are crossed; ':' stands for any namespace, ' '
  // for the one without a name, which is the only one that formats other than VW text have. A pair of
  // features has an order only where their namespaces could not stand the other way round.
  std::vector<std::pair<char, char>> crosses = {};
  // Of the learner that the examples are for. What a derivative will be no reader knows: it takes 1, and for
  // numbers to be learned 2 |target|, which it is at first.
  NumberLimits limits = {};
};

// Features of an example, the constant aside. Two bytes of a line may be one, which takes many times their
// memory, and n-grams, crosses and copies are more than the line has.
inline constexpr size_t kMaxFeatures = size_t{1} << 24;

// A mistake in a line, before the file is known.
struct LineMistake {
  size_t column;  // from 1; 0: the whole line
  std::string expected, found, remedy = {};
};

// One format. Parse throws LineMistake and then leaves the batch as it was. Not thread-safe.
class LineParser {
 public:
  virtual ~LineParser() = default;

  // Adds the example in the line, which is followed by kDecimalPadding zero bytes and has none itself. False
  // for a line that holds no example, such as a comment.
  virtual bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) = 0;
  // The pairs of ParserOptions::crosses of which no example so far had features on both sides.
  virtual std::vector<std::pair<char, char>> UnusedCrosses() const { return {}; }
  // Keeps the names of features from now on; null: no longer. Slow.
  void CollectNames(FeatureNames* names) { names_ = names; }

 protected:
  FeatureNames* names_ = nullptr;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LINE_PARSER_H_
