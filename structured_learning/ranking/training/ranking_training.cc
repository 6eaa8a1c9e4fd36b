#include "structured_learning/ranking/training/ranking_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "common/error.h"
#include "common/folds.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/ranking/average_precision/average_precision_problem.h"

namespace structlab::structured_learning {
namespace {

constexpr double kDefaultC = 1;

// Learns with several C on the same samples: later runs begin with the planes of earlier ones.
class Learner {
 public:
  Learner(RankingData data, const RankingTrainingOptions& options)
      : problem_(std::make_shared<const RankingData>(std::move(data))), options_(options) {}

  LearningResult Learn(double c) {
    common::RunControl run = options_.run;
    run.observer = {};
    run.stop.gap = options_.gap;
    CuttingPlaneOptions planes;
    planes.planes = &planes_;
    LearningResult result =
        LearnByMeanCuttingPlanes(problem_, 1 / c, run, CuttingPlaneIterate::kBest, planes);
    if (result.ending == common::Ending::kInterrupted) throw common::Stopped();
    return result;
  }

 private:
  AveragePrecisionProblem problem_;
  const RankingTrainingOptions& options_;
  std::vector<MeanPlane> planes_;
};

std::vector<double> ScoresOf(const RankingData& data, const DenseVector& weights) {
  std::vector<double> scores(data.num_samples());
  ComputeScores(data.rows, 0, weights, scores);
  return scores;
}

// Only the queries that say something about a ranking.
RankingData Informative(const RankingData& data) { return SelectQueries(data, QueriesWithBothLabels(data)); }

class FoldTrials {
 public:
  // `data` has only queries with samples of both kinds.
  FoldTrials(const RankingData& data, const RankingTrainingOptions& options)
      : data_(data), options_(options), is_of_queries_(data.num_queries() >= options.folds) {
    common::RandomStream random(options.run.seed, "ranking/folds");
    if (is_of_queries_) {
      fold_of_query_ = common::Folds(data.num_queries(), options.folds, random);
      return;
    }
    for (int query = 0; query < data.num_queries(); ++query) {
      const auto labels = data.labels_of(query);
      const std::vector<int> classes(labels.begin(), labels.end());
      // Not more than samples of the rarer kind, so that each fold has both.
      const auto relevant = static_cast<int>(std::ranges::count(labels, 1));
      const int rarer = std::min(relevant, data.query_size(query) - relevant);
      const int folds = std::clamp(rarer, 2, options.folds);
      const std::vector<int> of_query = common::StratifiedFolds(classes, folds, random);
      fold_of_sample_.insert(fold_of_sample_.end(), of_query.begin(), of_query.end());
    }
  }

  bool is_of_queries() const { return is_of_queries_; }

  std::vector<RankingTrial> Run() const {
    std::vector<RankingTrial> trials;
    for (const double c : CandidatesOfRankingC()) trials.push_back({c, 0});
    double held_out_queries = 0;
    for (int fold = 0; fold < options_.folds; ++fold) {
      const RankingData rest = Informative(Part(fold, false)), held_out = Informative(Part(fold, true));
      const bool is_useful = rest.num_queries() > 0 && held_out.num_queries() > 0;
      if (is_useful) held_out_queries += held_out.num_queries();
      if (!is_useful) {
        for (const RankingTrial& trial : trials) Say(trial, fold);
        continue;
      }
      Learner learner(rest, options_);
      for (RankingTrial& trial : trials) {
        const DenseVector weights = learner.Learn(trial.c).weights;
        const MeanAveragePrecision found =
            ComputeMeanAveragePrecision(ScoredQueriesOf(held_out, ScoresOf(held_out, weights)));
        trial.mean_average_precision +=
            std::accumulate(found.of_queries.begin(), found.of_queries.end(), 0.0);
        Say(trial, fold);
      }
    }
    if (held_out_queries == 0) {
      common::ThrowDataError("samples", "enough relevant samples and others to choose C by folds", "too few",
                             "give C");
    }
    for (RankingTrial& trial : trials) trial.mean_average_precision /= held_out_queries;
    return trials;
  }

 private:
  RankingData Part(int fold, bool is_held_out) const {
    std::vector<int> chosen;
    const std::vector<int>& fold_of = is_of_queries_ ? fold_of_query_ : fold_of_sample_;
    for (size_t i = 0; i < fold_of.size(); ++i) {
      if ((fold_of[i] == fold) == is_held_out) chosen.push_back(static_cast<int>(i));
    }
    return is_of_queries_ ? SelectQueries(data_, chosen) : SelectSamples(data_, chosen);
  }

