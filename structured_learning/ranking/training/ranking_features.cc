#include "structured_learning/ranking/training/ranking_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/statistics.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/functions/pivoted_cholesky.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::structured_learning {
namespace {

template <class Rows>
constexpr bool kIsSparse = std::is_base_of_v<Eigen::SparseMatrixBase<Rows>, Rows>;

constexpr double kMaxPivotNumbers = 1 << 27;

bool IsSparse(const RankingRows& rows) {
  return std::visit([](const auto& matrix) { return kIsSparse<std::remove_cvref_t<decltype(matrix)>>; },
                    rows);
}

// The reciprocal of the standard deviation of each column; 0 for constant columns.
template <class Rows>
Eigen::RowVectorXd FactorsOf(const Rows& rows) {
  const auto n = static_cast<double>(std::max<Eigen::Index>(1, rows.rows()));
  std::vector<common::RunningVariance> columns(rows.cols());
  std::vector<double> counted(rows.cols(), 0.0);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if constexpr (kIsSparse<Rows>) {
      for (typename Rows::InnerIterator at(rows, i); at; ++at) {
        columns[at.col()].Add(static_cast<double>(at.value()));
        ++counted[at.col()];
      }
    } else {
      for (Eigen::Index c = 0; c < rows.cols(); ++c) {
        columns[c].Add(static_cast<double>(rows(i, c)));
        ++counted[c];
      }
    }
  }
  Eigen::RowVectorXd factors(rows.cols());
  for (Eigen::Index c = 0; c < rows.cols(); ++c) {
    columns[c].Add(0, n - counted[c]);  // the entries that are not stored
    const double deviation = std::sqrt(columns[c].variance());
    if (!std::isfinite(deviation)) {
      common::ThrowDataError(fmt::format("feature {}", c + 1), "numbers with finite squares", "larger ones",
                             "divide the feature by a constant");
    }
    factors[c] = deviation > 1e-12 * std::abs(columns[c].mean()) ? 1 / deviation : 0;
    if (!std::isfinite(factors[c])) factors[c] = 0;
  }
  return factors;
}

kernels::DenseRows<double> DenseOf(const RankingRows& rows) {
  return std::visit(
      [](const auto& matrix) -> kernels::DenseRows<double> {
        using Rows = std::remove_cvref_t<decltype(matrix)>;
        if constexpr (kIsSparse<Rows>) {
          return kernels::DenseRows<typename Rows::Scalar>(matrix).template cast<double>();
        } else {
          return matrix.template cast<double>();
        }
      },
      rows);
}

size_t IndexOfName(const std::string& name, const std::string& where, const auto& names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    std::string list;
    for (const char* const known : names) list += (list.empty() ? "" : ", ") + std::string(known);
    common::ThrowUsageError(where, "one of " + list, common::Quote(name));
  }
  return static_cast<size_t>(found - names.begin());
}

[[noreturn]] void Refuse(const kernels::ModelFile& model, const std::string& matrix) {
  common::ThrowDataError(model.path, "a matrix " + matrix + " that fits to the others", "another one");
}

}  // namespace

FeatureScale ParseFeatureScale(const std::string& name, const std::string& where) {
  return static_cast<FeatureScale>(IndexOfName(name, where, std::array{"auto", "deviation", "none"}));
}

RankingKernel ParseRankingKernel(const std::string& name, const std::string& where) {
  return static_cast<RankingKernel>(IndexOfName(name, where, std::array{"linear", "gaussian"}));
}

RankingFeatures::RankingFeatures(const RankingRows& training, const RankingFeatureOptions& options)
    : num_columns_(NumColumns(training)) {
  if (num_columns_ < 1) common::ThrowDataError("features", "at least one", "none");
  if (options.gamma && !(*options.gamma > 0 && std::isfinite(*options.gamma))) {
    common::ThrowUsageError("gamma", "a finite number above 0", common::FormatShort(*options.gamma));
  }
  if (!(options.tolerance > 0)) {
    common::ThrowUsageError("tolerance", "above 0", common::FormatShort(options.tolerance));
  }
  if (options.max_rank < 1) common::ThrowUsageError("rank", "at least 1", std::to_string(options.max_rank));
  const bool is_scaled = options.scale == FeatureScale::kDeviation ||
                         (options.scale == FeatureScale::kAutomatic && !IsSparse(training));
  if (is_scaled) factors_ = std::visit([](const auto& matrix) { return FactorsOf(matrix); }, training);
  if (options.kernel == RankingKernel::kLinear) return;

  const double numbers = static_cast<double>(options.max_rank) * static_cast<double>(num_columns_);
  if (numbers > kMaxPivotNumbers) {
    common::ThrowDataError("features",
                           fmt::format("at most {:.0f} with a rank of {}",
                                       kMaxPivotNumbers / options.max_rank, options.max_rank),
                           std::to_string(num_columns_), "take the linear kernel, or a smaller rank");
  }
  const kernels::DenseRows<double> rows = DenseOf(Scale(training));
  const kernels::RowBlock<double> block(rows);
  if (options.gamma) {
    gamma_ = *options.gamma;
  } else {
    try {
      gamma_ =
          1 / kernels::TypicalSquaredDistance<double>(block, kernels::TypicalDistance::kMedian, options.seed);
    } catch (const common::Error& error) {
      common::ThrowDataError("features", "rows that differ, to choose the width of the kernel", error.what(),
                             "give gamma");
    }
  }
  const auto kernel = kernels::GaussianKernel<double>(gamma_);
  const kernels::LowRank low = kernels::PivotedCholesky(
      *kernel, block, {.tolerance = options.tolerance, .max_rank = options.max_rank});
  residual_ = low.residual;
  const Eigen::Index rank = low.factor.cols();
  pivots_.resize(rank, rows.cols());
  pivot_factor_.resize(rank, rank);
  for (Eigen::Index k = 0; k < rank; ++k) {
    pivots_.row(k) = rows.row(low.pivots[k]);
    pivot_factor_.row(k) = low.factor.row(low.pivots[k]);
  }
}

