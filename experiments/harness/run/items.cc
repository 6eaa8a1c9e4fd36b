#include "experiments/harness/run/items.h"

#include <fmt/format.h>

#include <set>

#include "common/error.h"

namespace structlab::harness {

void CheckItems(const Items& items, const std::vector<std::vector<double>>& parts, const std::string& where) {
  std::set<std::string> seen;
  for (const std::string& id : items.ids) {
    if (!seen.insert(id).second) {
      common::ThrowUsageError(where, "each item once", common::Quote(id) + " a second time");
    }
  }
  if (parts.empty())
    common::ThrowUsageError(where, "a value or the parts of a statistic for each item", "none");
  const auto check = [&](size_t found, const char* what) {
    if (found == items.size()) return;
    common::ThrowUsageError(where, fmt::format("{} {}, one an item", items.size(), what),
                            std::to_string(found));
  };
  for (const std::vector<std::string>& groups : items.groups) check(groups.size(), "groups");
  for (const std::vector<double>& part : parts) check(part.size(), "values");
}

std::vector<std::string> NumberedItems(size_t count) {
  std::vector<std::string> ids;
  for (size_t i = 0; i < count; ++i) ids.push_back(std::to_string(i));
  return ids;
}

}  // namespace structlab::harness
