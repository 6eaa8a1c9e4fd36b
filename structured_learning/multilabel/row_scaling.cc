// RowScaling of own_learners.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/multilabel/own_learners.h"

namespace structlab::structured_learning {
namespace {

using Eigen::MatrixXd;
using kernels::ModelFile;

// See RowScaling.
std::string AutomaticRule(const FeatureRows& rows) {
  constexpr double kLarge = 1 << 24, kSparse = 0.25;
  const double size = static_cast<double>(rows.rows()) * static_cast<double>(rows.cols());
  const bool is_sparse = static_cast<double>(rows.nonZeros()) <= kSparse * size;
  return size > kLarge && is_sparse ? "unit" : "standardized";
}

// The power of 2 that scales the number of largest magnitude to about 1. Then squares neither overflow nor
// underflow, and the multiplication is exact.
double PowerFor(double largest) {
  if (!(largest > 0)) return 1;
  return std::ldexp(1.0, std::min(-std::ilogb(largest), 1000));
}

void TakeRoots(FeatureRows& rows) {
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (FeatureRows::InnerIterator at(rows, i); at; ++at) {
      if (at.value() < 0) {
        common::ThrowUsageError("features", "none below 0, as rows=roots takes their square roots",
                                common::FormatShort(at.value()));
      }
      at.valueRef() = std::sqrt(at.value());
    }
  }
}

}  // namespace

RowScaling::RowScaling(const std::string& rule, const MultiLabelData& data)
    : rule_(rule == "auto" ? AutomaticRule(data.features) : rule), columns_(data.features.cols()) {
  if (rule_ != "centred" && rule_ != "standardized") return;
  const FeatureRows& training = data.features;
  CheckTableSize(data, static_cast<double>(training.rows()), static_cast<double>(columns_), "rows",
                 "rows minus their mean");
  const double rows = std::max<double>(1, static_cast<double>(training.rows()));
  Eigen::RowVectorXd squares = Eigen::RowVectorXd::Zero(columns_), power = squares;
  mean_ = squares;
  for (Eigen::Index i = 0; i < training.rows(); ++i) {
    for (FeatureRows::InnerIterator at(training, i); at; ++at) {
      power[at.col()] = std::max(power[at.col()], std::abs(at.value()));
    }
  }
  power = power.unaryExpr(&PowerFor);
  for (Eigen::Index i = 0; i < training.rows(); ++i) {
    for (FeatureRows::InnerIterator at(training, i); at; ++at) {
      mean_[at.col()] += at.value() * power[at.col()];
    }
  }
  mean_ /= rows;
  factor_ = Eigen::RowVectorXd::Ones(columns_);
  if (rule_ == "standardized") {
    for (Eigen::Index i = 0; i < training.rows(); ++i) {
      squares += (Eigen::RowVectorXd(training.row(i)).cwiseProduct(power) - mean_).cwiseAbs2();
    }
    for (Eigen::Index c = 0; c < columns_; ++c) {
      const double deviation = std::sqrt(squares[c] / rows);
      factor_[c] = deviation > 1e-12 * std::abs(mean_[c]) ? power[c] / deviation : 0;
    }
  }
  mean_ = mean_.cwiseQuotient(power);
}

common::OptionDeclaration RowScaling::Option(const std::string& default_rule) {
  return common::ChoiceOption("rows", default_rule,
                              {"raw", "unit", "centred", "standardized", "roots", "auto"},
                              "raw: unchanged; others: length 1, centred after subtracting the mean, "
                              "standardized after z-scores, roots after square roots; auto: "
                              "standardized, or unit if the rows are many and sparse");
}

FeatureRows RowScaling::Apply(const FeatureRows& rows) const {
  if (rows.cols() != columns_) {
    common::ThrowUsageError("features", fmt::format("{} as in training", columns_),
                            std::to_string(rows.cols()));
  }
  if (rule_ == "raw") return rows;
  FeatureRows scaled(rows.rows(), rows.cols());
  if (mean_.size() > 0) {
    scaled.reserve(Eigen::VectorXi::Constant(rows.rows(), static_cast<int>(rows.cols())));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const Eigen::RowVectorXd row = (Eigen::RowVectorXd(rows.row(i)) - mean_).cwiseProduct(factor_);
      for (Eigen::Index c = 0; c < row.size(); ++c) scaled.insert(i, c) = row[c];
    }
    scaled.makeCompressed();
  } else {
    scaled = rows;
  }
  if (rule_ == "roots") TakeRoots(scaled);
  for (Eigen::Index i = 0; i < scaled.rows(); ++i) {
    double largest = 0, square = 0;
    for (FeatureRows::InnerIterator at(scaled, i); at; ++at) {
      // For example a row with a large value in a column that is nearly constant in training.
      if (!std::isfinite(at.value())) {
        common::ThrowUsageError("features", "features with a finite distance from the training mean",
                                fmt::format("others in row {}", i + 1),
                                "divide large features by a constant");
      }
      largest = std::max(largest, std::abs(at.value()));
    }
    const double power = PowerFor(largest);
    for (FeatureRows::InnerIterator at(scaled, i); at; ++at) {
      at.valueRef() *= power;
      square += at.value() * at.value();
    }
    if (!(square > 0)) continue;
    const double length = std::sqrt(square);
    for (FeatureRows::InnerIterator at(scaled, i); at; ++at) at.valueRef() /= length;
  }
  return scaled;
}

void RowScaling::Save(ModelFile& model) const {
  model.texts["rows"] = rule_;
  model.texts["columns"] = std::to_string(columns_);
  model.matrices["mean"] = mean_;
  model.matrices["factor"] = factor_;
}

RowScaling RowScaling::Load(const ModelFile& model) {
  RowScaling scaling;
  scaling.rule_ = model.Text("rows");
  const MatrixXd &mean = model.Matrix("mean"), &factor = model.Matrix("factor");
  scaling.columns_ = common::ParseInteger(model.Text("columns"), model.path);
  const bool is_plain = scaling.rule_ == "raw" || scaling.rule_ == "unit" || scaling.rule_ == "roots";
  const bool is_known = is_plain || scaling.rule_ == "centred" || scaling.rule_ == "standardized";
  const Eigen::Index size = is_plain ? 0 : scaling.columns_;
  if (!is_known || mean.size() != size || factor.size() != size) RefuseMatrix(model, "mean");
  if (size > 0) {
    scaling.mean_ = mean.reshaped().transpose();
    scaling.factor_ = factor.reshaped().transpose();
  }
  return scaling;
}

void ScaleRows(const std::string& rule, MultiLabelData& training, MultiLabelData& test) {
  const RowScaling scaling(rule, training);
  training.features = scaling.Apply(training.features);
  test.features = scaling.Apply(test.features);
}

}  // namespace structlab::structured_learning
