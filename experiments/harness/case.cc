#include "experiments/harness/case.h"

#include <algorithm>
#include <cctype>

#include "common/check.h"

namespace structlab::harness {

const Dataset& Case::Data(std::string_view dataset_name) const {
  const auto found = std::find_if(resolved.begin(), resolved.end(),
                                  [&](const Dataset& candidate) { return candidate.name == dataset_name; });
  STRUCTLAB_CHECK(found != resolved.end());
  return *found;
}

DataOrigin OriginOf(const Case& c) {
  if (c.origin) return *c.origin;
  DataOrigin worst = DataOrigin::kReal;
  for (const Dataset& dataset : c.resolved) worst = std::max(worst, dataset.origin);
  return worst;
}

Protocol ProtocolOf(const Case& c) { return c.changed_by_user ? Protocol::kChanged : c.protocol; }

std::string NamePart(std::string_view text) {
  std::string part;
  for (const char c : text) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) ||
                      std::string_view("._=+-").find(c) != std::string_view::npos;
    part += kept ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '-';
  }
  return part;
}

bool IsCaseName(std::string_view name) {
  if (name.empty() || name.size() > 200) return false;
  for (const std::string_view segment : SplitList(name, '/')) {
    if (segment.empty() || segment.front() == '.' || segment.size() > 100) return false;
    for (const char c : segment) {
      if (!std::isalnum(static_cast<unsigned char>(c)) &&
          std::string_view("._=+-").find(c) == std::string_view::npos)
        return false;
    }
  }
  return name.front() != ' ' && name.back() != ' ' && name.find(' ') == name.npos;
}

}  // namespace structlab::harness
