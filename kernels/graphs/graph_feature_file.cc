#include "kernels/graphs/graph_feature_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/method_options.h"
#include "common/number.h"
#include "common/text_input.h"
#include "kernels/graphs/graph_kernels.h"

namespace structlab::kernels {
namespace {

using common::OptionDeclaration;

// Format 2 has a line for each option of the kernels of this library; lines that a kernel does not use are
// written, too. Format 3 is used for kernels with other options: after the seed it has their number, and a
// line "name=value" for each.
constexpr std::string_view kFormat = "structlab_graph_features 2";
constexpr std::string_view kFormatWithOptions = "structlab_graph_features 3";
constexpr int kMaxInt = std::numeric_limits<int>::max();

// The integer options of format 2 in their order, with the values that are written for kernels without this
// option. Readers ignore these values.
struct OptionLine {
  const char* name;
  int value;
};
constexpr OptionLine kIntegerLines[] = {{"least_nodes", 4}, {"most_nodes", 9}, {"samples", 10'000},
                                        {"burn_in", 1000},  {"bits", 20},      {"nodes", 4},
                                        {"sets", 8497},     {"iterations", 5}, {"moments", 0}};
constexpr char kLambda[] = "lambda";  // the following line, a number

bool IsInteger(const OptionDeclaration& option) { return option.kind == common::OptionKind::kInteger; }

// Null if the kernel has no option with this name and kind.
const OptionDeclaration* FindOption(const GraphKernelMethod& kernel, const std::string& name,
                                    common::OptionKind kind) {
  const auto found = std::ranges::find(kernel.options, name, &OptionDeclaration::name);
  return found != kernel.options.end() && found->kind == kind ? &*found : nullptr;
}

bool HasOwnLine(const OptionDeclaration& option) {
  if (option.name == kLambda) return option.kind == common::OptionKind::kNumber;
  return IsInteger(option) &&
         std::ranges::any_of(kIntegerLines, [&](const OptionLine& line) { return option.name == line.name; });
}

std::vector<OptionDeclaration> OtherOptions(const GraphKernelMethod& kernel) {
  std::vector<OptionDeclaration> others;
  std::ranges::remove_copy_if(kernel.options, std::back_inserter(others), HasOwnLine);
  return others;
}

// The option as text; a fixed value if the kernel does not have it.
std::string IntegerText(const GraphKernelMethod& kernel, const common::OptionValues& values,
                        const OptionLine& line) {
  const bool has = FindOption(kernel, line.name, common::OptionKind::kInteger) != nullptr;
  return std::to_string(has ? values.Integer(line.name) : line.value);
}

// Reads lines with a name and a value, and reports the position of errors.
class Lines {
 public:
  explicit Lines(const std::string& path) : input_(path) {}

  std::string Where() const { return input_.Where(); }

  std::string_view Next(const std::string& expected) {
    std::string_view line;
    if (!input_.Next(&line)) common::ThrowDataError(Where(), expected, "the end of the file");
    return line;
  }

  // The text after the name.
  std::string_view Value(std::string_view name) {
    const std::string expected = common::Quote(name) + " and a value";
    const std::string_view line = Next(expected);
    if (!line.starts_with(name) || line.size() < name.size() + 2 || line[name.size()] != ' ') {
      common::ThrowDataError(Where(), expected, common::Quote(line));
    }
    return line.substr(name.size() + 1);
  }

  int64_t Integer(std::string_view name, int64_t least, int64_t largest) {
    const std::string_view text = Value(name);
    const int64_t value = common::ParseInteger(text, Where());
    if (value >= least && value <= largest) return value;
    common::ThrowDataError(Where(), fmt::format("{} from {} to {}", name, least, largest),
                           std::to_string(value));
  }

  uint64_t Natural(std::string_view text, const std::string& what) const {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    common::ThrowDataError(Where(), what + " from 0 to 2^64 - 1", common::Quote(text));
  }

  double Real(std::string_view text, const std::string& what, bool may_be_zero) const {
    const double value = common::ParseDouble(text, Where());
    if (std::isfinite(value) && (value > 0 || (may_be_zero && value == 0))) return value;
    common::ThrowDataError(Where(), what + (may_be_zero ? ", finite and 0 or more" : ", finite and above 0"),
                           common::Quote(text));
  }

  void ExpectEnd() {
    std::string_view line;
    if (input_.Next(&line)) common::ThrowDataError(Where(), "the end of the file", common::Quote(line));
  }

 private:
  common::TextInput input_;
};

// Checks the order of these options in kernels that have both.
template <class Refuse>
void CheckNodes(const common::OptionValues& values, const Refuse& refuse) {
  if (!values.Has("least_nodes") || !values.Has("most_nodes")) return;
  const int64_t least = values.Integer("least_nodes"), most = values.Integer("most_nodes");
  if (least > most) refuse(fmt::format("{} and {}", least, most));
}

const GraphKernelMethod& ReadKernel(Lines& lines) {
  try {
    return FindGraphKernel(std::string(lines.Value("kernel")));
  } catch (const common::Error& error) {
    if (error.kind() != common::ErrorKind::kUsage) throw;
    common::ThrowDataError(lines.Where(), error.parts().expected, error.parts().found);
  }
}

// An unknown option or a value out of range means that the file is damaged.
template <class Action>
void OrDamage(const Lines& lines, const Action& action) {
  try {
    action();
  } catch (const common::Error& error) {
    common::ThrowDataError(lines.Where(), error.parts().expected, error.parts().found);
  }
}

// The lines from least_nodes to moments.
void ReadOptionLines(const GraphKernelMethod& kernel, Lines& lines, common::OptionValues& values) {
  for (const OptionLine& line : kIntegerLines) {
    const OptionDeclaration* option = FindOption(kernel, line.name, common::OptionKind::kInteger);
    if (option == nullptr) {
      lines.Integer(line.name, -int64_t{kMaxInt} - 1, kMaxInt);
    } else {
      const int64_t value = lines.Integer(line.name, option->integers.min, option->integers.max);
      OrDamage(lines, [&] { values.Set(line.name, value); });
    }
  }
  CheckNodes(values, [&](const std::string& found) {
    common::ThrowDataError(lines.Where(), "least_nodes up to most_nodes", found);
  });
}

void ReadLambda(const GraphKernelMethod& kernel, Lines& lines, common::OptionValues& values) {
  const double lambda = lines.Real(lines.Value(kLambda), kLambda, true);
  if (FindOption(kernel, kLambda, common::OptionKind::kNumber) != nullptr) {
    OrDamage(lines, [&] { values.Set(kLambda, lambda); });
  }
}

void ReadOtherOptions(Lines& lines, common::OptionValues& values) {
  const int64_t count = lines.Integer("options", 0, kMaxInt);
  for (int64_t i = 0; i < count; ++i) {
    const std::string_view line = lines.Next("an option");
    OrDamage(lines, [&] { values.Parse(line); });
  }
}

GraphFeatureOptions ReadOptions(Lines& lines, bool has_other_options) {
  GraphFeatureOptions options;
  const GraphKernelMethod& kernel = ReadKernel(lines);
  options.kernel = kernel.name;
  options.values = common::OptionValues(kernel.name, kernel.options);
  options.labels = lines.Integer("labels", 0, 1) == 1 ? NodeLabels::kUse : NodeLabels::kIgnore;
  ReadOptionLines(kernel, lines, options.values);
  ReadLambda(kernel, lines, options.values);
  options.seed = lines.Natural(lines.Value("seed"), "a seed");
  if (has_other_options) ReadOtherOptions(lines, options.values);
  return options;
}

void ReadColumn(Lines& lines, bool scaled, GraphFeatureMap& map) {
  const std::string_view line = lines.Next("a column");
  const size_t space = line.find(' ');
  if (scaled != (space != line.npos)) {
    common::ThrowDataError(lines.Where(), scaled ? "a name and a maximum" : "only a name",
                           common::Quote(line));
  }
  const uint64_t name = lines.Natural(line.substr(0, space), "a name");
  if (!map.names.empty() && name <= map.names.back()) {
    common::ThrowDataError(lines.Where(), fmt::format("a name above {}", map.names.back()),
                           std::to_string(name));
  }
  map.names.push_back(name);
  if (scaled) map.maxima.push_back(lines.Real(line.substr(space + 1), "a maximum", false));
}

}  // namespace

void WriteGraphFeatureMap(const GraphFeatureMap& map, const std::string& path) {
  const GraphKernelMethod& kernel = FindGraphKernel(map.options.kernel);
  const common::OptionValues values = map.options.values.For(kernel.name, kernel.options);
  CheckNodes(values, [](const std::string& found) {
    common::ThrowUsageError("least_nodes", "at most most_nodes", found);
  });
  const std::vector<OptionDeclaration> others = OtherOptions(kernel);
  std::string text(others.empty() ? kFormat : kFormatWithOptions);
  const auto append = [&](std::string_view name, const std::string& value) {
    text.append("\n").append(name).append(" ").append(value);
  };
  append("kernel", map.options.kernel);
  append("labels", map.options.labels == NodeLabels::kUse ? "1" : "0");
  for (const OptionLine& line : kIntegerLines) append(line.name, IntegerText(kernel, values, line));
  const bool has_lambda = FindOption(kernel, kLambda, common::OptionKind::kNumber) != nullptr;
  append(kLambda, has_lambda ? common::FormatDouble(values.Number(kLambda)) : "0");
  append("seed", std::to_string(map.options.seed));
  if (!others.empty()) append("options", std::to_string(others.size()));
  for (const OptionDeclaration& option : others) {
    const std::string value = common::FormatOptionValue(values.Value(option.name));
    if (std::ranges::any_of(value, [](unsigned char c) { return c < ' '; })) {
      common::ThrowUsageError("option " + option.name, "a text on one line", common::Quote(value));
    }
    text.append("\n").append(option.name).append("=").append(value);
  }
  append("unit_rows", map.unit_rows ? "1" : "0");
  append("scaled", map.maxima.empty() ? "0" : "1");
  append("columns", std::to_string(map.names.size()));
  text.append("\n");
  for (size_t i = 0; i < map.names.size(); ++i) {
    text.append(std::to_string(map.names[i]));
    if (!map.maxima.empty()) text.append(" ").append(common::FormatDouble(map.maxima[i]));
    text.append("\n");
  }
  common::WriteFileAtomically(path, text);
}

GraphFeatureMap ReadGraphFeatureMap(const std::string& path) {
  Lines lines(path);
  const std::string expected = common::Quote(kFormat);
  const std::string_view first = lines.Next(expected);
  const bool has_other_options = first == kFormatWithOptions;
  if (first != kFormat && !has_other_options) {
    common::ThrowDataError(lines.Where(), expected, common::Quote(first));
  }
  GraphFeatureMap map;
  map.options = ReadOptions(lines, has_other_options);
  map.unit_rows = lines.Integer("unit_rows", 0, 1) == 1;
  const bool scaled = lines.Integer("scaled", 0, 1) == 1;
  const int64_t columns = lines.Integer("columns", 0, kMaxInt);
  for (int64_t column = 0; column < columns; ++column) ReadColumn(lines, scaled, map);
  lines.ExpectEnd();
  return map;
}

}  // namespace structlab::kernels
