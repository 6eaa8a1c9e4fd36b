// The words in which runs, results and the report speak of data, protocols and cases; and the settings of a
// package, declared in settings.tsv, resolved by the profile and --set.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_MODEL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_MODEL_H_

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/build_facts.h"
#include "common/key_values.h"
#include "common/picture.h"
#include "common/table_rows.h"

namespace structlab::harness {

using common::Fact;
using common::Picture;

// Where the data of a number come from. Real: the paper's own, or drawn by the recipe that it prints. Drawn:
// by a recipe of ours. Substitute: real data of the same kind. Stand-in: generated in place of data that are
// absent. Ordered from best to worst.
enum class DataOrigin { kReal, kDrawn, kSubstitute, kStandIn };

// Whose protocol: as printed; smaller, because the profile or the machine needs it; changed, by --set or as a
// variant of the package. Ordered from best to worst.
enum class Protocol { kPaper, kCut, kChanged };

enum class Profile { kSmoke, kQuick, kPaper };

enum class CaseState { kDone, kFailed, kTimedOut, kOutOfMemory, kRefused, kNotRun };

enum class SettingKind { kInt, kNumber, kText, kInts, kNumbers, kTexts };

// The words of an enumeration, in its order: for tables, pages and messages.
template <typename Enum>
inline constexpr std::array<std::string_view, 0> kWords = {};
template <>
inline constexpr std::array kWords<DataOrigin> = std::to_array<std::string_view>({"real", "drawn",
                                                                                  "substitute", "stand-in"});
template <>
inline constexpr std::array kWords<Protocol> = std::to_array<std::string_view>({"paper", "cut", "changed"});
template <>
inline constexpr std::array kWords<Profile> = std::to_array<std::string_view>({"smoke", "quick", "paper"});
template <>
inline constexpr std::array kWords<CaseState> =
    std::to_array<std::string_view>({"done", "failed", "timed out", "out of memory", "refused", "not run"});
template <>
inline constexpr std::array kWords<SettingKind> =
    std::to_array<std::string_view>({"int", "number", "text", "ints", "numbers", "texts"});

template <typename Enum>
requires std::is_enum_v<Enum> std::string_view NameOf(Enum value) {
  return kWords<Enum>.at(static_cast<size_t>(value));
}
template <typename Enum>
requires std::is_enum_v<Enum> std::string FormatCell(Enum value) { return std::string(NameOf(value)); }
// The inverse. Throws common::Error(kData) at `where` for another text.
template <typename Enum>
requires std::is_enum_v<Enum>
void ParseCell(const std::string& text, const std::string& where, Enum& value) {
  value = static_cast<Enum>(common::ParseWord(text, where, kWords<Enum>));
}

// Does a value with this unit differ from run to run? A time ("s", "ms", "us", "ns", "min", "h", "seconds",
// "minutes", "hours") or a rate ("1/s").
bool IsTimeUnit(std::string_view unit);

// The pairs that tell one row of a table from another: "epsilon=0.1;kappa1=0.50".
using Setting = common::KeyValues;
using common::SameValue;
using common::SplitList;

// The five keys that tell one row of the tables from another.
struct RowKey {
  std::string table, dataset, method;
  Setting setting = {};
  std::string metric;

  friend bool operator==(const RowKey&, const RowKey&) = default;
  friend bool operator<(const RowKey& a, const RowKey& b);
};

// "Table 5.2, OCR letters, RP-BCFW-STD-G, kappa1=0.5, total_passes", for messages.
std::string Describe(const RowKey& key);

// How the real data of a name comes to a user.
enum class Supply {
  kFetched,  // tools/fetch_data brings it, or the catalogue says how to get it
  kByHand,   // not published: whoever has it may put it there
  kNone,     // not available: the stand-in is always used
};

// A data set as a run found it.
struct Dataset {
  std::string name;  // of the catalogue, e.g. "ocr-letters"
  DataOrigin origin = DataOrigin::kReal;
  std::string path = {};             // folder or file; empty if it is generated in memory
  std::vector<Fact> checksums = {};  // file and sha256, or generator and its parameters
  std::string note = {};             // for the reader: whose data this is
  Supply supply = Supply::kFetched;
};

// How a package finds one of its data sets. `resolve` gets the data folder (which need not exist) and returns
// what is there, or the stand-in that replaces what is absent; it throws common::Error(kData) on data that is
// there but damaged. Called at most once a run, and only if a case of the run names the data set.
struct DatasetSource {
  std::string name;
  std::function<Dataset(const std::string& data_folder)> resolve;
};

// One line of settings.tsv.
struct SettingDeclaration {
  std::string name;
  SettingKind kind = SettingKind::kText;
  std::string paper, quick, smoke;  // the value in each profile
  std::string range = {};           // "0..10", ">0", ">=1", "a|b|c", or empty: any value of the kind
  std::string documentation = {};
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

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_MODEL_H_
