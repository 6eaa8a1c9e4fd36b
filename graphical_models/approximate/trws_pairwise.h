// The sweeps of TRW-S on any graph, in double precision. Interface for users: trws.h.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_PAIRWISE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_PAIRWISE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/approximate/min_plus.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// Messages and bound of one TRW-S run. Messages are computed by MinPlus (min_plus.h), which is where the
// potentials are evaluated.
//
//   PairwiseTrws sweeps(energy);
//   Labeling labeling(energy.num_variables());
//   const double bound = sweeps.Iterate(labeling);
class PairwiseTrws {
 public:
  // Keeps a reference to the energy.
  explicit PairwiseTrws(const PairwiseEnergy& energy);

  // One forward sweep, which writes a labeling, and one backward sweep. `labeling` has one entry a variable.
  // Returns the bound of the backward sweep, +infinity if the messages prove every labeling infinite. Apart
  // from rounding the bound never falls.
  double Iterate(Labeling& labeling);

 private:
  struct Arc {  // an edge seen from one of its ends
    int edge;
    int neighbour;
    EdgeEnd end;  // the end at this variable
  };

  enum class Sweep { kForward, kBackward };

  std::span<const Arc> arcs(int variable) const;
  std::span<double> message(int edge, int labels);
  // Runs over all variables in one direction; writes labels if `labeling` is not null. Returns the bound.
  double RunSweep(Sweep sweep, Labeling* labeling);
  // sums_[a] = unary + received messages, minus their least value, which is returned.
  double Collect(int variable);
  // Sends the message along the arc from sums_; returns the constant that was subtracted from it.
  double Send(int variable, const Arc& arc);
  // The best label, given the labels of earlier variables and the messages of later ones.
  Label ChooseLabel(int variable, const Labeling& labeling);

  const PairwiseEnergy& energy_;
  std::vector<size_t> arc_begin_;
  std::vector<Arc> arcs_;        // variable by variable; first the arcs to variables of smaller index
  std::vector<int> num_before_;  // [variable] number of its arcs to variables of smaller index
  std::vector<size_t> message_begin_;
  std::vector<double> messages_;  // [edge] the message sent last; its receiver is the end that did not send
  std::vector<double> sums_, vector_;
  MinPlus min_plus_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_PAIRWISE_H_
