#include "graphical_models/model/files/cfn_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace structlab::graphical_models {

CfnParameters::CfnParameters(const JsonTree& tree, const JsonNode& keyword, const JsonNode& parameters,
                             size_t num_variables, Values values)
    : tree_(tree),
      keyword_(keyword),
      parameters_(parameters),
      num_variables_(num_variables),
      values_(std::move(values)),
      has_names_(parameters.kind == JsonKind::kObject) {
  if (parameters.kind != JsonKind::kArray && !has_names_) {
    tree.Refuse(parameters, "an object or array of parameters", Describe(parameters));
  }
}

const JsonNode& CfnParameters::Find(const std::string& name) {
  const std::vector<JsonNode>& items = parameters_.items;
  if (!has_names_) {
    if (next_ < items.size()) return items[next_++];
  } else {
    used_.insert(name);
    for (size_t i = 0; i + 1 < items.size(); i += 2) {
      if (items[i].text == name) return items[i + 1];
    }
  }
  tree_.Refuse(parameters_, "the parameter " + name + " in " + keyword_.text, "none");
}

const JsonNode& CfnParameters::FindList(const std::string& name) {
  const JsonNode& node = Find(name);
  if (node.kind == JsonKind::kArray || node.kind == JsonKind::kObject) return node;
  tree_.Refuse(node, "a list, the parameter " + name + " in " + keyword_.text, Describe(node));
}

void CfnParameters::CheckAllUsed() const {
  const std::vector<JsonNode>& items = parameters_.items;
  if (!has_names_ && next_ < items.size()) {
    tree_.Refuse(items[next_], "no more parameters of " + keyword_.text, Describe(items[next_]));
  }
  for (size_t i = 0; has_names_ && i < items.size(); i += 2) {
    if (used_.contains(items[i].text)) continue;
    std::string known;
    for (const std::string& name : used_) known += (known.empty() ? "" : ", ") + name;
    tree_.Refuse(items[i], "one of the parameters of " + keyword_.text + ", " + known, Describe(items[i]));
  }
}

std::string CfnParameters::Word(const std::string& name, const std::vector<std::string>& known) {
  const JsonNode& node = Find(name);
  if (std::find(known.begin(), known.end(), node.text) != known.end()) return node.text;
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  tree_.Refuse(node, "the " + name + " in " + keyword_.text + ", one of " + list, Describe(node));
}

int64_t CfnParameters::Integer(const std::string& name, int64_t low, int64_t high) {
  const JsonNode& node = Find(name);
  if (node.kind != JsonKind::kNumber || node.number != std::floor(node.number) ||
      !(node.number >= static_cast<double>(low) && node.number <= static_cast<double>(high))) {
    tree_.Refuse(node, fmt::format("the integer {} in {}, {} to {}", name, keyword_.text, low, high),
                 Describe(node));
  }
  return static_cast<int64_t>(node.number);
}

std::vector<ExactCost> CfnParameters::Row(std::string_view form, const JsonNode* items) const {
  std::vector<ExactCost> row;
  std::optional<size_t> place;  // position of the variable before the label
  for (const char column : form) {
    const JsonNode& item = *items++;
    if (column == 'v') {
      row.push_back(values_.place(item));
      place = static_cast<size_t>(row.back());
    } else {
      row.push_back(column == 'c' ? values_.cost(item) : values_.number(item, place));
    }
  }
  return row;
}

// Rows are lists, or values one after another.
KeywordParameters::Rows CfnParameters::List(const std::string& name, std::string_view form) {
  const JsonNode& list = FindList(name);
  const auto is_list = [](const JsonNode& node) {
    return node.kind == JsonKind::kArray || node.kind == JsonKind::kObject;
  };
  Rows rows;
  const std::string expected = fmt::format("rows of {} in the list {}", form.size(), name);
  if (!list.items.empty() && is_list(list.items[0])) {
    for (const JsonNode& row : list.items) {
      if (!is_list(row) || row.items.size() != form.size()) tree_.Refuse(row, expected, Describe(row));
      rows.push_back(Row(form, row.items.data()));
    }
    return rows;
  }
  if (list.items.size() % form.size() != 0) tree_.Refuse(list, expected, Describe(list));
  for (size_t i = 0; i < list.items.size(); i += form.size()) rows.push_back(Row(form, &list.items[i]));
  return rows;
}

KeywordParameters::Rows CfnParameters::LabelsOfEach(const std::string& name) {
  const JsonNode& list = FindList(name);
  if (list.items.size() != num_variables_) {
    tree_.Refuse(list, fmt::format("{} lists of labels, one a variable", num_variables_), Describe(list));
  }
  Rows rows;
  for (size_t i = 0; i < num_variables_; ++i) {
    std::vector<ExactCost>& row = rows.emplace_back();
    const JsonNode& labels = list.items[i];
    if (labels.kind != JsonKind::kArray && labels.kind != JsonKind::kObject) {
      tree_.Refuse(labels, "a list of labels", Describe(labels), "put them in brackets, one list a variable");
    }
    for (const JsonNode& label : labels.items) row.push_back(values_.number(label, i));
  }
  return rows;
}

KeywordParameters::Rows CfnParameters::TwoLists(const std::string& first, const std::string& second) {
  Rows lists;
  for (const std::string& name : {first, second}) {
    std::vector<ExactCost>& places = lists.emplace_back();
    for (const JsonNode& variable : FindList(name).items) places.push_back(values_.place(variable));
  }
  return lists;
}

}  // namespace structlab::graphical_models
