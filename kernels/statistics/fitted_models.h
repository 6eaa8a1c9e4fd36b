// Fitted statistics of kernels, for new points; they can be saved and loaded.
#ifndef STRUCTLAB_KERNELS_STATISTICS_FITTED_MODELS_H_
#define STRUCTLAB_KERNELS_STATISTICS_FITTED_MODELS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "kernels/files/model_file.h"
#include "kernels/functions/kernel_methods.h"
#include "kernels/functions/rows.h"
#include "kernels/statistics/kernel_correlation.h"
#include "kernels/statistics/kernel_pca.h"
#include "kernels/statistics/kernel_ridge.h"

namespace structlab::kernels {

// A kernel by its name and options with numbers as widths, and the rows that were trained on.
class TrainedKernel {
 public:
  // `kernel` as ParseKernel (kernel_methods.h) reads it; widths that the data decide are chosen by the rows,
  // at random in the seed.
  TrainedKernel(const std::string& kernel, DenseRows<double> rows, uint64_t seed);

  const DenseRows<double>& rows() const { return rows_; }
  std::string Text() const { return FormatKernel(kernel_.name, kernel_.values); }
  const VectorKernel<double>& kernel() const { return *kernel_.kernel; }

  Eigen::MatrixXd Gram(common::ThreadPool& pool) const;
  // New rows by training rows. Throws common::Error(kUsage) for another number of columns and entries that
  // are not finite.
  Eigen::MatrixXd Cross(const DenseRows<double>& rows, common::ThreadPool& pool) const;

  // Under the names prefix.kernel and prefix.rows.
  void Save(const std::string& prefix, ModelFile& model) const;
  static TrainedKernel Load(const std::string& prefix, const ModelFile& model);

 private:
  NamedKernel<double> kernel_;
  DenseRows<double> rows_;
};

// FitKernelRidge (kernel_ridge.h).
struct RidgeModel {
  TrainedKernel input;
  Eigen::MatrixXd coefficients;
  double lambda;

  static RidgeModel Fit(TrainedKernel input, const Eigen::Ref<const Eigen::MatrixXd>& targets,
                        std::span<const double> lambdas, common::ThreadPool& pool);
  Eigen::MatrixXd Predict(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  void Save(const std::string& path) const;
  static RidgeModel Load(const std::string& path);
};

// KernelPca (kernel_pca.h).
struct PcaModel {
  TrainedKernel input;
  KernelPca pca;
  std::vector<std::string> columns = {};  // names of the columns that were trained on, or none

  static PcaModel Fit(TrainedKernel input, const KernelPca::Options& options, common::ThreadPool& pool);
  Eigen::MatrixXd Project(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  void Save(const std::string& path) const;
  static PcaModel Load(const std::string& path);
};

// KernelCca or KernelCovariance (kernel_correlation.h): coordinates of both views along the same directions.
struct CorrelationModel {
  TrainedKernel x, y;
  GramCentering centering_x, centering_y;
  KernelDirections directions;

  static CorrelationModel FitCca(TrainedKernel x, TrainedKernel y, const CcaOptions& options,
                                 common::ThreadPool& pool);
  static CorrelationModel FitCovariance(TrainedKernel x, TrainedKernel y, Eigen::Index count,
                                        common::ThreadPool& pool);
  // A row a new row, a column a direction.
  Eigen::MatrixXd ProjectX(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  Eigen::MatrixXd ProjectY(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  void Save(const std::string& path) const;
  static CorrelationModel Load(const std::string& path);
};

// For each query the items by falling cosine of their coordinates, the first of equals first; rows of length
// 0 come last. Retrieval between two views: queries of the one, items of the other. O(queries items columns).
std::vector<std::vector<int>> RankByCosine(const Eigen::Ref<const Eigen::MatrixXd>& queries,
                                           const Eigen::Ref<const Eigen::MatrixXd>& items);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_FITTED_MODELS_H_
