// What the cases do, one function a part of the package. All methods run on one thread.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_RUNS_H_

#include "experiments/harness/run/case.h"

namespace structlab::parsimonious_labeling {

// Figure 3.1: the distances along the tree.
void RunFigureTree(const harness::Case& c, harness::Recorder& record);
// Figure 3.4(a,b): one method on a lattice whose cliques are hierarchical P^n Potts potentials.
void RunHierarchicalLattice(const harness::Case& c, harness::Recorder& record);
// Figure 3.4(c,d): one method on a lattice with each of the truncated linear metrics.
void RunLinearLattice(const harness::Case& c, harness::Recorder& record);
// Figures 3.5 to 3.7 and 3.10 to 3.12: one method on an image, and the image itself.
void RunImage(const harness::Case& c, harness::Recorder& record);
void RunInput(const harness::Case& c, harness::Recorder& record);
// One method on a stereo pair whose energy is read otherwise.
void RunReading(const harness::Case& c, harness::Recorder& record);
// Whether more random trees would lead to a lower energy: the best of the first k, for every k.
void RunMoreTrees(const harness::Case& c, harness::Recorder& record);
// Figures 3.8 and 3.9: parsimonious labeling with one sigma or size of superpixels.
void RunSmoothing(const harness::Case& c, harness::Recorder& record);
// Theorems 1 to 3 (D08): bounds on small problems, and what contradicts the printed statements.
void RunBound(const harness::Case& c, harness::Recorder& record);
void RunCounterexamples(const harness::Case& c, harness::Recorder& record);
// Section 3.5.2 (D09): the time of a move against the sizes of cliques and the number of labels.
void RunMoves(const harness::Case& c, harness::Recorder& record);

// Calls the one that the case's parameters name.
void Run(const harness::Case& c, harness::Recorder& record);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_RUNS_H_
