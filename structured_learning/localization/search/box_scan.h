// The best box of an additive score by a scan over all pairs of rows.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SCAN_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SCAN_H_

#include "structured_learning/localization/search/box_search.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {

// The best box of the image. For each pair of a top and a bottom row, the maximum sum of consecutive columns
// is found in one pass (Kadane's algorithm; Bentley 1984), for 16 top rows at once. Rows and columns whose
// cells are all 0 are left out; of boxes with the same cells the lowest is returned. Pairs of rows whose
// positive cells sum to less than the best box are skipped.
//
// Exact up to rounding. Time: O(R^2 C) for R rows and C columns that are not 0, or with rows and columns
// exchanged if that is less; it does not depend on the weights, except for skipped pairs. Memory: 8 bytes a
// cell. Deterministic and thread-safe.
BoxSearchResult ScanBoxes(const AdditiveBoxScore& score);

// The lowest box with the same points as `box`, which has points: left and top begin after the last column
// and row before that has points; right and bottom are the last ones in the box that have points.
PixelBox LowestBoxWithSamePoints(const PointGrid& grid, const PixelBox& box);

// The number of steps of ScanBoxes without skips: R (R + 1) / 2 * C for all rows and columns with points,
// with R the smaller one.
double ScanSteps(const AdditiveBoxScore& score);

// The best box of the image by the faster of scan and search, whose times differ by up to 100 in both
// directions. The time of the scan is known, that of the search is not. So:
// - up to 2^21 steps of the scan (about 0.4 ms) it is the scan;
// - otherwise the search, with a limit of as many sets as take the time of the scan (a set takes the time of
//   about 800 steps) and at most options.max_sets, and the scan if the search ends there.
// So it takes at most about twice the time of the faster one, and the result is exact in any case. If the
// search finds it, the sides are moved to the lowest box with the same points, as the scan does.
BoxSearchResult BestBox(const AdditiveBoxScore& score, const BoxSearchOptions& options = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SCAN_H_
