// Files of tokens separated by white space, plain or gzip, with the place of a mistake.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TOKEN_READER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TOKEN_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/text_input.h"

namespace structlab::graphical_models {

// If wanted, a # at the beginning of a token begins a comment, up to the end of the line. Streams over the
// file: memory is one line. Lines may have 64 MiB. All functions throw common::Error: kData at
// file:line:column with what was expected and found, kEnvironment if the file cannot be opened. Each
// 2^16 tokens are a StopPoint (common/stop_point.h). Not thread-safe.
//
//   TokenReader reader("grid.uai.gz");
//   const int64_t variables = reader.Integer("the number of variables", 0, kMaxVariables);
class TokenReader {
 public:
  enum class Comments { kNone, kHash };
  explicit TokenReader(const std::string& path, Comments comments = Comments::kNone);

  // The next token, valid until the next call. At the end of the file the message says that it ends early.
  std::string_view Token(std::string_view expected);
  // Whether there is none left.
  bool AtEnd();
  // Throws unless there is none left; `whole` is what the file holds until then, such as "8 tables".
  void ExpectEnd(std::string_view whole);

  // The next token as an integer from low to high.
  int64_t Integer(std::string_view expected, int64_t low, int64_t high);
  // The same of the last token, for files where words and integers mix.
  int64_t LastAsInteger(std::string_view expected, int64_t low, int64_t high) const;
  // The next token as a decimal number. NaN, infinities and numbers that are too large for a double or too
  // small (but not 0) are refused.
  double Number(std::string_view expected);

  // The rest of the line of the last token, without the spaces around it; it is used up.
  std::string_view RestOfLine();

  // How many tokens have been read.
  int64_t tokens() const { return tokens_; }
  // Of the last token: file:line:column.
  std::string Where() const { return Where(place()); }

  // Where a token stands, for messages that come later.
  struct Place {
    int64_t line = 0;
    size_t column = 0;
  };
  Place place() const { return {input_.line_number(), column_}; }
  std::string Where(const Place& place) const;
  // Behind the last character of the file, once AtEnd().
  std::string WhereEnd() const;
  // Throws at the last token; `found` is the token unless it is given.
  [[noreturn]] void Refuse(std::string_view expected, std::string_view remedy = "") const;
  [[noreturn]] void RefuseFound(std::string_view expected, std::string_view found,
                                std::string_view remedy = "") const;

 private:
  bool FindToken();
  bool AtComment() const { return has_comments_ && line_[position_] == '#'; }

  std::string path_;
  bool has_comments_;
  common::TextInput input_;
  std::string_view line_;   // the current one
  size_t position_ = 0;     // in it: where the next token is searched
  std::string_view token_;  // the last one
  size_t column_ = 0;       // its column, from 1
  int64_t tokens_ = 0;
  bool is_at_end_ = false;
  size_t end_column_ = 0;  // behind the last character of the last line, from 1
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TOKEN_READER_H_
