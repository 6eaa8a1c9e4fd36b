// Text from anywhere, made fit to stand in a page, a drawing or a file name.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PLAIN_TEXT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PLAIN_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::harness {

// Valid UTF-8 without control characters: a byte that belongs to no character becomes U+FFFD, a control
// character a space; line breaks and tabs stay.
std::string CleanText(std::string_view text);

// CleanText with & < > " ' as references: safe as content and as a quoted attribute of HTML and XML.
std::string EscapeMarkup(std::string_view text);

// A file name for an identifier, the same for the same identifier and different for different ones: letters,
// digits, '_', '-' and '.' (but for a leading one) stay, every other byte becomes '~' and two hexadecimal
// digits. The empty identifier becomes "~"; what would be longer than 200 bytes is cut and ends in its
// SHA-256.
std::string FileNameFor(std::string_view id);

// The parts of a text between "; ", at least one: the comparisons of a claim's evidence.
std::vector<std::string_view> SplitEvidence(std::string_view evidence);
// A page folds more comparisons than this.
constexpr size_t kShownComparisons = 4;

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PLAIN_TEXT_H_
