// Bounds on the weights, lower <= w <= upper (Dokania 2016, section 5.5).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BOX_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BOX_H_

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// A lower and an upper bound for each weight; -infinity and infinity if there is none.
//
//     Box box = Box::Unbounded(problem.dimension());
//     box.lower[0] = 0;  // the first weight must not be negative
struct Box {
  DenseVector lower, upper;

  static Box Unbounded(int dimension);
  static Box NonNegative(int dimension);  // section 5.7
  static Box Symmetric(int dimension, double bound);

  bool ContainsZero() const;
  DenseVector Clip(const Eigen::Ref<const DenseVector>& weights) const {
    return weights.cwiseMax(lower).cwiseMin(upper);
  }
};

// Throws common::Error (usage) unless there is a bound for each weight, none is NaN, and lower <= upper.
void CheckBox(const Box& box, int dimension);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BOX_H_
