// The least energies of the instances, as far as they are known.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_REFERENCES_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_REFERENCES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/model/labeling.h"

namespace structlab::map_inference {

// A labeling that a program found, and what it proved of it: toulbar2 on every instance, within a minute
// (scen06: twelve) where it proved nothing; and a method of graphical_models where it found less, in a full
// record or by the program map, which leaves out variables of one label. Those of the plain grids of 20 x 20
// are minima by rows, as real_references_test finds them, too; the program has confirmed their energies. Of
// images, whose labelings are too long to be kept, there is what a method of graphical_models finds in so
// many iterations or seconds, with a bound beside it.
struct Reference {
  std::string instance;
  double energy = 0;    // of `labeling`, as FactorGraph::Energy evaluates it on the instance
  bool proved = false;  // that it is the least
  // Where it is proved, no labeling is below energy - tolerance: programs that count in whole multiples of a
  // unit prove the minimum of rounded costs. 0 where the costs themselves are such multiples.
  double tolerance = 0;
  std::string program;                  // with its version; of a method, with the date
  graphical_models::Labeling labeling;  // empty for an image
};

// The instances without a labeling.
inline constexpr std::string_view kReferenceImages[] = {"tsukuba", "teddy", "venus", "penguin", "house"};

// Those of references.tsv, in its order.
std::span<const Reference> References();

// Of those of the instance the one that is proved or, where none is, the first of least energy; null if there
// is none.
const Reference* FindReference(std::string_view instance);

// Columns instance, energy, proved (yes, no), tolerance, program, labeling (labels with blanks between).
// Throws common::Error(kData) with name:line for what cannot be read, an instance that is not known or stands
// twice with one program, a negative tolerance, a labeling of another number of variables than the instance
// has or of an image (there it is -), and an energy that another row of the instance proves to be too low.
std::vector<Reference> ParseReferences(std::string_view tsv, const std::string& name);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_REFERENCES_H_
