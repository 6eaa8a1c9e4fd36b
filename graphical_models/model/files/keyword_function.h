// Cost functions that files give by a keyword and its parameters instead of a table.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_FUNCTION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_FUNCTION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "graphical_models/model/files/exact_cost.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Where the parameters of one function come from. Formats that name them find them by name; a format that
// does not has them in the order in which they are asked for. Each throws common::Error(kData) at the
// parameter.
class KeywordParameters {
 public:
  using Rows = std::vector<std::vector<ExactCost>>;

  virtual ~KeywordParameters() = default;

  virtual std::string Word(const std::string& name, const std::vector<std::string>& known) = 0;
  virtual int64_t Integer(const std::string& name, int64_t low, int64_t high) = 0;
  virtual ExactCost Cost(const std::string& name) = 0;
  // What 1 is as a cost.
  virtual ExactCost One() const = 0;

  // Rows of a list. Each letter of `form` is a column: n an integer from 0 on, such as a label or a state; v
  // a variable, which becomes its place among those of the function; c a cost.
  virtual Rows List(const std::string& name, std::string_view form) = 0;
  // A list of labels for each variable of the function.
  virtual Rows LabelsOfEach(const std::string& name) = 0;
  // Two lists of variables, as their places.
  virtual Rows TwoLists(const std::string& first, const std::string& second) = 0;

  // Where the keyword stands, and what function it is, for messages: " of salldiff, cost function 3".
  virtual std::string Where() const = 0;
  virtual std::string OfFunction() const = 0;
  // Throws at the keyword.
  [[noreturn]] void Refuse(const std::string& expected, const std::string& found,
                           const std::string& remedy = "") const {
    common::ThrowDataError(Where(), expected + OfFunction(), found, remedy);
  }
};

struct KeywordFunction {
  // The cost of a labeling of the variables, or kForbidden.
  std::function<ExactCost(std::span<const Label>)> cost;
  // Not null if the function is the sum of this over all pairs of its variables: the places of both among the
  // variables, the first one smaller, and their labels.
  std::function<ExactCost(size_t, Label, size_t, Label)> cost_of_pair;
  int64_t steps = 1;  // how much longer than a count the cost of a labeling takes to compute
};

// Reads the parameters of a keyword of the format of toulbar2: >= > <= < = disj sdisj clique; salldiff,
// salldiffdp, sgcc, sgccdp, ssame, sregular, sregulardp, samong, samongdp, smaxdp (max), smstdp (MST);
// wregular, walldiff, wgcc, wsame, wsamegcc, wamong, wvaramong, woverlap, wsum, wvarsum. The meaning is that
// of its manual; where that is open or wrong (< of wsum, weights of sgcc wdec, the halves of wsamegcc), what
// toulbar2 1.1.1 computes, but for lower bounds of labels that no variable has, which count here in wsamegcc
// too. clique forbids two of its labels by itself. Refuses other keywords by name, a
// wrong number of variables, and cardinalities that no labeling can have.
KeywordFunction ReadKeywordFunction(const std::string& keyword, size_t num_variables,
                                    KeywordParameters& parameters);

// A function, or the part of it that two of its variables have, as a table: the last variable fastest.
struct KeywordTable {
  std::vector<int> scope;
  std::vector<ExactCost> costs;  // none if the table is that of `same_as`, an earlier one
  size_t same_as = 0;
};

// The tables whose sum is the function; of all pairs of variables if it is a sum over them, else one. Nothing
// if `take`, which is asked for the number of entries of each table, says that they are too many, or if they
// would take minutes to compute.
std::optional<std::vector<KeywordTable>> ExpandToTables(const KeywordFunction& function,
                                                        std::span<const int> scope,
                                                        std::span<const int> label_counts,
                                                        const std::function<bool(int64_t)>& take);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_FUNCTION_H_
