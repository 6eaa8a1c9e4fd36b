// What was probably meant by a name that nobody knows.
#ifndef STRUCTLAB_COMMON_NEAREST_NAMES_H_
#define STRUCTLAB_COMMON_NEAREST_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// How many letters must be inserted, removed or replaced to turn one name into the other, large and small
// letters of ASCII being the same. O(size of both, multiplied).
size_t EditDistance(std::string_view a, std::string_view b);

// The known names, nearest first, large and small letters being the same: those in which `name` is a part
// between slashes, or several; those that begin with it or that it begins with; those that contain it
// elsewhere; then the others. Among each by the edit distance of their words between slashes, words that
// `name` lacks not counted; then by that of the whole; equally near ones in the order given.
// Deterministic, thread-safe.
//
//   NearestFirst("short", {"D17", "path/shorter", "path/short/a"})    path/short/a, path/shorter, D17
std::vector<std::string> NearestFirst(std::string_view name, std::vector<std::string> known);

// How many names a message shows.
inline constexpr size_t kNearestShown = 5;

// The names as text, with commas between; one that holds a comma itself stands in single quotes.
std::string ListNames(const std::vector<std::string>& names);

// The same for a message, nearest first: at most `max_shown` of them, then how many more there are and, if
// given, what shows them.
//
//   ListNearest("--jbos", {"--only", "--jobs", "--out"})      "--jobs, --only, --out"
//   ListNearest("c", {"a", "b", "c", "d"}, 2, "--help")       "c, a and 2 more (see --help)"
std::string ListNearest(std::string_view name, const std::vector<std::string>& known,
                        size_t max_shown = kNearestShown, std::string_view all_are_in = "");

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_NEAREST_NAMES_H_
