#include "graphical_models/model/files/uai_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/file_limits.h"
#include "graphical_models/model/files/label_counts.h"
#include "graphical_models/model/files/token_reader.h"

namespace structlab::graphical_models {
namespace {

// Compares without case.
bool IsWord(std::string_view token, std::string_view capitals) {
  return std::ranges::equal(token, capitals, [](char a, char b) {
    return a == b || (a >= 'a' && a <= 'z' && static_cast<char>(a - 'a' + 'A') == b);
  });
}

std::string OfFactor(size_t factor) { return fmt::format(" of factor {}", factor); }

std::vector<int> ReadScope(TokenReader& reader, size_t factor, int num_variables) {
  const int64_t arity = reader.Integer("the number of variables" + OfFactor(factor), 0, num_variables);
  const std::string expected = "a variable" + OfFactor(factor);
  std::vector<int> scope;
  for (int64_t i = 0; i < arity; ++i) {
    const int variable = static_cast<int>(reader.Integer(expected, 0, num_variables - 1));
    scope.push_back(variable);
  }
  std::vector<int> sorted = scope;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    reader.RefuseFound("different variables" + OfFactor(factor), fmt::format("variable {} twice", *twice),
                       "use the diagonal of the table as a factor of fewer variables");
  }
  return scope;
}

// Reads a table of potentials as energies. Its size is checked against the scope before it is read.
std::vector<double> ReadTable(TokenReader& reader, size_t factor, int64_t size) {
  const int64_t entries = reader.Integer("the number of table entries" + OfFactor(factor), 0,
                                         std::numeric_limits<int64_t>::max());
  if (entries != size) {
    reader.Refuse(size < 0 ? "a table that fits into memory" + OfFactor(factor)
                           : fmt::format("{} table entries{}, the product of its label counts", size,
                                         OfFactor(factor)));
  }
  const std::string expected = "a potential" + OfFactor(factor);
  std::vector<double> table;  // grows only with what was read
  for (int64_t i = 0; i < entries; ++i) {
    const double potential = reader.Number(expected);
    if (potential < 0) reader.Refuse(expected + ", which is 0 or more", "potentials are not logarithms");
    // 0 - x gives the potential 1 the energy 0, not -0.
    table.push_back(0.0 - std::log(potential));
  }
  return table;
}

// The potential with this energy, or the double nearest to it.
double PotentialOf(double energy, const std::string& where) {
  if (energy == kInfinity) return 0;
  const double nearest = std::exp(-energy);
  // The energy of the smallest double above 0.
  const double most = -std::log(std::numeric_limits<double>::denorm_min());
  if (!(energy <= most) || !std::isfinite(nearest)) {
    common::ThrowUsageError(where, "an energy from -709.7 to 744.4, or +infinity",
                            common::FormatDouble(energy), "scale or shift the energies of the factor");
  }
  // exp is rounded by less than a few units in the last place.
  constexpr int kNeighbours = 4;
  double below = nearest, above = nearest;
  for (int i = 0; i <= kNeighbours; ++i) {
    for (const double potential : {below, above}) {
      if (0.0 - std::log(potential) == energy) return potential;
    }
    below = std::max(std::nextafter(below, 0.0), std::numeric_limits<double>::denorm_min());
    above = std::min(std::nextafter(above, kInfinity), std::numeric_limits<double>::max());
  }
  return nearest;
}

void AppendInteger(int64_t value, std::string& text) {
  text += std::to_string(value);
  text += ' ';
}

void AppendTable(std::span<const double> table, const std::string& name, std::string& text) {
  text += std::to_string(table.size());
  text += '\n';
  for (size_t i = 0; i < table.size(); ++i) {
    text += ' ';
    text += common::FormatDouble(PotentialOf(table[i], name));
  }
  text += '\n';
}

// Splits a constant into the energies of factors without variables, because a potential for the whole
// constant may not be a double. Their sum is the constant, bit for bit if it is at most 2^53.
std::vector<double> ConstantFactors(double constant) {
  constexpr double kMaxPart = 700, kMaxParts = 1 << 20;
  if (constant == 0) return {};
  std::vector<double> factors;
  const double whole = std::floor(std::abs(constant) / kMaxPart);
  if (whole >= 1 && whole < kMaxParts) {
    factors.assign(static_cast<size_t>(whole), std::copysign(kMaxPart, constant));
    constant -= std::copysign(whole * kMaxPart, constant);
    if (constant == 0) return factors;
  }
  factors.push_back(constant);
  return factors;
}

struct PlacedInteger {
  int64_t value;
  TokenReader::Place place;
};

constexpr int64_t kMaxInteger = std::numeric_limits<int>::max();

// Reads all remaining integers. Their number distinguishes the variants of a format.
std::vector<PlacedInteger> ReadIntegers(TokenReader& reader, const std::string& expected) {
  std::vector<PlacedInteger> integers;
  while (!reader.AtEnd()) {
    const int64_t value = reader.Integer(expected, 0, kMaxInteger);
    integers.push_back({value, reader.place()});
  }
  return integers;
}

// The number of samples, if the integers are that number and then, for each sample, its number of items and
// the items; otherwise 0.
int64_t CountSamples(std::span<const PlacedInteger> integers, size_t width) {
  size_t i = 1;
  int64_t samples = 0;
  while (i < integers.size()) {
    const size_t items = integers[i].value;
    if (items > (integers.size() - i - 1) / width) return 0;
    i += 1 + items * width;
    ++samples;
  }
  return !integers.empty() && samples == integers[0].value ? samples : 0;
}

// The position of a list that starts with its number of items of `width` integers, perhaps after 1, the
// number of samples. Throws if there is none.
size_t BeginOfList(std::span<const PlacedInteger> integers, size_t width, const std::string& what,
                   const TokenReader& reader) {
  const auto has = [&](size_t i, size_t items) {
    return i < integers.size() && integers[i].value >= 0 && static_cast<size_t>(integers[i].value) == items;
  };
  const size_t n = integers.size();
  if (n >= 1 && (n - 1) % width == 0 && has(0, (n - 1) / width)) return 1;
  if (n >= 2 && (n - 2) % width == 0 && has(0, 1) && has(1, (n - 2) / width)) return 2;
  const int64_t samples = CountSamples(integers, width);
  if (samples > 1) {
    common::ThrowDataError(reader.Where(integers[0].place), "one sample", std::to_string(samples),
                           "keep one of them in the file");
  }
  common::ThrowDataError(
      n == 0 ? reader.WhereEnd() : reader.Where(integers[0].place), what,
      fmt::format("{} integers that begin with {}", n, n == 0 ? "none" : std::to_string(integers[0].value)),
      "compare the count with what follows");
}

void CheckPlaced(const PlacedInteger& integer, int64_t count, const std::string& what,
                 const TokenReader& reader) {
  if (integer.value < count) return;
  common::ThrowDataError(reader.Where(integer.place), fmt::format("{}, 0 to {}", what, count - 1),
                         std::to_string(integer.value));
}

}  // namespace

