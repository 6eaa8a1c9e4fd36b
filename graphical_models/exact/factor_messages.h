// Computations of belief propagation at one factor: sums of a table and messages, and their projections.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_FACTOR_MESSAGES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_FACTOR_MESSAGES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Messages are energies, one per label; +infinity forbids a label. How alternatives are combined:
enum class Elimination {
  kMin,  // minimum (max-product)
  kSum,  // -log sum exp(-energy) (sum-product)
};

// The position of a variable in a factor. Slots are numbered factor by factor, in the order of the scopes.
struct FactorSlot {
  int factor;
  int position;
  int variable;
};

// All slots of a graph. Memory: 24 bytes per scope entry.
class FactorSlots {
 public:
  explicit FactorSlots(const FactorGraph& graph);

  int size() const { return static_cast<int>(slots_.size()); }
  const FactorSlot& operator[](int slot) const { return slots_[slot]; }
  // The first slot of a factor; the others follow.
  int first(int factor) const { return first_[factor]; }
  // The slots of a variable, ascending.
  std::span<const int> of_variable(int variable) const;

 private:
  std::vector<FactorSlot> slots_;
  std::vector<int> first_;
  std::vector<int> of_variables_, of_variable_begin_;
};

// One message per slot, with one entry per label of its variable; initially 0.
class SlotMessages {
 public:
  SlotMessages(const FactorGraph& graph, const FactorSlots& slots);

  std::span<double> operator[](int slot) {
    const size_t i = slot;
    return std::span(values_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }

 private:
  std::vector<size_t> begin_;
  std::vector<double> values_;
};

// Sums the table of a factor and the messages of its slots, without the message at position `skipped` (-1:
// all messages). O(table * arity) time.
void SumTable(const FactorGraph& graph, const FactorSlots& slots, int factor, SlotMessages& messages,
              int skipped, std::vector<double>& sum);

// For each label, combines all entries of `sum` in which the variable at `position` has this label.
// O(table) time.
void Project(const FactorGraph& graph, int factor, int position, std::span<const double> sum,
             Elimination elimination, std::span<double> projection);

// Combines all entries; exactly +infinity if all are.
double Eliminate(std::span<const double> energies, Elimination elimination);

// exp(-energy), normalised to sum 1; NaN if all energies are +infinity.
std::vector<double> Probabilities(std::span<const double> energies);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_FACTOR_MESSAGES_H_
