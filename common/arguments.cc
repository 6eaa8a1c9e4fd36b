#include "common/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/program.h"

namespace structlab::common {
namespace {

constexpr char kEndOfFlags[] = "--";

enum class Left { kFlags, kAll };

void RefuseWhatIsLeft(const CLI::App& app, Left what) {
  std::vector<std::string> known;
  for (const CLI::Option* const option : app.get_options()) {
    if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames().front());
  }
  bool are_flags_over = false;
  for (const std::string& word : app.remaining()) {
    if (word == kEndOfFlags && !are_flags_over) {
      are_flags_over = true;
    } else if (are_flags_over || !word.starts_with('-')) {
      if (what == Left::kAll) ThrowUsageError("arguments", "no further one", Quote(word), "see --help");
    } else {
      ThrowUsageError("flag", "one of " + ListNearest(word.substr(0, word.find('=')), known), Quote(word),
                      word.starts_with("--") ? "" : "write -- before a name that begins with -");
    }
  }
}

// True if CLI11 accepts this number for the option. May change the option's variable.
bool Takes(CLI::Option& option, const std::string& number) {
  try {
    option.clear();
    option.add_result(number);
    option.run_callback();
    return true;
  } catch (const CLI::Error&) {
    return false;
  }
}

// The range of a whole number in words: "a whole number from 0 to 4294967295". CLI11 does not tell the width
// of the variable, but it refuses numbers that do not fit.
std::string ExpectedOf(CLI::Option& option, bool has_sign) {
  // "INT:INT in [1 - 9]"
  const std::string type = option.get_type_name();
  const size_t range = type.find(" in ["), dash = type.find(" - ");
  if (range != type.npos && dash != type.npos && type.ends_with(']')) {
    return std::string("a whole number from ")
        .append(type, range + 5, dash - range - 5)
        .append(" to ")
        .append(type, dash + 3, type.size() - dash - 4);
  }
  const std::vector<std::string> lows =
      has_sign ? std::vector<std::string>{"-9223372036854775808", "-2147483648", "0"}
               : std::vector<std::string>{"0"};
  const std::vector<std::string> highs = has_sign
                                             ? std::vector<std::string>{"9223372036854775807", "2147483647"}
                                             : std::vector<std::string>{"18446744073709551615", "4294967295"};
  const auto is_taken = [&](const std::string& number) { return Takes(option, number); };
  const auto low = std::ranges::find_if(lows, is_taken);
  const auto high = std::ranges::find_if(highs, is_taken);
  if (low == lows.end() || high == highs.end()) return "a whole number within its limits";
  return std::string("a whole number from ").append(*low).append(" to ").append(*high);
}

[[noreturn]] void RefuseWholeNumber(CLI::Option& option, const std::string& name, const std::string& value) {
  const bool has_sign = !option.get_type_name().starts_with("UINT");
  ThrowUsageError(name, ExpectedOf(option, has_sign), Quote(value));
}

// For transform() of an option: refuses all but decimal numbers, and writes whole numbers without leading
// zeros.
template <class Number>
CLI::Validator DecimalOnly(const char* expected) {
  return CLI::Validator(
      [expected](std::string& text) -> std::string {
        Number value = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc() || rest != end || value != value) {
          return std::string("expected ").append(expected).append(", found ").append(Quote(text));
        }
        if constexpr (std::is_integral_v<Number>) text = std::to_string(value);
        return "";
      },
      "");
}

// By itself, CLI11 reads 010 as eight, -1 as the largest unsigned number, and any larger number as the
// largest.
void TakeDecimalNumbersOnly(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) {
    const std::string type = option->get_type_name();
    if (type.starts_with("INT")) {
      option->transform(DecimalOnly<int64_t>("a whole number"));
    } else if (type.starts_with("UINT")) {
      option->transform(DecimalOnly<uint64_t>("a whole number of at least 0"));
    } else if (type.starts_with("FLOAT")) {
      option->transform(DecimalOnly<double>("a number"));
    }
  }
}

template <class Number>
bool IsDecimal(const std::string& text) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end;
}

