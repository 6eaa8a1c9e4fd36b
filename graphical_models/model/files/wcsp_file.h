// Weighted constraint satisfaction problems in the formats of toulbar2.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

struct Wcsp {
  std::string name;
  int64_t upper_bound = 0;         // solutions cost less
  FactorGraph graph;               // costs, with +infinity for those of at least the upper bound
  std::vector<std::string> notes;  // one line each: what was read otherwise than a user may expect
};

// A .wcsp file: integer costs, whose sum is minimised. Functions are given by their tuples and a default
// cost, or by a keyword and its parameters (keyword_function.h), which become tables. Shared ones (a negative
// arity, and a negative number of tuples that refers to it) share a table with its own default cost. A
// function without variables is part of the constant. An interval domain (of a negative size -n) has the
// labels 0 to n - 1. A # at the beginning of a word begins a comment, up to the end of the line. Plain or
// gzip.
//
// Refused with common::Error(kData) at file:line:column: costs that are negative, or above 2^53 and below the
// upper bound (not exact as double), a domain larger than the largest that the header gives, labels out of
// range, variables that repeat in a function, a tuple that is given twice, counts that are wrong, tables that
// are out of proportion to the file (those of keywords, too), and anything after the last function. Time
// linear in the file and the tables; deterministic, thread-safe.
Wcsp ReadWcsp(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_FILE_H_
