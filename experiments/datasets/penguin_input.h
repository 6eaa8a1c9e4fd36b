// The penguin as an input to restore: real grey values, noise and a missing bar of ours.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_PENGUIN_INPUT_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_PENGUIN_INPUT_H_

#include <string>

#include "experiments/harness/run/case.h"

namespace structlab::datasets {

inline constexpr const char* kPenguinInput = "penguin-input";

// "mrf-denoising" for cases that spoil its penguin (Spoil, mrf_denoising.h), under the name above: a
// substitute where the folder is there, since the published noisy input is not. How it is spoiled is among
// the checksums.
harness::DatasetSource PenguinInputSource(const std::string& package);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_PENGUIN_INPUT_H_
