#include "common/folds.h"

#include <map>
#include <string>

#include "common/error.h"

namespace structlab::common {

std::vector<int> Folds(int n, int k, RandomStream& stream) {
  return StratifiedFolds(std::vector<int>(n < 0 ? 0 : n), k, stream);
}

std::vector<int> StratifiedFolds(std::span<const int> labels, int k, RandomStream& stream) {
  const int n = static_cast<int>(labels.size());
  if (k < 2 || k > n) {
    ThrowUsageError("folds", "2 <= folds <= items",
                    std::to_string(k) + " folds of " + std::to_string(n) + " items");
  }
  std::map<int, std::vector<size_t>> items_of;
  for (const int item : stream.Permutation(n)) {
    items_of[labels[item]].push_back(static_cast<size_t>(item));
  }
  // Items are dealt to the folds in turn, and the next label continues where the last one ended. So the sizes
  // of folds stay equal, too. The order of folds is random, so that no fold is favoured by the larger shares.
  const std::vector<int> order = stream.Permutation(k);
  std::vector<int> folds(labels.size());
  size_t dealt = 0;
  for (const auto& [label, items] : items_of) {
    for (const size_t item : items) folds[item] = order[dealt++ % order.size()];
  }
  return folds;
}

}  // namespace structlab::common
