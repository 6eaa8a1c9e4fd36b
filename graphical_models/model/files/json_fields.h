// Objects, arrays and numbers of loose JSON, in which brackets do not distinguish objects from arrays.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_FIELDS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_FIELDS_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graphical_models/model/files/json_tree.h"

namespace structlab::graphical_models {

inline bool IsList(const JsonNode& node) {
  return node.kind == JsonKind::kArray || node.kind == JsonKind::kObject;
}

// A finite number; quotation marks are allowed.
std::optional<double> AsNumber(const JsonNode& node);
// +-infinity, written as inf or infinity, with or without a sign, in upper or lower case.
std::optional<double> AsInfinity(const JsonNode& node);
// An integer from 0 to count - 1.
std::optional<int> AsIndex(const JsonNode& node, int count);

// Throws common::Error(kData) at the node, with `what` as expected, unless it is a list without keys.
void ExpectArray(const JsonTree& tree, const JsonNode& node, const std::string& what);

// Keys and values of an object, in file order.
struct JsonFields {
  const JsonNode* object;
  std::vector<std::pair<const JsonNode*, const JsonNode*>> items;

  // The value of a key, or null.
  const JsonNode* Find(const std::string& key) const;
};

// Both throw common::Error(kData) for a list that does not alternate between names and values. The second
// also throws at a key that is unknown or occurs twice.
JsonFields FieldsOf(const JsonTree& tree, const JsonNode& object);
JsonFields FieldsOf(const JsonTree& tree, const JsonNode& object, const std::vector<std::string>& known);

// The value of a key. Throws common::Error(kData) at the object if the key is missing.
const JsonNode& Item(const JsonTree& tree, const JsonFields& fields, const std::string& key);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_FIELDS_H_
