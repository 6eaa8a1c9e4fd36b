#include "experiments/harness/row_parts.h"

#include <algorithm>

namespace structlab::harness {

bool Agree(const Setting& a, const Setting& b) {
  return std::all_of(a.values().begin(), a.values().end(), [&](const auto& pair) {
    const std::string* other = b.Find(pair.first);
    return other == nullptr || SameValue(pair.second, *other);
  });
}

std::vector<std::string> MethodsOf(const RowKey& key, const DeclaredRow* declared) {
  if (declared == nullptr || declared->needs_methods.empty()) return {key.method};
  return declared->needs_methods;
}

std::vector<const FinishedCase*> CasesThatShow(const Results& results, const RowKey& key,
                                               const std::string& method) {
  std::vector<const FinishedCase*> cases;
  const auto shows = [&](const auto& recorded) {
    return recorded.key.method == method && recorded.key.table == key.table &&
           recorded.key.metric == key.metric && recorded.key.dataset == key.dataset &&
           Agree(recorded.key.setting, key.setting);
  };
  for (const FinishedCase& finished : results.cases()) {
    const Record& record = finished.record;
    if (std::none_of(record.curves.begin(), record.curves.end(), shows) &&
        std::none_of(record.pictures.begin(), record.pictures.end(), shows)) {
      continue;
    }
    if (!cases.empty() && ProtocolOf(finished.c) > ProtocolOf(cases.front()->c)) continue;
    if (!cases.empty() && ProtocolOf(finished.c) < ProtocolOf(cases.front()->c)) cases.clear();
    cases.push_back(&finished);
  }
  return cases;
}

}  // namespace structlab::harness
