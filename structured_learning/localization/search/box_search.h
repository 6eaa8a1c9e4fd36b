// Efficient subwindow search: the best boxes of an image by branch and bound (Lampert, Blaschko, Hofmann
// 2008).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SEARCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SEARCH_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "structured_learning/localization/search/box_score.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {

// How a box was found.
enum class BoxMethod {
  kSearch,  // SearchBox
  kScan,    // ScanBoxes (box_scan.h)
  kGrid     // SearchGrid (grid_search.h): the best of the candidates only
};

// "search", "scan", "grid".
std::string_view BoxMethodName(BoxMethod method);

struct BoxSearchResult {
  PixelBox box;
  double value = 0;  // the objective of the box
  // No box of the image has an objective above this, up to rounding. Infinite for kGrid, which proves nothing
  // about other boxes.
  double upper_bound = 0;
  int64_t num_sets = 0;    // box sets taken from the queue; 0 for other methods
  int64_t max_queued = 0;  // the most sets that were in the queue at once: 24 bytes each
  BoxMethod method = BoxMethod::kSearch;

  // How far the value may be below the maximum.
  double difference() const { return upper_bound - value; }
  // Whether the box is the best one, up to rounding.
  bool is_exact() const { return upper_bound <= value; }
};

struct BoxSearchOptions {
  // >= 1: the search ends after so many box sets, which also bounds its memory: 24 bytes for each of at most
  // max_sets + 1 sets, and twice that while the queue grows.
  int64_t max_sets = 4'000'000;
};

// argmax of the objective over all boxes of the image. Takes the box set with the highest bound from a queue
// and splits its longest interval (of equals the first of left, top, right, bottom) at floor((low + high) /
// 2), until that set is a single box. Of sets with equal bounds the one that entered last comes first, and
// the lower half enters after the upper one. Of boxes with equal values any may be found.
//
// At the limit of sets the result has the best box that was seen, and the highest bound of the queue. Before,
// and now and then, the search descends greedily to a box and drops sets whose bound is lower; this changes
// neither the result nor num_sets.
//
// Throws common::Error (usage) if the score has no bound, and for a limit below 1. Time: data-dependent; the
// worst case are all boxes. Deterministic and thread-safe.
//
//     const AdditiveBoxScore score(image, weights);
//     const BoxSearchResult found = SearchBox(score, {.goal = BoxGoal::kMarginRescaled, .truths = {truth}});
BoxSearchResult SearchBox(const BoxScore& score, const BoxObjective& objective = {},
                          const BoxSearchOptions& options = {});

struct ValuedBox {
  PixelBox box;
  double value = 0;

  friend bool operator==(const ValuedBox&, const ValuedBox&) = default;
};

struct BestBoxes {
  // In the order of decreasing value. Fewer than asked for if the image has no more boxes, or at the limit of
  // sets; those listed are the best ones in any case.
  std::vector<ValuedBox> boxes;
  double upper_bound = 0;  // no other box has an objective above this; -infinity if there is none
  int64_t num_sets = 0;
  bool is_complete = false;  // false: ended at the limit of sets
};

// The `count` best boxes of the image, by the same search. They mostly differ by a few pixels; to find
// several objects take FindBoxesByRemoval. Throws common::Error (usage) as SearchBox does, and for count < 1.
BestBoxes SearchBestBoxes(const BoxScore& score, int count, const BoxObjective& objective = {},
                          const BoxSearchOptions& options = {});

// Several objects, as in the authors' program: finds the best box, removes the points in it and continues.
// Boxes may overlap where no points are left. `weights`: one for each word, or five for each word for the
// pyramid. Ends before `count` boxes if no points are left. Throws common::Error as the scores of
// word_score.h and SearchBox do.
std::vector<BoxSearchResult> FindBoxesByRemoval(WordImage image, std::span<const double> weights,
                                                BoxFeatures features, int count,
                                                const BoxSearchOptions& options = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_BOX_SEARCH_H_
