// What tests ask of a written page.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_READING_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_READING_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::harness {

// How often a text occurs.
size_t Count(std::string_view page, std::string_view text);

// The first end tag that does not close the element that is open, or "" if all match. What stands inside of
// style, script and textarea is not markup.
std::string MismatchedTag(std::string_view page);

// The same for XML as gnuplot writes it: every tag closed, attributes quoted, no bare '&' or '<'; what is
// wrong with it, or "".
std::string XmlFlaw(std::string_view text);

// An id that two elements have, or "".
std::string RepeatedId(const std::string& page);

// The values of href and src.
std::vector<std::string> Targets(const std::string& page);

// What the table's button copies.
std::string CopyOf(const std::string& page, const std::string& table_id);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_HTML_READING_H_
