// Cost function networks in the JSON format of toulbar2.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_FILE_H_

#include <string>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

struct Cfn {
  std::string name;
  bool maximized = false;  // if so, the energies are minus the costs of the file
  double bound = 0;        // solutions have a sum of costs below it, or above it if maximized
  std::vector<std::string> variable_names;  // empty strings where the file gives none
  FactorGraph graph;                        // with +infinity for what no solution has
};

// A .cfn file: tables of decimal costs, dense or with a default cost and the tuples that differ from it; or
// the name of another function, whose table is shared. Variables and labels go by name or by index. A
// function without variables is part of the constant; functions that share come after the others. Plain or
// gzip.
//
// A cost is +infinity in the graph if even with the least costs of all other functions the sum reaches the
// bound (costs may be negative, so that one of more than the bound can be part of a solution); all other
// costs are as they stand, and labelings whose sums reach the bound can remain. All decimals count. (toulbar2
// 1.1.1 takes only as many as the bound has and reads others wrong: give it a bound such as "<100.000".)
//
// Refused with common::Error(kData) at file:line:column: what JSON does not allow (the format itself lets one
// leave out quotes, commas and colons), functions that are no tables, variables with an interval as domain
// (of a negative size), names and indices that do not exist or occur twice, tables of a wrong size, a tuple
// that is given twice, costs above 1e290 in magnitude, constants whose sum is, and tables that are out of
// proportion to the file. O(size log size) time; about 130 bytes a number and name of the file while it is
// read. Deterministic, thread-safe.
Cfn ReadCfn(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_FILE_H_
