// Scores of boxes that are linear in the visual words inside, with bounds for the search (Lampert, Blaschko,
// Hofmann 2008).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_SCORE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_SCORE_H_

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "structured_learning/localization/search/box_score.h"
#include "structured_learning/localization/search/point_grid.h"

namespace structlab::structured_learning {

// f(y) = sum of the weights of the points in y: counts of words without a bias and without normalisation.
// Bound: the positive cells of the largest box plus the negative cells of the smallest box of a set. The
// points at one pixel are added first. The score does not keep the image or the weights.
//
//     const AdditiveBoxScore score(ReadWordPoints("cow.clst"), ReadWordWeights("cow.weight"));
//     const BoxSearchResult found = BestBox(score);
//
// Time: O(points + cells), where the cells are the crossings of the columns and rows with points; memory: 24
// bytes a cell.
class AdditiveBoxScore : public BoxScore {
 public:
  // Throws common::Error as CheckWordImage does, and (usage) for weights that are not finite or above 1e290,
  // whose sums would not be finite.
  AdditiveBoxScore(const WordImage& image, std::span<const double> weights);

  double ScoreOf(const PixelBox& box) const override {
    return sums_.Positive(grid_, box) + sums_.Negative(grid_, box);
  }
  double UpperBound(const BoxSet& set) const override {
    return sums_.Positive(grid_, set.Largest()) + sums_.Negative(grid_, set.Smallest());
  }

  const PointGrid& grid() const { return grid_; }
  const std::vector<double>& cells() const { return cells_; }  // as PointGrid::CellSums

 private:
  PointGrid grid_;
  std::vector<double> cells_;
  SignedSums sums_;
};

// The cells of a pyramid of 1 x 1 and 2 x 2 cells over a box: the box itself; top left, top right, bottom
// left, bottom right. The middle column is floor((left + right) / 2), the middle row floor((top + bottom) /
// 2). As in the authors' program, both halves contain the middle.
inline constexpr int kPyramidCells = 5;
std::array<PixelBox, kPyramidCells> PyramidCellsOf(const PixelBox& box);

// f(y) = sum over the cells of the pyramid of the additive score of the cell. weights[cell * W + word] for W
// words. Bound: the sum of the bounds of the cells, whose sides are intervals, too.
class PyramidBoxScore : public BoxScore {
 public:
  // Throws common::Error as AdditiveBoxScore does, and (usage) unless the number of weights is a multiple
  // of 5.
  PyramidBoxScore(const WordImage& image, std::span<const double> weights);

  double ScoreOf(const PixelBox& box) const override;
  double UpperBound(const BoxSet& set) const override;

 private:
  PointGrid grid_;
  std::vector<SignedSums> sums_;  // of each cell of the pyramid
};

// The features of a box that are linear in the weights.
enum class BoxFeatures {
  kWords,        // counts of words in the box: AdditiveBoxScore
  kWordPyramid,  // counts in the 1 + 4 cells of the box: PyramidBoxScore
};

// Weights of a word: 1 or 5.
constexpr int CellsOf(BoxFeatures features) { return features == BoxFeatures::kWords ? 1 : kPyramidCells; }

std::unique_ptr<BoxScore> MakeBoxScore(BoxFeatures features, const WordImage& image,
                                       std::span<const double> weights);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_SCORE_H_
