#include "structured_learning/localization/authors_training.h"

#include <limits>

#include "structured_learning/optimization/cutting_plane/n_slack_cutting_plane.h"
#include "structured_learning/optimization/regularization.h"

namespace structlab::structured_learning {

AuthorsTrainingRun RunAuthorsTraining(const WordImage& image, const PixelBox& truth,
                                      const AuthorsTrainingOptions& options) {
  constexpr int kExample = 0, kInitialConstraint = 1, kMaxSweeps = 100'000;
  const LocalizationProblem problem({{"image", image, {truth}}}, {.no_object = NoObject::kOwnExample,
                                                                  .search = {.max_sets = 50'000'000},
                                                                  .loss_bound = options.loss_bound});
  const Regularization scale = FromPrinted(PrintedObjective::kSumC, options.c, problem.size());
  SampleBundles<SparseVector> bundles(problem.size(), problem.dimension(), scale.lambda);
  const double precision = 1e-12 / scale.factor;
  bundles.Add(kInitialConstraint, PlaneOf(problem, kInitialConstraint, FoundObject()));
  bundles.Solve(precision, kMaxSweeps);
  AuthorsTrainingRun run;
  for (run.num_constraints = 1;; ++run.num_constraints) {
    const BoxSearchResult found = problem.Search(kExample, bundles.weights(), BoxGoal::kMarginRescaled);
    run.num_sets += found.num_sets;
    const Plane<SparseVector> plane = PlaneOf(problem, kExample, FoundObject(found.box));
    run.boxes.push_back(found.box);
    run.violations.push_back(plane.ValueAt(bundles.weights()) - bundles.Slack(kExample));
    if (run.violations.back() <= options.epsilon) break;
    bundles.Add(kExample, plane);
    bundles.Solve(precision, kMaxSweeps);
  }
  run.weights = bundles.weights();
  run.dual = scale.factor * bundles.Dual();
  run.slack = bundles.Slack(kExample);
  return run;
}

}  // namespace structlab::structured_learning
