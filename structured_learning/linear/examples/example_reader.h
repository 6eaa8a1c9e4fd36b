// Examples in files of lines, batch by batch.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_READER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_READER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/text_input.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/examples/label_names.h"
#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

enum class OnMistake {
  kStop,  // throws common::Error at file:line:column
  kSkip,  // leaves the line out and counts it
};

struct ReaderOptions {
  OnMistake on_mistake = OnMistake::kStop;
  // Bytes: 64 MiB. A longer line is a mistake; where it is skipped nothing of it is kept.
  size_t max_line_bytes = size_t{1} << 26;
  // A batch ends where it has so many features and examples, or where so many lines have been read for it.
  size_t batch_features = size_t{1} << 15, batch_lines = size_t{1} << 15;
};

// Streams over a plain or gzip file, or standard input as /dev/stdin. Memory: a few times the longest line,
// and a batch. Not thread-safe.
//
//   LabelNames labels;
//   ExampleReader reader("train.svm", MakeSvmlightParser({}), &labels);
//   for (ExampleBatch batch; reader.Next(batch);) ...
class ExampleReader {
 public:
  // `labels` must live longer. Throws common::Error (environment) if the file cannot be opened.
  ExampleReader(const std::string& path, std::unique_ptr<LineParser> parser, LabelNames* labels,
                const ReaderOptions& options = {});

  // Replaces the batch; false at the end of the file. The batch may be empty where lines are skipped or hold
  // no example: it ends with `batch_lines` of them, so that who waits for it can be interrupted. Of a stream
  // it holds what has come, so that each line is learned when it is there, and is empty where nothing comes
  // for a tenth of a second. Throws what
  // TextInput does of files that cannot be read or are damaged, whatever is to be done about mistakes in
  // lines, and common::Error (data) at a mistake.
  bool Next(ExampleBatch& batch);
  // Replaces the batch by all that is left of the file. Throws as Next.
  void ReadRest(ExampleBatch& batch);

  // As LineParser has them, of all lines so far.
  std::vector<std::pair<char, char>> UnusedCrosses() const { return parser_->UnusedCrosses(); }
  // Lines without anything but blanks; no format has an example there.
  int64_t blank_lines() const { return blank_lines_; }
  int64_t lines_skipped() const { return lines_skipped_; }
  // What was wrong with the first one.
  const std::string& first_mistake() const { return first_mistake_; }

 private:
  // False at the end of the file.
  bool AddNextLine(ExampleBatch& batch);
  void AddLine(std::string_view line, ExampleBatch& batch);
  void ReportTooLong();
  void Report(const LineMistake& mistake);

  common::TextInput input_;
  std::unique_ptr<LineParser> parser_;
  LabelNames* labels_;
  ReaderOptions options_;
  std::string line_;  // the current one and what must follow it
  int64_t blank_lines_ = 0, lines_skipped_ = 0;
  std::string first_mistake_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_READER_H_
