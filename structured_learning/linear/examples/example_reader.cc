#include "structured_learning/linear/examples/example_reader.h"

#include <chrono>
#include <cstring>
#include <utility>

#include "common/control_characters.h"
#include "common/error.h"
#include "structured_learning/linear/examples/decimal.h"

namespace structlab::structured_learning {
namespace {

constexpr std::chrono::milliseconds kPatience(100), kNoTime(0);

}  // namespace

ExampleReader::ExampleReader(const std::string& path, std::unique_ptr<LineParser> parser, LabelNames* labels,
                             const ReaderOptions& options)
    : input_(path, options.max_line_bytes,
             options.on_mistake == OnMistake::kSkip ? common::BadLines::kSkip : common::BadLines::kRefuse),
      parser_(std::move(parser)),
      labels_(labels),
      options_(options) {}

void ExampleReader::Report(const LineMistake& mistake) {
  const common::Error error(common::ErrorKind::kData, {.where = input_.Where(mistake.column),
                                                       .expected = mistake.expected,
                                                       .found = mistake.found,
                                                       .remedy = mistake.remedy});
  if (options_.on_mistake == OnMistake::kStop) throw error;
  if (lines_skipped_++ == 0) first_mistake_ = error.what();
}

void ExampleReader::ReportTooLong() {
  Report(LineMistake{.column = 0,
                     .expected = "a line of at most " + std::to_string(options_.max_line_bytes) + " bytes",
                     .found = "a longer one",
                     .remedy = {}});
}

// Copies the line, since the bytes after it must be readable and zero.
void ExampleReader::AddLine(std::string_view line, ExampleBatch& batch) {
  line = common::WithoutLineEnd(line);
  // A file with only carriage returns would be one example.
  if (const size_t at = line.find('\r'); at != line.npos) {
    Report(LineMistake{.column = at + 1,
                       .expected = "a line that ends in a line feed",
                       .found = "a carriage return within it",
                       .remedy = "replace them by line feeds: tr '\\r' '\\n'"});
    return;
  }
  if (line_.size() < line.size() + kDecimalPadding) line_.resize(2 * line.size() + kDecimalPadding);
  std::memcpy(line_.data(), line.data(), line.size());
  std::memset(line_.data() + line.size(), 0, kDecimalPadding);
  labels_->SetMark();
  try {
    const bool has_example = parser_->Parse({line_.data(), line.size()}, *labels_, batch);
    if (!has_example && common::IsBlankLine(line)) ++blank_lines_;
  } catch (const LineMistake& mistake) {
    batch.DropLabels();
    labels_->ReturnToMark();
    Report(mistake);
  }
}

bool ExampleReader::AddNextLine(ExampleBatch& batch) {
  std::string_view line;
  if (!input_.Next(&line)) return false;
  if (input_.WasTooLong()) {
    ReportTooLong();
  } else if (input_.nul_column() > 0) {
    Report(LineMistake{.column = input_.nul_column(),
                       .expected = "text",
                       .found = "a NUL byte",
                       .remedy = "if it is UTF-16: iconv -f UTF-16 -t UTF-8"});
  } else {
    AddLine(line, batch);
  }
  return true;
}

bool ExampleReader::Next(ExampleBatch& batch) {
  batch.Clear();
  for (size_t lines = 0; lines < options_.batch_lines; ++lines) {
    if (batch.num_features() + batch.size() >= options_.batch_features) break;
    if (input_.is_stream() && !input_.WaitForLine(batch.size() == 0 ? kPatience : kNoTime)) break;
    if (!AddNextLine(batch)) return batch.size() > 0;
  }
  return true;
}

void ExampleReader::ReadRest(ExampleBatch& batch) {
  batch.Clear();
  while (AddNextLine(batch)) {
  }
}

}  // namespace structlab::structured_learning
