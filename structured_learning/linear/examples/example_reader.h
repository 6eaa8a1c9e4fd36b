// Reads examples from files of lines, batch by batch.
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
  kSkip,  // skips the line and counts it
};

struct ReaderOptions {
  OnMistake on_mistake = OnMistake::kStop;
  // Maximum bytes of a line; the default is 64 MiB. A longer line is a mistake; if it is skipped, it takes no
  // memory.
  size_t max_line_bytes = size_t{1} << 26;
  // A batch ends when it has this many features and examples, or when this many lines have been read for it.
  size_t batch_features = size_t{1} << 15, batch_lines = size_t{1} << 15;
};

// Reads a plain or gzip file, or standard input as /dev/stdin. Memory: a few times the longest line, and a
// batch. Not thread-safe.
//
//     LabelNames labels;
//     ExampleReader reader("train.svm", MakeSvmlightParser({}), &labels);
//     for (ExampleBatch batch; reader.Next(batch);) ...
class ExampleReader {
 public:
  // `labels` must outlive the reader. Throws common::Error (environment) if the file cannot be opened.
  ExampleReader(const std::string& path, std::unique_ptr<LineParser> parser, LabelNames* labels,
                const ReaderOptions& options = {});

  // Replaces the batch; returns false at the end of the file. The batch may be empty if lines are skipped or
  // contain no example: it ends after `batch_lines` lines, so that the caller can be interrupted. For a
  // stream it contains the lines that have arrived, so that each line can be learned at once; it is empty if
  // nothing arrives for a tenth of a second. Throws what TextInput throws for files that cannot be read or
  // are damaged, independent of OnMistake, and common::Error (data) at a mistake.
  bool Next(ExampleBatch& batch);
  // Replaces the batch by the rest of the file. Throws as Next.
  void ReadRest(ExampleBatch& batch);

  // As LineParser::UnusedCrosses, for all lines so far.
  std::vector<std::pair<char, char>> UnusedCrosses() const { return parser_->UnusedCrosses(); }
  // The number of blank lines, which are not examples in any format.
  int64_t blank_lines() const { return blank_lines_; }
  int64_t lines_skipped() const { return lines_skipped_; }
  // The mistake in the first skipped line.
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
  std::string line_;  // the current line and the zero bytes that must follow it
  int64_t blank_lines_ = 0, lines_skipped_ = 0;
  std::string first_mistake_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_READER_H_
