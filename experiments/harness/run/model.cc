#include "experiments/harness/run/model.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace structlab::harness {
namespace {

constexpr std::array<std::string_view, 3> kOrigins = {"real", "substitute", "stand-in"};
constexpr std::array<std::string_view, 3> kProtocols = {"paper", "cut", "changed"};
constexpr std::array<std::string_view, 3> kProfiles = {"smoke", "quick", "paper"};
constexpr std::array<std::string_view, 6> kStates = {"done",          "failed",  "timed out",
                                                     "out of memory", "refused", "not run"};

template <typename Value, size_t kCount>
std::optional<Value> Parse(const std::array<std::string_view, kCount>& names, std::string_view text) {
  for (size_t i = 0; i < kCount; ++i) {
    if (names[i] == text) return static_cast<Value>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view NameOf(DataOrigin origin) { return kOrigins[static_cast<size_t>(origin)]; }
std::string_view NameOf(Protocol protocol) { return kProtocols[static_cast<size_t>(protocol)]; }
std::string_view NameOf(Profile profile) { return kProfiles[static_cast<size_t>(profile)]; }
std::string_view NameOf(CaseState state) { return kStates[static_cast<size_t>(state)]; }

std::optional<DataOrigin> ParseOrigin(std::string_view text) { return Parse<DataOrigin>(kOrigins, text); }
std::optional<Protocol> ParseProtocol(std::string_view text) { return Parse<Protocol>(kProtocols, text); }
std::optional<Profile> ParseProfile(std::string_view text) { return Parse<Profile>(kProfiles, text); }

bool IsTimeUnit(std::string_view unit) {
  for (const std::string_view time : {"s", "ms", "us", "ns", "min", "h"}) {
    if (unit == time) return true;
  }
  return false;
}

bool operator<(const RowKey& a, const RowKey& b) {
  return std::tie(a.table, a.dataset, a.method, a.metric, a.setting) <
         std::tie(b.table, b.dataset, b.method, b.metric, b.setting);
}

std::string Describe(const RowKey& key) {
  return key.table + ", " + key.dataset + ", " + key.method + ", " + key.setting.Format() + ", " + key.metric;
}

}  // namespace structlab::harness
