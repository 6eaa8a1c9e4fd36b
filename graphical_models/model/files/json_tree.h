// JSON files, and the looser form of them that toulbar2 reads, as trees that know where everything stands.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace structlab::graphical_models {

enum class JsonKind : uint8_t { kNumber, kString, kArray, kObject };

// In the loose form brackets do not tell an array from an object. An object here is a list with a colon, or
// one in braces whose items alternate between a string and something else; who reads it knows better.
struct JsonNode {
  JsonKind kind = JsonKind::kArray;
  bool is_key = false;  // a string before a colon
  int32_t column = 0;   // of its first character, from 1; at most 2^31 - 1
  int64_t line = 0;     // from 1
  double number = 0;
  std::string text;             // of a string; and of a number as it is written
  std::vector<JsonNode> items;  // of an array; of an object, keys and values by turns
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

// Reads a plain or gzip file. Beside JSON: strings without quotation marks (up to white space, a comma, a
// colon or a bracket), no commas, no colons, either kind of brackets, and comments from # or // at the
// beginning of a token to the end of the line. Keys may repeat. Throws common::Error: kEnvironment if it
// cannot be read, kData at file:line:column for brackets that do not match in number, what follows the
// last one, a colon that follows no key, a string that does not end or has an unknown escape, nesting deeper
// than 16, and a number too large for a double. Memory: about 130 bytes a value, and the file. Each 2^16
// values are a StopPoint (common/stop_point.h). Deterministic, thread-safe.
JsonTree ReadJson(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_
