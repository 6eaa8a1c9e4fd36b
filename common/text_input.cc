#include "common/text_input.h"

#include <span>

#include "common/error.h"

namespace structlab::common {
namespace {

// The column of the first NUL byte, from 1. Returns 0 for a line without NUL bytes.
size_t ColumnOfNul(std::string_view line) {
  const size_t nul = line.find('\0');
  return nul == std::string_view::npos ? 0 : nul + 1;
}

}  // namespace

TextInput::TextInput(const std::string& path, size_t max_line_bytes, BadLines bad_lines)
    : path_(path), max_line_bytes_(max_line_bytes), bad_lines_(bad_lines), bytes_(path) {}

std::string TextInput::Where(size_t column) const {
  const std::string where = path_ + ":" + std::to_string(line_number_);
  return column == 0 ? where : where + ":" + std::to_string(column);
}

// Drops the used part of the buffer and reads more of the file into it; false at the end of the file.
bool TextInput::Fill() {
  constexpr size_t kStep = size_t{1} << 16;
  buffer_.erase(0, position_);
  position_ = 0;
  const size_t size = buffer_.size();
  buffer_.resize(size + kStep);
  try {
    buffer_.resize(size + bytes_.Read(std::span(buffer_).subspan(size)));
  } catch (const Error& error) {
    ErrorParts parts = error.parts();
    parts.where = Where(passed_ + size + 1);
    throw Error(error.kind(), parts);
  }
  return buffer_.size() > size;
}

void TextInput::CheckLine(std::string_view line) const {
  if (line.size() > max_line_bytes_) {
    ThrowDataError(Where(), "a line of at most " + std::to_string(max_line_bytes_) + " bytes",
                   "a longer one");
  }
  if (const size_t nul = ColumnOfNul(line); nul > 0) {
    ThrowDataError(Where(nul), "text", "a NUL byte", "if it is UTF-16: iconv -f UTF-16 -t UTF-8");
  }
}

// Skips the rest of a line that does not end in the buffer, piece by piece.
void TextInput::SkipLine(std::string_view* line) {
  was_too_long_ = true;
  *line = {};
  do {
    passed_ += buffer_.size() - position_;
    MoveTo(buffer_.size());
    if (!Fill()) {
      at_end_ = true;
      return;
    }
  } while (!FindLineFeed());
  MoveTo(line_feed_ + 1);
}

// The byte-order mark that some editors write before UTF-8 is not part of the text.
void TextInput::DropByteOrderMark(std::string_view* line) const {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (line_number_ == 1 && line->starts_with(kMark)) line->remove_prefix(kMark.size());
}

// True if the current line ends in the buffer.
bool TextInput::FindLineFeed() {
  if (line_feed_ != std::string::npos) return true;
  line_feed_ = buffer_.find('\n', position_ + searched_);
  searched_ = buffer_.size() - position_;
  return line_feed_ != std::string::npos;
}

void TextInput::MoveTo(size_t position) {
  position_ = position;
  searched_ = 0;
  line_feed_ = std::string::npos;
}

// A '\r' at the end and a byte-order mark before the first line do not count towards max_line_bytes.
size_t TextInput::MaxBytes() const { return max_line_bytes_ + (line_number_ == 1 ? 4 : 1); }

bool TextInput::WaitForLine(std::chrono::milliseconds time) {
  ++line_number_;  // errors name the line that is waited for
  passed_ = 0;
  while (!FindLineFeed() && !at_end_ && searched_ <= MaxBytes()) {
    if (!bytes_.WaitForMore(time)) {
      --line_number_;
      return false;
    }
    at_end_ = !Fill();
  }
  --line_number_;
  return true;
}

bool TextInput::Next(std::string_view* line) {
  ++line_number_;
  was_too_long_ = false;
  nul_column_ = 0;
  passed_ = 0;
  const bool passes = bad_lines_ == BadLines::kSkip;
  while (true) {
    if (FindLineFeed()) {
      *line = std::string_view(buffer_).substr(position_, line_feed_ - position_);
      MoveTo(line_feed_ + 1);
      break;
    }
    if (searched_ > MaxBytes()) {
      if (passes) {
        SkipLine(line);
        return true;
      }
      CheckLine(std::string_view(buffer_).substr(position_));
    }
    if (at_end_ || !Fill()) {
      at_end_ = true;
      if (position_ == buffer_.size()) {
        --line_number_;
        return false;
      }
      *line = std::string_view(buffer_).substr(position_);
      MoveTo(buffer_.size());
      break;
    }
  }
  while (line->ends_with('\r')) line->remove_suffix(1);
  DropByteOrderMark(line);
  if (passes) {
    was_too_long_ = line->size() > max_line_bytes_;
    if (!was_too_long_) nul_column_ = ColumnOfNul(*line);
    if (was_too_long_ || nul_column_ > 0) *line = {};
  } else {
    CheckLine(*line);
  }
  return true;
}

}  // namespace structlab::common
