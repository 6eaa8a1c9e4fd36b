// What the energies on images come to.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CONCLUSIONS_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CONCLUSIONS_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

// A paragraph for each image that has the energies of parsimonious labeling and of the baseline: both, the
// refined one, and, where the baseline's is lower, whether more trees or a baseline that over-estimates
// pairs, too, would turn that. Then one for each other reading of a stereo energy and, last, over what these
// are means. Before them, where only a part of the images was used, that it was.
std::vector<std::string> Conclude(const harness::Results& results);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CONCLUSIONS_H_
