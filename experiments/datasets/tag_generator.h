// Drawn rows with many tags, as stand-ins for sets of annotated images and pages.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TAG_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TAG_GENERATOR_H_

#include <cstdint>
#include <string>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::datasets {

enum class DrawnFeatures {
  kWords,    // 0 or 1: which words a row has
  kCounts,   // a histogram of a fixed number of points
  kNumbers,  // sums of the tags' directions, with noise
};

struct TagShape {
  std::string name;  // of the stream
  int rows = 0, num_tags = 0, num_features = 0;
  double mean_tags = 1;  // of a row, >= 1
  DrawnFeatures kind = DrawnFeatures::kWords;
  int draws = 0;  // words or points of a row
};

// Rows of a few topics: a row has 1 to 2 mean_tags - 1 tags, three of four of them from its topic, where some
// are more frequent than others. Each tag prefers a twelfth of the features (or has a direction); three of
// five words of a row are preferred by one of its tags. Parts of one seed share what tags prefer: "train" and
// "test" are rows of one source. Sizes are those of the shape and nothing else is taken from real data; the
// difficulty is not matched. Names are empty. Deterministic in the seed; O(rows (draws + tags)).
structured_learning::MultiLabelData GenerateTaggedRows(const TagShape& shape, const std::string& part,
                                                       uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TAG_GENERATOR_H_
