// Which method to take when, as the results have it.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CONCLUSIONS_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CONCLUSIONS_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

// A paragraph for each group of instances: the methods with the best values after a second, after ten and in
// the end, the one with the best lower bounds, and which prove their labelings optimal. Methods are ranked by
// the mean distance (outcomes.h) of their values from the best ones, the earlier first of equals; only those
// that take all instances of the group. A last paragraph says what the percentages are.
std::vector<std::string> Conclude(const harness::Results& results);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CONCLUSIONS_H_
