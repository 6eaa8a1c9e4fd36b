#include "structured_learning/multilabel/own_learners.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/neighbor_decoding.h"
#include "structured_learning/multilabel/training_run.h"

namespace structlab::structured_learning {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using kernels::ModelFile;

// Whole numbers from 0 to `max_value`.
std::vector<int> WholeNumbers(const std::string& name, const ModelFile& model, double max_value) {
  std::vector<int> numbers;
  for (const double value : model.Matrix(name).reshaped()) {
    if (!(value >= 0) || value > max_value || value != std::floor(value)) RefuseMatrix(model, name);
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
    RefuseMatrix(model, name);
  for (size_t i = 1; i < starts.size(); ++i) {
    if (starts[i] < starts[i - 1]) RefuseMatrix(model, name);
  }
  return starts;
}

// Applies the rule to the scores that it needs.
std::vector<TagList> TagsBy(const TagDecoding& decoding, const Eigen::Ref<const Eigen::MatrixXd>& scores) {
  if (decoding.rule == "top") return TopTags(scores, decoding.top);
  return TagsAbove(scores, decoding.rule == "sign" ? 0 : kHalfShare);
}

}  // namespace

[[noreturn]] void RefuseMatrix(const ModelFile& model, const std::string& name) {
  common::ThrowDataError(model.path, "a valid matrix " + name, "an inconsistent one",
                         "train the model again");
}

std::vector<TagLearner> OwnTagLearners() {
  return {JointLearner(),           PerceptronLearner(), OneVsRestLearner(),
          KernelOneVsRestLearner(), JecLearner(),        TagPropLearner()};
}

common::RunControl AtMost(double iterations, common::RunControl control) {
  control.stop.iterations = std::min(control.stop.iterations, iterations);
  return control;
}

common::RunControl RunOf(const common::OptionValues& options, const TagLearnerRun& run) {
  return AtMost(static_cast<double>(options.Integer("passes")), run.control);
}

std::vector<common::OptionDeclaration> GapOptions(double default_gap) {
  return {common::PositiveOption("gap", default_gap, "relative duality gap at which training ends"),
          common::IntegerOption("passes", static_cast<int64_t>(kUsualPasses),
                                {.min = 1, .max = 1'000'000'000}, "largest number of passes over the rows")};
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
  if (width.size() != 1) RefuseMatrix(model, name + ".width");
  const std::vector<int> columns = WholeNumbers(name + ".columns", model, width[0] - 1.0);
  const std::vector<int> starts = StartsIn(name + ".starts", model, columns.size());
  const MatrixXd& values = model.Matrix(name + ".values");
  if (static_cast<size_t>(values.size()) != columns.size()) RefuseMatrix(model, name + ".values");
  FeatureRows rows(static_cast<Eigen::Index>(starts.size()) - 1, width[0]);
  rows.reserve(values.size());
  for (size_t i = 0; i + 1 < starts.size(); ++i) {
    rows.startVec(static_cast<Eigen::Index>(i));
    for (int at = starts[i]; at < starts[i + 1]; ++at) {
      const int column = columns[at];
      if (at > starts[i] && column <= columns[static_cast<size_t>(at) - 1])
        RefuseMatrix(model, name + ".columns");
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

DecodedTagModel::DecodedTagModel(const common::OptionValues& options)
    : decoding_{.rule = options.Text("decode"),
                .neighbors = static_cast<int>(options.Integer("neighbors")),
                .top = static_cast<int>(options.Integer("top"))} {}

DecodedTagModel::DecodedTagModel(const ModelFile& model)
    : decoding_{.rule = model.Text("decode"),
                .neighbors = static_cast<int>(IntegerIn(model, "neighbors", 1))} {
  if (decoding_.rule == "top") decoding_.top = static_cast<int>(IntegerIn(model, "top", 1));
}

void DecodedTagModel::Save(ModelFile& model) const {
  model.texts["decode"] = decoding_.rule;
  model.texts["neighbors"] = std::to_string(decoding_.neighbors);
  if (decoding_.rule == "top") model.texts["top"] = std::to_string(decoding_.top);
}

Eigen::MatrixXd DecodedTagModel::Scores(const FeatureRows& rows, common::ThreadPool& pool) const {
  return std::move(ScoresFor(rows, {&decoding_, 1}, pool)[0]);
}

std::vector<TagList> DecodedTagModel::Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const {
  return TagsBy(decoding_, scores);
}

std::vector<std::vector<TagList>> DecodedTagModel::Decode(const FeatureRows& rows,
                                                          std::span<const TagDecoding> decodings,
                                                          common::ThreadPool& pool) const {
  const std::vector<Eigen::MatrixXd> scores = ScoresFor(rows, decodings, pool);
  std::vector<std::vector<TagList>> tags;
  for (size_t d = 0; d < decodings.size(); ++d) tags.push_back(TagsBy(decodings[d], scores[d]));
  return tags;
}

}  // namespace structlab::structured_learning
