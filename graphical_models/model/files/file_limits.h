// Limits on the size of the models that files may describe.
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

// Protects readers against files in which a few digits ask for huge memory, such as the number of labels of a
// variable or a table with a default cost. Every request is counted before it is allocated. The total must
// stay in proportion to the part of the file that was read: 2^22 numbers (32 MiB), and 1024 more for each
// token.
class MemoryBudget {
 public:
  // Counts `numbers` numbers of 8 bytes. Returns false, and counts nothing, if that is too much.
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

// Minimisers need memory for every label of every variable, even of variables in no table. Throws
// common::Error(kData) if the sum of the label counts is out of proportion to a file with this number of
// tokens. The error is reported at `where_largest`, the place of the largest label count (the first one on
// ties).
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
