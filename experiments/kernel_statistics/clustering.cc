// Clusters of real digits: k-means of pixels and of kernel principal components, spectral clustering.
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/real_rows.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/neighbors/cluster_agreement.h"
#include "kernels/neighbors/dense_k_means.h"
#include "kernels/statistics/kernel_pca.h"
#include "kernels/statistics/spectral_clustering.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using kernels::SpectralForm;

struct DigitSample {
  Rows rows;
  std::vector<int> digits = {};
};

DigitSample SampleDigits(const datasets::UspsDigits& all, int64_t count, uint64_t seed) {
  const std::vector<int> images = DrawIndices(all.size(), count, seed);
  DigitSample sample = {.rows = DigitRows(all, images)};
  for (const int image : images) sample.digits.push_back(all.labels[image]);
  return sample;
}

std::vector<int> ClustersOf(const Rows& rows, uint64_t seed) {
  return kernels::DenseKMeans<double>(rows, {.clusters = datasets::kUspsClasses, .seed = seed}).clusters;
}

void RecordAgreement(const char* table, const std::vector<int>& clusters, const DigitSample& sample,
                     Recorder& record) {
  record.Value(table, "mutual_information", kernels::NormalizedMutualInformation(clusters, sample.digits));
}

void RecordSpectral(const char* table, Eigen::MatrixXd similarities, SpectralForm form,
                    const DigitSample& sample, uint64_t seed, Recorder& record) {
  similarities.diagonal().setZero();  // so that both cuts below are those of one graph
  const kernels::SpectralClustering found = kernels::ClusterSpectrally(
      similarities, {.clusters = datasets::kUspsClasses, .form = form, .seed = seed});
  RecordAgreement(table, found.clusters, sample, record);
  record.Value(table, "normalized_cut", found.normalized_cut);
  record.Value(table, "normalized_cut_of_the_digits", kernels::NormalizedCut(similarities, sample.digits));
}

Case& AddCase(const char* method, const std::string& part, const Setting& setting, Planner& plan) {
  Case& c = plan.Add("clusters/" + part, method, setting);
  c.repeats = static_cast<int>(plan.Int("cluster_seeds"));
  return c;
}

// Calls `cluster` with digits that are drawn anew for each seed.
template <class Cluster>
auto OnDigits(int64_t rows, Cluster cluster) {
  return [=](uint64_t seed, Recorder& record) {
    const datasets::Usps usps = datasets::LoadUsps(record.Data("usps").path);
    cluster(SampleDigits(usps.train, rows, seed), seed, record);
  };
}

void PlanKMeans(const Setting& setting, Planner& plan) {
  Case& c = AddCase(kKMeans, "width", setting, plan);
  c.run = OnDigits(c.Int("cluster_rows"), [](const DigitSample& sample, uint64_t seed, Recorder& record) {
    RecordAgreement(kOurClusters, ClustersOf(sample.rows, seed), sample, record);
  });
}

void PlanKernelPca(double width, const Setting& setting, Planner& plan) {
  Case& c = AddCase(kKernelPca, "width", setting, plan);
  const int64_t components = c.Int("cluster_components");
  c.run = OnDigits(c.Int("cluster_rows"), [=](const DigitSample& sample, uint64_t seed, Recorder& record) {
    common::ThreadPool pool(record.threads());
    const Eigen::MatrixXd gram = GramOf(kGaussian, sample.rows, width, pool);
    const kernels::KernelPca pca(gram, {.components = components});
    RecordAgreement(kOurClusters, ClustersOf(pca.Project(gram), seed), sample, record);
  });
}

// `neighbors` = 0: the Gaussian kernel with this width.
void PlanSpectral(double width, int64_t neighbors, const Setting& setting, Planner& plan) {
  for (const char* method : {kNgJordanWeiss, kShiMalik}) {
    const SpectralForm form = method == kShiMalik ? SpectralForm::kShiMalik : SpectralForm::kNgJordanWeiss;
    Case& c = AddCase(method, neighbors == 0 ? "width" : "neighbors", setting, plan);
    c.run = OnDigits(c.Int("cluster_rows"), [=](const DigitSample& sample, uint64_t seed, Recorder& record) {
      common::ThreadPool pool(record.threads());
      const Eigen::MatrixXd gram = GramOf(kGaussian, sample.rows, width, pool);
      const bool is_graph = neighbors > 0;
      RecordSpectral(is_graph ? kOurGraphClusters : kOurClusters,
                     is_graph ? kernels::NearestNeighborGraph(gram, neighbors) : gram, form, sample, seed,
                     record);
    });
  }
}

}  // namespace

void Clustering(Package& package) {
  package.Data(datasets::SourceOf("usps", "kernel_statistics"));
  package.Plan([](Planner& plan) {
    plan.dataset = "USPS";
    plan.data = {"usps"};
    for (const double width : plan.Numbers("cluster_widths")) {
      const Setting setting = {{"width", Text(width)}};
      PlanKMeans(setting, plan);  // the same for all widths: a line to compare with
      PlanKernelPca(width, setting, plan);
      PlanSpectral(width, 0, setting, plan);
    }
    for (const int64_t neighbors : plan.Ints("cluster_neighbors")) {
      PlanSpectral(1, neighbors, {{"neighbors", std::to_string(neighbors)}}, plan);
    }
  });
}

}  // namespace structlab::kernel_statistics
