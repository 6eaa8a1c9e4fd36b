// Helpers for the words of lines that are followed by zero bytes.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LINE_TEXT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LINE_TEXT_H_

#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/examples/number_limits.h"

namespace structlab::structured_learning {

inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }

inline const char* SkipBlanks(const char* text) {
  while (IsBlank(*text)) ++text;
  return text;
}

// The text of a limit in a message.
inline std::string ShowLimit(float limit) {
  return limit == std::numeric_limits<float>::max() ? "3.4e38" : common::FormatShort(limit);
}

// The remedy for a value above a limit, for messages.
inline std::string RemedyForLarge(const NumberLimits& limits) {
  const std::string& other = limits.how_to_allow_larger;
  return std::string("scale the features down").append(other.empty() ? "" : ", or ").append(other);
}

// The text up to the next blank, for messages.
inline std::string FoundAt(const char* text) {
  if (*text == '\0') return "the end of the line";
  return common::Quote({text, std::strcspn(text, " \t")});
}

// The prefix of a label in fastText's lines.
inline constexpr std::string_view kFastTextLabel = "__label__";

// The remedy for a line that does not suit its format: the other format if a word reveals it, otherwise
// `usual`.
inline std::string RemedyForLine(std::string_view line, const char* usual) {
  const size_t at = line.find(kFastTextLabel);
  const bool is_fasttext = at == 0 || (at != line.npos && IsBlank(line[at - 1]));
  return is_fasttext ? "give the format fasttext" : usual;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_LINE_TEXT_H_
