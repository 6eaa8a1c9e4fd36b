// Cost functions that files give by a keyword and its parameters instead of a table.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_FUNCTION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_FUNCTION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "graphical_models/model/files/exact_cost.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Memory is proportional to the number of entries given, until Complete.
class TupleTable {
 public:
  // Sets an entry. Returns false, and changes nothing, if it was given before. O(1) time for ascending
  // entries, otherwise O(log entries).
  bool Give(size_t entry, double value) {
    const size_t before = values_.size();
    values_.emplace_hint(values_.end(), entry, value);
    return values_.size() > before;
  }

  // The whole table, with the default value for entries that were not given. All given entries must be below
  // `size`.
  std::vector<double> Complete(size_t size, double default_value) const {
    std::vector<double> table(size, default_value);
    for (const auto& [entry, value] : values_) table[entry] = value;
    return table;
  }

 private:
  std::map<size_t, double> values_;  // not a hash table: a file could make all entries collide
};

// The source of the parameters of one function. Formats with named parameters look them up by name; formats
// without names read them in the order of the calls. Every function throws common::Error(kData) at a wrong
// parameter.
class KeywordParameters {
 public:
  using Rows = std::vector<std::vector<ExactCost>>;

  virtual ~KeywordParameters() = default;

  virtual std::string Word(const std::string& name, const std::vector<std::string>& known) = 0;
  virtual int64_t Integer(const std::string& name, int64_t low, int64_t high) = 0;
  virtual ExactCost Cost(const std::string& name) = 0;
  // The cost 1.
  virtual ExactCost One() const = 0;

  // Rows of a list. Each letter of `form` is one column: n an integer >= 0 such as a label or a state; v a
  // variable, returned as its position in the function's scope; c a cost.
  virtual Rows List(const std::string& name, std::string_view form) = 0;
  // One list of labels for each variable of the function.
  virtual Rows LabelsOfEach(const std::string& name) = 0;
  // Two lists of variables, returned as positions in the function's scope.
  virtual Rows TwoLists(const std::string& first, const std::string& second) = 0;

  // The place of the keyword, and the function for messages: " of salldiff, cost function 3".
  virtual std::string Where() const = 0;
  virtual std::string OfFunction() const = 0;
  // Throws an error at the keyword.
  [[noreturn]] void Refuse(const std::string& expected, const std::string& found,
                           const std::string& remedy = "") const {
    common::ThrowDataError(Where(), expected + OfFunction(), found, remedy);
  }
};

struct KeywordFunction {
  // The cost of a labeling of the function's variables, or kForbidden.
  std::function<ExactCost(std::span<const Label>)> cost;
  // Set if the function is a sum over all pairs of its variables. Gets the positions of both variables, the
  // smaller one first, each with its label.
  std::function<ExactCost(size_t, Label, size_t, Label)> cost_of_pair;
  int64_t steps = 1;  // time of evaluating one labeling, relative to counting its labels
};

// Reads the parameters of a keyword of toulbar2's formats:
//   - >= > <= < = disj sdisj clique;
//   - salldiff, salldiffdp, sgcc, sgccdp, ssame, sregular, sregulardp, samong, samongdp, smaxdp (max), smstdp
//     (MST);
//   - wregular, walldiff, wgcc, wsame, wsamegcc, wamong, wvaramong, woverlap, wsum, wvarsum.
// Their meaning is that of toulbar2's manual. Where the manual is ambiguous or wrong (< of wsum, weights of
// sgcc wdec, the halves of wsamegcc), it is what toulbar2 1.1.1 computes, with one exception: lower bounds of
// labels that no variable has count in wsamegcc, too. clique forbids two of its labels without further
// parameters. Throws for an unknown keyword, a wrong number of variables, and cardinalities that no labeling
// can have.
KeywordFunction ReadKeywordFunction(const std::string& keyword, size_t num_variables,
                                    KeywordParameters& parameters);

// The table of a function, or of its part for two of its variables; the last variable is the fastest.
struct KeywordTable {
  std::vector<int> scope;
  std::vector<ExactCost> costs;  // empty if the table equals that of `same_as`, an earlier one
  size_t same_as = 0;
};

// Returns tables whose sum is the function: one for each pair of variables if it is a sum over pairs,
// otherwise one. `take` is called with the number of entries of each table. Returns nothing if it returns
// false, or if computing the tables would take minutes.
std::optional<std::vector<KeywordTable>> ExpandToTables(const KeywordFunction& function,
                                                        std::span<const int> scope,
                                                        std::span<const int> label_counts,
                                                        const std::function<bool(int64_t)>& take);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_FUNCTION_H_
