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

// The format, version 1, of little-endian numbers; for the machine that made it, not for keeping:
//
//   structlab example cache <tab> 1, the facts as lines of name <tab> value, an empty line
//   for each batch four 64-bit integers: examples n, features, labels, XXH3 of what follows; then the arrays
//   of ExampleBatch: n entries of 24 bytes, keys, values, labels
//   at the end four integers: 2^64 - 1, the size of the names of all labels, each followed by a line feed, 0,
//   their XXH3; then the names, and their size again, so that they are found from the end
//
// About 8 bytes a feature.
class ExampleCacheWriter {
 public:
  // The facts say what it is made of and how; with others it is refused. Throws common::Error (environment)
  // if the file cannot be written, and (usage) for facts with tabs or line breaks.
  ExampleCacheWriter(const std::string& path, const Facts& facts);

  void Add(ExampleBatch& batch);
  // The file appears.
  void Finish(const std::vector<std::string>& label_names);

 private:
  ReplacedFile file_;
};

// Memory: one batch.
class ExampleCacheReader {
 public:
  // Throws common::Error (environment) if the file cannot be read, and (data) that names the first fact that
  // differs.
  ExampleCacheReader(const std::string& path, const Facts& facts);

  // Replaces the batch; false after the last one. Throws common::Error (data) if the file is damaged.
  bool Next(ExampleBatch& batch);
  // Of all labels.
  const std::vector<std::string>& label_names() const { return label_names_; }

 private:
  void CheckHeader(const Facts& facts);
  void ReadBytes(void* to, uint64_t size);
  [[noreturn]] void Refuse(const std::string& found) const;
  void ReadLabelNames();

  std::string path_;
  std::ifstream input_;
  uint64_t left_ = 0;  // bytes of the file up to the names
  std::vector<std::string> label_names_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_EXAMPLE_CACHE_H_
