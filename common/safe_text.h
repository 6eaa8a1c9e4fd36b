// Makes any text safe in a page, a drawing or a file name.
#ifndef STRUCTLAB_COMMON_SAFE_TEXT_H_
#define STRUCTLAB_COMMON_SAFE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace structlab::common {

// Valid UTF-8 without control characters: a byte that belongs to no character becomes U+FFFD, a control
// character a space; line breaks and tabs stay. U+FFFE and U+FFFF, which XML forbids, count as no character.
std::string CleanText(std::string_view text);

// CleanText with & < > " ' as references: safe as content and as a quoted attribute of HTML and XML.
std::string EscapeMarkup(std::string_view text);

// CleanText with at most `max_letters` characters: the text, or its first words and "…".
std::string Shortened(std::string_view text, size_t max_letters);

// A file name for an identifier, the same for the same identifier and different for different ones: letters,
// digits, '_', '-' and '.' (except a leading one) stay, every other byte becomes '~' and two hexadecimal
// digits. The empty identifier becomes "~"; a name longer than 200 bytes is cut and ends in the identifier's
// SHA-256.
std::string FileNameFor(std::string_view id);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_SAFE_TEXT_H_
