#include "common/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "common/error.h"
#include "common/nearest_names.h"

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

}  // namespace

bool ParseArguments(CLI::App& app, std::vector<std::string> words, std::FILE* out) {
  // A positional argument that is wanted would hide a flag that does not exist.
  app.allow_extras();
  try {
    std::ranges::reverse(words);  // as CLI11 takes them
    app.parse(words);
    RefuseWhatIsLeft(app);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), out);
    return false;
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
