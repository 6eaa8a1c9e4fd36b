#include "common/method_options.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"

namespace structlab::common {
namespace {

constexpr size_t kNotFound = std::numeric_limits<size_t>::max();

size_t TypeIndex(OptionKind kind) {
  switch (kind) {
    case OptionKind::kInteger:
      return 0;
    case OptionKind::kNumber:
      return 1;
    case OptionKind::kFlag:
      return 2;
    case OptionKind::kText:
    case OptionKind::kChoice:
      return 3;
  }
  CheckFailed("a known kind of option", __FILE__, __LINE__);
}

template <class Number>
bool IsInRange(const OptionRange<Number>& range, Number value) {
  return (range.excludes_min ? value > range.min : value >= range.min) &&
         (range.excludes_max ? value < range.max : value <= range.max);
}

// Returns nothing if the text is not a value of this kind.
std::optional<OptionValue> ParseValue(OptionKind kind, std::string_view text) {
  try {
    switch (kind) {
      case OptionKind::kInteger:
        return ParseInteger(text, "");
      case OptionKind::kNumber:
        return ParseDouble(text, "");
      case OptionKind::kFlag:
        if (text == "yes" || text == "true" || text == "1") return true;
        if (text == "no" || text == "false" || text == "0") return false;
        return std::nullopt;
      case OptionKind::kText:
      case OptionKind::kChoice:
        return std::string(text);
    }
  } catch (const Error&) {
  }
  return std::nullopt;
}

std::string Text(int64_t value) { return std::to_string(value); }
std::string Text(double value) { return FormatDouble(value); }

// " from 1 to 9", " of at least 1", " above 0 and below 1"; empty without bounds.
template <class Number>
std::string DescribeBounds(const OptionRange<Number>& range) {
  using Limits = std::numeric_limits<Number>;
  const bool has_min = range.min > Limits::lowest();
  const bool has_max = range.max < Limits::max();
  if (has_min && has_max && !range.excludes_min && !range.excludes_max) {
    return " from " + Text(range.min) + " to " + Text(range.max);
  }
  std::string text;
  if (has_min) text += (range.excludes_min ? " above " : " of at least ") + Text(range.min);
  if (has_min && has_max) text += " and";
  if (has_max)
    text += (range.excludes_max ? " below " : has_min ? " at most " : " of at most ") + Text(range.max);
  return text;
}

std::string Place(const std::string& method, std::string_view option) {
  return "option " + std::string(option) + " of " + method;
}

}  // namespace

OptionDeclaration IntegerOption(std::string name, int64_t default_value, OptionRange<int64_t> range,
                                std::string help) {
  return {.name = std::move(name),
          .kind = OptionKind::kInteger,
          .default_value = default_value,
          .help = std::move(help),
          .integers = range};
}

OptionDeclaration NumberOption(std::string name, double default_value, OptionRange<double> range,
                               std::string help) {
  return {.name = std::move(name),
          .kind = OptionKind::kNumber,
          .default_value = default_value,
          .help = std::move(help),
          .numbers = range};
}

OptionDeclaration PositiveOption(std::string name, double default_value, std::string help) {
  return NumberOption(std::move(name), default_value, {.min = 0, .excludes_min = true}, std::move(help));
}

OptionDeclaration FlagOption(std::string name, bool default_value, std::string help) {
  return {.name = std::move(name),
          .kind = OptionKind::kFlag,
          .default_value = default_value,
          .help = std::move(help)};
}

OptionDeclaration TextOption(std::string name, std::string default_value, std::string help) {
  return {.name = std::move(name),
          .kind = OptionKind::kText,
          .default_value = std::move(default_value),
          .help = std::move(help)};
}

OptionDeclaration ChoiceOption(std::string name, std::string default_value, std::vector<std::string> choices,
                               std::string help) {
  return {.name = std::move(name),
          .kind = OptionKind::kChoice,
          .default_value = std::move(default_value),
          .help = std::move(help),
          .choices = std::move(choices)};
}

bool IsAllowed(const OptionDeclaration& declaration, const OptionValue& value) {
  const bool is_of_its_kind = value.index() == TypeIndex(declaration.kind);
  STRUCTLAB_CHECK(is_of_its_kind);
  switch (declaration.kind) {
    case OptionKind::kInteger:
      return IsInRange(declaration.integers, std::get<int64_t>(value));
    case OptionKind::kNumber:
      return IsInRange(declaration.numbers, std::get<double>(value));
    case OptionKind::kChoice:
      return std::ranges::find(declaration.choices, std::get<std::string>(value)) !=
             declaration.choices.end();
    case OptionKind::kFlag:
    case OptionKind::kText:
      return true;
  }
  return false;
}

std::string DescribeRange(const OptionDeclaration& declaration) {
  switch (declaration.kind) {
    case OptionKind::kInteger:
      return "an integer" + DescribeBounds(declaration.integers);
    case OptionKind::kNumber:
      return (std::isfinite(declaration.numbers.max) ? "a finite number" : "a number") +
             DescribeBounds(declaration.numbers);
    case OptionKind::kFlag:
      return "yes or no";
    case OptionKind::kText:
      return "text";
    case OptionKind::kChoice:
      return "one of " + ListNames(declaration.choices);
  }
  CheckFailed("a known kind of option", __FILE__, __LINE__);
}

std::string FormatOptionValue(const OptionValue& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return FormatDouble(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  return std::get<std::string>(value);
}

std::string DescribeOptions(const std::vector<OptionDeclaration>& declarations, std::string_view indent) {
  std::string text;
  for (const OptionDeclaration& declaration : declarations) {
    text.append(indent).append(declaration.name).append("=");
    text.append(FormatOptionValue(declaration.default_value)).append("  ");
    text.append(DescribeRange(declaration)).append(": ").append(declaration.help).append("\n");
  }
  return text;
}

OptionValues::OptionValues(std::string method, std::vector<OptionDeclaration> declarations)
    : method_(std::move(method)),
      declarations_(std::move(declarations)),
      is_set_(declarations_.size(), false) {
  for (size_t i = 0; i < declarations_.size(); ++i) {
    const OptionDeclaration& declaration = declarations_[i];
    const bool is_new = IndexOf(declaration.name) == i;
    STRUCTLAB_CHECK(is_new);
    const bool default_is_allowed = declaration.default_value.index() == TypeIndex(declaration.kind) &&
                                    IsAllowed(declaration, declaration.default_value);
    STRUCTLAB_CHECK(default_is_allowed);
    values_.push_back(declaration.default_value);
  }
}

size_t OptionValues::IndexOf(std::string_view name) const {
  const auto found = std::ranges::find(declarations_, name, &OptionDeclaration::name);
  return found == declarations_.end() ? kNotFound : static_cast<size_t>(found - declarations_.begin());
}

size_t OptionValues::FindOrThrow(std::string_view name) const {
  const size_t index = IndexOf(name);
  if (index != kNotFound) return index;
  const std::string where = "option of " + (method_.empty() ? "the method" : method_);
  if (declarations_.empty()) ThrowUsageError(where, "nothing, as it has no options", Quote(name));
  std::vector<std::string> known;
  for (const OptionDeclaration& declaration : declarations_) known.push_back(declaration.name);
  ThrowUsageError(where, "one of " + ListNearest(name, known, known.size()), Quote(name));
}

void OptionValues::Parse(std::string_view assignment) {
  const size_t equals = assignment.find('=');
  if (equals == assignment.npos) {
    FindOrThrow(assignment);
    ThrowUsageError(Place(method_, assignment), "name=value", Quote(assignment));
  }
  const std::string_view name = assignment.substr(0, equals), text = assignment.substr(equals + 1);
  const OptionDeclaration& declaration = declarations_[FindOrThrow(name)];
  const std::optional<OptionValue> value = ParseValue(declaration.kind, text);
  if (!value) ThrowUsageError(Place(method_, name), DescribeRange(declaration), Quote(text));
  Set(name, *value);
}

void OptionValues::Set(std::string_view name, OptionValue value) {
  const size_t index = FindOrThrow(name);
  const OptionDeclaration& declaration = declarations_[index];
  if (!IsAllowed(declaration, value)) {
    const std::string found = FormatOptionValue(value);
    ThrowUsageError(Place(method_, name), DescribeRange(declaration),
                    declaration.kind == OptionKind::kChoice ? Quote(found) : found);
  }
  values_[index] = std::move(value);
  is_set_[index] = true;
}

const OptionValue& OptionValues::Value(std::string_view name) const {
  const size_t index = IndexOf(name);
  const bool is_declared = index != kNotFound;
  STRUCTLAB_CHECK(is_declared);
  return values_[index];
}

template <class T>
const T& OptionValues::Get(std::string_view name) const {
  const T* value = std::get_if<T>(&Value(name));
  const bool is_of_this_kind = value != nullptr;
  STRUCTLAB_CHECK(is_of_this_kind);
  return *value;
}

int64_t OptionValues::Integer(std::string_view name) const { return Get<int64_t>(name); }
double OptionValues::Number(std::string_view name) const { return Get<double>(name); }
bool OptionValues::Flag(std::string_view name) const { return Get<bool>(name); }
const std::string& OptionValues::Text(std::string_view name) const { return Get<std::string>(name); }

bool OptionValues::Has(std::string_view name) const { return IndexOf(name) != kNotFound; }

bool OptionValues::IsSet(std::string_view name) const {
  const size_t index = IndexOf(name);
  return index != kNotFound && is_set_[index];
}

OptionValues OptionValues::For(const std::string& method,
                               const std::vector<OptionDeclaration>& declarations) const {
  OptionValues values(method, declarations);
  for (size_t i = 0; i < declarations_.size(); ++i) {
    if (is_set_[i]) values.Set(declarations_[i].name, values_[i]);
  }
  return values;
}

}  // namespace structlab::common
