// The result of exact summation over all labelings.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_GIBBS_DISTRIBUTION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_GIBBS_DISTRIBUTION_H_

#include <vector>

namespace structlab::graphical_models {

// The distribution p(y) = exp(-E(y)) / Z of a factor graph.
struct GibbsDistribution {
  double log_partition;                               // log Z; -infinity if every labeling is forbidden
  std::vector<std::vector<double>> marginals;         // [variable][label]; NaN if every labeling is forbidden
  std::vector<std::vector<double>> factor_marginals;  // [factor][entry of its table]; the same
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_GIBBS_DISTRIBUTION_H_
