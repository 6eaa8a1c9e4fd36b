#include "graphical_models/model/files/wcsp_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "common/error.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/file_limits.h"
#include "graphical_models/model/files/keyword_function.h"
#include "graphical_models/model/files/label_counts.h"
#include "graphical_models/model/files/token_reader.h"
#include "graphical_models/model/files/wcsp_parameters.h"

namespace structlab::graphical_models {
namespace {

constexpr int64_t kLargestInt64 = std::numeric_limits<int64_t>::max();
constexpr int64_t kMaxExactCost = int64_t{1} << 53;

class WcspReader {
 public:
  explicit WcspReader(const std::string& path) : reader_(path, TokenReader::Comments::kHash) {}

  Wcsp Read() {
    wcsp_.name = reader_.Token("the name of the problem");
    const int64_t num_variables = reader_.Integer("the number of variables", 0, kMaxVariables);
    const int64_t max_domain = reader_.Integer("the largest domain size", 0, kMaxLabels);
    const int64_t num_functions = reader_.Integer("the number of cost functions", 0, kMaxFactors);
    wcsp_.upper_bound = reader_.Integer("the upper bound", 0, kLargestInt64);
    LabelCounts domains = ReadLabelCounts(reader_, num_variables, "the domain size of variable ", max_domain,
                                          NegativeCount::kInterval);
    wcsp_.graph = FactorGraph(std::move(domains.counts));
    for (function_ = 0; function_ < num_functions; ++function_) ReadFunction();
    reader_.ExpectEnd(fmt::format("{} cost functions", num_functions));
    if (other_defaults_ > 0) {
      wcsp_.notes.push_back(fmt::format(
          "{}{} another default cost, which is ignored: the table has its own", other_defaults_,
          other_defaults_ == 1 ? " function shares a table and gives" : " functions share a table and give"));
    }
    CheckLabelCountsAgainst(reader_.tokens(), wcsp_.graph.label_counts(), domains.where_largest);
    return std::move(wcsp_);
  }

 private:
  // A table that several functions share.
  struct SharedFunction {
    std::vector<int> label_counts;
    double default_cost;
    int factor;
  };

  std::string Of(const std::string& what) const {
    return fmt::format("{} of cost function {}", what, function_);
  }

  std::vector<int> ReadScope(int64_t arity) {
    const int num_variables = wcsp_.graph.num_variables();
    const std::string expected = Of("a variable");
    std::vector<int> scope;
    for (int64_t i = 0; i < arity; ++i) {
      scope.push_back(static_cast<int>(reader_.Integer(expected, 0, num_variables - 1)));
    }
    std::vector<int> sorted = scope;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
      reader_.RefuseFound(Of("different variables"), fmt::format("variable {} twice", *twice));
    }
    return scope;
  }

  void ReadFunction() {
    const int64_t num_variables = wcsp_.graph.num_variables();
    const int64_t arity = reader_.Integer(Of("the arity"), -num_variables, num_variables);
    const std::vector<int> scope = ReadScope(std::abs(arity));
    if (reader_.Token(Of("the default cost")) == "-1") {
      if (arity <= 0) reader_.Refuse(Of("a default cost"), "functions given by a keyword cannot be shared");
      return AddKeywordFunction(scope);
    }
    const double default_cost = LastAsCost(Of("the default cost"));
    const int64_t num_tuples = reader_.Integer(Of("the number of tuples"), -kLargestInt64, kLargestInt64);
    if (num_tuples < 0) {
      if (arity < 0) reader_.Refuse(Of("tuples"), "a shared function has tuples of its own");
      AddSharing(scope, default_cost, num_tuples);
      return;
    }
    if (scope.empty()) {
      if (num_tuples > 0) reader_.Refuse(Of("no tuple") + ", since it has no variable");
      wcsp_.graph.AddConstant(default_cost);
      return;
    }
    const int factor = wcsp_.graph.AddFactor(scope, ReadTuples(scope, default_cost, num_tuples));
    if (arity < 0) shared_.push_back({LabelCountsOf(scope), default_cost, factor});
  }

  // The last token as a cost; +infinity from the upper bound on.
  double LastAsCost(const std::string& expected) {
    return EnergyOf(reader_.LastAsInteger(expected, 0, kLargestInt64), expected);
  }

