#include "graphical_models/model/files/json_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <system_error>

namespace structlab::graphical_models {

std::optional<double> AsNumber(const JsonNode& node) {
  if (node.kind == JsonKind::kNumber) return node.number;
  if (node.kind != JsonKind::kString || node.text.empty()) return std::nullopt;
  const bool has_plus = node.text.starts_with('+');
  if (has_plus && node.text.starts_with("+-")) return std::nullopt;
  const char* const begin = node.text.data() + (has_plus ? 1 : 0);
  const char* const end = node.text.data() + node.text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> AsInfinity(const JsonNode& node) {
  if (node.kind != JsonKind::kString) return std::nullopt;
  std::string text = node.text;
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (text == "inf" || text == "+inf" || text == "infinity" || text == "+infinity")
    return std::numeric_limits<double>::infinity();
  if (text == "-inf" || text == "-infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

std::optional<int> AsIndex(const JsonNode& node, int count) {
  const std::optional<double> number = AsNumber(node);
  if (!number || !(*number >= 0 && *number < count) || *number != std::floor(*number)) return std::nullopt;
  return static_cast<int>(*number);
}

void ExpectArray(const JsonTree& tree, const JsonNode& node, const std::string& what) {
  const bool has_keys = std::ranges::any_of(node.items, [](const JsonNode& item) { return item.is_key; });
  if (!IsList(node) || has_keys) tree.Refuse(node, what, Describe(node));
}

JsonFields FieldsOf(const JsonTree& tree, const JsonNode& object) {
  if (!IsList(object)) tree.Refuse(object, "an object", Describe(object));
  JsonFields fields = {&object, {}};
  for (size_t i = 0; i < object.items.size(); i += 2) {
    const JsonNode& key = object.items[i];
    if (key.kind != JsonKind::kString && key.kind != JsonKind::kNumber) {
      tree.Refuse(key, "the name of a field", Describe(key));
    }
    if (i + 1 == object.items.size()) tree.Refuse(key, "a value behind it", "none");
    fields.items.emplace_back(&key, &object.items[i + 1]);
  }
  return fields;
}

JsonFields FieldsOf(const JsonTree& tree, const JsonNode& object, const std::vector<std::string>& known) {
  const JsonFields fields = FieldsOf(tree, object);
  std::set<std::string_view> found;
  for (const auto& [key, value] : fields.items) {
    if (!found.insert(key->text).second) {
      tree.Refuse(*key, "different keys", Describe(*key) + " twice");
    }
    if (std::find(known.begin(), known.end(), key->text) != known.end()) continue;
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
    tree.Refuse(*key, "one of the keys " + list, Describe(*key));
  }
  return fields;
}

const JsonNode* JsonFields::Find(const std::string& key) const {
  for (const auto& [name, value] : items) {
    if (name->text == key) return value;
  }
  return nullptr;
}

const JsonNode& Item(const JsonTree& tree, const JsonFields& fields, const std::string& key) {
  const JsonNode* const item = fields.Find(key);
  if (item == nullptr) tree.Refuse(*fields.object, "an object with the key " + key, "none");
  return *item;
}

}  // namespace structlab::graphical_models
