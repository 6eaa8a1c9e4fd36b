#include "experiments/datasets/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace structlab::datasets {
namespace {

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string NearestFirst(std::string_view name, std::vector<std::string> known) {
  std::ranges::stable_sort(known, {}, [name](const std::string& each) { return EditDistance(name, each); });
  std::string text;
  for (const std::string& each : known) text += (text.empty() ? "" : ", ") + each;
  return text;
}

}  // namespace structlab::datasets
