// Stores examples in a binary file, from which they are read again in a fraction of the time of parsing.
//
//     ExampleCacheWriter writer("news.cache", FactsOf(input));
//     for (ExampleBatch batch; reader.Next(batch);) writer.Add(batch);
//     writer.Finish({.label_names = labels.names()});
//     ExampleCacheReader cache("news.cache", FactsOf(input));  // cache.Next(batch) as from the text
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_EXAMPLE_CACHE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_EXAMPLE_CACHE_H_

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/examples/facts.h"
#include "structured_learning/linear/files/replaced_file.h"

namespace structlab::structured_learning {

// Facts that are known after all examples have been read.
struct CacheEnd {
  std::vector<std::string> label_names;
  int64_t lines_skipped = 0;
  std::string first_mistake = {};  // of the skipped lines
  // Other notes on the text, for example about labels that were joined: one line each, in the caller's words.
  std::vector<std::string> notes = {};
};

// Writes a cache. The format, version 4, has little-endian numbers. It is for the machine that made it, not
// for archiving:
//
//   structlab example cache <tab> 4, the facts as lines of name <tab> value, an empty line
//   for each batch four 64-bit integers: examples n, features, labels, XXH3 of what follows; then the arrays
//   of ExampleBatch: n entries of 24 bytes, keys, values, labels
//   at the end four integers: 2^64 - 1, the size of a text, 0, its XXH3; then the text, and its size again,
//   so that it is found from the end: lines of the number of lines skipped, the first mistake, the number of
//   notes, the notes, and the labels
//
// Size: about 8 bytes for each feature.
class ExampleCacheWriter {
 public:
  // The facts describe the source of the examples and how they were made; a reader with other facts refuses
  // the file. Throws common::Error (environment) if the file cannot be written, and (usage) for facts with
  // tabs or line breaks.
  ExampleCacheWriter(const std::string& path, const Facts& facts);

  // Appends a batch; an empty batch writes nothing.
  void Add(ExampleBatch& batch);
  // Makes the file visible. It is not forced onto the disk, because a reader detects damage and can parse the
  // text again. Throws common::Error (usage) for texts with line breaks.
  void Finish(const CacheEnd& end);

 private:
  ReplacedFile file_;
};

// Reads a cache. Memory: one batch.
class ExampleCacheReader {
 public:
  // Throws common::Error (environment) if the file cannot be read, and (data) if it is not a cache or if a
  // fact differs; the message names the first such fact.
  ExampleCacheReader(const std::string& path, const Facts& facts);

  // Replaces the batch; returns false after the last one. Throws common::Error (data) if the file is damaged,
  // and for examples that no reader of lines produces: labels without a name, numbers that are not finite,
  // negative importances.
  bool Next(ExampleBatch& batch);
  const CacheEnd& end() const { return end_; }

 private:
  void CheckHeader(const Facts& facts);
  void ReadBytes(void* to, uint64_t size);
  [[noreturn]] void Refuse(const std::string& found) const;
  [[noreturn]] void RefuseOther() const;
  void ReadEnd();
  void TakeEnd(const std::string& text);

  std::string path_;
  std::ifstream input_;
  uint64_t left_ = 0;  // bytes of the file up to its end
  CacheEnd end_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_EXAMPLE_CACHE_H_
