#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

MulticlassProblem WithThirdInput(double first, double second) {
  Eigen::MatrixXd inputs(2, 3);
  inputs << 1, -0.5, first,  //
      0.5, 1, second;
  return MulticlassProblem(inputs, {0, 1, 2}, 3);
}

}  // namespace

MulticlassProblem WorkedExampleT3() { return WithThirdInput(0.25, -1); }
MulticlassProblem WorkedExampleT3n() { return WithThirdInput(2, 1); }

const std::vector<WorkedOptimum>& OptimaOfT3() {
  static const std::vector<double> separating = {0.5481481481, 0.2370370370, -0.6518518519,
                                                 0.6370370370, 0.1037037037, -0.8740740741};
  static const std::vector<WorkedOptimum> optima = {
      {.lambda = 1,
       .primal = 0.7236111111,
       .weights = {0.4166666667, 0.1666666667, -0.3666666667, 0.2333333333, -0.05, -0.4},
       .mean_hinge = 0.4472222222,
       .squared_norm = 0.5527777778,
       .multipliers = {{0, 1, 0.6}, {0, 2, 0.4}, {1, 0, 1}, {2, 0, 1}}},
      {.lambda = 0.1,
       .primal = 0.0981069959,
       .weights = separating,
       .mean_hinge = 0,
       .squared_norm = 1.9621399177},
      {.lambda = 0.01, .primal = 0.0098106996, .weights = separating}};
  return optima;
}

const std::vector<WorkedOptimum>& OptimaOfT3n() {
  static const std::vector<WorkedOptimum> optima = {
      {.lambda = 1,
       .primal = 0.7958333333,
       .weights = {-0.05, -0.2333333333, -0.3, 0.2666666667, 0.35, -0.0333333333}},
      {.lambda = 0.1, .primal = 0.5333333333, .weights = {}, .mean_hinge = 0.5, .squared_norm = 0.6666666667},
      {.lambda = 0.01, .primal = 0.5033333333, .weights = {}}};
  return optima;
}

}  // namespace structlab::structured_learning
