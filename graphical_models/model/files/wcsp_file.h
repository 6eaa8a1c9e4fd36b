// Reader of weighted constraint satisfaction problems in toulbar2's .wcsp format.
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
  FactorGraph graph;               // costs of at least the upper bound are +infinity
  std::vector<std::string> notes;  // one line for each thing that was read differently than a user may expect
};

// Reads a .wcsp file, plain or gzip.
//
//     const Wcsp wcsp = ReadWcsp("problem.wcsp.gz");
//     const MapResult result = ChooseMapMethod(wcsp.graph).minimize(wcsp.graph, {}, {});
//
// Costs are integers, and their sum is minimised. A function is given by its tuples and a default cost, or by
// a keyword and its parameters (keyword_function.h), which become tables. Shared functions (a negative arity,
// and a negative number of tuples that refers to it) share a table with its own default cost. A function
// without variables is added to the constant. An interval domain (a negative size -n) has the labels 0 to n
// - 1. A # at the beginning of a word starts a comment up to the end of the line.
//
// Throws common::Error(kData) at file:line:column for
//   - costs that are negative, or above 2^53 (not exact as double) but below the upper bound;
//   - a domain larger than the maximum in the header, and labels out of range;
//   - a variable that occurs twice in a function, and a tuple that is given twice;
//   - wrong counts, and anything after the last function;
//   - tables, also those of keywords, that are out of proportion to the size of the file.
// Time linear in the file and the tables; deterministic, thread-safe.
Wcsp ReadWcsp(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_FILE_H_
