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
  // The tree must outlive this object. Throws common::Error(kData) for invalid domains and for names that
  // occur twice.
  CfnVariables(const JsonTree& tree, const JsonNode& variables);

  const std::vector<int>& label_counts() const { return label_counts_; }
  const std::vector<std::string>& names() const { return names_; }  // empty strings for unnamed variables
  const JsonNode& domain(int variable) const { return *domains_[variable]; }

  // Find by name or index. Both throw common::Error(kData) at the node if there is no such variable or label.
  int FindVariable(const JsonNode& node) const;
  Label FindLabel(const JsonNode& node, int variable) const;
  // Whether the labels of the variable have names, and whether the node is one of these names.
  bool HasLabelNames(int variable) const { return !label_of_name_[variable].empty(); }
  bool HasLabel(const JsonNode& node, int variable) const {
    return node.kind == JsonKind::kString && label_of_name_[variable].contains(node.text);
  }
  // Reads an array of variables; they must differ.
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

// Whether the items of a list have names: whether the list starts with a word.
bool HasNames(const JsonNode& list);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_VARIABLES_H_
