// JSON of files, not nested too deep.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_NESTED_JSON_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_NESTED_JSON_H_

#include <string>

#include "common/error.h"

namespace structlab::registration {

// Parses a text as Json, which is nlohmann::json or nlohmann::ordered_json. Throws Json::exception if it is
// none, and common::Error(kData), naming `where`, if it is nested deeper than any file of ours: its text, as
// errors show it, is made recursively and would fill the stack.
template <class Json>
Json ParseNestedJson(const std::string& text, const std::string& where) {
  constexpr int kMaxDepth = 100;
  return Json::parse(text, [&](int depth, typename Json::parse_event_t, const Json&) {
    if (depth > kMaxDepth) common::ThrowDataError(where, "JSON that is nested at most 100 deep", "more");
    return true;
  });
}

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_NESTED_JSON_H_
