// Two three-class problems small enough to solve by hand, with their optima, for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_WORKED_EXAMPLES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_WORKED_EXAMPLES_H_

#include <optional>
#include <vector>

#include "structured_learning/problem/multiclass.h"

namespace structlab::structured_learning {

// T3: x1 = (1, 0.5) of class 0, x2 = (-0.5, 1) of class 1, x3 = (0.25, -1) of class 2; 0/1 loss.
MulticlassProblem WorkedExampleT3();
// T3n: the same with x3 = (2, 1); no w separates it.
MulticlassProblem WorkedExampleT3n();

// A dual variable alpha_i(y).
struct WorkedMultiplier {
  int sample, output;
  double value;
};

// The optimum at one lambda, to the ten printed digits.
struct WorkedOptimum {
  double lambda;
  double primal;
  std::vector<double> weights;                               // empty where not given
  std::optional<double> mean_hinge = {}, squared_norm = {};  // the two parts of the primal, where given
  std::vector<WorkedMultiplier> multipliers = {};            // those that are not 0; empty where not given
};

const std::vector<WorkedOptimum>& OptimaOfT3();
const std::vector<WorkedOptimum>& OptimaOfT3n();

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_WORKED_EXAMPLES_H_