  double EnergyOf(ExactCost cost, const std::string& expected) const {
    if (cost >= wcsp_.upper_bound) return kInfinity;
    if (cost > kMaxExactCost) reader_.Refuse(expected + " of at most 2^53, or of at least the upper bound");
    return static_cast<double>(cost);
  }

  void AddKeywordFunction(const std::vector<int>& scope) {
    const std::string keyword(reader_.Token(Of("a keyword")));
    WcspParameters parameters(keyword, function_, scope, wcsp_.upper_bound, reader_);
    const KeywordFunction function = ReadKeywordFunction(keyword, scope.size(), parameters);
    const auto tables = ExpandToTables(function, scope, wcsp_.graph.label_counts(),
                                       [this](int64_t size) { return budget_.Take(size, reader_.tokens()); });
    if (!tables) {
      parameters.Refuse("tables in proportion to the file",
                        fmt::format("{} of {} variables", keyword, scope.size()),
                        "write it as functions of fewer variables");
    }
    std::vector<int> factors;
    for (const KeywordTable& table : *tables) {
      if (table.costs.empty()) {
        factors.push_back(wcsp_.graph.AddFactorSharing(table.scope, factors[table.same_as]));
        continue;
      }
      std::vector<double> energies;
      for (const ExactCost cost : table.costs) energies.push_back(EnergyOf(cost, Of("costs")));
      factors.push_back(wcsp_.graph.AddFactor(table.scope, energies));
    }
  }

  std::vector<double> ReadTuples(std::span<const int> scope, double default_cost, int64_t num_tuples) {
    const int64_t size = TableSize(scope, wcsp_.graph.label_counts());
    if (size < 0)
      reader_.RefuseFound(Of("a table") + " in proportion to the file", "one too large for any memory");
    if (num_tuples > size) reader_.Refuse(Of(fmt::format("at most {} tuples", size)));
    TupleTable table;
    const std::string expected_label = Of("a label"), expected_cost = Of("a cost");
    for (int64_t i = 0; i < num_tuples; ++i) {
      size_t entry = 0;
      for (const int variable : scope) {
        const int count = wcsp_.graph.num_labels(variable);
        const int64_t label = reader_.Integer(expected_label, 0, count - 1);
        entry = entry * static_cast<size_t>(count) + static_cast<size_t>(label);
      }
      reader_.Token(expected_cost);
      if (!table.Give(entry, LastAsCost(expected_cost)))
        reader_.RefuseFound(Of("different tuples"), "this one twice");
    }
    // Allocated only now, because the number of tuples read limits its size.
    if (!budget_.Take(size, reader_.tokens())) {
      reader_.RefuseFound(Of("a table") + " in proportion to the file",
                          fmt::format("one of {} entries", size));
    }
    return table.Complete(static_cast<size_t>(size), default_cost);
  }

  std::vector<int> LabelCountsOf(std::span<const int> scope) const {
    std::vector<int> counts;
    for (const int variable : scope) counts.push_back(wcsp_.graph.num_labels(variable));
    return counts;
  }

  void AddSharing(std::span<const int> scope, double default_cost, int64_t number) {
    if (-number > static_cast<int64_t>(shared_.size())) {
      reader_.Refuse(fmt::format("one of the {} shared functions before it", shared_.size()));
    }
    const SharedFunction& shared = shared_[-number - 1];
    const std::span<const int> counts = wcsp_.graph.label_counts(), other = wcsp_.graph.scope(shared.factor);
    const std::string name = fmt::format("shared function {}", -number);
    if (shared.label_counts != LabelCountsOf(scope)) {
      reader_.RefuseFound(
          Of("variables") + " with the domain sizes of " + name + ", " + ListLabelCounts(other, counts),
          ListLabelCounts(scope, counts));
    }
    if (shared.default_cost != default_cost) ++other_defaults_;
    wcsp_.graph.AddFactorSharing(scope, shared.factor);
  }

  TokenReader reader_;
  MemoryBudget budget_;
  Wcsp wcsp_;
  int64_t function_ = 0;  // the function being read
  std::vector<SharedFunction> shared_;
  int64_t other_defaults_ = 0;  // of functions that share a table
};

}  // namespace

Wcsp ReadWcsp(const std::string& path) { return WcspReader(path).Read(); }

}  // namespace structlab::graphical_models
