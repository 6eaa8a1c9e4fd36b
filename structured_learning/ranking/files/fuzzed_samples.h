// What the fuzzers of ranking files do with a file that was read.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_FUZZED_SAMPLES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_FUZZED_SAMPLES_H_

#include "common/check.h"
#include "common/fuzz_file.h"
#include "structured_learning/ranking/files/ranking_file.h"

namespace structlab::structured_learning {

// Groups the samples and checks that they are valid data.
inline void CheckFuzzedFile(const RankingFile& file) {
  const auto count = static_cast<size_t>(file.num_samples());
  STRUCTLAB_CHECK(file.labels.empty() || file.labels.size() == count);
  STRUCTLAB_CHECK(file.lines.size() == count);
  common::ReadUnlessDamaged(common::kFuzzFile, [&] {
    const auto relevance = file.labels.empty() ? std::vector<uint8_t>() : RelevanceOf(file, {});
    const GroupedSamples grouped = GroupSamples(file, relevance);
    CheckRankingData(grouped.data);
    return grouped.data.num_queries();
  });
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_FUZZED_SAMPLES_H_
