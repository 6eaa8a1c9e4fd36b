// The variables of a .cfn file and their labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_VARIABLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_VARIABLES_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/model/files/json_tree.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

class CfnVariables {
 public:
  // The tree outlives this. Throws common::Error(kData) at domains that are none and at names that stand
  // twice.
  CfnVariables(const JsonTree& tree, const JsonNode& variables);

  const std::vector<int>& label_counts() const { return label_counts_; }
  const std::vector<std::string>& names() const { return names_; }  // empty where there are none
  const JsonNode& domain(int variable) const { return *domains_[variable]; }

  // By name or number. Throw common::Error(kData) at the node.
  int FindVariable(const JsonNode& node) const;
  Label FindLabel(const JsonNode& node, int variable) const;
  // Whether its labels have names at all, and one of them this one.
  bool HasLabelNames(int variable) const { return !label_of_name_[variable].empty(); }
  bool HasLabel(const JsonNode& node, int variable) const {
    return node.kind == JsonKind::kString && label_of_name_[variable].contains(node.text);
  }
  // Different variables.
  std::vector<int> ReadScope(const JsonNode& scope) const;

 private:
  int DomainSize(const JsonNode& domain) const;
  std::map<std::string_view, int> LabelNames(const JsonNode& domain) const;

  const JsonTree& tree_;
  std::vector<const JsonNode*> domains_;
  std::vector<int> label_counts_;
  std::vector<std::string> names_;
  std::map<std::string_view, int> variable_of_name_;
  std::vector<std::map<std::string_view, int>> label_of_name_;
};

// Whether a list of what is a list or a number has a name before each: a word in front.
bool HasNames(const JsonNode& list);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_VARIABLES_H_
