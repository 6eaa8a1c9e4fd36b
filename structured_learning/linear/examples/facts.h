// Options as texts: facts that files store about how they were made, and names of enum values.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FACTS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FACTS_H_

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "common/error.h"

namespace structlab::structured_learning {

// Values by name.
using Facts = std::map<std::string, std::string>;

// The value of a fact. Throws common::Error (data), which names `where`, if it is missing.
inline const std::string& FactOf(const Facts& facts, const std::string& name, const std::string& where) {
  const auto found = facts.find(name);
  if (found == facts.end()) common::ThrowDataError(where, "a fact " + name, "none");
  return found->second;
}

// The names of the values 0, 1, ... of an enum.
template <size_t kSize>
using EnumNames = std::array<std::string_view, kSize>;

// The enum value with this name. Otherwise throws common::Error of the given kind, which names `where` and
// lists the names.
template <class Enum, size_t kSize>
Enum EnumOf(const EnumNames<kSize>& names, std::string_view name, const std::string& where,
            common::ErrorKind kind) {
  std::string expected = "one of ";
  for (size_t i = 0; i < kSize; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
    expected.append(i == 0 ? "" : ", ").append(names[i]);
  }
  throw common::Error(kind, {.where = where, .expected = expected, .found = common::Quote(name)});
}

template <class Enum, size_t kSize>
std::string EnumName(const EnumNames<kSize>& names, Enum value) {
  return std::string(names[static_cast<size_t>(value)]);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FACTS_H_
