// Losses of a score and their updates, which importance weights do not overshoot.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_

namespace structlab::structured_learning {

enum class LinearLoss {
  kLogistic,  // log(1 + exp(-y s)), y = +1 or -1
  kHinge,     // [1 - y s]+
  kSquared,   // (s - y)^2, any y
};

double LossOf(LinearLoss loss, double score, double y);
// d loss / d score; 0 at the kink of the hinge.
double DerivativeOf(LinearLoss loss, double score, double y);

// How far along the direction that raises the score by `gain` a step of this size goes: the limit of
// infinitely many infinitely small gradient steps of together that size, so that an example of importance 2
// is one seen twice (Karampatziakis, Langford, Online importance weight aware updates, 2011, Table 1).
// Signed: negative lowers the score. gain >= 0; near 0 it is the gradient step -size * derivative. Never
// passes the minimum of the loss.
double InvariantStep(LinearLoss loss, double score, double y, double size, double gain);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LINEAR_LOSS_H_
