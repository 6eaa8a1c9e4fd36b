#include "experiments/old_experiment/setting_check.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "experiments/harness/run/model.h"

namespace structlab::harness {
namespace {

// A wrong value of a setting is wrong usage, not damaged data, which is what the parser would say.
template <typename Number, typename Parse>
Number Read(std::string_view text, const std::string& where, const std::string& expected, Parse parse) {
  try {
    return parse(text, where);
  } catch (const common::Error&) {
    common::ThrowUsageError(where, expected, "'" + std::string(text) + "'");
  }
}

void Require(bool right, std::string_view text, const std::string& where, const std::string& expected) {
  if (!right) common::ThrowUsageError(where, expected, "'" + std::string(text) + "'");
}

}  // namespace

SettingCheck NumberWithin(double low, double high) {
  const std::string expected =
      "a number from " + common::FormatDouble(low) + " to " + common::FormatDouble(high);
  return [=](std::string_view text, const std::string& where) {
    const double number = Read<double>(text, where, expected, common::ParseDouble);
    Require(std::isfinite(number) && number >= low && number <= high, text, where, expected);
  };
}

SettingCheck NumberAbove(double low) {
  const std::string expected = "a number above " + common::FormatDouble(low);
  return [=](std::string_view text, const std::string& where) {
    const double number = Read<double>(text, where, expected, common::ParseDouble);
    Require(std::isfinite(number) && number > low, text, where, expected);
  };
}

SettingCheck IntegerWithin(int64_t low, int64_t high) {
  const std::string expected = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  return [=](std::string_view text, const std::string& where) {
    const int64_t number = Read<int64_t>(text, where, expected, common::ParseInteger);
    Require(number >= low && number <= high, text, where, expected);
  };
}

SettingCheck ListOf(SettingCheck element) {
  return [element = std::move(element)](std::string_view text, const std::string& where) {
    std::vector<std::string> seen;
    for (const std::string_view part : SplitList(text, ',')) {
      element(part, where);
      const auto is_same = [&](const std::string& other) { return SameValue(other, std::string(part)); };
      if (std::any_of(seen.begin(), seen.end(), is_same)) {
        common::ThrowUsageError(where, "each value once", common::Quote(part) + " twice");
      }
      seen.emplace_back(part);
    }
  };
}

SettingCheck OneOf(std::vector<std::string> choices) {
  return [choices = std::move(choices)](std::string_view text, const std::string& where) {
    std::string expected;
    for (const std::string& choice : choices) expected += (expected.empty() ? "" : ", ") + choice;
    Require(std::find(choices.begin(), choices.end(), text) != choices.end(), text, where,
            "one of " + expected);
  };
}

}  // namespace structlab::harness
