#include "common/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <system_error>
#include <type_traits>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/program.h"

namespace structlab::common {
namespace {

void RefuseWhatIsLeft(const CLI::App& app) {
  std::vector<std::string> known;
  for (const CLI::Option* const option : app.get_options()) {
    if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames().front());
  }
  for (const std::string& word : app.remaining()) {
    if (!word.starts_with('-')) ThrowUsageError("arguments", "no further one", Quote(word), "see --help");
    ThrowUsageError("flag", "one of " + ListNearest(word.substr(0, word.find('=')), known), Quote(word));
  }
}

// For transform() of an option: the decimal number as CLI11 reads it back.
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

// CLI11 alone takes 010 for eight, -1 for the largest number without a sign, and the largest for all above
// it.
void TakeDecimalNumbersOnly(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) {
    const std::string type = option->get_type_name();
    if (type.starts_with("INT")) {
      option->transform(DecimalOnly<int64_t>("a whole number"));
    } else if (type.starts_with("UINT")) {
      option->transform(DecimalOnly<uint64_t>("a whole number of at least 0 and below 2^64"));
    } else if (type.starts_with("FLOAT")) {
      option->transform(DecimalOnly<double>("a number"));
    }
  }
}

// Of a whole number that the program's has no room for.
[[noreturn]] void RefuseConversion(const std::string& message) {
  const size_t name = message.find("--"), value = message.find(" = ");
  if (name == std::string::npos || value == std::string::npos || value < name) {
    throw Error(ErrorKind::kUsage, {.what = message, .remedy = "--help shows the flags"});
  }
  ThrowUsageError(message.substr(name, value - name), "a number nearer to 0", message.substr(value + 3));
}

}  // namespace

bool ParseArguments(CLI::App& app, std::vector<std::string> words, std::FILE* out) {
  // A positional argument that is wanted would hide a flag that does not exist.
  app.allow_extras();
  TakeDecimalNumbersOnly(app);
  try {
    std::ranges::reverse(words);  // as CLI11 takes them
    app.parse(words);
    RefuseWhatIsLeft(app);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), out);
    CheckPrinted(out);
    return false;
  } catch (const CLI::ConversionError& error) {
    RefuseConversion(error.what());
  } catch (const CLI::Error& error) {
    throw Error(ErrorKind::kUsage, {.what = error.what(), .remedy = "--help shows the flags"});
  }
  return true;
}

std::string NotBelowZero(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end && std::isfinite(value) && value >= 0) return "";
  return "expected a finite number of at least 0, found " + Quote(text);
}

}  // namespace structlab::common
