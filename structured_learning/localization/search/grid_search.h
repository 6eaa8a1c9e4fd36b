// Boxes on a grid, tried one by one: for scores without a bound.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_GRID_SEARCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_GRID_SEARCH_H_

#include <span>
#include <vector>

#include "structured_learning/localization/search/box_search.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {

// A grid over the image: the boxes whose sides lie on `columns` + 1 vertical and `rows` + 1 horizontal lines
// at equal distances, rounded to whole pixels.
struct BoxGrid {
  int columns = 8, rows = 8;  // >= 1; at most the pixels of the image are used
  // >= 1: boxes with fewer columns or rows of the grid are left out.
  int min_columns = 1, min_rows = 1;
};

// All boxes of the grid in increasing order: C (C + 1) / 2 * R (R + 1) / 2 for C columns, R rows and minima
// of 1, which are 1296 for 8 x 8. Throws common::Error (usage) for an image without pixels, for grids outside
// of the ranges above, if no box is left, and for more than 2^24 boxes.
std::vector<PixelBox> GridBoxes(int width, int height, const BoxGrid& grid);

// The best of the candidates, of equals the first. The result says kGrid and has an infinite upper bound:
// nothing is known about other boxes. Throws common::Error (usage) without candidates and for a candidate
// outside of the image. One evaluation of the score for each candidate.
BoxSearchResult SearchGrid(const BoxScore& score, const BoxObjective& objective,
                           std::span<const PixelBox> candidates);

struct BiasedScoreOptions {
  double bias = 0;
  bool divides_by_points = false;  // the mean weight of the points in the box; 0 if there are none
};

// f(y) = w'h(y) + bias or w'h(y) / |h(y)|_1 + bias, with the counts h(y) of words in y. It has no bound
// unless it is AdditiveBoxScore in disguise (no bias, not divided): the bound of sets needs the score 0 for
// the empty box, and a share of the points is not additive. Search it with SearchGrid. Errors as of
// AdditiveBoxScore.
class BiasedBoxScore : public BoxScore {
 public:
  BiasedBoxScore(const WordImage& image, std::span<const double> weights, const BiasedScoreOptions& options);

  double ScoreOf(const PixelBox& box) const override;
  std::string WhyNoBound() const override;
  double UpperBound(const BoxSet& set) const override;

 private:
  AdditiveBoxScore words_;
  AdditiveBoxScore points_;  // their number
  BiasedScoreOptions options_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_GRID_SEARCH_H_
