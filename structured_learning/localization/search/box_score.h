// What searches for boxes maximise: the score of a box, and an upper bound of the scores of a set of boxes.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SCORE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SCORE_H_

#include <string>
#include <utility>
#include <vector>

#include "structured_learning/localization/search/pixel_box.h"

namespace structlab::structured_learning {

// The score f(y) of the boxes y of an image. Scores with bounds are in word_score.h, others in
// grid_search.h. Const members are deterministic and thread-safe.
class BoxScore {
 public:
  // At least one pixel.
  BoxScore(int width, int height) : width_(width), height_(height) {}
  virtual ~BoxScore() = default;

  int width() const { return width_; }
  int height() const { return height_; }

  // f(y) of a box within the image, not empty.
  virtual double ScoreOf(const PixelBox& box) const = 0;

  // Why there is no UpperBound; empty if there is one.
  virtual std::string WhyNoBound() const { return ""; }
  // At least f(y) of every box y of the set that is not empty, and f(y) if y is the only box. The set has
  // such a box. Called only if WhyNoBound() is empty.
  virtual double UpperBound(const BoxSet& set) const = 0;

 private:
  int width_, height_;
};

enum class BoxGoal {
  kScore,           // f(y)
  kMarginRescaled,  // Delta(y) + f(y)
  kSlackRescaled,   // Delta(y) (1 + f(y) - f(truth))
};

enum class LossBound {
  kTight,    // LossUpperBound
  kAuthors,  // AuthorsLossUpperBound, for comparison
};

// What is maximised over the boxes of an image. Delta is the overlap loss to the nearest true box, or 1 if
// there is none.
struct BoxObjective {
  BoxGoal goal = BoxGoal::kScore;
  std::vector<PixelBox> truths = {};  // not read by kScore
  double truth_score = 0;             // f of the true output; only read by kSlackRescaled
  LossBound loss_bound = LossBound::kTight;
};

double ObjectiveOf(const BoxScore& score, const BoxObjective& objective, const PixelBox& box);

// At least the objective of every box of the set that is not empty. Under slack rescaling, with bounds U of
// 1 + f - f(truth) and l <= Delta <= u: u U if U >= 0, else l U, because Delta >= 0.
double ObjectiveBound(const BoxScore& score, const BoxObjective& objective, const BoxSet& set);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SCORE_H_
