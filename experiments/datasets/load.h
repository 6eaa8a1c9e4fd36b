// The data sets themselves, real or generated.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_

#include <string>

#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/usps.h"

namespace structlab::datasets {

// `folder` is that of a ResolvedDataset, so already verified; empty means the stand-in of kStandInSeed. What
// the readers throw is passed on.
//
//   const ResolvedDataset found =
//       ResolveDataset(FindDataset(Catalogue(), "ocr-letters"), "regularization_path", DataFolder(data_dir));
//   const OcrLetters letters = LoadOcrLetters(found.folder);
OcrLetters LoadOcrLetters(const std::string& folder);
Usps LoadUsps(const std::string& folder);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_
