// Patterns of names, as --only and --methods take them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_NAME_MATCH_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_NAME_MATCH_H_

#include <string_view>

namespace structlab::harness {

// Does the whole name match? '*' stands for any letters, '?' for one. O(size of both, multiplied).
bool MatchesGlob(std::string_view pattern, std::string_view name);

// As MatchesGlob, or a beginning of the name that ends before a '/': "ocr", "ocr/rp-*" match "ocr/rp-x/y".
bool MatchesPrefix(std::string_view pattern, std::string_view name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_NAME_MATCH_H_
