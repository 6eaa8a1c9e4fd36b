// Scaling of features, and explicit features of a Gaussian kernel, so that linear learners serve.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_FEATURES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_FEATURES_H_

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>

#include "kernels/files/model_file.h"
#include "structured_learning/ranking/average_precision/ranking_data.h"

namespace structlab::structured_learning {

enum class FeatureScale {
  kAutomatic,  // kDeviation for dense rows, kNone for sparse ones
  kDeviation,  // divides each feature by its standard deviation in the training rows; constant ones become 0
  kNone,
};
enum class RankingKernel { kLinear, kGaussian };

// Names in texts: auto, deviation, none; linear, gaussian. Parse throws common::Error(kUsage) at `where`.
FeatureScale ParseFeatureScale(const std::string& name, const std::string& where);
RankingKernel ParseRankingKernel(const std::string& name, const std::string& where);

struct RankingFeatureOptions {
  FeatureScale scale = FeatureScale::kAutomatic;
  RankingKernel kernel = RankingKernel::kLinear;
  // exp(-gamma |x - y|^2). If missing: 1 / the median squared distance of training rows.
  std::optional<double> gamma = {};
  // Of the pivoted Cholesky factor of the Gram matrix of the training rows, > 0 and >= 1.
  double tolerance = 1e-4;
  int max_rank = 500;
  uint64_t seed = 1;  // of the rows that the median is taken from
};

// A map of features that is fitted to training rows. Differences of rows are all that a ranking by a linear
// score depends on, so no mean is subtracted.
//
//     const RankingFeatures features(data.rows, {.kernel = RankingKernel::kGaussian});
//     data.rows = features.Map(data.rows);
//
// With the Gaussian kernel, f(x)'f(y) is close to exp(-gamma |x - y|^2) of scaled rows: the pivoted
// incomplete Cholesky factor (kernels/functions/pivoted_cholesky.h). O(rows (columns + rank) rank) and rank
// dense rows of memory. Deterministic; const members are thread-safe.
class RankingFeatures {
 public:
  // Throws common::Error: kUsage for options out of range; kData without features, for features
  // whose squares overflow, if all rows are equal and gamma is missing, and if the pivots of sparse rows
  // would have more than 2^27 numbers.
  RankingFeatures(const RankingRows& training, const RankingFeatureOptions& options);
  // Reads what Save wrote. Throws common::Error (data) for parts that are missing or inconsistent.
  explicit RankingFeatures(const kernels::ModelFile& model);

  int64_t num_columns() const { return num_columns_; }
  // Of mapped rows.
  int64_t num_features() const { return is_gaussian() ? pivot_factor_.rows() : num_columns_; }
  bool is_gaussian() const { return gamma_ > 0; }
  double gamma() const { return gamma_; }        // 0 without the kernel
  double residual() const { return residual_; }  // share of the Gram matrix's trace that the features miss

  // Throws common::Error (usage) if the number of columns differs from that in training, and (data) for rows
  // that are not finite after scaling.
  RankingRows Map(const RankingRows& rows) const;

  void Save(kernels::ModelFile& model) const;

 private:
  RankingRows Scale(const RankingRows& rows) const;

  int64_t num_columns_;
  Eigen::RowVectorXd factors_;  // of each column; empty: all 1
  double gamma_ = 0, residual_ = 0;
  kernels::DenseRows<double> pivots_;  // scaled
  Eigen::MatrixXd pivot_factor_;       // lower triangular
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_TRAINING_RANKING_FEATURES_H_
