// Energies as sums of tables over any variables.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FACTOR_GRAPH_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FACTOR_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// E(y) = constant + sum_f table_f(y restricted to the scope of f), minimised. A table is dense with the last
// variable of the scope fastest, as in UAI files. Its entries are finite or +infinity, which is exact: a
// labeling that meets one has energy +infinity.
//
//   FactorGraph graph({2, 3});                            // two variables, with 2 and 3 labels
//   graph.AddFactor({{1}}, {{0.0, 1.0, 4.0}});
//   graph.AddFactor({{0, 1}}, {{0, 1, 2, 3, 4, kInfinity}});  // (0,0) (0,1) (0,2) (1,0) (1,1) (1,2)
//   graph.Energy({{1, 0}});                               // 3
//
// Several factors may have the same scope, and several may share one table. A graph without variables has
// one labeling, the empty one. Reading is thread-safe. Memory: 8 bytes a table entry, 4 a scope entry and 24
// a factor.
class FactorGraph {
 public:
  FactorGraph() = default;
  // One count a variable; throws common::Error(kUsage) unless each is at least 1.
  explicit FactorGraph(std::vector<int> label_counts);

  // Add a factor and return its index. All throw common::Error(kUsage), and then change nothing, for an empty
  // scope (that is a constant), a variable that does not exist or occurs twice, a table of another size than
  // the product of the label counts, and an entry that is no energy (energy_value.h).
  int AddFactor(std::span<const int> scope, std::span<const double> table);
  // The same table as the factor `sharing`, whose variables must have the same label counts in order.
  int AddFactorSharing(std::span<const int> scope, int sharing);

  // Throws common::Error(kUsage) for what is no energy. +infinity forbids everything.
  void AddConstant(double energy);

  int num_variables() const { return static_cast<int>(label_counts_.size()); }
  int num_labels(int variable) const { return label_counts_[variable]; }
  std::span<const int> label_counts() const { return label_counts_; }

  int num_factors() const { return static_cast<int>(factors_.size()); }
  std::span<const int> scope(int factor) const;
  std::span<const double> table(int factor) const;
  // The same number for factors that share their table, from 0.
  int table_index(int factor) const { return factors_[factor].table; }
  int num_tables() const { return static_cast<int>(table_begin_.size()) - 1; }
  double constant() const { return constant_; }

  // Where the labels of a factor's variables, of which a labeling of all is given, stand in its table. Not
  // checked.
  size_t TableEntry(int factor, std::span<const Label> labeling) const;

  // Sums constant, then factors by index. Throws common::Error(kUsage) unless the labeling fits. O(scopes).
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
  std::vector<int> scopes_;                // of all factors, one after the other
  std::vector<size_t> table_begin_ = {0};  // one more than there are tables
  std::vector<double> tables_;
};

// "2 x 3": of each variable, for messages.
std::string ListLabelCounts(std::span<const int> scope, std::span<const int> label_counts);

// The product of the label counts of a scope, or -1 if it does not fit 62 bits.
int64_t TableSize(std::span<const int> scope, std::span<const int> label_counts);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FACTOR_GRAPH_H_
