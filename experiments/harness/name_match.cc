#include "experiments/harness/name_match.h"

#include <algorithm>
#include <cctype>
#include <numeric>

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

int EditDistance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string NearestFirst(std::string_view name, std::vector<std::string> known, size_t most) {
  std::stable_sort(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
    return EditDistance(name, a) < EditDistance(name, b);
  });
  std::string text;
  for (size_t i = 0; i < std::min(most, known.size()); ++i) text += (i == 0 ? "" : ", ") + known[i];
  if (known.size() > most) text += " and " + std::to_string(known.size() - most) + " more";
  return text;
}

}  // namespace structlab::harness
