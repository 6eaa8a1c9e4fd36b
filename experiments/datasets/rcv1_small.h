// A sample of RCV1 (Lewis, Yang, Rose, Li 2004) as Vowpal Wabbit ships it: the reader of
// `rcv1_small_train.vw` and `rcv1_small_test.vw`.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_SMALL_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_SMALL_H_

#include <cstdint>
#include <string>

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::datasets {

inline constexpr uint32_t kRcv1Words = 47237;

// Articles as cosine-normalised log TF-IDF vectors: the keys are the numbers of the words, below kRcv1Words,
// rising; label 0 is the topic CCAT, 1 any other. There is no constant.
struct Rcv1Small {
  structured_learning::ExampleBatch train, test;
};

// Reads one file, plain or gzip: lines "label |f number:value ...", the label 1 or -1. Throws common::Error
// (data) with file, line and column where the line is none of Vowpal Wabbit's format, at another label or
// namespace, and at a number that is none, too high or not rising; with the file at one without articles.
structured_learning::ExampleBatch ReadRcv1Articles(const std::string& path);

// Both files of a folder.
Rcv1Small ReadRcv1Small(const std::string& folder);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_SMALL_H_
