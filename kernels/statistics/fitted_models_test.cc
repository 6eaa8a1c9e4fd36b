// Models applied to training points return the results of the fit, and saved models have the same bits.
#include "kernels/statistics/fitted_models.h"

#include <gtest/gtest.h>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "kernels/statistics/retrieval.h"

namespace structlab::kernels {
namespace {

using Eigen::MatrixXd;

class FittedModels : public testing::Test {
 protected:
  FittedModels() {
    common::RandomStream random(1, "fitted models");
    for (double& value : x_.reshaped()) value = random.Normal();
    y_ = x_.leftCols(2);
    for (double& value : y_.reshaped()) value += 0.3 * random.Normal();
    for (double& value : new_x_.reshaped()) value = random.Normal();
  }

  DenseRows<double> x_{25, 3}, y_{25, 2}, new_x_{6, 3};
  common::ThreadPool pool_{1};
  common::ScratchFolder folder_{"models"};
  const std::string path_ = folder_.path() + "/model";
};

TEST_F(FittedModels, Ridge) {
  const std::vector<double> lambdas = {0.01, 0.1, 1};
  const RidgeModel model = RidgeModel::Fit(TrainedKernel("gaussian", x_, 1), y_, lambdas, pool_);
  const MatrixXd gram = model.input.Gram(pool_);
  EXPECT_LE((gram * model.coefficients + model.lambda * model.coefficients - y_).norm(), 1e-9);
  EXPECT_LE((model.Predict(x_, pool_) - gram * model.coefficients).norm(), 1e-12);
  model.Save(path_);
  const RidgeModel loaded = RidgeModel::Load(path_);
  EXPECT_EQ(loaded.input.Text(), model.input.Text());
  EXPECT_EQ(loaded.lambda, model.lambda);
  EXPECT_EQ(loaded.Predict(new_x_, pool_), model.Predict(new_x_, pool_));
  EXPECT_EQ(common::MessageOf([&] { model.Predict(y_, pool_); }),
            "new rows: expected 3 columns as in training, found 2");
  EXPECT_NE(common::MessageOf([&] { PcaModel::Load(path_); }), "no error");
}

TEST_F(FittedModels, Pca) {
  const PcaModel model = PcaModel::Fit(TrainedKernel("polynomial:degree=2", x_, 1), {.components = 4}, pool_);
  const MatrixXd projected = model.Project(x_, pool_);
  const MatrixXd covariance = projected.transpose() * projected;
  EXPECT_LE((covariance - MatrixXd(model.pca.eigenvalues().asDiagonal())).norm(), 1e-9 * covariance.norm());
  EXPECT_LE(projected.colwise().sum().norm(), 1e-9 * projected.norm());
  model.Save(path_);
  EXPECT_EQ(PcaModel::Load(path_).Project(new_x_, pool_), model.Project(new_x_, pool_));
}

TEST_F(FittedModels, SpectralClusters) {
  const SpectralOptions options = {.clusters = 3};
  const TrainedKernel kernel("gaussian:gamma=0.1", x_, 1);
  const SpectralModel model = SpectralModel::Fit(kernel, options, pool_);
  EXPECT_EQ(model.assignment.clusters, ClusterSpectrally(kernel.Gram(pool_), options).clusters);
  model.Save(path_);
  const SpectralModel loaded = SpectralModel::Load(path_);
  EXPECT_EQ(loaded.assignment.clusters, model.assignment.clusters);
  EXPECT_EQ(loaded.assignment.volumes, model.assignment.volumes);
  EXPECT_EQ(loaded.assignment.inside, model.assignment.inside);
  EXPECT_EQ(loaded.ClustersOf(new_x_, pool_), model.ClustersOf(new_x_, pool_));
  // The same clusters in a file of components.
  PcaModel components = PcaModel::Fit(kernel, {.components = 2}, pool_);
  components.clusters = model.assignment;
  components.Save(path_);
  const PcaModel again = PcaModel::Load(path_);
  ASSERT_TRUE(again.clusters.has_value());
  EXPECT_EQ(again.clusters->ClustersOf(kernel.Cross(new_x_, pool_)), model.ClustersOf(new_x_, pool_));
}

TEST_F(FittedModels, DamagedSpectralClustersAreRefused) {
  const SpectralModel model =
      SpectralModel::Fit(TrainedKernel("gaussian:gamma=0.1", x_, 1), {.clusters = 3}, pool_);
  SpectralModel fewer_rows = model, fewer_sums = model, other_cluster = model;
  fewer_rows.assignment.clusters.pop_back();
  fewer_sums.assignment.inside.conservativeResize(2);
  other_cluster.assignment.clusters[0] = 3;
  for (const SpectralModel& damaged : {fewer_rows, fewer_sums, other_cluster}) {
    damaged.Save(path_);
    EXPECT_EQ(common::MessageOf([&] { SpectralModel::Load(path_); }),
              path_ +
                  ": expected a cluster for each training row, and two sums for each cluster, found other "
                  "numbers; train the model again");
  }
}

TEST_F(FittedModels, CorrelationOfTwoViews) {
  const CorrelationModel model = CorrelationModel::FitCca(TrainedKernel("gaussian:gamma=0.1", x_, 1),
                                                          TrainedKernel("gaussian:gamma=0.1", y_, 1),
                                                          {.eps_x = 1e-3, .eps_y = 1e-3, .count = 2}, pool_);
  const MatrixXd a = model.ProjectX(x_, pool_), b = model.ProjectY(y_, pool_);
  for (int c = 0; c < 2; ++c) {
    // Without the regularisation in the denominator the correlation is larger.
    const double correlation = a.col(c).dot(b.col(c)) / (a.col(c).norm() * b.col(c).norm());
    EXPECT_GE(correlation, model.directions.values[c]);
    EXPECT_LE(correlation, 1);
  }
  // Each view of a row retrieves the other view.
  const auto ranked = RankByCosine(a, b);
  int found = 0;
  for (int i = 0; i < 25; ++i) {
    const auto& order = ranked[i];
    found += std::find(order.begin(), order.begin() + 5, i) != order.begin() + 5;
  }
  EXPECT_GE(found, 18);  // 5 by chance
  model.Save(path_);
  const CorrelationModel loaded = CorrelationModel::Load(path_);
  EXPECT_EQ(loaded.ProjectX(new_x_, pool_), model.ProjectX(new_x_, pool_));
  EXPECT_EQ(loaded.ProjectY(y_, pool_), model.ProjectY(y_, pool_));
  const CorrelationModel covariance = CorrelationModel::FitCovariance(
      TrainedKernel("linear", x_, 1), TrainedKernel("linear", y_, 1), 1, pool_);
  const MatrixXd u = covariance.ProjectX(x_, pool_), v = covariance.ProjectY(y_, pool_);
  EXPECT_NEAR(u.col(0).dot(v.col(0)) / 25, covariance.directions.values[0], 1e-10);
}

}  // namespace
}  // namespace structlab::kernels
