// Takes variables out of a factor graph whose labels follow from those of others.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_DETERMINED_VARIABLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_DETERMINED_VARIABLES_H_

#include <functional>
#include <optional>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// A graph of some of another graph's variables, with the same energies.
struct SubstitutedGraph {
  FactorGraph graph;
  // Of each variable of the other graph: the variable here that its label follows from, and the label for
  // each label of that; -1 where every label is forbidden.
  std::vector<int> variable_of;
  std::vector<std::vector<Label>> label_of;

  // The labeling of the other graph, of the same energy to the last bit. Of one that fits `graph`, which is
  // not checked. O(variables).
  Labeling Restore(const Labeling& labeling) const;
};

// Where a factor of two variables allows for each label of the one at most one label of the other, which has
// no fewer labels, the other is substituted; then the same with what has become of the factors, of which
// larger ones may have become pairs. So a hard constraint that binds two variables to each other leaves one,
// and methods that change one variable at a time can change both. Every labeling of finite energy comes from
// one of the result. Nothing if no variable is determined.
//
// Tables are never larger than those that they take the place of. A table that factors share is still shared
// by those that are changed alike; if the others need 32 MB more, nothing is substituted (or no more than
// had been before factors became pairs). Deterministic, thread-safe. O(tables) a time that the factors are
// read: twice or three times almost always, 100 times at most, after which some variables may be left that
// are determined; a table that factors share is read once for all that have the same labels of the same
// representatives. Nothing, or what had been substituted before, as soon as must_stop() says so, which is
// asked at each factor.
std::optional<SubstitutedGraph> SubstituteDeterminedVariables(const FactorGraph& graph,
                                                              const std::function<bool()>& must_stop = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_DETERMINED_VARIABLES_H_