RankingRows RankingFeatures::Scale(const RankingRows& rows) const {
  if (factors_.size() == 0) return rows;
  RankingRows scaled = rows;
  std::visit(
      [&](auto& matrix) {
        using Rows = std::remove_cvref_t<decltype(matrix)>;
        using Scalar = typename Rows::Scalar;
        if constexpr (kIsSparse<Rows>) {
          for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
            for (typename Rows::InnerIterator at(matrix, i); at; ++at) {
              at.valueRef() = static_cast<Scalar>(static_cast<double>(at.value()) * factors_[at.col()]);
            }
          }
        } else {
          for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
            for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
              matrix(i, c) = static_cast<Scalar>(static_cast<double>(matrix(i, c)) * factors_[c]);
            }
          }
        }
      },
      scaled);
  return scaled;
}

RankingRows RankingFeatures::Map(const RankingRows& rows) const {
  if (NumColumns(rows) != num_columns_) {
    common::ThrowUsageError("features", fmt::format("{} as in training", num_columns_),
                            std::to_string(NumColumns(rows)));
  }
  RankingRows scaled = Scale(rows);
  if (!is_gaussian()) return scaled;
  const kernels::DenseRows<double> dense = DenseOf(scaled);
  kernels::CheckRows<double>(dense, "features");
  kernels::DenseRows<double> values(dense.rows(), pivots_.rows());
  kernels::GaussianKernel<double>(gamma_)->Compute(dense, pivots_, values);
  return kernels::DenseRows<double>(kernels::LowRankRows(pivot_factor_, values));
}

void RankingFeatures::Save(kernels::ModelFile& model) const {
  model.texts["columns"] = std::to_string(num_columns_);
  model.texts["gamma"] = common::FormatDouble(gamma_);
  model.texts["residual"] = common::FormatDouble(residual_);
  model.matrices["factors"] = factors_;
  model.matrices["pivots"] = pivots_;
  model.matrices["pivot_factor"] = pivot_factor_;
}

RankingFeatures::RankingFeatures(const kernels::ModelFile& model)
    : num_columns_(common::ParseInteger(model.Text("columns"), model.path)),
      gamma_(common::ParseDouble(model.Text("gamma"), model.path)),
      residual_(common::ParseDouble(model.Text("residual"), model.path)),
      pivots_(model.Matrix("pivots")),
      pivot_factor_(model.Matrix("pivot_factor")) {
  if (num_columns_ < 1)
    common::ThrowDataError(model.path, "a number of columns >= 1", std::to_string(num_columns_));
  if (!(gamma_ >= 0 && std::isfinite(gamma_))) {
    common::ThrowDataError(model.path, "a finite gamma >= 0", model.Text("gamma"));
  }
  const Eigen::MatrixXd& factors = model.Matrix("factors");
  if (factors.size() > 0) {
    if (factors.size() != num_columns_) Refuse(model, "factors");
    factors_ = factors.reshaped().transpose();
  }
  const bool has_pivots = pivots_.rows() > 0 && pivots_.cols() == num_columns_;
  if (is_gaussian() && !has_pivots) Refuse(model, "pivots");
  if (is_gaussian() && (pivot_factor_.rows() != pivots_.rows() || pivot_factor_.cols() != pivots_.rows())) {
    Refuse(model, "pivot_factor");
  }
  if (is_gaussian() && !(pivot_factor_.diagonal().array() > 0).all()) Refuse(model, "pivot_factor");
}

}  // namespace structlab::structured_learning
