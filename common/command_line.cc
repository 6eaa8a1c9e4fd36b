#include "common/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "common/check.h"
#include "common/error.h"
#include "common/nearest_names.h"
#include "common/program.h"

namespace structlab::common {
namespace {

constexpr char kEndOfFlags[] = "--";

// The type of a value with its limits or choices: "INT:INT in [1 - 9]", "TEXT:{a,b}".
std::string TypeInHelp(const FlagDeclaration& flag) {
  const OptionDeclaration& option = flag.option;
  if (option.kind == OptionKind::kChoice) {
    std::string text = flag.type + ":{";
    for (const std::string& choice : option.choices) text.append(choice).append(",");
    text.back() = '}';
    return text;
  }
  if (!flag.shows_range) return flag.type;
  return flag.type + ":" + flag.type + " in [" + std::to_string(option.integers.min) + " - " +
         std::to_string(option.integers.max) + "]";
}

std::string NamesInHelp(const FlagDeclaration& flag) {
  std::string names = flag.option.name;
  for (const std::string& alias : flag.aliases) names.append(",").append(alias);
  if (!flag.text_without_value.empty()) names.append("{").append(flag.text_without_value).append("}");
  return names;
}

void CheckSeparators(const std::string& name, const std::string& value, char separator) {
  if (separator == '\0') return;
  const std::string text = std::string(1, separator) + value + separator;
  if (text.find(std::string(2, separator)) == text.npos) return;
  ThrowUsageError(name, std::string("values with '").append(1, separator).append("' between"), Quote(value),
                  "remove the empty value");
}

// True if CLI11 reads the flag as one that needs no value.
bool IsSwitch(const FlagDeclaration& flag) { return !flag.has_value() || !flag.text_without_value.empty(); }

// Declares the flag for CLI11, which hands its values as texts to `store`.
CLI::Option* AddTo(CLI::App& app, const FlagDeclaration& flag, const CLI::callback_t& store) {
  const std::string names = NamesInHelp(flag);
  CLI::Option* option = nullptr;
  if (IsSwitch(flag)) {
    option = app.add_flag(names)->description(flag.option.help);
  } else {
    option = app.add_option(names, store, flag.option.help)->type_name(TypeInHelp(flag));
    constexpr int kUnlimited = CLI::detail::expected_max_vector_size;
    if (flag.max_words >= kUnlimited) {
      option->expected(kUnlimited);
    } else if (flag.max_words == 1 && flag.separator != '\0') {
      option->expected(kUnlimited)->allow_extra_args(false);  // the word may have several values
    } else {
      option->expected(flag.min_words, flag.max_words)->allow_extra_args(flag.max_words > 1);
    }
    if (flag.separator != '\0') option->delimiter(flag.separator);
  }
  if (flag.is_repeatable || (flag.is_positional() && flag.max_words > 1)) option->take_all();
  if (flag.is_required) option->required();
  if (flag.is_hidden) option->group("");
  return option->default_str(flag.default_text);
}

}  // namespace

bool AsksForJsonHelp(const std::vector<std::string>& words) {
  const auto end = std::ranges::find(words, kEndOfFlags);
  return std::find(words.begin(), end, kJsonHelpFlag) != end;
}

CommandLine::CommandLine(std::string description, std::string program)
    : description_(std::move(description)), program_(std::move(program)) {}

void CommandLine::Describe(std::string description, std::string program) {
  description_ = std::move(description);
  program_ = std::move(program);
}

void CommandLine::WithoutHelpFlag() { has_help_ = false; }

Flag& CommandLine::Add(const std::string& names, FlagTarget target, std::string help) {
  Flag flag(names, std::move(target), std::move(help));
  std::vector<std::string> all = flag.declaration_.aliases;
  all.push_back(flag.name());
  for (const std::string& name : all) {
    const bool is_new = FindOrNull(name) == nullptr && !(has_help_ && (name == "--help" || name == "-h"));
    STRUCTLAB_CHECK(is_new);
  }
  return flags_.emplace_back(std::move(flag));
}

Flag* CommandLine::FindOrNull(std::string_view name) {
  for (Flag& flag : flags_) {
    if (flag.name() == name ||
        std::ranges::find(flag.declaration_.aliases, name) != flag.declaration_.aliases.end()) {
      return &flag;
    }
  }
  return nullptr;
}

const Flag& CommandLine::Find(std::string_view name) const {
  const auto found = std::ranges::find(flags_, name, &Flag::name);
  const bool is_declared = found != flags_.end();
  STRUCTLAB_CHECK(is_declared);
  return *found;
}

void CommandLine::RefuseWhatIsLeft(const std::vector<std::string>& left, Left what) const {
  std::vector<std::string> known;
  if (has_help_) known.emplace_back("--help");
  for (const Flag& flag : flags_) {
    if (!flag.declaration().is_positional()) known.push_back(flag.name());
  }
  bool are_flags_over = false;
  for (const std::string& word : left) {
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

// Reports mistakes that CLI11 accepts silently, or reports differently for different kinds of flags.
void CommandLine::CheckWords(const std::vector<std::string>& words) {
  std::vector<const Flag*> given;
  for (size_t i = 0; i < words.size() && words[i] != kEndOfFlags; ++i) {
    const std::string& word = words[i];
    const size_t equals = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, equals);
    if (has_help_ && name == "--help" && equals < word.size()) {
      ThrowUsageError(name, "the flag without a value, or --help=json", Quote(word));
    }
    const Flag* const flag = word.starts_with("--") ? FindOrNull(name) : nullptr;
    if (flag == nullptr) continue;
    const FlagDeclaration& declaration = flag->declaration();
    if (!IsSwitch(declaration)) {
      const bool has_equals = equals < word.size();
      const bool is_next = !has_equals && i + 1 < words.size() && !words[i + 1].starts_with("--");
      const std::string value = has_equals ? word.substr(equals + 1) : is_next ? words[++i] : "";
      if (value.empty()) ThrowUsageError(name, "a value", "none");
      CheckSeparators(name, value, declaration.separator);
    }
    if (!declaration.is_repeatable && std::ranges::find(given, flag) != given.end()) {
      ThrowUsageError(name, "the flag once", "it twice", "leave one of them out");
    }
    given.push_back(flag);
  }
}

// The parser with all flags of a command line, in their order.
struct CommandLine::Parser {
  explicit Parser(const CommandLine& line, const std::function<void(size_t, const std::string&)>& store = {})
      : app(line.description_, line.program_) {
    if (!line.has_help_) app.set_help_flag();
    app.get_formatter()->column_width(static_cast<size_t>(line.column_width_));
    app.footer(line.footer_);
    // With extras, CLI11 does not read an unknown flag as a positional argument.
    app.allow_extras();
    for (size_t i = 0; i < line.flags_.size(); ++i) {
      options.push_back(AddTo(app, line.flags_[i].declaration(), [i, store](const CLI::results_t& values) {
        for (const std::string& value : values) store(i, value);
        return true;
      }));
    }
  }

  CLI::App app;
  std::vector<CLI::Option*> options;
};

bool CommandLine::Parse(const std::vector<std::string>& words, std::FILE* out,
                        const std::function<std::vector<MethodHelp>()>& methods) {
  for (const Flag& flag : flags_) flag.CheckDeclaration();
  if (AsksForJsonHelp(words)) {
    std::fputs(JsonHelp(methods ? methods() : std::vector<MethodHelp>()).c_str(), out);
    CheckPrinted(out);
    return false;
  }
  if (std::ranges::find(words, "--help") == words.end()) CheckWords(words);
  std::vector<int> given(flags_.size(), 0);
  Parser parser(*this, [&](size_t i, const std::string& value) {
    const FlagDeclaration& declaration = flags_[i].declaration();
    if (declaration.is_positional() && ++given[i] > declaration.max_words) {
      ThrowUsageError("arguments", "no further one", Quote(value), "see --help");
    }
    flags_[i].Store(value);
  });
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 expects them
  try {
    parser.app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    std::fputs(Help().c_str(), out);
    CheckPrinted(out);
    return false;
  } catch (const CLI::Error& error) {
    // An unknown flag may be the reason for a missing argument: report the flag first.
    RefuseWhatIsLeft(parser.app.remaining(), Left::kFlags);
    throw Error(ErrorKind::kUsage, {.what = error.what(), .remedy = "--help shows the flags"});
  }
  RefuseWhatIsLeft(parser.app.remaining(), Left::kAll);
  for (size_t i = 0; i < flags_.size(); ++i) {
    if (!IsSwitch(flags_[i].declaration())) continue;
    for (const std::string& value : parser.options[i]->results()) flags_[i].Store(value);
  }
  return true;
}

std::string CommandLine::Help() const { return Parser(*this).app.help(); }

std::string CommandLine::JsonHelp(const std::vector<MethodHelp>& methods) const {
  ProgramHelp help = {.program = program_, .description = description_, .notes = footer_, .flags = {}};
  if (has_help_) {
    FlagDeclaration flag = {.option = FlagOption("--help", false, "Print this help message and exit"),
                            .type = ""};
    flag.aliases = {"-h"};
    help.flags.push_back(flag);
  }
  for (const Flag& flag : flags_) help.flags.push_back(flag.declaration());
  return common::JsonHelp(help, methods);
}

}  // namespace structlab::common
