// What the cases do, one function a part of the package. All methods run on one thread.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_RUNS_H_

#include "experiments/harness/run/case.h"

namespace structlab::hashing {

// Tables 2.1 and 2.5, Figure 2.2 top: documents, classes and different words of a collection.
void RunStatistics(const harness::Case& c, harness::Recorder& record);
// Table 2.2: one method on two classes.
void RunRuntime(const harness::Case& c, harness::Recorder& record);
// Table 2.3: random projections at small dimensions, and hashing beside them, on as many documents.
void RunSmallDimensions(const harness::Case& c, harness::Recorder& record);
// Table 2.3: hashing of RCV1 at small dimensions, on all documents.
void RunSmallHashing(const harness::Case& c, harness::Recorder& record);
// Table 2.3: there are no files of features whose size could be told.
void RunFeatureFiles(const harness::Case& c, harness::Recorder& record);
// Table 2.4: bins met and error at one dimension.
void RunCollisions(const harness::Case& c, harness::Recorder& record);
// Tables 2.5 and 2.6, Figure 2.2 bottom: joint hashing of features and labels; of the substitutes' smaller
// tables also with a hash for each label.
void RunJointHashing(const harness::Case& c, harness::Recorder& record);
// The same of all training documents, for time and memory.
void RunWholeCollection(const harness::Case& c, harness::Recorder& record);
// Table 2.5: hashing of features alone, and the two baselines.
void RunFeatureHashing(const harness::Case& c, harness::Recorder& record);
void RunBaselines(const harness::Case& c, harness::Recorder& record);
// Beyond the source: posts with and without headers, all groups, several passes.
void RunRawText(const harness::Case& c, harness::Recorder& record);
// Table 2.6, Figure 2.1: nearest neighbours and k-means on samples.
void RunNeighbours(const harness::Case& c, harness::Recorder& record);
// Table 2.7: one method at one small dimension.
void RunTopicDimension(const harness::Case& c, harness::Recorder& record);
// Theorem 2 (S18): the bound, and random functions.
void RunInformationLossBound(const harness::Case& c, harness::Recorder& record);
void RunInformationLoss(const harness::Case& c, harness::Recorder& record);
// Theorem 3: how far hashed kernels are from their means (S19).
void RunDeviation(const harness::Case& c, harness::Recorder& record);
// Tables 2.8 and 2.9: one kernel on one set of graphs.
void RunGraphKernel(const harness::Case& c, harness::Recorder& record);
// Further choices that the source leaves open, for the hash kernel on one set of graphs.
void RunGraphChoices(const harness::Case& c, harness::Recorder& record);

// Calls the one that the case's parameters name.
void Run(const harness::Case& c, harness::Recorder& record);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_RUNS_H_
