// Documents with classes, held together in memory: their order, and two classes in place of many.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_

#include <string>
#include <vector>

#include "common/random_stream.h"
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

// Puts the documents into an order that is uniformly random: document i of the result is number
// random.Permutation(n)[i] of the n documents. Thread-safe for different documents and streams.
void ShuffleDocuments(std::vector<TextDocument>& documents, common::RandomStream& random);

// The classes that become the first of two.
enum class FirstClass {
  kLargest,   // the class with the most training documents; of equally large ones that of the lowest label
  kFirstHalf  // the first half of the classes, rounded up
};

// Two classes in place of all: label 0, "first", for the documents of the chosen classes, and label 1,
// "second", for the others. Order and texts stay. Throws common::Error (usage) for fewer than two classes and
// for a label that is not below their number; the collection is not changed then. Thread-safe for different
// collections.
void MakeTwoClasses(TextCollection& collection, FirstClass first);

// The path, or the one with .gz behind it, whichever is there. Throws common::Error (data) if neither is, or
// both.
std::string PlainOrGzip(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_COLLECTION_H_
