#include "experiments/harness/report/series_look.h"

#include <algorithm>
#include <set>

namespace structlab::harness {
namespace {

// "A (ended early)" and "A, true gap" are curves of A; "A-fast" is not.
bool IsCurveOf(std::string_view method, std::string_view name) {
  if (method.empty() || name.substr(0, method.size()) != method) return false;
  const std::string_view rest = name.substr(method.size());
  return rest.empty() || rest.substr(0, 2) == " (" || rest.substr(0, 2) == ", ";
}

}  // namespace

SeriesLooks::SeriesLooks(const std::vector<std::string>& methods, const std::vector<Figure>& figures)
    : methods_(methods) {
  std::set<std::string> beside_methods;
  const auto each_other = [&](const auto& use) {
    for (const Figure& figure : figures) {
      const bool shows_method =
          std::any_of(figure.series.begin(), figure.series.end(),
                      [&](const Series& series) { return MethodOf(series.name) < methods_.size(); });
      for (const Series& series : figure.series) {
        if (MethodOf(series.name) == methods_.size()) use(series.name, shows_method);
      }
    }
  };
  each_other([&](const std::string& name, bool beside) {
    if (beside) beside_methods.insert(name);
  });
  size_t next_beside = methods_.size();
  size_t next_alone = 0;
  each_other([&](const std::string& name, bool) {
    if (others_.count(name) > 0) return;
    others_[name] = beside_methods.count(name) > 0 ? next_beside++ : next_alone++;
  });
}

size_t SeriesLooks::MethodOf(std::string_view name) const {
  const auto found = std::find_if(methods_.begin(), methods_.end(),
                                  [&](const std::string& method) { return IsCurveOf(method, name); });
  return static_cast<size_t>(found - methods_.begin());
}

size_t SeriesLooks::Of(const std::string& name) const {
  const size_t method = MethodOf(name);
  if (method < methods_.size()) return method;
  const auto found = others_.find(name);
  return found == others_.end() ? 0 : found->second;
}

}  // namespace structlab::harness
