#include "kernels/neighbors/cluster_agreement.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "common/error.h"

namespace structlab::kernels {
namespace {

// The entropy of the shares counts / total, in nats.
template <class Key>
double Entropy(const std::map<Key, double>& counts, double total) {
  double entropy = 0;
  for (const auto& entry : counts) entropy -= entry.second / total * std::log(entry.second / total);
  return entropy;
}

}  // namespace

double NormalizedMutualInformation(std::span<const int> a, std::span<const int> b) {
  if (a.size() != b.size() || a.empty()) {
    common::ThrowUsageError("labelings to compare", "two of the same length, at least 1",
                            fmt::format("{} and {}", a.size(), b.size()));
  }
  std::map<int, double> of_a, of_b;
  std::map<std::pair<int, int>, double> of_both;
  for (size_t i = 0; i < a.size(); ++i) {
    ++of_a[a[i]];
    ++of_b[b[i]];
    ++of_both[{a[i], b[i]}];
  }
  if (of_a.size() == 1 && of_b.size() == 1) return 1;
  const auto total = static_cast<double>(a.size());
  const double entropies = Entropy(of_a, total) + Entropy(of_b, total);
  return 2 * (entropies - Entropy(of_both, total)) / entropies;
}

}  // namespace structlab::kernels
