// Suggests known names for an unknown one.
#ifndef STRUCTLAB_COMMON_NEAREST_NAMES_H_
#define STRUCTLAB_COMMON_NEAREST_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// The edit distance (Levenshtein): the number of letters to insert, remove or replace to turn one name into
// the other. Upper and lower case of ASCII letters are equal. Time O(a.size() * b.size()).
size_t EditDistance(std::string_view a, std::string_view b);

// Sorts the known names, nearest first; upper and lower case are equal. Order of groups:
//   1. names of which `name` is one or several whole parts between slashes;
//   2. names that begin with `name`, or with which `name` begins;
//   3. names that contain `name`;
//   4. all others.
// Within a group: by the edit distance of the parts between slashes, where parts that `name` lacks do not
// count, then by the edit distance of the whole names, then in the order given. Deterministic, thread-safe.
//
//   NearestFirst("short", {"D17", "path/shorter", "path/short/a"})    path/short/a, path/shorter, D17
std::vector<std::string> NearestFirst(std::string_view name, std::vector<std::string> known);

// The number of names that a message shows by default.
inline constexpr size_t kNearestShown = 5;

// The names as text, separated by commas. A name that contains a comma is put in single quotes.
std::string ListNames(const std::vector<std::string>& names);

// The same for a message, nearest first: at most `max_shown` names, then the number of further names and, if
// given, where they are listed.
//
//   ListNearest("--jbos", {"--only", "--jobs", "--out"})      "--jobs, --only, --out"
//   ListNearest("c", {"a", "b", "c", "d"}, 2, "--help")       "c, a and 2 more (see --help)"
std::string ListNearest(std::string_view name, const std::vector<std::string>& known,
                        size_t max_shown = kNearestShown, std::string_view all_are_in = "");

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_NEAREST_NAMES_H_
