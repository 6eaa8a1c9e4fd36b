// The training run of C. Lampert's program ESSstruct 1.2 on one image, step by step; for tests and
// benchmarks.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_AUTHORS_TRAINING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_AUTHORS_TRAINING_H_

#include <cstdint>
#include <vector>

#include "structured_learning/localization/localization_problem.h"

namespace structlab::structured_learning {

struct AuthorsTrainingOptions {
  double c = 0.001;      // the weight of the slacks in 1/2 |w|^2 + C (xi + xi')
  double epsilon = 0.1;  // ends if no constraint is violated by more
  LossBound loss_bound = LossBound::kTight;
};

struct AuthorsTrainingRun {
  std::vector<double> violations;  // of the constraint that each search finds
  std::vector<PixelBox> boxes;     // what each search finds
  DenseVector weights;
  double dual = 0;   // of the printed objective
  double slack = 0;  // xi at the end
  int num_constraints = 0;
  int64_t num_sets = 0;  // of all searches
};

// SVM^struct with margin rescaling and a cache of constraints: starts with the constraint w'Phi(truth) >= 1 -
// xi' (NoObject::kOwnExample), then adds the most violated constraint of the image and solves the quadratic
// program, until the violation is at most epsilon. The working precision of SVM^struct, which is halved from
// 100 on, changes nothing for a single image.
AuthorsTrainingRun RunAuthorsTraining(const WordImage& image, const PixelBox& truth,
                                      const AuthorsTrainingOptions& options = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_AUTHORS_TRAINING_H_
