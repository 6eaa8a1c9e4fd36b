// Reader of cost function networks in toulbar2's JSON format (.cfn).
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
  bool maximized = false;                   // if true, the energies are minus the costs of the file
  double bound = 0;                         // solutions cost less than this (more, if maximized)
  std::string bound_text;                   // the bound as written; `bound` may be rounded
  std::vector<std::string> variable_names;  // empty strings for variables without a name
  FactorGraph graph;                        // costs that no solution can use are +infinity
  // Whether the cost of a labeling, summed without rounding, is below the bound (above it if maximized).
  // Empty for files with numbers of more than 24 digits. Needed because the energy of the graph may be
  // rounded to the bound or across it.
  std::function<bool(std::span<const Label>)> is_allowed;
  std::vector<std::string> notes;  // one line for each thing that was read differently than a user may expect
};

// Reads a .cfn file, plain or gzip.
//
//     const Cfn cfn = ReadCfn("problem.cfn.gz");
//     const MapResult result = ChooseMapMethod(cfn.graph).minimize(cfn.graph, {}, {});
//
// A function is one of
//   - a table of decimal costs: dense, or a default cost and the tuples that differ from it;
//   - the name of another function, whose table it shares;
//   - a keyword and its parameters (keyword_function.h), which become tables.
// Variables and labels are given by name or by index. An interval domain (a negative size -n) has the labels
// 0 to n - 1. A cost or bound may be inf (-inf if costs are maximised). A function without variables is added
// to the constant. Functions that share a table come after all others in the graph. Functions with the same
// name are all read, with a note. As the format allows, quotation marks, commas, colons and the keys of the
// problem may be missing, either kind of brackets may be used, and # or a double slash at the beginning of a
// word starts a comment (json_tree.h).
//
// A cost becomes +infinity in the graph if its sum with the minimum costs of all other functions reaches the
// bound (costs may be negative, so that a cost above the bound can be part of a solution). All other costs
// stay as they are, so that labelings whose sums reach the bound can remain. All decimals count; if no number
// has more than 24 digits, the bound is compared without rounding. (toulbar2 1.1.1 uses only as many decimals
// as the bound has, and misreads others: write a bound such as "<100.000".)
//
// Throws common::Error(kData) at file:line:column for
//   - brackets and strings that do not end;
//   - unknown fields and keywords, and keywords in a file whose costs are maximised;
//   - names and indices that do not exist, and names of variables or labels that occur twice;
//   - a shared function whose name several functions have;
//   - tables of a wrong size, and a tuple that is given twice;
//   - costs above 1e290 in magnitude, and constants whose sum is;
//   - tables, also those of keywords, that are out of proportion to the size of the file.
// O(size log size) time, plus the tables of keywords. About 130 bytes per number and name of the file while
// it is read. Deterministic, thread-safe.
Cfn ReadCfn(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_FILE_H_
