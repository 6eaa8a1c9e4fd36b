// What a reported row without a printed number is made of. An internal part of join.h.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_ROW_PARTS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_ROW_PARTS_H_

#include <string>
#include <vector>

#include "experiments/harness/experiment.h"

namespace structlab::harness {

// Have the two the same value wherever both name a key?
bool Agree(const Setting& a, const Setting& b);

// The methods whose curves or pictures the row shows: those that its declared row (null if it has none)
// names, else its own.
std::vector<std::string> MethodsOf(const RowKey& key, const DeclaredRow* declared);

// Of the cases that recorded a curve or picture that the row needs of one method, those of the best protocol
// there is.
std::vector<const FinishedCase*> CasesThatShow(const Results& results, const RowKey& key,
                                               const std::string& method);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_ROW_PARTS_H_
