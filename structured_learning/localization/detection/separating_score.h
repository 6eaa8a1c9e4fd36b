// The limit of scores that decides whether an image has an object.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_SEPARATING_SCORE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_SEPARATING_SCORE_H_

#include <vector>

namespace structlab::structured_learning {

// The limit of scores with the fewest errors: the share of the scores `with` an object that are not above it,
// plus the share of those `without` that are. Halfway between two scores, or the highest score; of equally
// good limits the highest. Neither is empty.
double SeparatingScore(const std::vector<double>& with, const std::vector<double>& without);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_SEPARATING_SCORE_H_
