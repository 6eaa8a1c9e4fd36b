// Losses of a score, and update steps that do not overshoot for large importance weights.
//
//     const double loss = LossOf(LinearLoss::kLogistic, score, y);
//     const double step = InvariantStep(LinearLoss::kLogistic, score, y, /*size=*/0.5 * importance, gain);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_

namespace structlab::structured_learning {

enum class LinearLoss {
  kLogistic,  // log(1 + exp(-y s)), y = +1 or -1
  kHinge,     // [1 - y s]+
  kSquared,   // (s - y)^2, any y
};

// exp(-|score|) for the logistic loss, 0 for the others: the common part of the loss, its derivative and its
// steps. Each of these functions takes it as an argument and does not check it.
double ExponentialOf(LinearLoss loss, double score);

double LossOf(LinearLoss loss, double score, double y, double exponential);
inline double LossOf(LinearLoss loss, double score, double y) {
  return LossOf(loss, score, y, ExponentialOf(loss, score));
}

// d loss / d score; 0 at the kink of the hinge.
double DerivativeOf(LinearLoss loss, double score, double y, double exponential);
inline double DerivativeOf(LinearLoss loss, double score, double y) {
  return DerivativeOf(loss, score, y, ExponentialOf(loss, score));
}

// The length of an update step along the direction that raises the score by `gain`: the limit of infinitely
// many infinitely small gradient steps with total size `size`. So an example of importance 2 has the same
// effect as two occurrences (Karampatziakis, Langford, Online importance weight aware updates, 2011, Table
// 1). The sign matters: a negative step lowers the score. gain >= 0; if it is near 0, the result is the
// gradient step -size * derivative. A step never passes the minimum of the loss. However, if features of an
// example share a bin, each of them moves it this far, so together they move further.
double InvariantStep(LinearLoss loss, double score, double y, double size, double gain, double exponential);
inline double InvariantStep(LinearLoss loss, double score, double y, double size, double gain) {
  return InvariantStep(loss, score, y, size, gain, ExponentialOf(loss, score));
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_
