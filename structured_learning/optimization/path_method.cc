#include "structured_learning/optimization/path_method.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

// How many letters must be inserted, removed or replaced to turn one name into the other.
size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

void CheckPathRequest(const PathRequest& request) {
  double previous = std::numeric_limits<double>::infinity();
  for (const double lambda : request.lambdas) {
    if (!(lambda > 0 && lambda < previous)) {
      common::ThrowUsageError("lambdas", "numbers > 0, each below the one before",
                              common::FormatDouble(lambda));
    }
    previous = lambda;
  }
  if (!(request.epsilon > 0)) {
    common::ThrowUsageError("epsilon", "a number > 0", common::FormatDouble(request.epsilon));
  }
}

void internal::ThrowUnknownPathMethod(const std::string& name, const std::vector<std::string>& known) {
  std::vector<std::string> nearest = known;
  std::stable_sort(nearest.begin(), nearest.end(), [&](const std::string& a, const std::string& b) {
    return EditDistance(name, a) < EditDistance(name, b);
  });
  std::string list;
  for (const std::string& candidate : nearest) list += (list.empty() ? "" : ", ") + candidate;
  common::ThrowUsageError("path method", "one of " + (list.empty() ? "none: no method is linked" : list),
                          common::Quote(name));
}

}  // namespace structlab::structured_learning
