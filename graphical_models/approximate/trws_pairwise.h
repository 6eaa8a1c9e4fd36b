// The sweeps of TRW-S on any graph; for users see trws.h.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_PAIRWISE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_PAIRWISE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/approximate/min_plus.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

class PairwiseTrws {
 public:
  // Keeps a reference to the energy.
  explicit PairwiseTrws(const PairwiseEnergy& energy);

  // One sweep forward, which reads a labeling, and one backward. Returns the bound after it, +infinity if no
  // labeling is allowed; it never falls but for rounding.
  double Iterate(Labeling& labeling);

 private:
  struct Arc {  // an edge seen from one of its ends
    int edge;
    int neighbour;
    EdgeEnd end;  // which one
  };

  enum class Sweep { kForward, kBackward };

  std::span<const Arc> arcs(int variable) const;
  std::span<double> message(int edge, int labels);
  double RunSweep(Sweep sweep, Labeling* labeling);
  // Least sum of unary and messages; sums_ becomes the excess over it.
  double Collect(int variable);
  double Send(int variable, const Arc& arc);
  Label Read(int variable, const Labeling& labeling);

  const PairwiseEnergy& energy_;
  std::vector<size_t> arc_begin_;
  std::vector<Arc> arcs_;        // of each variable, neighbours before it first
  std::vector<int> num_before_;  // how many of the arcs lead to variables before it
  std::vector<size_t> message_begin_;
  std::vector<double> messages_;  // to the end that did not send last
  std::vector<double> sums_, vector_;
  MinPlus min_plus_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_PAIRWISE_H_
