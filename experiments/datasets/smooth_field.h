// Smooth random images: the stuff that generated letters and digits are made of.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_SMOOTH_FIELD_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_SMOOTH_FIELD_H_

#include <cstddef>
#include <vector>

#include "common/random_stream.h"

namespace structlab::datasets {

// Draws a Gaussian random field on a grid: white noise, blurred twice along both axes with the weights
// 1/4, 1/2, 1/4 (what lies outside counts as zero), scaled so that a value well inside has variance 1.
// Returns rows x columns values, row by row. Takes rows * columns normal numbers from the stream.
std::vector<double> SmoothField(int rows, int columns, common::RandomStream& stream);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_SMOOTH_FIELD_H_
