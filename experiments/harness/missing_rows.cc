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

// How bad an end is: a failure tells more than that a case was left out.
int Badness(CaseState state) {
  switch (state) {
    case CaseState::kDone:
      return 0;
    case CaseState::kNotRun:
      return 1;
    case CaseState::kRefused:
      return 2;
    case CaseState::kTimedOut:
    case CaseState::kOutOfMemory:
    case CaseState::kFailed:
      return 3;
  }
  return 0;
}

// Why none of the cases has made it; also where all of them are done.
std::string WhyNotMade(const Wanted& wanted, const std::vector<CaseStatus>& cases, Profile profile) {
  const CaseStatus* worst = nullptr;
  for (const CaseStatus& status : cases) {
    if (!Makes(status.c, wanted)) continue;
    if (worst == nullptr || Badness(status.state) > Badness(worst->state)) worst = &status;
  }
  if (worst == nullptr) {
    return "not in this profile (" + std::string(NameOf(profile)) + "): no case that it plans makes this row";
  }
  if (worst->state == CaseState::kDone) return "its cases are done and recorded nothing for it";
  return MarkOf(worst->state) + (worst->message.empty() ? "" : ": " + worst->message);
}

}  // namespace

std::string WhyMissing(const ResultRow& row, const DeclaredRow* declared, const Experiment& experiment,
                       const std::vector<CaseStatus>& cases, const Results& results) {
  const auto wanted = [&](const std::string& method) {
    return Wanted{row, method, Contains(experiment.methods, method)};
  };
  if (row.reported) return WhyNotMade(wanted(row.method), cases, results.profile());
  const RowKey key = {row.table, row.dataset, row.method, row.setting, row.metric};
  const std::vector<std::string> methods = MethodsOf(key, declared);
  for (const std::string& method : methods) {
    if (!CasesThatShow(results, key, method).empty()) continue;
    const std::string why = WhyNotMade(wanted(method), cases, results.profile());
    return methods.size() == 1 ? why : method + ": " + why;
  }
  return "recorded, but the package draws no figure of it";
}

}  // namespace structlab::harness
