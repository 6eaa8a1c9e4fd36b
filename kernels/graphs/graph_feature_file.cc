#include "kernels/graphs/graph_feature_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/text_input.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/weisfeiler_lehman.h"

namespace structlab::kernels {
namespace {

constexpr std::string_view kFormat = "structlab_graph_features 2";
constexpr int kLargest = std::numeric_limits<int>::max();
// More than walks of any lambda take; a number in a file must not ask for more memory than all graphs do.
constexpr int kMostMoments = 50'000;

// Calls visit(name, option, least, largest) for each, in the order of the file.
template <class Options, class Visit>
void VisitOptions(Options& options, const Visit& visit) {
  visit("least_nodes", options.least_nodes, 2, 9);
  visit("most_nodes", options.most_nodes, 2, 9);
  visit("samples", options.samples, 0, kLargest);
  visit("burn_in", options.burn_in, 0, kLargest);
  visit("bits", options.bits, 1, 24);
  visit("nodes", options.nodes, 2, 7);
  visit("sets", options.sets, 0, kLargest);
  visit("iterations", options.iterations, 0, kMostWeisfeilerLehmanIterations);
  visit("moments", options.moments, 0, kMostMoments);
}

// Lines of a name and a value, with the place of what is wrong.
class Lines {
 public:
  explicit Lines(const std::string& path) : input_(path) {}

  std::string Where() const { return input_.Where(); }

  std::string_view Next(const std::string& expected) {
    std::string_view line;
    if (!input_.Next(&line)) common::ThrowDataError(Where(), expected, "the end of the file");
    return line;
  }

  // What stands behind the name.
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
    common::ThrowDataError(
        Where(), std::string(name) + " from " + std::to_string(least) + " to " + std::to_string(largest),
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

bool HasUseFor(const GraphKernelMethod& kernel, const std::string& option) {
  return std::ranges::find(kernel.options, option) != kernel.options.end();
}

const GraphKernelMethod& ReadKernel(Lines& lines) {
  try {
    return FindGraphKernel(std::string(lines.Value("kernel")));
  } catch (const common::Error& error) {
    if (error.kind() != common::ErrorKind::kUsage) throw;
    common::ThrowDataError(lines.Where(), error.parts().expected, error.parts().found);
  }
}

GraphFeatureOptions ReadOptions(Lines& lines) {
  GraphFeatureOptions options;
  const GraphKernelMethod& kernel = ReadKernel(lines);
  options.kernel = kernel.name;
  options.labels = lines.Integer("labels", 0, 1) == 1 ? NodeLabels::kUse : NodeLabels::kIgnore;
  VisitOptions(options, [&](const char* name, int& option, int least, int largest) {
    const bool is_looked_at = HasUseFor(kernel, name);
    option = static_cast<int>(
        lines.Integer(name, is_looked_at ? least : -kLargest - 1, is_looked_at ? largest : kLargest));
  });
  if (HasUseFor(kernel, "least_nodes") && options.least_nodes > options.most_nodes) {
    common::ThrowDataError(
        lines.Where(), "least_nodes up to most_nodes",
        std::to_string(options.least_nodes) + " and " + std::to_string(options.most_nodes));
  }
  options.lambda = lines.Real(lines.Value("lambda"), "lambda", true);
  options.seed = lines.Natural(lines.Value("seed"), "a seed");
  return options;
}

void ReadColumn(Lines& lines, bool scaled, GraphFeatureMap& map) {
  const std::string_view line = lines.Next("a column");
  const size_t space = line.find(' ');
  if (scaled != (space != line.npos)) {
    common::ThrowDataError(lines.Where(), scaled ? "a name and a maximum" : "a name alone",
                           common::Quote(line));
  }
  const uint64_t name = lines.Natural(line.substr(0, space), "a name");
  if (!map.names.empty() && name <= map.names.back()) {
    common::ThrowDataError(lines.Where(), "a name above " + std::to_string(map.names.back()),
                           std::to_string(name));
  }
  map.names.push_back(name);
  if (scaled) map.maxima.push_back(lines.Real(line.substr(space + 1), "a maximum", false));
}

}  // namespace

void WriteGraphFeatureMap(const GraphFeatureMap& map, const std::string& path) {
  const GraphKernelMethod& kernel = FindGraphKernel(map.options.kernel);
  VisitOptions(map.options, [&](const char* name, int option, int least, int largest) {
    if (!HasUseFor(kernel, name) || (option >= least && option <= largest)) return;
    common::ThrowUsageError(
        name, std::to_string(least) + " to " + std::to_string(largest) + " in a file of features",
        std::to_string(option));
  });
  if (HasUseFor(kernel, "least_nodes") && map.options.least_nodes > map.options.most_nodes) {
    common::ThrowUsageError(
        "least_nodes", "at most most_nodes",
        std::to_string(map.options.least_nodes) + " and " + std::to_string(map.options.most_nodes));
  }
  if (!(map.options.lambda >= 0 && std::isfinite(map.options.lambda))) {
    common::ThrowUsageError("lambda", "a finite number of at least 0",
                            common::FormatDouble(map.options.lambda));
  }
  std::string text(kFormat);
  const auto append = [&](std::string_view name, const std::string& value) {
    text.append("\n").append(name).append(" ").append(value);
  };
  append("kernel", map.options.kernel);
  append("labels", map.options.labels == NodeLabels::kUse ? "1" : "0");
  VisitOptions(map.options,
               [&](const char* name, int option, int, int) { append(name, std::to_string(option)); });
  append("lambda", common::FormatDouble(map.options.lambda));
  append("seed", std::to_string(map.options.seed));
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
  if (first != kFormat) common::ThrowDataError(lines.Where(), expected, common::Quote(first));
  GraphFeatureMap map;
  map.options = ReadOptions(lines);
  map.unit_rows = lines.Integer("unit_rows", 0, 1) == 1;
  const bool scaled = lines.Integer("scaled", 0, 1) == 1;
  const int64_t columns = lines.Integer("columns", 0, kLargest);
  for (int64_t column = 0; column < columns; ++column) ReadColumn(lines, scaled, map);
  lines.ExpectEnd();
  return map;
}

}  // namespace structlab::kernels
