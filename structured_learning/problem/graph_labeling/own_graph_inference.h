// The methods of this folder; users call graph_inference.h.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_OWN_GRAPH_INFERENCE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_OWN_GRAPH_INFERENCE_H_

#include <vector>

#include "structured_learning/problem/graph_labeling/graph_inference.h"

namespace structlab::structured_learning {

// cut, trws, loopy-bp, icm and qpbo.
std::vector<GraphInference> OwnGraphInferences();

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_GRAPH_LABELING_OWN_GRAPH_INFERENCE_H_
