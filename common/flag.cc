#include "common/flag.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <type_traits>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/nearest_names.h"

namespace structlab::common {
namespace {

// What a target holds: int32_t of int32_t*, std::optional<int32_t>* and std::vector<int32_t>*.
template <class Target>
struct ValueOf {
  using Type = Target;
};
template <class Target>
struct ValueOf<std::optional<Target>> {
  using Type = Target;
};
template <class Target>
struct ValueOf<std::vector<Target>> {
  using Type = Target;
};

template <class Target>
constexpr bool kIsVector = false;
template <class Value>
constexpr bool kIsVector<std::vector<Value>> = true;

// Kind, limits and type of the values.
template <class Value>
void Describe(FlagDeclaration& flag) {
  OptionDeclaration& option = flag.option;
  if constexpr (std::is_same_v<Value, bool>) {
    option.kind = OptionKind::kFlag;
    option.default_value = false;
  } else if constexpr (std::is_floating_point_v<Value>) {
    option.kind = OptionKind::kNumber;
    option.numbers = {.min = -std::numeric_limits<double>::infinity(),
                      .max = std::numeric_limits<double>::infinity()};
    flag.type = "FLOAT";
  } else if constexpr (std::is_integral_v<Value>) {
    using Limits = std::numeric_limits<Value>;
    option.kind = OptionKind::kInteger;
    option.integers = {.min = static_cast<int64_t>(Limits::min()),
                       .max = std::is_same_v<Value, uint64_t> ? std::numeric_limits<int64_t>::max()
                                                              : static_cast<int64_t>(Limits::max())};
    flag.type = std::is_signed_v<Value> ? "INT" : "UINT";
  } else {
    option.kind = OptionKind::kText;
    flag.type = "TEXT";
  }
}

// The shortest text that reads back to the same float.
std::string FormatFloat(float value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

// The present value of a variable; a number above 2^63 - 1 as text.
template <class Value>
OptionValue DefaultOf(const Value& value) {
  if constexpr (std::is_same_v<Value, uint64_t>) {
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return std::to_string(value);
  }
  if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
    return static_cast<int64_t>(value);
  } else if constexpr (std::is_same_v<Value, float>) {
    return std::strtod(FormatFloat(value).c_str(), nullptr);  // 0.1f is shown as 0.1
  } else {
    return value;
  }
}

// An optional without a value has no default; this one is not shown.
template <class Value>
OptionValue DefaultOf(const std::optional<Value>& value) {
  return value ? DefaultOf(*value) : OptionValue(std::string());
}

// "[1,10]", as --help shows it.
template <class Value>
OptionValue DefaultOf(const std::vector<Value>& values) {
  std::string text;
  for (const Value& value : values) {
    text.append(text.empty() ? "[" : ",").append(FormatOptionValue(DefaultOf(value)));
  }
  return text.empty() ? "[]" : text + "]";
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

Flag::Flag(const std::string& names, FlagTarget target, std::string help) : target_(std::move(target)) {
  declaration_.aliases = Split(names, ',');
  declaration_.option.name = declaration_.aliases.front();
  declaration_.aliases.erase(declaration_.aliases.begin());
  declaration_.option.help = std::move(help);
  std::visit(
      [&]<class Target>(const Target& to) {
        if constexpr (std::is_pointer_v<Target>) {
          using Variable = std::remove_pointer_t<Target>;
          Describe<typename ValueOf<Variable>::Type>(declaration_);
          declaration_.option.default_value = DefaultOf(*to);
          if (kIsVector<Variable>) declaration_.max_words = std::numeric_limits<int>::max();
        } else {
          Describe<std::string>(declaration_);
          declaration_.option.default_value = std::string();
        }
      },
      target_);
}

Flag& Flag::Required() {
  declaration_.is_required = true;
  return *this;
}

Flag& Flag::Repeatable() {
  declaration_.is_repeatable = true;
  return *this;
}

Flag& Flag::SeparatedBy(char separator) {
  declaration_.separator = separator;
  return *this;
}

Flag& Flag::Words(int min, int max) {
  declaration_.min_words = min;
  declaration_.max_words = max;
  return *this;
}

Flag& Flag::Range(int64_t min, int64_t max) {
  const bool is_whole = declaration_.option.kind == OptionKind::kInteger;
  STRUCTLAB_CHECK(is_whole);
  declaration_.option.integers = {.min = min, .max = max};
  declaration_.shows_range = true;
  return *this;
}

Flag& Flag::AtLeastZero() {
  const bool is_number =
      declaration_.option.kind == OptionKind::kInteger || declaration_.option.kind == OptionKind::kNumber;
  STRUCTLAB_CHECK(is_number);
  declaration_.is_at_least_zero = true;
  declaration_.option.integers.min = std::max<int64_t>(declaration_.option.integers.min, 0);
  declaration_.option.numbers = {.min = 0};
  return *this;
}

Flag& Flag::OneOf(std::vector<std::string> choices) {
  const bool is_text = declaration_.option.kind == OptionKind::kText;
  STRUCTLAB_CHECK(is_text);
  declaration_.option.kind = OptionKind::kChoice;
  declaration_.option.choices = std::move(choices);
  return *this;
}

Flag& Flag::TypeName(std::string type) {
  declaration_.type = std::move(type);
  return *this;
}

Flag& Flag::ShowDefault() {
  declaration_.default_text = FormatOptionValue(declaration_.option.default_value);
  return *this;
}

Flag& Flag::IfWithoutValue(std::string value) {
  declaration_.text_without_value = std::move(value);
  return *this;
}

Flag& Flag::Hidden() {
  declaration_.is_hidden = true;
  return *this;
}

std::string Flag::ExpectedWhole() const {
  const OptionRange<int64_t>& range = declaration_.option.integers;
  const bool reaches_2_to_64 =
      std::holds_alternative<uint64_t*>(target_) || std::holds_alternative<std::optional<uint64_t>*>(target_);
  const bool has_max = range.max < std::numeric_limits<int64_t>::max() || !reaches_2_to_64;
  return "a whole number from " + std::to_string(range.min) + " to " +
         (has_max ? std::to_string(range.max) : std::to_string(std::numeric_limits<uint64_t>::max()));
}

template <class Number>
Number Flag::ReadWhole(const std::string& text) const {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const OptionRange<int64_t>& range = declaration_.option.integers;
  const bool is_open = std::is_same_v<Number, uint64_t> && range.max == std::numeric_limits<int64_t>::max();
  if (error != std::errc() || rest != end || std::cmp_less(value, range.min) ||
      (!is_open && std::cmp_greater(value, range.max))) {
    ThrowUsageError(name(), ExpectedWhole(), Quote(text));
  }
  return value;
}

// --quiet=false is the same as no --quiet.
bool Flag::ReadSwitch(const std::string& text) const {
  for (const char* const on : {"true", "yes", "on", "1"}) {
    if (text == on) return true;
  }
  for (const char* const off : {"false", "no", "off", "0"}) {
    if (text == off) return false;
  }
  ThrowUsageError(name(), "true or false, or no value", Quote(text));
}

double Flag::ReadNumber(const std::string& text) const {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const bool is_number = error == std::errc() && rest == end && !std::isnan(value);
  if (declaration_.is_at_least_zero && !(is_number && std::isfinite(value) && value >= 0)) {
    ThrowUsageError(name(), "a finite number of at least 0", Quote(text));
  }
  if (!is_number) ThrowUsageError(name(), "a number", Quote(text));
  return value;
}

void Flag::Store(const std::string& text) {
  if (declaration_.option.kind == OptionKind::kChoice &&
      std::ranges::find(declaration_.option.choices, text) == declaration_.option.choices.end()) {
    ThrowUsageError(name(), "one of " + ListNames(declaration_.option.choices), Quote(text));
  }
  const auto read = [&]<class Value>(Value& value) {
    if constexpr (std::is_same_v<Value, std::string>) {
      value = text;
    } else if constexpr (std::is_same_v<Value, bool>) {
      value = ReadSwitch(text);
    } else if constexpr (std::is_floating_point_v<Value>) {
      const double number = ReadNumber(text);
      if (std::isfinite(number) && std::abs(number) > double{std::numeric_limits<Value>::max()}) {
        ThrowUsageError(name(), "a number nearer to 0", Quote(text));
      }
      value = static_cast<Value>(number);
    } else {
      value = ReadWhole<Value>(text);
    }
  };
  const bool is_first = !is_given_;
  is_given_ = true;
  std::visit(
      [&]<class Target>(Target& to) {
        if constexpr (!std::is_pointer_v<Target>) {
          to(text);
        } else {
          using Variable = std::remove_pointer_t<Target>;
          typename ValueOf<Variable>::Type value = {};
          read(value);
          if constexpr (kIsVector<Variable>) {
            if (is_first) to->clear();
            to->push_back(std::move(value));
          } else {
            *to = std::move(value);
          }
        }
      },
      target_);
}

void Flag::CheckDeclaration() const {
  const bool has_help = !declaration_.option.help.empty();
  STRUCTLAB_CHECK(has_help);
  const OptionValue& value = declaration_.option.default_value;
  const auto* const integer = std::get_if<int64_t>(&value);
  const OptionRange<int64_t>& range = declaration_.option.integers;
  const bool integer_is_allowed = integer == nullptr || (*integer >= range.min && *integer <= range.max);
  STRUCTLAB_CHECK(integer_is_allowed);
  const auto* const number = std::get_if<double>(&value);
  const bool number_is_allowed = number == nullptr || !declaration_.is_at_least_zero || *number >= 0;
  STRUCTLAB_CHECK(number_is_allowed);
  const auto* const text = std::get_if<std::string>(&value);
  const std::vector<std::string>& choices = declaration_.option.choices;
  const bool text_is_allowed = text == nullptr || declaration_.option.kind != OptionKind::kChoice ||
                               text->empty() || std::ranges::find(choices, *text) != choices.end();
  STRUCTLAB_CHECK(text_is_allowed);
}

}  // namespace structlab::common
