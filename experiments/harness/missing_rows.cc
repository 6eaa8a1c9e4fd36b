#include "experiments/harness/missing_rows.h"

#include <algorithm>

#include "experiments/harness/report/model_names.h"
#include "experiments/harness/report/summary.h"
#include "experiments/harness/row_parts.h"

namespace structlab::harness {
namespace {

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Has `whole` every pair of `part`?
bool IsPart(const Setting& part, const Setting& whole) {
  return std::all_of(part.values().begin(), part.values().end(), [&](const auto& pair) {
    const std::string* value = whole.Find(pair.first);
    return value != nullptr && SameValue(pair.second, *value);
  });
}

// What is asked of the cases: the row, or its part of one method.
struct Wanted {
  const ResultRow& row;
  std::string method;
  bool is_method_of_experiment;
};

bool Makes(const Case& c, const Wanted& wanted) {
  const ResultRow& row = wanted.row;
  if (!c.serves.empty() && !Contains(c.serves, row.table)) return false;
  if (!c.dataset.empty() && !row.dataset.empty() && c.dataset != row.dataset) return false;
  if (!wanted.is_method_of_experiment) return Agree(c.setting, row.setting);
  if (c.method != wanted.method) return false;
  return row.reported ? IsPart(c.setting, row.setting) : Agree(c.setting, row.setting);
}

// What is refused by a smaller or changed protocol may apply by the source's.
bool DoesNotApply(const CaseStatus& status) {
  return status.state == CaseState::kRefused && ProtocolOf(status.c) == Protocol::kPaper;
}

// How bad an end is: a failure tells more than that a case was left out.
int Badness(const CaseStatus& status) {
  switch (status.state) {
    case CaseState::kDone:
      return 0;
    case CaseState::kNotRun:
      return 1;
    case CaseState::kRefused:
      return DoesNotApply(status) ? 3 : 2;
    case CaseState::kTimedOut:
    case CaseState::kOutOfMemory:
    case CaseState::kFailed:
      return 4;
  }
  return 0;
}

// The reader must know which it was.
std::string ProtocolOfRefusal(const CaseStatus& status) {
  const Protocol protocol = ProtocolOf(status.c);
  if (status.state != CaseState::kRefused || protocol == Protocol::kPaper) return "";
  return std::string(" (").append(NameOf(protocol)).append(" protocol)");
}

// Why none of the cases has made it; also where all of them are done.
MissingReason WhyNotMade(const Wanted& wanted, const std::vector<CaseStatus>& cases, Profile profile) {
  const CaseStatus* worst = nullptr;
  bool none_applies = true;
  for (const CaseStatus& status : cases) {
    if (!Makes(status.c, wanted)) continue;
    none_applies = none_applies && DoesNotApply(status);
    if (worst == nullptr || Badness(status) > Badness(*worst)) worst = &status;
  }
  if (worst == nullptr) {
    return {"not in this profile (" + std::string(NameOf(profile)) +
            "): no case that it plans makes this row"};
  }
  if (worst->state == CaseState::kDone) return {"its cases are done and recorded nothing for it"};
  // What any of several cases may make does not apply only if all of them refuse.
  const bool is_anyones = !wanted.is_method_of_experiment || !wanted.row.reported;
  return {.text = MarkOf(worst->state) + ProtocolOfRefusal(*worst) +
                  (worst->message.empty() ? "" : ": " + worst->message),
          .is_applicable = !DoesNotApply(*worst) || (is_anyones && !none_applies)};
}

}  // namespace

MissingReason WhyMissing(const ResultRow& row, const DeclaredRow* declared, const Experiment& experiment,
                         const std::vector<CaseStatus>& cases, const Results& results) {
  const auto wanted = [&](const std::string& method) {
    return Wanted{row, method, Contains(experiment.methods, method)};
  };
  if (row.reported) return WhyNotMade(wanted(row.method), cases, results.profile());
  const RowKey key = {row.table, row.dataset, row.method, row.setting, row.metric};
  const std::vector<std::string> methods = MethodsOf(key, declared);
  for (const std::string& method : methods) {
    if (!CasesThatShow(results, key, method).empty()) continue;
    MissingReason why = WhyNotMade(wanted(method), cases, results.profile());
    if (methods.size() > 1) why.text.insert(0, method + ": ");
    return why;
  }
  return {"recorded, but the package draws no figure of it"};
}

}  // namespace structlab::harness
