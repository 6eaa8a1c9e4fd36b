#include "common/nearest_names.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace structlab::common {
namespace {

// Not std::tolower, which follows the locale.
char Lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::string Lowered(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), Lower);
  return lowered;
}

// The relation of a known name to the given one; nearest first.
enum class Relation { kWholePart, kBeginning, kInside, kNone };

std::string BetweenSlashes(std::string_view text) { return std::string("/").append(text).append("/"); }

// Both names are in lower case.
Relation RelationOf(std::string_view name, std::string_view known) {
  if (BetweenSlashes(known).find(BetweenSlashes(name)) != std::string::npos) return Relation::kWholePart;
  if (known.starts_with(name) || name.starts_with(known)) return Relation::kBeginning;
  return known.find(name) != known.npos ? Relation::kInside : Relation::kNone;
}

std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t begin = 0;;) {
    const size_t end = text.find('/', begin);
    words.push_back(text.substr(begin, end == text.npos ? end : end - begin));
    if (end == text.npos) return words;
    begin = end + 1;
  }
}

// The edit distance between the words of `name` and a subsequence of the words of `known`, where words are
// the parts between slashes. Further words of `known` cost nothing.
size_t WordDistance(std::string_view name, std::string_view known) {
  const std::vector<std::string_view> words = WordsOf(known);
  std::vector<size_t> row(words.size() + 1, 0);
  for (const std::string_view word : WordsOf(name)) {
    size_t diagonal = row[0];
    row[0] += word.size();
    for (size_t j = 1; j <= words.size(); ++j) {
      const size_t replaced = diagonal + EditDistance(word, words[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + word.size(), row[j - 1]});
    }
  }
  return row.back();
}

// How near a known name is; smaller is nearer.
using Nearness = std::tuple<Relation, size_t, size_t>;

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (Lower(a[i - 1]) == Lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::vector<std::string> NearestFirst(std::string_view name, std::vector<std::string> known) {
  std::vector<std::pair<Nearness, std::string>> candidates;
  candidates.reserve(known.size());
  const std::string lowered = Lowered(name);
  for (std::string& candidate : known) {
    const Nearness nearness = {RelationOf(lowered, Lowered(candidate)), WordDistance(name, candidate),
                               EditDistance(name, candidate)};
    candidates.emplace_back(nearness, std::move(candidate));
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> nearest;
  nearest.reserve(candidates.size());
  for (auto& [nearness, candidate] : candidates) nearest.push_back(std::move(candidate));
  return nearest;
}

std::string ListNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    const std::string quote = name.find(',') == name.npos ? "" : "'";
    text.append(text.empty() ? "" : ", ").append(quote).append(name).append(quote);
  }
  return text;
}

std::string ListNearest(std::string_view name, const std::vector<std::string>& known, size_t max_shown,
                        std::string_view all_are_in) {
  std::vector<std::string> nearest = NearestFirst(name, known);
  const size_t left_out = nearest.size() - std::min(max_shown, nearest.size());
  nearest.resize(nearest.size() - left_out);
  std::string text = ListNames(nearest);
  if (left_out == 0) return text;
  text += " and " + std::to_string(left_out) + " more";
  if (!all_are_in.empty()) text.append(" (see ").append(all_are_in).append(")");
  return text;
}

}  // namespace structlab::common
