// The options of a method as data: what it declares, and the values it is given.
//
// A method declares its own options where it registers itself. Programs then show them in --help and read
// them from --option name=value, without an edit outside of the method's folder:
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

// Integer, number, flag; texts and choices are strings.
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
  OptionRange<int64_t> integers = {};     // of kInteger
  OptionRange<double> numbers = {};       // of kNumber; NaN is never allowed
  std::vector<std::string> choices = {};  // of kChoice
};

OptionDeclaration IntegerOption(std::string name, int64_t default_value, OptionRange<int64_t> range,
                                std::string help);
// Finite unless the range says otherwise.
OptionDeclaration NumberOption(std::string name, double default_value, OptionRange<double> range,
                               std::string help);
// A finite number above 0.
OptionDeclaration PositiveOption(std::string name, double default_value, std::string help);
// Read as yes or no.
OptionDeclaration FlagOption(std::string name, bool default_value, std::string help);
OptionDeclaration TextOption(std::string name, std::string default_value, std::string help);
OptionDeclaration ChoiceOption(std::string name, std::string default_value, std::vector<std::string> choices,
                               std::string help);

// "an integer from 1 to 9", "a number above 0", "yes or no", "text", "one of a, b".
std::string DescribeRange(const OptionDeclaration& declaration);
// As a user writes it: "10", "0.5", "yes", "exact". Reads back to the same value.
std::string FormatOptionValue(const OptionValue& value);
// Lines of --help, each with `indent` before it: "trees=10  an integer of at least 1: random trees". Empty
// without options.
std::string DescribeOptions(const std::vector<OptionDeclaration>& declarations, std::string_view indent);

// The values of a method's options: the defaults where nothing was set.
//
//   OptionValues options("parsimonious", method.options);
//   options.Parse("trees=5");
//   options.Integer("trees")    5
class OptionValues {
 public:
  // The values of a method that has no options.
  OptionValues() = default;
  // A name that stands twice and a default outside of its range are bugs of the program.
  OptionValues(std::string method, std::vector<OptionDeclaration> declarations);

  // "name=value". Throws Error(kUsage) that names the method and says what it expected: a known option, the
  // nearest first, or a value in the range.
  void Parse(std::string_view assignment);
  // The same with a value of the option's kind (a choice is a text). Throws Error(kUsage) for an unknown
  // option and a value out of range; a value of another kind is a bug of the program.
  void Set(std::string_view name, OptionValue value);

  // Reading an option that is not declared, or as another kind, is a bug of the program.
  int64_t Integer(std::string_view name) const;
  double Number(std::string_view name) const;
  bool Flag(std::string_view name) const;
  const std::string& Text(std::string_view name) const;  // of a text or a choice

  bool Has(std::string_view name) const;    // whether it is declared
  bool IsSet(std::string_view name) const;  // by Parse or Set, perhaps to its default; declared or not
  const std::string& method() const { return method_; }
  const std::vector<OptionDeclaration>& declarations() const { return declarations_; }
  const OptionValue& Value(std::string_view name) const;

  // The values for a method that declares these options: those that were set here, and its own defaults.
  // Default-constructed values give all defaults. Throws Error(kUsage) for what is set and not declared, or
  // out of range there.
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
