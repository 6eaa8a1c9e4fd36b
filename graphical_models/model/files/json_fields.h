// Objects, arrays and numbers of loose JSON, where brackets do not tell objects from arrays.
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

// A number, also in quotation marks; finite.
std::optional<double> AsNumber(const JsonNode& node);
// +-infinity, if one of the words for it stands there: inf, infinity, with a sign or without, in any case.
std::optional<double> AsInfinity(const JsonNode& node);
// An integer from 0 to count - 1.
std::optional<int> AsIndex(const JsonNode& node, int count);

// Throws common::Error(kData) at the node, as `what` is expected, unless it is a list without keys.
void ExpectArray(const JsonTree& tree, const JsonNode& node, const std::string& what);

// Keys and values, in their order.
struct JsonFields {
  const JsonNode* object;
  std::vector<std::pair<const JsonNode*, const JsonNode*>> items;

  // The value of a key, or null.
  const JsonNode* Find(const std::string& key) const;
};

// Both throw common::Error(kData) at a list that does not alternate between names and values; the second also
// at a key that is not known or stands twice.
JsonFields FieldsOf(const JsonTree& tree, const JsonNode& object);
JsonFields FieldsOf(const JsonTree& tree, const JsonNode& object, const std::vector<std::string>& known);

// The value of a key; throws common::Error(kData) at the object if there is none.
const JsonNode& Item(const JsonTree& tree, const JsonFields& fields, const std::string& key);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_FIELDS_H_
