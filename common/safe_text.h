// Makes any text safe for a web page, a drawing or a file name.
#ifndef STRUCTLAB_COMMON_SAFE_TEXT_H_
#define STRUCTLAB_COMMON_SAFE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace structlab::common {

// Valid UTF-8 without control characters:
//   - an invalid byte becomes U+FFFD; U+FFFE and U+FFFF, which XML forbids, count as invalid;
//   - a control character becomes a space, except line breaks and tabs, which stay.
std::string CleanText(std::string_view text);

// CleanText with & < > " ' as character references: safe as content and as quoted attribute of HTML and XML.
std::string EscapeMarkup(std::string_view text);

// CleanText of at most `max_letters` characters: the whole text, or its first words followed by "…".
std::string Shortened(std::string_view text, size_t max_letters);

// A file name for an identifier; different identifiers have different names. Letters, digits, '_', '-' and
// '.' (except a leading '.') stay; any other byte becomes '~' and two hexadecimal digits. The empty
// identifier becomes "~". A name longer than 200 bytes is cut and ends in the SHA-256 of the identifier.
std::string FileNameFor(std::string_view id);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_SAFE_TEXT_H_