FactorGraph ReadUai(const std::string& path) {
  TokenReader reader(path, TokenReader::Comments::kHash);
  const std::string_view type = reader.Token("MARKOV");
  if (!IsWord(type, "MARKOV") && !IsWord(type, "BAYES")) {
    reader.Refuse("MARKOV or BAYES", "is this a .uai file?");
  }
  const int64_t num_variables = reader.Integer("the number of variables", 0, kMaxVariables);
  LabelCounts labels =
      ReadLabelCounts(reader, num_variables, "the number of labels of variable ", kMaxLabels);
  FactorGraph graph(std::move(labels.counts));
  const size_t num_factors = reader.Integer("the number of factors", 0, kMaxFactors);
  std::vector<std::vector<int>> scopes;
  for (size_t f = 0; f < num_factors; ++f) scopes.push_back(ReadScope(reader, f, graph.num_variables()));
  for (size_t f = 0; f < num_factors; ++f) {
    const std::vector<double> table = ReadTable(reader, f, TableSize(scopes[f], graph.label_counts()));
    if (scopes[f].empty()) {
      graph.AddConstant(table[0]);
    } else {
      graph.AddFactor(scopes[f], table);
    }
  }
  reader.ExpectEnd(fmt::format("{} tables", num_factors));
  CheckLabelCountsAgainst(reader.tokens(), graph.label_counts(), labels.where_largest);
  return graph;
}

