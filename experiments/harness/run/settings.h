// The settings of a package: declared in settings.tsv, resolved by the profile and --set.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_SETTINGS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_SETTINGS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

enum class SettingKind { kInt, kNumber, kText, kInts, kNumbers, kTexts };

// One line of settings.tsv.
struct SettingDeclaration {
  std::string name;
  SettingKind kind = SettingKind::kText;
  std::string paper, quick, smoke;  // the value in each profile
  std::string range = {};           // "0..10", ">0", ">=1", "a|b|c", or empty: any value of the kind
  std::string documentation = {};
  // In place of kind and range: throws common::Error at `where` for a value that is not allowed.
  std::function<void(std::string_view text, const std::string& where)> check = {};
};

// Reads settings.tsv: columns name, kind (int, number, text, ints, numbers, texts; lists have commas), paper,
// quick (empty: as paper), smoke (empty: as quick), range, documentation. Throws common::Error(kData) with
// name:line:column for an unknown kind, a range that cannot be read, a name that stands twice and a default
// that its own range refuses. An empty text declares nothing.
std::vector<SettingDeclaration> ParseSettings(std::string_view tsv, const std::string& name);

// The settings of one run. Values are texts; typed reads are checked.
class Settings {
 public:
  Settings() = default;
  Settings(std::string package, std::vector<SettingDeclaration> declarations, Profile profile);

  // --set: throws common::Error(kUsage) for an unknown name (the nearest known ones are listed) and for a
  // value out of range, which names the setting, the range and what was found.
  void Change(const std::string& name, const std::string& value);

  const std::vector<SettingDeclaration>& declarations() const { return declarations_; }
  Profile profile() const { return profile_; }
  const Setting& values() const { return values_; }

  // Each throws common::Error(kUsage) for a setting that is not declared or reads otherwise.
  const std::string& Text(const std::string& name) const { return Declared(name).Text(name); }
  double Number(const std::string& name) const { return Declared(name).Number(name); }
  int64_t Int(const std::string& name) const { return Declared(name).Integer(name); }
  std::vector<double> Numbers(const std::string& name) const { return Declared(name).Numbers(name); }
  std::vector<int64_t> Ints(const std::string& name) const { return Declared(name).Integers(name); }
  std::vector<std::string> Texts(const std::string& name) const;

  const SettingDeclaration& Find(const std::string& name) const;
  bool IsDeclared(const std::string& name) const { return values_.Find(name) != nullptr; }
  // Is this another value than the paper's? Lists are compared element by element, "1, 2.0" as "1,2".
  bool DiffersFromPaper(const std::string& name, const std::string& value) const;
  // Did --set give another value than both the profile and the paper have?
  bool IsChanged(const std::string& name) const;
  std::vector<std::string> Changed() const;

 private:
  const Setting& Declared(const std::string& name) const { return Find(name), values_; }

  std::string package_;
  std::vector<SettingDeclaration> declarations_;
  Profile profile_ = Profile::kPaper;
  Setting values_;
};

// The value that a profile gives a setting.
const std::string& DefaultOf(const SettingDeclaration& declaration, Profile profile);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_SETTINGS_H_
