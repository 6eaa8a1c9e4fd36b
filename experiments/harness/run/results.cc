#include "experiments/harness/run/results.h"

#include <algorithm>

namespace structlab::harness {
std::string FinishedCase::FactOf(std::string_view name) const {
  const auto fact = std::ranges::find(provenance, name, &Fact::name);
  return fact == provenance.end() ? "unknown" : fact->value;
}

Results AllFinished(std::vector<FinishedCase> cases) {
  std::vector<Case> planned;
  for (const FinishedCase& finished : cases) planned.push_back(finished.c);
  return Results(std::move(cases), Profile::kPaper, {}, std::move(planned));
}

}  // namespace structlab::harness
