// A flag of a program: its declaration, and where its value goes. Programs declare flags by
// common::CommandLine (command_line.h).
#ifndef STRUCTLAB_COMMON_FLAG_H_
#define STRUCTLAB_COMMON_FLAG_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/json_help.h"

namespace structlab::common {

// Where the value of a flag goes. An optional stays empty, and a function is not called, if the flag is not
// given. A function is called once for each value; what it throws is the error of the command line.
using FlagTarget =
    std::variant<bool*, std::string*, int32_t*, int64_t*, uint32_t*, uint64_t*, float*, double*,
                 std::optional<std::string>*, std::optional<int32_t>*, std::optional<int64_t>*,
                 std::optional<uint64_t>*, std::optional<double>*, std::vector<std::string>*,
                 std::vector<int32_t>*, std::vector<double>*, std::function<void(const std::string&)>>;

// A flag or a positional argument. Setters return the flag itself, so that they can be chained.
class Flag {
 public:
  Flag& Required();
  // The flag may be given several times. Its target is a vector or a function.
  Flag& Repeatable();
  // Several values, as in --labels=1,2. Their target is a vector.
  Flag& SeparatedBy(char separator);
  // The number of words that may follow: by default 1, or any number for a vector.
  Flag& Words(int min, int max);
  // Limits of a whole number, which --help shows.
  Flag& Range(int64_t min, int64_t max);
  // A finite number of at least 0.
  Flag& AtLeastZero();
  Flag& OneOf(std::vector<std::string> choices);
  // What --help shows as the type instead of INT, UINT, FLOAT or TEXT. "a|b" are the allowed words, which the
  // program checks itself.
  Flag& TypeName(std::string type);
  // Shows the default in --help.
  Flag& ShowDefault();
  // The value if the flag is given without one: --affine is --affine=affine.
  Flag& IfWithoutValue(std::string value);
  // Neither --help nor --help=json shows the flag.
  Flag& Hidden();

  const std::string& name() const { return declaration_.option.name; }
  bool is_given() const { return is_given_; }
  const FlagDeclaration& declaration() const { return declaration_; }

 private:
  friend class CommandLine;
  Flag(const std::string& names, FlagTarget target, std::string help);

  // Reads one value. Throws Error(kUsage) that names the flag and what was expected.
  void Store(const std::string& text);
  template <class Number>
  Number ReadWhole(const std::string& text) const;
  double ReadNumber(const std::string& text) const;
  bool ReadSwitch(const std::string& text) const;
  std::string ExpectedWhole() const;
  // A flag without a text, or with a default outside its range or choices, is a bug and stops the program.
  void CheckDeclaration() const;

  FlagDeclaration declaration_;
  FlagTarget target_;
  bool is_given_ = false;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FLAG_H_
