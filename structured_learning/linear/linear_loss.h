// Losses of a score and their updates, which importance weights do not overshoot.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_

namespace structlab::structured_learning {

enum class LinearLoss {
  kLogistic,  // log(1 + exp(-y s)), y = +1 or -1
  kHinge,     // [1 - y s]+
  kSquared,   // (s - y)^2, any y
};

// exp(-|score|) for the logistic loss, 0 for others: what its loss, its derivative and its steps have in
// common. Each can be given it, and then takes it for granted.
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

// How far along the direction that raises the score by `gain` a step of this size goes: the limit of
// infinitely many infinitely small gradient steps of together that size, so that an example of importance 2
// is one seen twice (Karampatziakis, Langford, Online importance weight aware updates, 2011, Table 1).
// Signed: negative lowers the score. gain >= 0; near 0 it is the gradient step -size * derivative. Never
// passes the minimum of the loss; features of one example that share a bin each go that far, together
// further.
double InvariantStep(LinearLoss loss, double score, double y, double size, double gain, double exponential);
inline double InvariantStep(LinearLoss loss, double score, double y, double size, double gain) {
  return InvariantStep(loss, score, y, size, gain, ExponentialOf(loss, score));
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_
