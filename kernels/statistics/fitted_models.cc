#include "kernels/statistics/fitted_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

NamedKernel<double> MakeKernel(const std::string& text, const DenseRows<double>& rows, uint64_t seed) {
  const KernelText kernel = ParseKernel(text);
  return FindVectorKernel(kernel.name).make(kernel.values, rows, seed);
}

}  // namespace

TrainedKernel::TrainedKernel(const std::string& kernel, DenseRows<double> rows, uint64_t seed)
    : kernel_(MakeKernel(kernel, rows, seed)), rows_(std::move(rows)) {}

Eigen::MatrixXd TrainedKernel::Gram(common::ThreadPool& pool) const {
  return GramMatrix<double>(kernel(), rows_, pool);
}

Eigen::MatrixXd TrainedKernel::Cross(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  if (rows.cols() != rows_.cols()) {
    common::ThrowUsageError("new rows", std::to_string(rows_.cols()) + " columns as in training",
                            std::to_string(rows.cols()));
  }
  return CrossGram<double>(kernel(), rows, rows_, pool, "new rows");
}

void TrainedKernel::Save(const std::string& prefix, ModelFile& model) const {
  model.texts[prefix + ".kernel"] = Text();
  model.matrices[prefix + ".rows"] = rows_;
}

TrainedKernel TrainedKernel::Load(const std::string& prefix, const ModelFile& model) {
  return TrainedKernel(model.Text(prefix + ".kernel"), model.Matrix(prefix + ".rows"), 0);
}

RidgeModel RidgeModel::Fit(TrainedKernel input, const Eigen::Ref<const Eigen::MatrixXd>& targets,
                           std::span<const double> lambdas, common::ThreadPool& pool) {
  const RidgeFit fit = FitKernelRidge(input.Gram(pool), targets, lambdas);
  return {std::move(input), fit.coefficients, fit.lambda};
}

Eigen::MatrixXd RidgeModel::Predict(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  return input.Cross(rows, pool) * coefficients;
}

void RidgeModel::Save(const std::string& path) const {
  ModelFile model;
  input.Save("x", model);
  model.texts["lambda"] = common::FormatDouble(lambda);
  model.matrices["coefficients"] = coefficients;
  WriteModelFile(model, "kernel-ridge", path);
}

RidgeModel RidgeModel::Load(const std::string& path) {
  const ModelFile model = ReadModelFile("kernel-ridge", path);
  return {TrainedKernel::Load("x", model), model.Matrix("coefficients"),
          common::ParseDouble(model.Text("lambda"), path)};
}

PcaModel PcaModel::Fit(TrainedKernel input, const KernelPca::Options& options, common::ThreadPool& pool) {
  KernelPca pca(input.Gram(pool), options);
  return {std::move(input), std::move(pca), {}};
}

Eigen::MatrixXd PcaModel::Project(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  return pca.Project(input.Cross(rows, pool));
}

namespace {

void SaveCentering(const std::string& prefix, const GramCentering& centering, ModelFile& model) {
  model.matrices[prefix + ".means"] = centering.column_means();
  model.texts[prefix + ".mean"] = common::FormatDouble(centering.mean());
}

GramCentering LoadCentering(const std::string& prefix, const ModelFile& model) {
  return GramCentering(model.Matrix(prefix + ".means").reshaped(),
                       common::ParseDouble(model.Text(prefix + ".mean"), model.path));
}

}  // namespace

void PcaModel::Save(const std::string& path) const {
  ModelFile model;
  input.Save("x", model);
  SaveCentering("x", pca.centering(), model);
  model.matrices["eigenvalues"] = pca.eigenvalues();
  model.matrices["coefficients"] = pca.coefficients();
  for (size_t i = 0; i < columns.size(); ++i) model.texts[fmt::format("column.{}", i)] = columns[i];
  WriteModelFile(model, "kernel-pca", path);
}

