// Text files line by line, plain or gzip, with the place of a mistake.
#ifndef STRUCTLAB_COMMON_TEXT_INPUT_H_
#define STRUCTLAB_COMMON_TEXT_INPUT_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/byte_input.h"

namespace structlab::common {

// What a line of more bytes than the limit, or with a NUL byte, does.
enum class BadLines {
  kRefuse,  // it is an error
  kSkip,    // nothing of it is kept: Next gives an empty line, and WasTooLong or nul_column tell
};

// Lines end in "\n", "\r\n" or "\r\r\n"; the last one may lack its end. A byte-order mark of UTF-8 in front
// of the first one is left out, and not counted in columns. Memory: the longest line and about 200 KB,
// whatever the file. Not thread-safe.
//
//   TextInput input("letter.data.gz");
//   for (std::string_view line; input.Next(&line);) {
//     if (line.size() < 6) ThrowDataError(input.Where(), "6 characters", Quote(line));
//   }
class TextInput {
 public:
  // Throws Error(kEnvironment) if the file cannot be opened. Lines of more than `max_line_bytes` bytes are
  // refused or passed over, so that no file takes memory out of proportion.
  explicit TextInput(const std::string& path, size_t max_line_bytes = size_t{1} << 20,
                     BadLines bad_lines = BadLines::kRefuse);

  // Sets `line`, valid until the next call, without its end; false after the last line. Throws Error(kData)
  // at file:line for a line that is too long and at file:line:column for a NUL byte, unless such lines are
  // passed over; and at file:line:column of the text for gzip data that ends early (the first character that
  // is missing), is damaged or is followed by something else; a damage may be noticed some lines before or
  // after it. After an Error the object can only be destroyed or asked where it stands.
  bool Next(std::string_view* line);
  // Whether more may come by and by: a pipe, a terminal, a socket; not a file.
  bool is_stream() const { return bytes_.is_stream(); }
  // Whether Next need not wait for who writes the stream: a line is there to its end, or what Next says
  // instead. Each time that some of it comes, the rest is waited for so long again. Throws as Next.
  bool WaitForLine(std::chrono::milliseconds time);

  // Of the line that Next gave last; it was passed over.
  bool WasTooLong() const { return was_too_long_; }
  // Where it had its first NUL byte, from 1, if it was passed over for that; else 0.
  size_t nul_column() const { return nul_column_; }

  // Of the line that Next gave last, or stopped at; from 1, and 0 before the first call.
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
  size_t passed_ = 0;  // bytes of the current line that the buffer no longer has
  ByteInput bytes_;
  std::string buffer_;  // content that has been read; the next line begins at position_
  size_t position_ = 0;
  size_t searched_ = 0;                   // bytes from position_ on that hold no line feed
  size_t line_feed_ = std::string::npos;  // the first one from position_ on, if it has been found
  bool at_end_ = false;                   // of the file: nothing follows buffer_
  int64_t line_number_ = 0;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TEXT_INPUT_H_
