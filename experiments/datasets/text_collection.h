// Documents with classes: held together, or one after the other.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_

#include <cstdint>
#include <string>
#include <vector>

namespace structlab::datasets {

struct TextDocument {
  uint32_t label = 0;     // a class, from 0
  std::string text = {};  // any bytes but 0; line breaks too

  bool operator==(const TextDocument&) const = default;
};

// A collection that fits in memory, with the split that everybody uses.
struct TextCollection {
  std::vector<std::string> classes;  // their names, in alphabetical order
  std::vector<TextDocument> train, test;

  bool operator==(const TextCollection&) const = default;
};

// Documents one after the other, however many there are. Not thread-safe.
class TextStream {
 public:
  virtual ~TextStream() = default;

  // Replaces the document; false after the last one.
  virtual bool Next(TextDocument& document) = 0;
};

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_
