// Examples as a binary file: read again in a fraction of the time that parsing takes.
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

// What is known of all examples once they have been read.
struct CacheEnd {
  std::vector<std::string> label_names;
  int64_t lines_skipped = 0;
  std::string first_mistake = {};  // of the lines skipped
  // What else there was to say of the text, such as labels that were joined: a line each, in the caller's
  // words.
  std::vector<std::string> notes = {};
};

// The format, version 4, of little-endian numbers; for the machine that made it, not for keeping:
//
//   structlab example cache <tab> 4, the facts as lines of name <tab> value, an empty line
//   for each batch four 64-bit integers: examples n, features, labels, XXH3 of what follows; then the arrays
//   of ExampleBatch: n entries of 24 bytes, keys, values, labels
//   at the end four integers: 2^64 - 1, the size of a text, 0, its XXH3; then the text, and its size again,
//   so that it is found from the end: lines of the number of lines skipped, the first mistake, the number of
//   notes, the notes, and the labels
//
// About 8 bytes a feature.
class ExampleCacheWriter {
 public:
  // The facts say what it is made of and how; with others it is refused. Throws common::Error (environment)
  // if the file cannot be written, and (usage) for facts with tabs or line breaks.
  ExampleCacheWriter(const std::string& path, const Facts& facts);

  // Nothing for an empty batch.
  void Add(ExampleBatch& batch);
  // The file appears. It is not forced onto the disk: a reader can tell that it is damaged, and do without.
  // Throws common::Error (usage) for texts with line breaks.
  void Finish(const CacheEnd& end);

 private:
  ReplacedFile file_;
};

// Memory: one batch.
class ExampleCacheReader {
 public:
  // Throws common::Error (environment) if the file cannot be read, and (data) if it is no cache or that names
  // the first fact that differs.
  ExampleCacheReader(const std::string& path, const Facts& facts);

  // Replaces the batch; false after the last one. Throws common::Error (data) if the file is damaged, and for
  // examples that no reader of lines gives: labels without a name, numbers that are not finite, importances
  // below 0.
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
