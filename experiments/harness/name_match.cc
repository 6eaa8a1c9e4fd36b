#include "experiments/harness/name_match.h"

namespace structlab::harness {

bool MatchesGlob(std::string_view pattern, std::string_view name) {
  // Greedy: the last '*' takes one letter more whenever what follows it does not match.
  size_t p = 0, n = 0, star = pattern.npos, name_at_star = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      name_at_star = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != pattern.npos) {
      p = star + 1;
      n = ++name_at_star;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool MatchesPrefix(std::string_view pattern, std::string_view name) {
  if (MatchesGlob(pattern, name)) return true;
  for (size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
    if (MatchesGlob(pattern, name.substr(0, slash))) return true;
  }
  return false;
}

}  // namespace structlab::harness
