// Weighted constraint satisfaction problems in the formats of toulbar2.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_FILE_H_

#include <cstdint>
#include <string>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

struct Wcsp {
  std::string name;
  int64_t upper_bound = 0;  // solutions cost less
  FactorGraph graph;        // costs, with +infinity for those of at least the upper bound
};

// A .wcsp file: integer costs, whose sum is minimised. The functions are given by their tuples and a default
// cost; shared ones (a negative arity, and a negative number of tuples that refers to it) share a table. A
// function without variables is part of the constant. Plain or gzip.
//
// Refused with common::Error(kData) at file:line:column: functions given by a keyword and variables with an
// interval as domain (of a negative size), costs that are negative, or above 2^53 and below the upper bound
// (not exact as double), a domain larger than the largest that the header gives, labels out of range,
// variables that repeat in a function, a tuple that is given twice, counts that are wrong, tables that are
// out of proportion to the file, and anything after the last function. Linear time; deterministic,
// thread-safe.
Wcsp ReadWcsp(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_FILE_H_
