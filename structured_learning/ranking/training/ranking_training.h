// Learns models that rank samples.
//
//     const RankingTraining training = TrainRanking(data, {});
//     WriteRankingModel(training.model, "pages.model");
//     const std::vector<double> scores = training.model.Scores(new_rows);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_TRAINING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_TRAINING_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "structured_learning/optimization/learning_result.h"
#include "structured_learning/ranking/measures/query_measures.h"
#include "structured_learning/ranking/training/ranking_model.h"

namespace structlab::structured_learning {

struct RankingTrainingOptions {
  RankingFeatureOptions features = {};  // its seed is that of the run
  // The weight of the hinge: training minimises 1/2 |w|^2 + C (weighted mean hinge of the queries), so lambda
  // = 1/C. If missing, it is chosen from CandidatesOfRankingC() by cross-validation: the highest mean AP of
  // held-out queries, of equal ones the smaller C.
  std::optional<double> c = {};
  // >= 2. Folds are of queries if there are as many queries with samples of both kinds; otherwise of the
  // samples of each query, with equal shares of both kinds, and as many as it has samples of the rarer kind
  // if these are fewer. Scaling and the features of a kernel come from all training rows (never from their
  // labels).
  int folds = 5;
  // Training ends when the objective is proved to be within this share of C of its minimum (at w = 0 it is
  // below C).
  double gap = 1e-3;
  // Iterations are passes over the queries, of each training. The observer is not called.
  common::RunControl run = {.stop = {.iterations = 2000}};
  // Called after each training. May be empty.
  std::function<void(const std::string& what)> step = {};
  // Called with each finished model of all samples: the first one with C = 1 if C is not given, then the one
  // with the chosen C. May be empty.
  std::function<void(const RankingModel& model)> finished = {};
};

std::vector<double> CandidatesOfRankingC();  // 0.1, 1, ..., 10000, the grid of Dokania 2016, section 4.5
// Throws common::Error (usage) for C or gap that are not finite and > 0, and folds < 2.
void CheckRankingTrainingOptions(const RankingTrainingOptions& options);
// The number of calls of `step`.
int CountRankingSteps(const RankingTrainingOptions& options);

struct RankingTrial {
  double c;
  double mean_average_precision;  // of held-out samples
};

struct RankingTraining {
  RankingModel model;
  LearningResult result;             // of the last training; its scale is that of lambda/2 |w|^2 + mean hinge
  std::vector<RankingTrial> trials;  // empty if C is given
  double c = 0;
  bool are_folds_of_queries = false;
  std::vector<std::string> left_out;  // names of queries without samples of both kinds: no ranking is wrong
  MeanAveragePrecision training;      // of the training samples
};

// AP-SVM (AveragePrecisionProblem) with one-slack cutting planes; later trainings begin with the planes of
// earlier ones. Throws common::Error: kUsage for options out of range; kData as CheckRankingData and
// RankingFeatures, and if no query has samples of both kinds; common::Stopped if the flag of run.stop is set.
// Memory: the samples three times, and the planes. Deterministic given the seed; the number of threads does
// not change the result.
RankingTraining TrainRanking(const RankingData& data, const RankingTrainingOptions& options);

// The scores of all samples by their queries.
std::vector<ScoredQuery> ScoredQueriesOf(const RankingData& data, const std::vector<double>& scores);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_TRAINING_H_
