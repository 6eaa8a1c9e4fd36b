// Factor graphs: energies that are sums of tables, each over a few variables.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FACTOR_GRAPH_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FACTOR_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The energy to minimise is E(y) = constant + sum_f table_f(y restricted to the scope of f). A table is
// dense, with the last variable of its scope fastest, as in UAI files. Entries are finite or +infinity;
// infinity is exact: a labeling that uses such an entry has energy +infinity.
//
//     FactorGraph graph({2, 3});                                 // two variables, with 2 and 3 labels
//     graph.AddFactor({{1}}, {{0.0, 1.0, 4.0}});
//     graph.AddFactor({{0, 1}}, {{0, 1, 2, 3, 4, kInfinity}});   // (0,0) (0,1) (0,2) (1,0) (1,1) (1,2)
//     const double energy = graph.Energy({{1, 0}});              // 3
//
// The most general form: take PairwiseEnergy for unary and pairwise terms with few different potentials, and
// GridEnergy for images; both need less memory and some methods are faster on them. Several factors may have
// the same scope, and several may share one table. A graph without variables has one labeling, the empty one.
// Reading is thread-safe. Memory: 8 bytes per table entry, 4 per scope entry and 24 per factor.
class FactorGraph {
 public:
  FactorGraph() = default;
  // A graph without factors. Throws common::Error(kUsage) unless every variable has at least one label.
  explicit FactorGraph(std::vector<int> label_counts);

  // Both add a factor and return its index. They throw common::Error(kUsage), and then leave the graph
  // unchanged, for an empty scope (use AddConstant), a variable that does not exist or occurs twice, a table
  // whose size is not the product of the label counts, and an invalid entry (energy_value.h).
  int AddFactor(std::span<const int> scope, std::span<const double> table);
  // Uses the table of factor `sharing`; the variables of both must have the same label counts in order.
  int AddFactorSharing(std::span<const int> scope, int sharing);

  // Adds to the constant; +infinity forbids every labeling. Throws common::Error(kUsage) for an invalid value
  // (energy_value.h).
  void AddConstant(double energy);

  int num_variables() const { return static_cast<int>(label_counts_.size()); }
  int num_labels(int variable) const { return label_counts_[variable]; }
  std::span<const int> label_counts() const { return label_counts_; }

  int num_factors() const { return static_cast<int>(factors_.size()); }
  std::span<const int> scope(int factor) const;
  std::span<const double> table(int factor) const;
  // Index of the factor's table, from 0; factors that share a table have the same one.
  int table_index(int factor) const { return factors_[factor].table; }
  int num_tables() const { return static_cast<int>(table_begin_.size()) - 1; }
  double constant() const { return constant_; }

  // Index of the table entry that a labeling of all variables selects in this factor. The labeling is not
  // checked.
  size_t TableEntry(int factor, std::span<const Label> labeling) const;

  // Sums the constant and then the factors by index. Throws common::Error(kUsage) if the labeling does not
  // fit. O(sum of the scope sizes) time.
  double Energy(std::span<const Label> labeling) const;

  friend bool operator==(const FactorGraph&, const FactorGraph&) = default;

 private:
  struct Factor {
    size_t scope_begin;
    int arity;
    int table;
    friend bool operator==(const Factor&, const Factor&) = default;
  };

  void CheckScope(std::span<const int> scope) const;

  std::vector<int> label_counts_;
  double constant_ = 0;
  std::vector<Factor> factors_;
  std::vector<int> scopes_;                // of all factors, concatenated
  std::vector<size_t> table_begin_ = {0};  // one entry more than there are tables
  std::vector<double> tables_;
};

// The label counts of a scope, such as "2 x 3", for messages.
std::string ListLabelCounts(std::span<const int> scope, std::span<const int> label_counts);

// The product of the label counts of a scope, or -1 if it does not fit into 62 bits.
int64_t TableSize(std::span<const int> scope, std::span<const int> label_counts);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FACTOR_GRAPH_H_
