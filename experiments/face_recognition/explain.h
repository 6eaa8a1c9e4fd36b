// Where the package departs from the source, what is known about rows that differ, and what it comes to.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_EXPLAIN_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_EXPLAIN_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

std::vector<std::string> Departures();

harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results);

// How fast hashing is on each set, against our l1 minimisation and the printed one.
std::vector<std::string> Conclude(const harness::Results& results);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_EXPLAIN_H_
