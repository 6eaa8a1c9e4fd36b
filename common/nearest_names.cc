#include "common/nearest_names.h"

#include <algorithm>
#include <numeric>
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

// How a known name is related to the one that was given; nearest first.
enum class Relation { kWholePart, kBeginning, kInside, kNone };

std::string BetweenSlashes(std::string_view text) { return std::string("/").append(text).append("/"); }

// Both in small letters.
Relation RelationOf(std::string_view name, std::string_view known) {
  if (BetweenSlashes(known).find(BetweenSlashes(name)) != std::string::npos) return Relation::kWholePart;
  if (known.starts_with(name) || name.starts_with(known)) return Relation::kBeginning;
  return known.find(name) != known.npos ? Relation::kInside : Relation::kNone;
}

struct Candidate {
  Relation relation;
  size_t distance;
  std::string name;
};

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
  std::vector<Candidate> candidates;
  candidates.reserve(known.size());
  const std::string lowered = Lowered(name);
  for (std::string& candidate : known) {
    const Relation relation = RelationOf(lowered, Lowered(candidate));
    const size_t distance = EditDistance(name, candidate);
    candidates.push_back({relation, distance, std::move(candidate)});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::pair(a.relation, a.distance) < std::pair(b.relation, b.distance);
  });
  std::vector<std::string> nearest;
  nearest.reserve(candidates.size());
  for (Candidate& candidate : candidates) nearest.push_back(std::move(candidate.name));
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

std::string ListNearest(std::string_view name, const std::vector<std::string>& known, size_t most,
                        std::string_view all_are_in) {
  std::vector<std::string> nearest = NearestFirst(name, known);
  const size_t left_out = nearest.size() - std::min(most, nearest.size());
  nearest.resize(nearest.size() - left_out);
  std::string text = ListNames(nearest);
  if (left_out == 0) return text;
  text += " and " + std::to_string(left_out) + " more";
  if (!all_are_in.empty()) text.append(" (see ").append(all_are_in).append(")");
  return text;
}

}  // namespace structlab::common
