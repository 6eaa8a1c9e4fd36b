// How large a model a file may describe.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_FILE_LIMITS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_FILE_LIMITS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "common/error.h"

namespace structlab::graphical_models {

inline constexpr int64_t kMaxVariables = 1'000'000'000;
inline constexpr int64_t kMaxLabels = 1'000'000'000;  // of one variable
inline constexpr int64_t kMaxFactors = 1'000'000'000;

// Formats name sizes (the labels of a variable, a table with a default cost) that a few digits make as large
// as one likes. What they ask for is counted here before it is allocated, and must stay in proportion to what
// has been read of the file: 2^22 numbers (32 MiB), and 1024 more for each token.
class MemoryBudget {
 public:
  // Counts `numbers` of 8 bytes each; false, and then nothing is counted, if that is too much.
  bool Take(int64_t numbers, int64_t tokens_read) {
    if (numbers < 0 || numbers > kAlways + kPerToken * tokens_read - taken_) return false;
    taken_ += numbers;
    return true;
  }

 private:
  static constexpr int64_t kAlways = int64_t{1} << 22;
  static constexpr int64_t kPerToken = 1024;

  int64_t taken_ = 0;
};

// What minimises an energy needs memory for every label of every variable, even one in no table. Throws
// common::Error(kData) if all are out of proportion to a file of so many tokens, at `where_largest`: the
// place that gives the largest of them, the first if several are.
inline void CheckLabelCountsAgainst(int64_t tokens, std::span<const int> label_counts,
                                    const std::string& where_largest) {
  MemoryBudget budget;
  if (std::ranges::all_of(label_counts, [&](int count) { return budget.Take(count, tokens); })) return;
  const auto largest = std::ranges::max_element(label_counts);
  common::ThrowDataError(
      where_largest, "labels of all variables in proportion to the file",
      std::to_string(*largest) + " of variable " + std::to_string(largest - label_counts.begin()));
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_FILE_LIMITS_H_
