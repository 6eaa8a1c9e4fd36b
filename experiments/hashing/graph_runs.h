// Cross-validated support vector machines on graphs: what all cases of Tables 2.8 and 2.9 have in common.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_GRAPH_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_GRAPH_RUNS_H_

#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "experiments/hashing/protocol.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/tu_dataset.h"
#include "kernels/support_vectors/nested_cross_validation.h"

namespace structlab::hashing {

// What a case on graphs reads.
struct GraphCase {
  GraphTask task;
  int64_t graphs;  // of the set, drawn with the same shares of classes; 0: all
  int folds;
  kernels::NestedValidation validation;
};
// A case of this name below the set, whose data it reads.
GraphCase AddGraphCase(harness::Planner& plan, const GraphTask& task, const std::string& name,
                       const std::string& method, harness::Case*& c);

kernels::GraphDataset LoadGraphs(const GraphCase& of, const harness::Recorder& record);

// What the hash kernel samples.
kernels::GraphletHashing ReadSampling(harness::Case& c);

std::vector<int> AllOf(const kernels::GraphDataset& dataset);

// The folds depend on the seed alone, not on the method.
kernels::CrossValidated Validate(const GraphCase& of, const kernels::GraphDataset& dataset, uint64_t seed,
                                 const kernels::GramOfFold& gram_of,
                                 kernels::InnerGram inner = kernels::InnerGram::kPerFold);

// What the open choices can have made of it: by which graphs C is chosen, and a variant.
void RecordChoices(const kernels::CrossValidated& quality, const std::string& method,
                   const std::string& variant, harness::Recorder& record);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_GRAPH_RUNS_H_
