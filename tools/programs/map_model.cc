#include "tools/programs/map_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/files/cfn_file.h"
#include "graphical_models/model/files/uai_file.h"
#include "graphical_models/model/files/wcsp_file.h"

namespace structlab::tools {
namespace {

using graphical_models::Cfn;
using graphical_models::FactorGraph;
using graphical_models::Wcsp;

std::string Counted(int64_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

// The smallest double that is at least the integer: a number below the integer is also below the result.
double RoundedUp(int64_t integer) {
  const double rounded = static_cast<double>(integer);
  // 2^63 does not fit into int64_t and is above all of them.
  const bool is_below = rounded < 0x1p63 && static_cast<int64_t>(rounded) < integer;
  return is_below ? std::nextafter(rounded, std::numeric_limits<double>::infinity()) : rounded;
}

// The upper bound as an energy. An integer in the file is read exactly.
double UpperBound(const Cfn& cfn) {
  int64_t integer = 0;
  const char* const end = cfn.bound_text.data() + cfn.bound_text.size();
  const auto [stop, error] = std::from_chars(cfn.bound_text.data(), end, integer);
  const bool is_integer = error == std::errc() && stop == end && integer > -kLargest;
  if (is_integer) return RoundedUp(cfn.maximized ? -integer : integer);
  return cfn.maximized ? -cfn.bound : cfn.bound;
}

}  // namespace

std::string FormatOfName(const std::string& path) {
  std::string_view name = path;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  for (const char* const format : {"uai", "wcsp", "cfn"}) {
    if (name.ends_with(std::string(".") + format)) return format;
  }
  common::ThrowUsageError("MODEL", "a name that ends in .uai, .wcsp or .cfn, or in one of them and .gz",
                          common::Quote(path), "give --format");
}

MapModel ReadMapModel(const std::string& path, const std::string& format) {
  if (format == "uai") return {.graph = graphical_models::ReadUai(path)};
  if (format == "wcsp") {
    Wcsp wcsp = graphical_models::ReadWcsp(path);
    return {.graph = std::move(wcsp.graph),
            .upper_bound = RoundedUp(wcsp.upper_bound),
            .upper_bound_text = std::to_string(wcsp.upper_bound),
            .notes = std::move(wcsp.notes)};
  }
  Cfn cfn = graphical_models::ReadCfn(path);
  const double upper_bound = UpperBound(cfn);
  return {.graph = std::move(cfn.graph),
          .upper_bound = upper_bound,
          .upper_bound_text = common::FormatDouble(cfn.maximized ? -cfn.bound : cfn.bound),
          .maximized = cfn.maximized,
          .is_allowed = std::move(cfn.is_allowed),
          .notes = std::move(cfn.notes)};
}

std::string Describe(const FactorGraph& graph) {
  std::string text = Counted(graph.num_variables(), "variable");
  if (graph.num_variables() > 0) {
    const auto [least, most] = std::ranges::minmax(graph.label_counts());
    text.append(" of ").append(least == most ? "" : fmt::format("{} to ", least));
    text.append(Counted(most, "label"));
  }
  size_t largest = 0;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    largest = std::max(largest, graph.scope(factor).size());
  }
  text.append(", ").append(Counted(graph.num_factors(), "factor"));
  if (largest > 0) text.append(" of up to ").append(Counted(static_cast<int64_t>(largest), "variable"));
  return text;
}

}  // namespace structlab::tools
