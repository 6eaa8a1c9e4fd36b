// What belief propagation computes at one factor: sums of a table and messages, and their projections.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_FACTOR_MESSAGES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_FACTOR_MESSAGES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Messages are energies, one a label; +infinity forbids a label. Which of the alternatives a message keeps:
enum class Elimination {
  kMin,  // the least energy (max-product)
  kSum,  // -log sum exp(-energy) (sum-product)
};

// The place of a variable in a factor. Slots are numbered factor by factor, in the order of their scopes.
struct FactorSlot {
  int factor;
  int position;
  int variable;
};

// The slots of a graph. Memory: 24 bytes a scope entry.
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

// One message a slot, of as many entries as its variable has labels; they begin as 0.
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

// The table of a factor plus, for each of its variables but that at `skipped` (-1: none), the message in its
// slot. O(table * arity).
void SumTable(const FactorGraph& graph, const FactorSlots& slots, int factor, SlotMessages& messages,
              int skipped, std::vector<double>& sum);

// projection[label] = what `elimination` makes of all entries in which the variable at `position` has the
// label. O(table).
void Project(const FactorGraph& graph, int factor, int position, std::span<const double> sum,
             Elimination elimination, std::span<double> projection);

// What `elimination` makes of all entries; exactly +infinity if all are.
double Eliminate(std::span<const double> energies, Elimination elimination);

// exp(-energy), normalised to the sum 1; NaN if all energies are +infinity.
std::vector<double> Probabilities(std::span<const double> energies);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_FACTOR_MESSAGES_H_
