// The least energies of the instances, as far as they are known.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_REFERENCES_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_REFERENCES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::map_inference {

// A labeling that a program found, and what it proved of it (about.md).
struct Reference {
  std::string instance;
  double energy = 0;    // of `labeling`, as FactorGraph::Energy evaluates it on the instance
  bool proved = false;  // that it is the least
  // Where it is proved, no labeling is below energy - tolerance: programs that count in whole multiples of a
  // unit prove the minimum of rounded costs. 0 where the costs themselves are such multiples.
  double tolerance = 0;
  std::string program;   // with its version; of a method, with the date
  std::string labeling;  // labels with blanks between; "-" for an image, whose labeling is too long

  // Did another program than the methods that are compared find it?
  bool IsOfAnotherProgram() const { return program.starts_with("toulbar2 "); }
};

// A table with a column for each member. Throws common::Error(kData) with name:line for what cannot be read.
std::vector<Reference> ParseReferences(std::string_view tsv, const std::string& name);

// Those of references.tsv, in its order.
std::span<const Reference> References();

// The reference of the instance that is proved or, where none is, the first of least energy; null if there is
// none.
const Reference* FindReference(std::string_view instance);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_REFERENCES_H_
