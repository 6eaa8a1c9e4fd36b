// Fitted kernel methods that are applied to new rows and saved in files.
#ifndef STRUCTLAB_KERNELS_STATISTICS_FITTED_MODELS_H_
#define STRUCTLAB_KERNELS_STATISTICS_FITTED_MODELS_H_

#include <Eigen/Core>
#include <cstdint>
#include <optional>
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
#include "kernels/statistics/spectral_clustering.h"

namespace structlab::kernels {

// A kernel together with its training rows. Widths are stored as numbers.
//
//     common::ThreadPool pool(2);
//     const TrainedKernel input("gaussian:gamma=median", rows, /*seed=*/1);
//     const PcaModel model = PcaModel::Fit(input, {.components = 8}, pool);
//     const Eigen::MatrixXd coordinates = model.Project(new_rows, pool);   // a row each, 8 columns at most
class TrainedKernel {
 public:
  // `kernel` is a text that ParseKernel (kernel_methods.h) reads. Widths such as "median" are computed from
  // the rows, at random by `seed`.
  TrainedKernel(const std::string& kernel, DenseRows<double> rows, uint64_t seed);

  const DenseRows<double>& rows() const { return rows_; }
  const std::string& name() const { return kernel_.name; }
  std::string Text() const { return FormatKernel(kernel_.name, kernel_.values); }
  const VectorKernel<double>& kernel() const { return *kernel_.kernel; }

  Eigen::MatrixXd Gram(common::ThreadPool& pool) const;
  // k(new row, training row), with one row for each new row. Throws common::Error(kUsage) for another
  // number of columns and for entries that are not finite.
  Eigen::MatrixXd Cross(const DenseRows<double>& rows, common::ThreadPool& pool) const;

  // Save writes the text prefix.kernel and the matrix prefix.rows into `model`; Load reads them.
  void Save(const std::string& prefix, ModelFile& model) const;
  static TrainedKernel Load(const std::string& prefix, const ModelFile& model);

 private:
  NamedKernel<double> kernel_;
  DenseRows<double> rows_;
};

// Kernel ridge regression: see FitKernelRidge (kernel_ridge.h).
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

// Kernel principal components: see KernelPca (kernel_pca.h).
struct PcaModel {
  TrainedKernel input;
  KernelPca pca;
  std::vector<std::string> columns = {};            // names of the training columns; may be empty
  std::optional<SpectralAssignment> clusters = {};  // of the same rows and kernel; may be absent
  // Subtracted from rows before their kernel values for the components are computed; may be empty. For a
  // linear kernel the mean of the training rows, which changes no component but keeps its digits for rows far
  // from 0.
  Eigen::RowVectorXd shift = {};

  // Throws common::Error(kData) at `where` for kernel values that CheckResolved (gram_checks.h) refuses and
  // if there is no component, as for equal rows. Sets `gram`, if given, to the kernel values of the training
  // rows from which the components were computed.
  static PcaModel Fit(TrainedKernel input, const KernelPca::Options& options, common::ThreadPool& pool,
                      const std::string& where = "kernel PCA", Eigen::MatrixXd* gram = nullptr);
  // Kernel values of rows with the training rows, for Project of `pca`. Throws as TrainedKernel::Cross.
  Eigen::MatrixXd Cross(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  Eigen::MatrixXd Project(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  void Save(const std::string& path) const;
  static PcaModel Load(const std::string& path);
};

// Spectral clusters: see ClusterSpectrally (spectral_clustering.h), with the kernel as similarity.
struct SpectralModel {
  TrainedKernel input;
  SpectralAssignment assignment;

  static SpectralModel Fit(TrainedKernel input, const SpectralOptions& options, common::ThreadPool& pool);
  std::vector<int> ClustersOf(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  void Save(const std::string& path) const;
  static SpectralModel Load(const std::string& path);
};

// Kernel CCA or kernel covariance: see kernel_correlation.h. Coordinates of both views along paired
// directions.
struct CorrelationModel {
  TrainedKernel x, y;
  GramCentering centering_x, centering_y;
  KernelDirections directions;

  static CorrelationModel FitCca(TrainedKernel x, TrainedKernel y, const CcaOptions& options,
                                 common::ThreadPool& pool);
  static CorrelationModel FitCovariance(TrainedKernel x, TrainedKernel y, Eigen::Index count,
                                        common::ThreadPool& pool);
  // One row for each new row, one column for each direction.
  Eigen::MatrixXd ProjectX(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  Eigen::MatrixXd ProjectY(const DenseRows<double>& rows, common::ThreadPool& pool) const;
  void Save(const std::string& path) const;
  static CorrelationModel Load(const std::string& path);
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_FITTED_MODELS_H_
