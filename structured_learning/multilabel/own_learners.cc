#include "structured_learning/multilabel/own_learners.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using kernels::ModelFile;

[[noreturn]] void Refuse(const ModelFile& model, const std::string& name) {
  common::ThrowDataError(model.path, "a valid matrix " + name, "an inconsistent one",
                         "train the model again");
}

// Whole numbers from 0 to `max_value`.
std::vector<int> WholeNumbers(const std::string& name, const ModelFile& model, double max_value) {
  std::vector<int> numbers;
  for (const double value : model.Matrix(name).reshaped()) {
    if (!(value >= 0) || value > max_value || value != std::floor(value)) Refuse(model, name);
    numbers.push_back(static_cast<int>(value));
  }
  return numbers;
}

VectorXd AsDoubles(const std::vector<int>& numbers) {
  return Eigen::VectorXi::Map(numbers.data(), static_cast<Eigen::Index>(numbers.size())).cast<double>();
}

// The starts of rows: from 0 to `entries`, never decreasing.
std::vector<int> StartsIn(const std::string& name, const ModelFile& model, size_t entries) {
  std::vector<int> starts = WholeNumbers(name, model, static_cast<double>(entries));
  if (starts.empty() || starts.front() != 0 || static_cast<size_t>(starts.back()) != entries)
    Refuse(model, name);
  for (size_t i = 1; i < starts.size(); ++i) {
    if (starts[i] < starts[i - 1]) Refuse(model, name);
  }
  return starts;
}

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

}  // namespace

std::vector<TagLearner> OwnTagLearners() {
  return {JointLearner(), PerceptronLearner(), OneVsRestLearner(), JecLearner(), TagPropLearner()};
}

common::RunControl AtMost(double iterations, common::RunControl control) {
  control.stop.iterations = std::min(control.stop.iterations, iterations);
  return control;
}

NamedFacts FactsOfGap(double primal, double dual, int64_t passes, common::Ending ending) {
  return {{"primal", common::FormatShort(primal)},
          {"dual", common::FormatShort(dual)},
          {"passes", std::to_string(passes)},
          {"ending", std::string(common::EndingName(ending))}};
}

int64_t IntegerIn(const ModelFile& model, const std::string& name, int64_t min) {
  const int64_t value = common::ParseInteger(model.Text(name), model.path);
  if (value >= min && value <= 1'000'000'000) return value;
  common::ThrowDataError(model.path, fmt::format("{} of at least {}", name, min), std::to_string(value));
}

void PutRows(const std::string& name, const FeatureRows& rows, ModelFile& model) {
  std::vector<int> starts = {0}, columns;
  std::vector<double> values;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (FeatureRows::InnerIterator at(rows, i); at; ++at) {
      columns.push_back(static_cast<int>(at.col()));
      values.push_back(at.value());
    }
    starts.push_back(static_cast<int>(columns.size()));
  }
  model.matrices[name + ".starts"] = AsDoubles(starts);
  model.matrices[name + ".columns"] = AsDoubles(columns);
  model.matrices[name + ".values"] = VectorXd::Map(values.data(), static_cast<Eigen::Index>(values.size()));
  model.matrices[name + ".width"] = MatrixXd::Constant(1, 1, static_cast<double>(rows.cols()));
}

FeatureRows GetRows(const std::string& name, const ModelFile& model) {
  const std::vector<int> width = WholeNumbers(name + ".width", model, 2e9);
  if (width.size() != 1) Refuse(model, name + ".width");
  const std::vector<int> columns = WholeNumbers(name + ".columns", model, width[0] - 1.0);
  const std::vector<int> starts = StartsIn(name + ".starts", model, columns.size());
  const MatrixXd& values = model.Matrix(name + ".values");
  if (static_cast<size_t>(values.size()) != columns.size()) Refuse(model, name + ".values");
  FeatureRows rows(static_cast<Eigen::Index>(starts.size()) - 1, width[0]);
  rows.reserve(values.size());
  for (size_t i = 0; i + 1 < starts.size(); ++i) {
    rows.startVec(static_cast<Eigen::Index>(i));
    for (int at = starts[i]; at < starts[i + 1]; ++at) {
      const int column = columns[at];
      if (at > starts[i] && column <= columns[static_cast<size_t>(at) - 1]) Refuse(model, name + ".columns");
      rows.insertBack(static_cast<Eigen::Index>(i), column) = values.data()[at];
    }
  }
  rows.finalize();
  return rows;
}

void PutTags(const std::string& name, const std::vector<TagList>& tags, int num_tags, ModelFile& model) {
  FeatureRows rows(static_cast<Eigen::Index>(tags.size()), num_tags);
  for (size_t i = 0; i < tags.size(); ++i) {
    rows.startVec(static_cast<Eigen::Index>(i));
    for (const int tag : tags[i]) rows.insertBack(static_cast<Eigen::Index>(i), tag) = 1;
  }
  rows.finalize();
  PutRows(name, rows, model);
}

std::vector<TagList> GetTags(const std::string& name, const ModelFile& model, int& num_tags) {
  const FeatureRows rows = GetRows(name, model);
  num_tags = static_cast<int>(rows.cols());
  std::vector<TagList> tags(rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (FeatureRows::InnerIterator at(rows, i); at; ++at) {
      tags[i].push_back(static_cast<int>(at.col()));
    }
  }
  return tags;
}

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
  return common::ChoiceOption("rows", default_rule, {"raw", "unit", "centred", "standardized", "auto"},
                              "raw: unchanged; others: length 1, centred after subtracting the mean, "
                              "standardized after z-scores; auto: "
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
  const bool is_plain = scaling.rule_ == "raw" || scaling.rule_ == "unit";
  const bool is_known = is_plain || scaling.rule_ == "centred" || scaling.rule_ == "standardized";
  const Eigen::Index size = is_plain ? 0 : scaling.columns_;
  if (!is_known || mean.size() != size || factor.size() != size) Refuse(model, "mean");
  if (size > 0) {
    scaling.mean_ = mean.reshaped().transpose();
    scaling.factor_ = factor.reshaped().transpose();
  }
  return scaling;
}

}  // namespace structlab::structured_learning
