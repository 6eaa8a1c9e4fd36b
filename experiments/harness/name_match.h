// Names that a user types: patterns, and what was probably meant.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_NAME_MATCH_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_NAME_MATCH_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::harness {

// Does the whole name match? '*' stands for any letters, '?' for one. O(size of both, multiplied).
bool MatchesGlob(std::string_view pattern, std::string_view name);

// As MatchesGlob, or a beginning of the name that ends before a '/': "ocr", "ocr/rp-*" match "ocr/rp-x/y".
bool MatchesPrefix(std::string_view pattern, std::string_view name);

// How many letters must be inserted, removed or replaced to turn one name into the other, large and small
// letters being the same.
int EditDistance(std::string_view a, std::string_view b);

// The known names, nearest first (equally near ones in their own order), at most `most` of them, with
// commas between; then how many more there are.
std::string NearestFirst(std::string_view name, std::vector<std::string> known, size_t most = 12);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_NAME_MATCH_H_
