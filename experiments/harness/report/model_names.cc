#include "experiments/harness/report/model_names.h"

#include <array>
#include <span>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::harness {
namespace {

template <typename Value>
using Names = std::span<const std::pair<Value, std::string_view>>;

constexpr std::array<std::pair<DataOrigin, std::string_view>, 3> kDataOrigins = {{
    {DataOrigin::kReal, "real"},
    {DataOrigin::kSubstitute, "substitute"},
    {DataOrigin::kStandIn, "stand-in"},
}};
constexpr std::array<std::pair<Protocol, std::string_view>, 3> kProtocols = {{
    {Protocol::kPaper, "paper"},
    {Protocol::kCut, "cut"},
    {Protocol::kChanged, "changed"},
}};
constexpr std::array<std::pair<Verdict, std::string_view>, 4> kVerdicts = {{
    {Verdict::kHolds, "holds"},
    {Verdict::kFails, "fails"},
    {Verdict::kUndecided, "undecided"},
    {Verdict::kNotTested, "not-tested"},
}};
constexpr std::array<std::pair<Profile, std::string_view>, 3> kProfiles = {{
    {Profile::kSmoke, "smoke"},
    {Profile::kQuick, "quick"},
    {Profile::kPaper, "paper"},
}};
constexpr std::array<std::pair<CaseState, std::string_view>, 6> kCaseStates = {{
    {CaseState::kDone, "done"},
    {CaseState::kFailed, "failed"},
    {CaseState::kTimedOut, "timed out"},
    {CaseState::kOutOfMemory, "out of memory"},
    {CaseState::kRefused, "refused"},
    {CaseState::kNotRun, "not run"},
}};

template <typename Value>
std::string_view Find(Names<Value> names, Value value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  STRUCTLAB_CHECK(false && "every value has a name");
  return {};
}

template <typename Value>
Value Parse(Names<Value> names, std::string_view text, const std::string& where) {
  std::string expected;
  for (const auto& [value, name] : names) {
    if (name == text) return value;
    if (!expected.empty()) expected += " or ";
    expected += name;
  }
  common::ThrowDataError(where, expected, common::Quote(text));
}

}  // namespace

std::string_view NameOf(DataOrigin data) { return Find<DataOrigin>(kDataOrigins, data); }
std::string_view NameOf(Protocol protocol) { return Find<Protocol>(kProtocols, protocol); }
std::string_view NameOf(Verdict verdict) { return Find<Verdict>(kVerdicts, verdict); }
std::string_view NameOf(Profile profile) { return Find<Profile>(kProfiles, profile); }
std::string_view NameOf(CaseState state) { return Find<CaseState>(kCaseStates, state); }

DataOrigin ParseDataOrigin(std::string_view text, const std::string& where) {
  return Parse<DataOrigin>(kDataOrigins, text, where);
}
Protocol ParseProtocol(std::string_view text, const std::string& where) {
  return Parse<Protocol>(kProtocols, text, where);
}
Verdict ParseVerdict(std::string_view text, const std::string& where) {
  return Parse<Verdict>(kVerdicts, text, where);
}
Profile ParseProfile(std::string_view text, const std::string& where) {
  return Parse<Profile>(kProfiles, text, where);
}

}  // namespace structlab::harness
