// Checks of settings that --set may change: each returns a function for SettingDeclaration::check.
#ifndef STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_SETTING_CHECK_H_
#define STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_SETTING_CHECK_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::harness {

using SettingCheck = std::function<void(std::string_view text, const std::string& where)>;

// A finite number with low <= number <= high.
SettingCheck NumberWithin(double low, double high);
// A finite number above `low`.
SettingCheck NumberAbove(double low);
SettingCheck IntegerWithin(int64_t low, int64_t high);
// A list of at least one of what `element` accepts, separated by commas.
SettingCheck ListOf(SettingCheck element);
// One of the choices, letter by letter.
SettingCheck OneOf(std::vector<std::string> choices);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_SETTING_CHECK_H_
