// Documents with classes, held together.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_

#include <string>
#include <vector>

#include "structured_learning/linear/texts/text_stream.h"

namespace structlab::datasets {

using structured_learning::TextDocument;
using structured_learning::TextStream;

// A collection that fits in memory, with the split that everybody uses.
struct TextCollection {
  std::vector<std::string> classes;  // their names, in alphabetical order
  std::vector<TextDocument> train, test;

  bool operator==(const TextCollection&) const = default;
};

// The path, or the one with .gz behind it, whichever is there. Throws common::Error (data) if neither is, or
// both.
std::string PlainOrGzip(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_