PcaModel PcaModel::Load(const std::string& path) {
  const ModelFile model = ReadModelFile("kernel-pca", path);
  PcaModel loaded = {TrainedKernel::Load("x", model),
                     KernelPca(LoadCentering("x", model), model.Matrix("eigenvalues").reshaped(),
                               model.Matrix("coefficients")),
                     {}};
  for (size_t i = 0; model.texts.contains(fmt::format("column.{}", i)); ++i) {
    loaded.columns.push_back(model.Text(fmt::format("column.{}", i)));
  }
  if (!loaded.columns.empty() && std::ssize(loaded.columns) != loaded.input.rows().cols()) {
    common::ThrowDataError(path, "a name for each column", "another number of names",
                           "train the model again");
  }
  return loaded;
}

CorrelationModel CorrelationModel::FitCca(TrainedKernel x, TrainedKernel y, const CcaOptions& options,
                                          common::ThreadPool& pool) {
  const Eigen::MatrixXd gram_x = x.Gram(pool), gram_y = y.Gram(pool);
  KernelDirections directions = KernelCca(gram_x, gram_y, options);
  return {std::move(x), std::move(y), GramCentering(gram_x), GramCentering(gram_y), std::move(directions)};
}

CorrelationModel CorrelationModel::FitCovariance(TrainedKernel x, TrainedKernel y, Eigen::Index count,
                                                 common::ThreadPool& pool) {
  const Eigen::MatrixXd gram_x = x.Gram(pool), gram_y = y.Gram(pool);
  KernelDirections directions = KernelCovariance(gram_x, gram_y, count);
  return {std::move(x), std::move(y), GramCentering(gram_x), GramCentering(gram_y), std::move(directions)};
}

Eigen::MatrixXd CorrelationModel::ProjectX(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  Eigen::MatrixXd cross = x.Cross(rows, pool);
  centering_x.Center(cross);
  return cross * directions.x;
}

Eigen::MatrixXd CorrelationModel::ProjectY(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  Eigen::MatrixXd cross = y.Cross(rows, pool);
  centering_y.Center(cross);
  return cross * directions.y;
}

void CorrelationModel::Save(const std::string& path) const {
  ModelFile model;
  x.Save("x", model);
  y.Save("y", model);
  SaveCentering("x", centering_x, model);
  SaveCentering("y", centering_y, model);
  model.matrices["values"] = directions.values;
  model.matrices["x.directions"] = directions.x;
  model.matrices["y.directions"] = directions.y;
  model.texts["degenerate"] = directions.is_degenerate ? "yes" : "no";
  WriteModelFile(model, "kernel-correlation", path);
}

CorrelationModel CorrelationModel::Load(const std::string& path) {
  const ModelFile model = ReadModelFile("kernel-correlation", path);
  return {TrainedKernel::Load("x", model),
          TrainedKernel::Load("y", model),
          LoadCentering("x", model),
          LoadCentering("y", model),
          {model.Matrix("values").reshaped(), model.Matrix("x.directions"), model.Matrix("y.directions"),
           model.Text("degenerate") == "yes"}};
}

std::vector<std::vector<int>> RankByCosine(const Eigen::Ref<const Eigen::MatrixXd>& queries,
                                           const Eigen::Ref<const Eigen::MatrixXd>& items) {
  const Eigen::VectorXd lengths = items.rowwise().norm();
  std::vector<std::vector<int>> ranked;
  for (Eigen::Index q = 0; q < queries.rows(); ++q) {
    Eigen::VectorXd cosines = items * queries.row(q).transpose();
    for (Eigen::Index i = 0; i < cosines.size(); ++i) {
      cosines[i] = lengths[i] > 0 ? cosines[i] / lengths[i] : -std::numeric_limits<double>::infinity();
    }
    std::vector<int>& order = ranked.emplace_back(static_cast<size_t>(items.rows()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cosines[a] > cosines[b]; });
  }
  return ranked;
}

}  // namespace structlab::kernels
