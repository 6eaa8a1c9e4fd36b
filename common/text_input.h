// Reads text files line by line, plain or gzip, and knows the place of each line for error messages.
#ifndef STRUCTLAB_COMMON_TEXT_INPUT_H_
#define STRUCTLAB_COMMON_TEXT_INPUT_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/byte_input.h"

namespace structlab::common {

// What to do with a line that is longer than the limit or contains a NUL byte.
enum class BadLines {
  kRefuse,  // throw an error
  kSkip,    // Next gives an empty line instead; WasTooLong and nul_column say why
};

// Lines end in "\n", "\r\n" or "\r\r\n"; the last line may lack its end. A UTF-8 byte-order mark at the start
// is removed and not counted in columns. Memory: the longest line plus about 200 KB, for files of any size.
// Not thread-safe.
//
//   TextInput input("letter.data.gz");
//   for (std::string_view line; input.Next(&line);) {
//     if (line.size() < 6) ThrowDataError(input.Where(), "6 characters", Quote(line));
//   }
class TextInput {
 public:
  // Throws Error(kEnvironment) if the file cannot be opened. Lines longer than `max_line_bytes` are refused
  // or skipped, so that memory stays bounded for any file.
  explicit TextInput(const std::string& path, size_t max_line_bytes = size_t{1} << 20,
                     BadLines bad_lines = BadLines::kRefuse);

  // Sets `line` to the next line without its line end; it is valid until the next call. Returns false after
  // the last line. Throws Error(kData):
  //   - at file:line for a line that is too long, unless such lines are skipped;
  //   - at file:line:column for a NUL byte, unless such lines are skipped;
  //   - at file:line:column of the uncompressed text if the gzip data ends early (the first missing
  //     character), is damaged, or is followed by other data. Damage may be noticed some lines before or
  //     after its place.
  // After an Error, only the destructor, line_number and Where may be called.
  bool Next(std::string_view* line);
  // True for a pipe, a terminal or a socket, where more data may arrive later; false for a regular file.
  bool is_stream() const { return bytes_.is_stream(); }
  // Waits until Next can answer without waiting: a whole line, the end or an error is there. Returns false if
  // no data arrives for `time`; each piece that arrives restarts this time. Throws as Next.
  bool WaitForLine(std::chrono::milliseconds time);

  // True if the last line that Next gave was skipped because it was too long.
  bool WasTooLong() const { return was_too_long_; }
  // The column (from 1) of the first NUL byte, if the last line was skipped because of it; else 0.
  size_t nul_column() const { return nul_column_; }

  // The number, from 1, of the line that Next gave last or failed at; 0 before the first call.
  int64_t line_number() const { return line_number_; }
  // "file:line", or "file:line:column" for a column in bytes from 1.
  std::string Where(size_t column = 0) const;

 private:
  bool Fill();
  bool FindLineFeed();
  void MoveTo(size_t position);
  size_t MaxBytes() const;
  void CheckLine(std::string_view line) const;
  void DropByteOrderMark(std::string_view* line) const;
  void SkipLine(std::string_view* line);

  std::string path_;
  size_t max_line_bytes_;
  BadLines bad_lines_;
  bool was_too_long_ = false;
  size_t nul_column_ = 0;
  size_t passed_ = 0;  // bytes of the current line that the buffer has already dropped
  ByteInput bytes_;
  std::string buffer_;  // bytes that were read; the next line begins at position_
  size_t position_ = 0;
  size_t searched_ = 0;                   // number of bytes from position_ on that contain no line feed
  size_t line_feed_ = std::string::npos;  // place of the first line feed from position_ on, if found
  bool at_end_ = false;                   // true if the file ends after buffer_
  int64_t line_number_ = 0;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TEXT_INPUT_H_
