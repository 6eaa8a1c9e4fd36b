// Parameters of keyword functions in .cfn files: an object of named values, or a list of values.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_PARAMETERS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_PARAMETERS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/model/files/json_tree.h"
#include "graphical_models/model/files/keyword_function.h"

namespace structlab::graphical_models {

// Finds values by name if they have names; otherwise reads them one after another.
class CfnParameters final : public KeywordParameters {
 public:
  // Each function reads one name or number, and throws common::Error(kData) at a node of another kind.
  struct Values {
    std::function<ExactCost(const JsonNode&)> cost;
    std::function<ExactCost(const JsonNode&)> place;  // position of a variable in the function's scope
    // A number >= 0, or the index of the label with this name: of the variable at the given position or,
    // without a position, of all variables, which must then have the name at the same index.
    std::function<ExactCost(const JsonNode&, std::optional<size_t>)> number;
    ExactCost one;
  };

  // The arguments must outlive this object.
  CfnParameters(const JsonTree& tree, const JsonNode& keyword, const JsonNode& parameters,
                size_t num_variables, Values values);

  std::string Word(const std::string& name, const std::vector<std::string>& known) override;
  int64_t Integer(const std::string& name, int64_t low, int64_t high) override;
  ExactCost Cost(const std::string& name) override { return values_.cost(Find(name)); }
  ExactCost One() const override { return values_.one; }
  Rows List(const std::string& name, std::string_view form) override;
  Rows LabelsOfEach(const std::string& name) override;
  Rows TwoLists(const std::string& first, const std::string& second) override;
  std::string Where() const override { return tree_.Where(keyword_); }
  std::string OfFunction() const override { return " in " + keyword_.text; }

  // Throws at a parameter that no call has read.
  void CheckAllUsed() const;

 private:
  const JsonNode& Find(const std::string& name);
  const JsonNode& FindList(const std::string& name);
  std::vector<ExactCost> Row(std::string_view form, const JsonNode* items) const;

  const JsonTree& tree_;
  const JsonNode& keyword_;
  const JsonNode& parameters_;
  size_t num_variables_;
  Values values_;
  bool has_names_;
  size_t next_ = 0;             // next position, for values without names
  std::set<std::string> used_;  // for named values
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_PARAMETERS_H_
