#include "kernels/statistics/fitted_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "kernels/statistics/gram_checks.h"

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
    common::ThrowUsageError("new rows", fmt::format("{} columns as in training", rows_.cols()),
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

namespace {

DenseRows<double> Minus(const DenseRows<double>& rows, const Eigen::RowVectorXd& shift) {
  return rows.rowwise() - shift;
}

}  // namespace

PcaModel PcaModel::Fit(TrainedKernel input, const KernelPca::Options& options, common::ThreadPool& pool,
                       const std::string& where, Eigen::MatrixXd* gram) {
  Eigen::RowVectorXd shift;
  if (input.name() == "linear" && input.rows().rows() > 0) shift = input.rows().colwise().mean();
  const DenseRows<double> shifted = shift.size() > 0 ? Minus(input.rows(), shift) : input.rows();
  Eigen::MatrixXd values = GramMatrix<double>(input.kernel(), shifted, pool);
  CheckResolved(values, where, RemedyOfUnresolved(input.name()));
  KernelPca pca(values, options);
  if (pca.components() == 0) {
    common::ThrowDataError(where, "rows of which the kernel values differ", "no principal component",
                           "check that the rows differ, or take another kernel");
  }
  if (gram != nullptr) *gram = std::move(values);
  return {std::move(input), std::move(pca), {}, {}, std::move(shift)};
}

Eigen::MatrixXd PcaModel::Cross(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  if (shift.size() == 0 || rows.cols() != shift.size()) return input.Cross(rows, pool);
  return CrossGram<double>(input.kernel(), Minus(rows, shift), Minus(input.rows(), shift), pool, "new rows");
}

Eigen::MatrixXd PcaModel::Project(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  return pca.Project(Cross(rows, pool));
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

void SaveAssignment(const SpectralAssignment& assignment, ModelFile& model) {
  const Eigen::Map<const Eigen::VectorXi> clusters(assignment.clusters.data(),
                                                   std::ssize(assignment.clusters));
  model.matrices["clusters.training"] = clusters.cast<double>();
  model.matrices["clusters.volumes"] = assignment.volumes;
  model.matrices["clusters.inside"] = assignment.inside;
}

SpectralAssignment LoadAssignment(const TrainedKernel& input, const ModelFile& model) {
  const Eigen::VectorXd clusters = model.Matrix("clusters.training").reshaped();
  SpectralAssignment assignment = {std::vector<int>(), model.Matrix("clusters.volumes").reshaped(),
                                   model.Matrix("clusters.inside").reshaped()};
  const auto count = static_cast<double>(assignment.volumes.size());
  const auto is_cluster = [&](double value) {
    return value >= 0 && value < count && value == std::floor(value);
  };
  if (clusters.size() != input.rows().rows() || assignment.inside.size() != assignment.volumes.size() ||
      !std::ranges::all_of(clusters, is_cluster)) {
    common::ThrowDataError(model.path, "a cluster for each training row, and two sums for each cluster",
                           "other numbers", "train the model again");
  }
  assignment.clusters.assign(clusters.begin(), clusters.end());
  return assignment;
}

}  // namespace

void PcaModel::Save(const std::string& path) const {
  ModelFile model;
  input.Save("x", model);
  SaveCentering("x", pca.centering(), model);
  model.matrices["eigenvalues"] = pca.eigenvalues();
  model.matrices["coefficients"] = pca.coefficients();
  for (size_t i = 0; i < columns.size(); ++i) model.texts[fmt::format("column.{}", i)] = columns[i];
  if (clusters) SaveAssignment(*clusters, model);
  if (shift.size() > 0) model.matrices["shift"] = shift;
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
  if (model.matrices.contains("clusters.training")) loaded.clusters = LoadAssignment(loaded.input, model);
  if (model.matrices.contains("shift")) {
    loaded.shift = model.Matrix("shift").reshaped().transpose();
    if (loaded.shift.size() != loaded.input.rows().cols()) {
      common::ThrowDataError(path, "a shift of each column", "another number of shifts",
                             "train the model again");
    }
  }
  return loaded;
}

SpectralModel SpectralModel::Fit(TrainedKernel input, const SpectralOptions& options,
                                 common::ThreadPool& pool) {
  SpectralClustering found = ClusterSpectrally(input.Gram(pool), options);
  return {std::move(input), std::move(found.assignment)};
}

std::vector<int> SpectralModel::ClustersOf(const DenseRows<double>& rows, common::ThreadPool& pool) const {
  return assignment.ClustersOf(input.Cross(rows, pool));
}

void SpectralModel::Save(const std::string& path) const {
  ModelFile model;
  input.Save("x", model);
  SaveAssignment(assignment, model);
  WriteModelFile(model, "spectral-clusters", path);
}

SpectralModel SpectralModel::Load(const std::string& path) {
  const ModelFile model = ReadModelFile("spectral-clusters", path);
  TrainedKernel input = TrainedKernel::Load("x", model);
  SpectralAssignment assignment = LoadAssignment(input, model);
  return {std::move(input), std::move(assignment)};
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

}  // namespace structlab::kernels
