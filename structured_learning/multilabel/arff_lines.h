// The lines and words of an ARFF file.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_LINES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_LINES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/text_input.h"

namespace structlab::structured_learning {

// True if the texts are equal except for the case of the letters A to Z.
bool EqualsIgnoringCase(std::string_view a, std::string_view b);

// Reads lines that are not blank and not comments. Lines may also end in CR alone, as those of old Macintosh
// programs. Throws as common::TextInput.
class ArffLines {
 public:
  explicit ArffLines(const std::string& path);

  // The line is valid until the next call.
  bool Next(std::string_view* line);
  // "file:line", or "file:line:column" for a column in bytes from 1.
  std::string Where(size_t column = 0) const;

 private:
  bool NextPiece(std::string_view* line);

  std::string path_;
  common::TextInput input_;
  std::string_view rest_;  // what follows a CR in the line of input_
  bool has_rest_ = false;
  int64_t carriage_returns_ = 0;  // number of lines so far that ended in CR alone
};

// The words of a line. A word ends at a blank or a separator; it may be in quotes; a backslash protects any
// character.
class ArffWords {
 public:
  ArffWords(std::string_view line, const ArffLines& lines) : line_(line), lines_(lines) { SkipBlanks(); }

  bool at_end() const { return position_ == line_.size(); }
  char current() const { return line_[position_]; }
  std::string_view rest() const { return line_.substr(position_); }
  std::string Where() const { return lines_.Where(position_ + 1); }

  // Skips the character if it is there.
  bool Take(char c) {
    if (at_end() || current() != c) return false;
    ++position_;
    SkipBlanks();
    return true;
  }
  // Skips a comment if it begins here.
  void SkipComment() {
    if (!at_end() && current() == '%') position_ = line_.size();
  }
  std::string Next(std::string_view separators);

  [[noreturn]] void Refuse(const std::string& expected, const std::string& found,
                           const std::string& remedy = "") const;

 private:
  void SkipBlanks();

  std::string_view line_;
  const ArffLines& lines_;
  size_t position_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_LINES_H_