std::string FormatUai(const FactorGraph& graph) {
  std::string text = "MARKOV\n";
  AppendInteger(graph.num_variables(), text);
  text += '\n';
  for (const int count : graph.label_counts()) AppendInteger(count, text);
  const std::vector<double> constants = ConstantFactors(graph.constant());
  text += '\n';
  AppendInteger(graph.num_factors() + static_cast<int64_t>(constants.size()), text);
  text += '\n';
  for (size_t i = 0; i < constants.size(); ++i) text += "0\n";
  for (int f = 0; f < graph.num_factors(); ++f) {
    AppendInteger(static_cast<int64_t>(graph.scope(f).size()), text);
    for (const int variable : graph.scope(f)) AppendInteger(variable, text);
    text += '\n';
  }
  for (const double& constant : constants) AppendTable(std::span(&constant, 1), "constant", text);
  for (int f = 0; f < graph.num_factors(); ++f) {
    AppendTable(graph.table(f), fmt::format("factor {}", f), text);
  }
  return text;
}

void WriteUai(const FactorGraph& graph, const std::string& path) {
  common::WriteFileAtomically(path, FormatUai(graph));
}

std::vector<Observation> ReadUaiEvidence(const std::string& path, const FactorGraph& graph) {
  TokenReader reader(path, TokenReader::Comments::kHash);
  const std::vector<PlacedInteger> integers = ReadIntegers(reader, "an integer");
  std::vector<Observation> evidence;
  std::vector<bool> observed(graph.num_variables(), false);
  size_t i =
      BeginOfList(integers, 2, "a number of observations and as many pairs of variable and label", reader);
  for (; i < integers.size(); i += 2) {
    CheckPlaced(integers[i], graph.num_variables(), "a variable", reader);
    const int variable = static_cast<int>(integers[i].value);
    const std::string name = fmt::format("variable {}", variable);
    CheckPlaced(integers[i + 1], graph.num_labels(variable), "a label of " + name, reader);
    if (observed[variable]) {
      common::ThrowDataError(reader.Where(integers[i].place), "one observation of " + name,
                             fmt::format("another one, label {}", integers[i + 1].value));
    }
    observed[variable] = true;
    evidence.push_back({variable, static_cast<Label>(integers[i + 1].value)});
  }
  return evidence;
}

void WriteUaiEvidence(std::span<const Observation> evidence, const std::string& path) {
  std::string text;
  AppendInteger(static_cast<int64_t>(evidence.size()), text);
  for (const auto& [variable, label] : evidence) {
    AppendInteger(variable, text);
    AppendInteger(label, text);
  }
  common::WriteFileAtomically(path, text + "\n");
}

Labeling ReadUaiSolution(const std::string& path, const FactorGraph& graph) {
  TokenReader reader(path, TokenReader::Comments::kHash);
  const std::string_view task = reader.Token("MPE");
  if (task != "MPE" && task != "MAP") reader.Refuse("MPE or MAP", "is this a solution?");
  std::vector<PlacedInteger> integers;
  while (!reader.AtEnd()) {
    if (reader.Token("a label") == "-BEGIN-") {
      integers.clear();
    } else {
      integers.push_back({reader.LastAsInteger("a label", 0, kMaxInteger), reader.place()});
    }
  }
  size_t i = BeginOfList(integers, 1, "the number of variables and as many labels", reader);
  const int64_t num_labels = static_cast<int64_t>(integers.size() - i);
  if (num_labels != graph.num_variables()) {
    common::ThrowDataError(reader.Where(integers[i - 1].place),
                           fmt::format("{} variables as in the model", graph.num_variables()),
                           std::to_string(num_labels));
  }
  Labeling labeling;
  for (int v = 0; i < integers.size(); ++i, ++v) {
    CheckPlaced(integers[i], graph.num_labels(v), fmt::format("a label of variable {}", v), reader);
    labeling.push_back(static_cast<Label>(integers[i].value));
  }
  return labeling;
}

std::string FormatUaiSolution(std::span<const Label> labeling) {
  std::string text = "MPE\n";
  AppendInteger(static_cast<int64_t>(labeling.size()), text);
  for (const Label label : labeling) AppendInteger(label, text);
  text.back() = '\n';
  return text;
}

void WriteUaiSolution(std::span<const Label> labeling, const std::string& path) {
  common::WriteFileAtomically(path, FormatUaiSolution(labeling));
}

}  // namespace structlab::graphical_models
