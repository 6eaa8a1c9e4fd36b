#include "graphical_models/model/files/cfn_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "graphical_models/model/files/file_limits.h"
#include "graphical_models/model/files/json_fields.h"

namespace structlab::graphical_models {

bool HasNames(const JsonNode& list) {
  if (list.items.empty()) return false;
  const JsonNode& first = list.items[0];
  return first.is_key || (first.kind == JsonKind::kString && !AsNumber(first));
}

CfnVariables::CfnVariables(const JsonTree& tree, const JsonNode& variables) : tree_(tree) {
  if (!IsList(variables)) tree.Refuse(variables, "an object or array of variables", Describe(variables));
  if (HasNames(variables)) {
    for (const auto& [key, domain] : FieldsOf(tree, variables).items) {
      const auto index = static_cast<int>(domains_.size());
      if (!variable_of_name_.emplace(key->text, index).second) {
        tree.Refuse(*key, "different names of variables", Describe(*key) + " twice");
      }
      names_.push_back(key->text);
      domains_.push_back(domain);
    }
  } else {
    ExpectArray(tree, variables, "an object or array of variables");
    for (const JsonNode& domain : variables.items) domains_.push_back(&domain);
    names_.resize(domains_.size());
  }
  for (const JsonNode* const domain : domains_) {
    label_counts_.push_back(DomainSize(*domain));
    label_of_name_.push_back(LabelNames(*domain));
  }
}

// A domain is a list of label names, their number, or minus the size of an interval.
int CfnVariables::DomainSize(const JsonNode& domain) const {
  if (IsList(domain)) ExpectArray(tree_, domain, "an array of label names, or their number");
  const double size =
      IsList(domain) ? static_cast<double>(domain.items.size()) : std::abs(AsNumber(domain).value_or(0.5));
  if (!(size >= 1 && size <= static_cast<double>(kMaxLabels)) || size != std::floor(size)) {
    tree_.Refuse(domain, "an array of at least one label name, or their number", Describe(domain));
  }
  return static_cast<int>(size);
}

std::map<std::string_view, int> CfnVariables::LabelNames(const JsonNode& domain) const {
  std::map<std::string_view, int> names;
  for (const JsonNode& label : domain.items) {
    const auto place = static_cast<int>(names.size());
    // A number is also an index of a label: a label named by a number must have that index.
    const bool is_name =
        label.kind == JsonKind::kString || (label.kind == JsonKind::kNumber && label.number == place);
    if (!is_name) tree_.Refuse(label, "the name of a label", Describe(label));
    if (!names.emplace(label.text, place).second) {
      tree_.Refuse(label, "different names of labels", Describe(label) + " twice");
    }
  }
  return names;
}

int CfnVariables::FindVariable(const JsonNode& node) const {
  if (node.kind == JsonKind::kString) {
    if (const auto known = variable_of_name_.find(node.text); known != variable_of_name_.end()) {
      return known->second;
    }
  }
  const std::optional<int> index = AsIndex(node, static_cast<int>(domains_.size()));
  if (!index) {
    tree_.Refuse(
        node, fmt::format("the name of a variable, or a number below {}", static_cast<int>(domains_.size())),
        Describe(node));
  }
  return *index;
}

Label CfnVariables::FindLabel(const JsonNode& node, int variable) const {
  if (node.kind == JsonKind::kString) {
    const std::map<std::string_view, int>& names = label_of_name_[variable];
    if (const auto known = names.find(node.text); known != names.end()) return known->second;
  }
  const int count = label_counts_[variable];
  const std::optional<int> index = AsIndex(node, count);
  if (!index) {
    tree_.Refuse(node, fmt::format("a label of variable {}: a name, or a number below {}", variable, count),
                 Describe(node));
  }
  return *index;
}

std::vector<int> CfnVariables::ReadScope(const JsonNode& node) const {
  ExpectArray(tree_, node, "an array of variables");
  std::vector<int> scope;
  for (const JsonNode& variable : node.items) scope.push_back(FindVariable(variable));
  std::vector<int> sorted = scope;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    tree_.Refuse(node, "different variables", fmt::format("variable {} twice", *twice));
  }
  return scope;
}

}  // namespace structlab::graphical_models
