#include "experiments/face_recognition/shown_queries.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>

#include "common/check.h"

namespace structlab::face_recognition {
namespace {

using kernels::Recognition;

// How much larger the second least residual is than the least.
double SureOf(const Recognition& recognition) {
  STRUCTLAB_CHECK(recognition.residuals.size() >= 2);
  std::vector<double> residuals = recognition.residuals;
  std::ranges::nth_element(residuals, residuals.begin() + 1);
  return residuals[1] / std::max(residuals[0], 1e-12);
}

}  // namespace

std::vector<ShownQuery> ChooseShown(const std::vector<Recognition>& recognitions,
                                    const std::vector<int>& labels) {
  STRUCTLAB_CHECK(recognitions.size() == labels.size());
  std::vector<int> right;
  std::optional<int> wrong;
  for (size_t q = 0; q < recognitions.size(); ++q) {
    if (recognitions[q].label == labels[q]) {
      right.push_back(static_cast<int>(q));
    } else if (!wrong) {
      wrong = static_cast<int>(q);
    }
  }
  std::ranges::stable_sort(right, std::less(),
                           [&](int q) { return SureOf(recognitions[static_cast<size_t>(q)]); });
  std::vector<ShownQuery> shown;
  if (!right.empty()) shown.push_back({"typical", right[right.size() / 2]});
  if (right.size() > 1) shown.push_back({"least sure", right.front()});
  if (wrong) shown.push_back({"wrong", *wrong});
  return shown;
}

}  // namespace structlab::face_recognition
