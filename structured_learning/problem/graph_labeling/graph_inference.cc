#include "structured_learning/problem/graph_labeling/graph_inference.h"

#include <utility>

#include "common/method_list.h"
#include "structured_learning/problem/graph_labeling/own_graph_inference.h"

namespace structlab::structured_learning {
namespace {

using Registry = common::MethodList<GraphInference, &GraphInference::minimize>;

Registry& TheRegistry() {
  static Registry registry("inference", OwnGraphInferences());
  return registry;
}

}  // namespace

std::span<const GraphInference> GraphInferences() { return TheRegistry().All(); }

bool RegisterGraphInference(GraphInference inference) {
  TheRegistry().Add(std::move(inference));
  return true;
}

const GraphInference& FindGraphInference(const std::string& name) { return TheRegistry().Find(name); }

}  // namespace structlab::structured_learning
