// Trained models that rank samples.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_MODEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_MODEL_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "structured_learning/ranking/training/ranking_features.h"

namespace structlab::structured_learning {

struct RankingModel {
  std::string method;                           // ap-svm
  std::vector<std::string> feature_names = {};  // empty if the training data had none
  std::optional<int> first_index = {};          // of svmlight data: 0 or 1
  RankingFeatures features;
  DenseVector weights;                            // of the mapped features
  std::map<std::string, std::string> facts = {};  // for display, such as "c" and "ending"

  // w'f(x) for each row: the higher, the more relevant. Throws as RankingFeatures::Map, and common::Error
  // (data) for a score that is not finite.
  std::vector<double> Scores(const RankingRows& rows) const;
};

// Throws common::Error (environment) if the file cannot be written.
void WriteRankingModel(const RankingModel& model, const std::string& path);
// Throws common::Error: kEnvironment if the file cannot be read; kData for a file of another kind, a file in
// which any byte was changed, and parts that do not fit together.
RankingModel ReadRankingModel(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_MODEL_H_
