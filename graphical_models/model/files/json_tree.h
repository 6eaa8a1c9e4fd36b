// JSON files as trees that know where everything stands, so that mistakes can be named.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace structlab::graphical_models {

enum class JsonKind : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

struct JsonNode {
  JsonKind kind = JsonKind::kNull;
  int32_t column = 0;  // of its first character, from 1; at most 2^31 - 1
  int64_t line = 0;    // from 1
  double number = 0;
  std::string text;             // of a string
  std::vector<JsonNode> items;  // of an array, or the values of an object
  std::vector<JsonNode> keys;   // of an object: strings, one an item

  // The item of an object, or null.
  const JsonNode* Find(const std::string& key) const;
};

struct JsonTree {
  std::string path;
  int64_t num_nodes = 0;
  JsonNode root;

  // "file:line:column".
  std::string Where(const JsonNode& node) const;
  // Throws common::Error(kData) at the node.
  [[noreturn]] void Refuse(const JsonNode& node, const std::string& expected, const std::string& found,
                           const std::string& remedy = "") const;
};

// What stands there, for messages: "an array of 3", "the number 1.5".
std::string Describe(const JsonNode& node);

// Reads a plain or gzip file. Throws common::Error: kEnvironment if it cannot be read, kData at
// file:line:column if it is no JSON, is nested deeper than 16, has a key twice in one object, or a number too
// large for a double. Memory: about 130 bytes a value. Deterministic, thread-safe.
JsonTree ReadJson(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_
