#include "experiments/harness/run/model.h"

#include <array>
#include <tuple>

#include "common/error.h"

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

void CheckPicture(const Picture& picture, const std::string& where) {
  if (picture.channels != 1 && picture.channels != 3) {
    common::ThrowUsageError(where, "1 channel (grey) or 3 (RGB)", std::to_string(picture.channels));
  }
  for (const int side : {picture.width, picture.height}) {
    if (side < 1 || side > kMaxPictureSide) {
      common::ThrowUsageError(where, "sides from 1 to " + std::to_string(kMaxPictureSide),
                              std::to_string(picture.width) + " x " + std::to_string(picture.height));
    }
  }
  const size_t expected = static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) *
                          static_cast<size_t>(picture.channels);
  if (expected > kMaxPictureBytes) {
    common::ThrowUsageError(where, "at most " + std::to_string(kMaxPictureBytes) + " values",
                            std::to_string(expected), "record a smaller picture");
  }
  if (picture.values.size() != expected) {
    common::ThrowUsageError(where, std::to_string(expected) + " values",
                            std::to_string(picture.values.size()));
  }
}

}  // namespace structlab::harness
