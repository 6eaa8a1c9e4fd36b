// Cost function networks in the JSON format of toulbar2.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_FILE_H_

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

struct Cfn {
  std::string name;
  bool maximized = false;  // if so, the energies are minus the costs of the file
  double bound = 0;        // solutions have a sum of costs below it, or above it if maximized
  std::string bound_text;  // as it is written, as a double may be another number
  std::vector<std::string> variable_names;  // empty strings where the file gives none
  FactorGraph graph;                        // with +infinity for what no solution has
  // Whether the costs of a labeling, summed without rounding, are below the bound (above it if maximized);
  // not set for files with numbers of more than 24 digits. The energy of the graph may be rounded to the
  // bound, or across it.
  std::function<bool(std::span<const Label>)> is_allowed;
  std::vector<std::string> notes;  // one line each: what was read otherwise than a user may expect
};

// A .cfn file: tables of decimal costs, dense or with a default cost and the tuples that differ from it; the
// name of another function, whose table is shared; or a keyword and its parameters (keyword_function.h),
// which become tables. Variables and labels go by name or by index. As the format allows, quotation marks,
// commas, colons and the keys of the problem may be left out, either kind of brackets may stand, and what
// follows # or
// // at the beginning of a word is a comment (json_tree.h). A cost or bound may be inf (-inf where costs are
// maximised). An interval domain (a negative size -n) has the labels 0 to n - 1. A function without variables
// is part of the constant; functions that share come after the others, and functions of one name are read
// each as its own, with a note. Plain or gzip.
//
// A cost is +infinity in the graph if even with the least costs of all other functions the sum reaches the
// bound (costs may be negative, so that one of more than the bound can be part of a solution); all other
// costs are as they stand, and labelings whose sums reach the bound can remain. All decimals count, and where
// no number has more than 24 digits the bound is compared without rounding. (toulbar2 1.1.1 takes only as
// many decimals as the bound has and reads others wrong: give it a bound such as "<100.000".)
//
// Refused with common::Error(kData) at file:line:column: brackets and strings that do not end, fields and
// keywords that are not known, keywords where costs are maximised, names and indices that do not exist,
// names of variables or labels that occur twice, shared functions of a name that several have, tables of a
// wrong size, a tuple that is given twice, costs above 1e290 in magnitude, constants whose sum is, and tables
// that are out of proportion to the file (those of keywords, too). O(size log size) time, and that of the
// tables of keywords; about 130 bytes a number and name of the file while it is read. Deterministic,
// thread-safe.
Cfn ReadCfn(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_FILE_H_