  void Say(const RankingTrial& trial, int fold) const {
    if (!options_.step) return;
    options_.step(
        fmt::format("C = {}, fold {} of {}", common::FormatShort(trial.c), fold + 1, options_.folds));
  }

  const RankingData& data_;
  const RankingTrainingOptions& options_;
  bool is_of_queries_;
  std::vector<int> fold_of_query_, fold_of_sample_;
};

void CheckPositive(double value, const char* name) {
  if (value > 0 && std::isfinite(value)) return;
  common::ThrowUsageError(name, "a finite number above 0", common::FormatShort(value));
}

RankingFeatureOptions FeatureOptions(const RankingTrainingOptions& options) {
  RankingFeatureOptions features = options.features;
  features.seed = options.run.seed;
  return features;
}

}  // namespace

std::vector<double> CandidatesOfRankingC() { return {0.1, 1, 10, 100, 1000, 10'000}; }

void CheckRankingTrainingOptions(const RankingTrainingOptions& options) {
  if (options.c) CheckPositive(*options.c, "C");
  CheckPositive(options.gap, "gap");
  if (options.folds < 2) common::ThrowUsageError("folds", "at least 2", std::to_string(options.folds));
}

int CountRankingSteps(const RankingTrainingOptions& options) {
  return options.c ? 1 : 2 + options.folds * static_cast<int>(CandidatesOfRankingC().size());
}

std::vector<ScoredQuery> ScoredQueriesOf(const RankingData& data, const std::vector<double>& scores) {
  std::vector<ScoredQuery> queries;
  for (int query = 0; query < data.num_queries(); ++query) {
    const auto labels = data.labels_of(query);
    const auto begin = scores.begin() + data.query_begin[query];
    queries.push_back({{begin, begin + data.query_size(query)}, {labels.begin(), labels.end()}});
  }
  return queries;
}

RankingTraining TrainRanking(const RankingData& data, const RankingTrainingOptions& options) {
  CheckRankingTrainingOptions(options);
  CheckRankingData(data);
  const common::StopScope scope(options.run.stop.interrupted);
  const std::vector<int> used = QueriesWithBothLabels(data);
  if (used.empty()) {
    const bool has_relevant = std::ranges::count(data.labels, 1) > 0;
    common::ThrowDataError("samples", "a query with relevant samples and others",
                           has_relevant ? "none" : "no relevant sample at all");
  }
  RankingTraining training = {.model = {.method = "ap-svm",
                                        .features = RankingFeatures(data.rows, FeatureOptions(options)),
                                        .weights = {}},
                              .result = {},
                              .trials = {},
                              .left_out = {},
                              .training = {}};
  size_t next = 0;
  for (int query = 0; query < data.num_queries(); ++query) {
    if (next < used.size() && used[next] == query) {
      ++next;
    } else {
      training.left_out.push_back(data.NameOf(query));
    }
  }
  RankingData mapped = SelectQueries(data, used);
  mapped.rows = training.model.features.Map(mapped.rows);
  Learner learner(mapped, options);
  const auto finish = [&](double c) {
    training.c = c;
    training.result = learner.Learn(c);
    training.model.weights = training.result.weights;
    training.training =
        ComputeMeanAveragePrecision(ScoredQueriesOf(mapped, ScoresOf(mapped, training.model.weights)));
    training.model.facts = {
        {"c", common::FormatShort(c)},
        {"queries", std::to_string(mapped.num_queries())},
        {"samples", std::to_string(mapped.num_samples())},
        {"seed", std::to_string(options.run.seed)},
        {"ending", std::string(common::EndingName(training.result.ending))},
        {"training_ap", common::FormatShort(training.training.value.mean)},
    };
    if (options.step) options.step("all samples");
    if (options.finished) options.finished(training.model);
  };
  finish(options.c.value_or(kDefaultC));
  if (options.c) return training;
  const FoldTrials folds(mapped, options);
  training.are_folds_of_queries = folds.is_of_queries();
  training.trials = folds.Run();
  const auto best = std::ranges::max_element(training.trials, {}, &RankingTrial::mean_average_precision);
  if (best->c != training.c) {
    finish(best->c);
  } else if (options.step) {
    options.step("all samples");
  }
  return training;
}

}  // namespace structlab::structured_learning