// Reports a number that does not fit into the program's variable.
[[noreturn]] void RefuseConversion(CLI::App& app, const std::string& message) {
  const size_t begin = message.find("--"), value = message.find(" = ");
  if (begin != std::string::npos && value != std::string::npos && begin < value) {
    const std::string name = message.substr(begin, value - begin);
    CLI::Option* const option = app.get_option_no_throw(name);
    const std::string type = option == nullptr ? "" : option->get_type_name();
    if (type.starts_with("INT") || type.starts_with("UINT")) {
      RefuseWholeNumber(*option, name, message.substr(value + 3));
    }
    ThrowUsageError(name, "a number nearer to 0", message.substr(value + 3));
  }
  throw Error(ErrorKind::kUsage, {.what = message, .remedy = "--help shows the flags"});
}

// Checks the value of a flag: one value, or several that are separated by the option's delimiter.
void CheckValue(CLI::Option& option, const std::string& name, const std::string& value) {
  const char delimiter = option.get_delimiter();
  std::vector<std::string> parts = {""};
  for (const char c : value) {
    if (delimiter != '\0' && c == delimiter) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  const std::string type = option.get_type_name();
  for (const std::string& part : parts) {
    if (part.empty()) {
      ThrowUsageError(name, std::string("values with '").append(1, delimiter).append("' between"),
                      Quote(value), "remove the empty value");
    }
    if (type.starts_with("INT") && !IsDecimal<int64_t>(part)) RefuseWholeNumber(option, name, part);
    if (type.starts_with("UINT") && !IsDecimal<uint64_t>(part)) RefuseWholeNumber(option, name, part);
  }
}

// Reports mistakes that CLI11 accepts silently, or reports differently for different kinds of flags.
void CheckWords(CLI::App& app, const std::vector<std::string>& words) {
  std::vector<const CLI::Option*> given;
  for (size_t i = 0; i < words.size() && words[i] != kEndOfFlags; ++i) {
    const std::string& word = words[i];
    const size_t equals = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, equals);
    CLI::Option* const option = word.starts_with("--") ? app.get_option_no_throw(name) : nullptr;
    if (option != nullptr && option == app.get_help_ptr() && equals < word.size()) {
      ThrowUsageError(name, "the flag without a value, or --help=json", Quote(word));
    }
    if (option == nullptr || option == app.get_help_ptr()) continue;
    if (option->get_items_expected_max() > 0) {
      const bool has_equals = equals < word.size();
      const bool is_next = !has_equals && i + 1 < words.size() && !words[i + 1].starts_with("--");
      const std::string value = has_equals ? word.substr(equals + 1) : is_next ? words[++i] : "";
      if (value.empty()) ThrowUsageError(name, "a value", "none");
      CheckValue(*option, name, value);
    }
    const bool may_be_repeated = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    if (!may_be_repeated && std::ranges::find(given, option) != given.end()) {
      ThrowUsageError(name, "the flag once", "it twice", "leave one of them out");
    }
    given.push_back(option);
  }
}

}  // namespace

bool AsksForJsonHelp(const std::vector<std::string>& words) {
  const auto end = std::ranges::find(words, kEndOfFlags);
  return std::find(words.begin(), end, kJsonHelpFlag) != end;
}

bool ParseArguments(CLI::App& app, const std::vector<std::string>& given, std::FILE* out,
                    const std::function<std::vector<MethodHelp>()>& methods) {
  if (AsksForJsonHelp(given)) {
    std::fputs(JsonHelp(app, methods ? methods() : std::vector<MethodHelp>()).c_str(), out);
    CheckPrinted(out);
    return false;
  }
  // With extras, CLI11 does not read an unknown flag as a positional argument.
  app.allow_extras();
  TakeDecimalNumbersOnly(app);
  if (std::ranges::find(given, "--help") == given.end()) CheckWords(app, given);
  std::vector<std::string> words = given;
  try {
    std::ranges::reverse(words);  // CLI11 expects the words in reverse order
    app.parse(words);
    RefuseWhatIsLeft(app, Left::kAll);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), out);
    CheckPrinted(out);
    return false;
  } catch (const CLI::ConversionError& error) {
    RefuseConversion(app, error.what());
  } catch (const CLI::RequiredError& error) {
    // An unknown flag may be the reason for the missing argument: report the flag first.
    RefuseWhatIsLeft(app, Left::kFlags);
    throw Error(ErrorKind::kUsage, {.what = error.what(), .remedy = "--help shows the flags"});
  } catch (const CLI::Error& error) {
    throw Error(ErrorKind::kUsage, {.what = error.what(), .remedy = "--help shows the flags"});
  }
  return true;
}

std::string CheckNonNegative(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end && std::isfinite(value) && value >= 0) return "";
  return "expected a finite number of at least 0, found " + Quote(text);
}

}  // namespace structlab::common
