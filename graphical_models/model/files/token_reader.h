// Reads files of tokens separated by white space, plain or gzip, and reports the place of a mistake.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TOKEN_READER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TOKEN_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/text_input.h"

namespace structlab::graphical_models {

// Streams over the file: memory is one line of at most 64 MiB. With Comments::kHash, a # at the beginning of
// a token starts a comment up to the end of the line.
//
//     TokenReader reader("grid.uai.gz");
//     const int64_t variables = reader.Integer("the number of variables", 0, kMaxVariables);
//
// All functions throw common::Error: kData at file:line:column, with what was expected and found;
// kEnvironment if the file cannot be opened. Every 2^16 tokens are a StopPoint (common/stop_point.h). Not
// thread-safe.
class TokenReader {
 public:
  enum class Comments { kNone, kHash };
  explicit TokenReader(const std::string& path, Comments comments = Comments::kNone);

  // The next token, valid until the next call. At the end of the file it throws that the file ends early.
  std::string_view Token(std::string_view expected);
  // Whether no token is left.
  bool AtEnd();
  // Throws unless no token is left; `whole` describes what was read until then, such as "8 tables".
  void ExpectEnd(std::string_view whole);

  // The next token as an integer from low to high.
  int64_t Integer(std::string_view expected, int64_t low, int64_t high);
  // The last token as an integer from low to high, for files that mix words and integers.
  int64_t LastAsInteger(std::string_view expected, int64_t low, int64_t high) const;
  // The next token as a decimal number. Refuses NaN, infinities, numbers too large for a double, and numbers
  // other than 0 that are too small for one.
  double Number(std::string_view expected);

  // Consumes and returns the rest of the line of the last token, without surrounding spaces.
  std::string_view RestOfLine();

  // Number of tokens read.
  int64_t tokens() const { return tokens_; }
  // Place of the last token: file:line:column.
  std::string Where() const { return Where(place()); }

  // Stores the place of a token for later messages.
  struct Place {
    int64_t line = 0;
    size_t column = 0;
  };
  Place place() const { return {input_.line_number(), column_}; }
  std::string Where(const Place& place) const;
  // The place behind the last character of the file; valid once AtEnd() is true.
  std::string WhereEnd() const;
  // Throws at the last token; `found` is that token unless it is given.
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
  size_t position_ = 0;     // in line_: where the search for the next token starts
  std::string_view token_;  // the last one
  size_t column_ = 0;       // its column, from 1
  int64_t tokens_ = 0;
  bool is_at_end_ = false;
  size_t end_column_ = 0;  // column behind the last character of the last line, from 1
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TOKEN_READER_H_
