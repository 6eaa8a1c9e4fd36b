// The options of a method as data: their declarations, and the values that a user gives.
//
// A method declares its options where it registers itself. Programs then show them in --help and read them
// from --option name=value. No file outside the method's folder has to change:
//
//   {.name = "tabu", .options = {IntegerOption("tenure", 10, {1, 1000}, "moves that a change is forbidden")},
//    .minimize = [](const FactorGraph& graph, const RunControl& run, const OptionValues& options) {
//      return TabuSearch(graph, run, options.Integer("tenure"));
//    }}
#ifndef STRUCTLAB_COMMON_METHOD_OPTIONS_H_
#define STRUCTLAB_COMMON_METHOD_OPTIONS_H_

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace structlab::common {

enum class OptionKind { kInteger, kNumber, kFlag, kText, kChoice };

// The alternatives hold an integer, a number, a flag, and a text or choice.
using OptionValue = std::variant<int64_t, double, bool, std::string>;

template <class Number>
struct OptionRange {
  Number min = std::numeric_limits<Number>::lowest();
  Number max = std::numeric_limits<Number>::max();
  bool excludes_min = false, excludes_max = false;
};

struct OptionDeclaration {
  std::string name;  // "least_nodes"
  OptionKind kind;
  OptionValue default_value;
  std::string help;                       // one line
  OptionRange<int64_t> integers = {};     // only for kInteger
  OptionRange<double> numbers = {};       // only for kNumber; NaN is never allowed
  std::vector<std::string> choices = {};  // only for kChoice
};

OptionDeclaration IntegerOption(std::string name, int64_t default_value, OptionRange<int64_t> range,
                                std::string help);
// Values are finite unless the range includes infinity.
OptionDeclaration NumberOption(std::string name, double default_value, OptionRange<double> range,
                               std::string help);
// A finite number above 0.
OptionDeclaration PositiveOption(std::string name, double default_value, std::string help);
// A user writes yes or no.
OptionDeclaration FlagOption(std::string name, bool default_value, std::string help);
OptionDeclaration TextOption(std::string name, std::string default_value, std::string help);
OptionDeclaration ChoiceOption(std::string name, std::string default_value, std::vector<std::string> choices,
                               std::string help);

// True if a value of the option's kind is allowed. A value of another kind is a bug and stops the program.
bool IsAllowed(const OptionDeclaration& declaration, const OptionValue& value);

// The allowed values in words: "an integer from 1 to 9", "a number above 0", "yes or no", "text", "one of a,
// b".
std::string DescribeRange(const OptionDeclaration& declaration);
// The value as a user writes it: "10", "0.5", "yes", "exact". Parse reads back the same value.
std::string FormatOptionValue(const OptionValue& value);
// The lines of --help, each with `indent` before it: "trees=10  an integer of at least 1: random trees". The
// text is empty if there are no options.
std::string DescribeOptions(const std::vector<OptionDeclaration>& declarations, std::string_view indent);

// The values of a method's options; an option that was not set has its default. A value type: not
// synchronised.
//
//   OptionValues options("parsimonious", method.options);
//   options.Parse("trees=5");
//   options.Integer("trees")    5
class OptionValues {
 public:
  // For a method without options.
  OptionValues() = default;
  // A repeated name, or a default outside its range, is a bug and stops the program.
  OptionValues(std::string method, std::vector<OptionDeclaration> declarations);

  // Sets an option from "name=value". Throws Error(kUsage) that names the method and what was expected: the
  // known options (nearest names first), or the allowed values.
  void Parse(std::string_view assignment);
  // The same with a value of the option's kind (a choice is a string). Throws Error(kUsage) for an unknown
  // option and a value out of range. A value of another kind is a bug and stops the program.
  void Set(std::string_view name, OptionValue value);

  // Read a value. Reading an undeclared option, or another kind, is a bug and stops the program.
  int64_t Integer(std::string_view name) const;
  double Number(std::string_view name) const;
  bool Flag(std::string_view name) const;
  const std::string& Text(std::string_view name) const;  // a text or a choice

  bool Has(std::string_view name) const;    // true if the option is declared
  bool IsSet(std::string_view name) const;  // true after Parse or Set, even if set to the default
  const std::string& method() const { return method_; }
  const std::vector<OptionDeclaration>& declarations() const { return declarations_; }
  const OptionValue& Value(std::string_view name) const;

  // The values for another method that declares these options: the values that were set here, and its
  // defaults for the rest. If this object is default-constructed, all values are the defaults. Throws
  // Error(kUsage) if an option that was set is not declared there, or out of range.
  OptionValues For(const std::string& method, const std::vector<OptionDeclaration>& declarations) const;

 private:
  size_t IndexOf(std::string_view name) const;
  size_t FindOrThrow(std::string_view name) const;
  template <class T>
  const T& Get(std::string_view name) const;

  std::string method_;
  std::vector<OptionDeclaration> declarations_;
  std::vector<OptionValue> values_;  // one a declaration
  std::vector<bool> is_set_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_METHOD_OPTIONS_H_
