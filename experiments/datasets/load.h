// The data sets themselves, real or generated.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_

#include <string>

#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/usps.h"

namespace structlab::datasets {

// `path` is what ResolveDataset found, so already verified; empty means the stand-in of kStandInSeed. What
// the readers throw is passed on.
//
//   const OcrLetters letters = LoadOcrLetters(dataset.path);  // dataset: harness::Dataset
OcrLetters LoadOcrLetters(const std::string& path);
Usps LoadUsps(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_
