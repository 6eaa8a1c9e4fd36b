// Finds objects in images by a learned model.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_FIND_OBJECTS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_FIND_OBJECTS_H_

#include <vector>

#include "structured_learning/localization/detection/localization_model.h"

namespace structlab::structured_learning {

struct ScoredBox {
  PixelBox box;
  double score = 0;

  friend bool operator==(const ScoredBox&, const ScoredBox&) = default;
};

// Greedy suppression: goes through the boxes in their order and keeps those whose overlap with every box kept
// so far is at most max_overlap. O(boxes * kept boxes).
std::vector<ScoredBox> SuppressOverlaps(const std::vector<ScoredBox>& boxes, double max_overlap);

// The words of an image for the model, without its cells. Throws common::Error(kUsage) for a model that was
// trained on points, and as WordsOf does, at `where`.
WordImage WordsForModel(const LocalizationModel& model, const graphical_models::Image& image,
                        const std::string& where = "image");

// At most `top` objects, best first, in pixels of the image; none if the image has no points, or no box with
// a score above the model's min_score.
//
//     const LocalizationModel model = ReadLocalizationModel("horses.model");
//     for (const ScoredBox& found : FindObjects(model, WordsForModel(model, image), 3)) Draw(found.box);
//
// The first one is the box with the highest score (BestBox, SearchBox). Then, as in the authors' program, the
// points in it are removed and the best box of the rest is searched, and so on; boxes are suppressed as
// SuppressOverlaps does. A score is the sum of the weights of the points that were left, but at most the
// score of the find before: with points of negative weight removed, it could be higher than that of the best
// box, and so the first finds would depend on `top`. It ends when no points are left, or when ten finds in a
// row are suppressed.
//
// Throws common::Error(kData), naming `where`, for a word that the model does not have: the points are not
// from its code book. Deterministic. Time: up to 10 searches for each object.
std::vector<ScoredBox> FindObjects(const LocalizationModel& model, const WordImage& words, int top,
                                   const std::string& where = "points");

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_FIND_OBJECTS_H_
