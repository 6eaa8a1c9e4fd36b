// Trees of JSON files, and of the looser form that toulbar2 reads, with the place of every value.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace structlab::graphical_models {

enum class JsonKind : uint8_t { kNumber, kString, kArray, kObject };

// In the loose form brackets do not distinguish arrays from objects. An object here is a list with a colon,
// or a list in braces whose items alternate between a string and something else; the caller may decide
// otherwise.
struct JsonNode {
  JsonKind kind = JsonKind::kArray;
  bool is_key = false;  // a string before a colon
  int32_t column = 0;   // of the first character, from 1; at most 2^31 - 1
  int64_t line = 0;     // from 1
  double number = 0;
  std::string text;             // of a string, or of a number as written
  std::vector<JsonNode> items;  // of an array; for an object, keys and values alternate
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

// Describes a node for messages, such as "an array of 3" or "the number 1.5".
std::string Describe(const JsonNode& node);

// Reads a plain or gzip file. Beyond JSON it allows strings without quotation marks (up to white space, a
// comma, a colon or a bracket), missing commas and colons, either kind of brackets, repeated keys, and
// comments from # or a double slash at the beginning of a token to the end of the line. Throws common::Error:
// kEnvironment if the file cannot be read; kData at file:line:column for an unequal number of brackets, text
// after the last one, a colon that does not follow a key, a string that does not end or has an unknown
// escape, nesting deeper than 16, and a number too large for a double. Memory: about 130 bytes per value, and
// the file. Every 2^16 values are a StopPoint (common/stop_point.h). Deterministic, thread-safe.
JsonTree ReadJson(const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_JSON_TREE_H_
