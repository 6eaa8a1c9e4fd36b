#include "experiments/kernel_statistics/retrieval.h"

#include "experiments/kernel_statistics/protocol.h"
#include "kernels/statistics/fitted_models.h"

namespace structlab::kernel_statistics {

void RecordQuality(const kernels::Ranking& ranking, harness::Recorder& record) {
  const kernels::RetrievalQuality found = kernels::QualityOfRanking(ranking);
  const auto chance = kernels::QualityOfRandomRanking(static_cast<int64_t>(ranking.size()));
  record.Value(kOurRetrieval, "mean_reciprocal_rank", found.mean_reciprocal_rank);
  record.Value(kOurRetrieval, "found_first", found.found_first);
  record.Value(kOurRetrieval, "mean_reciprocal_rank", chance.mean_reciprocal_rank, {.method = kChance});
  record.Value(kOurRetrieval, "found_first", chance.found_first, {.method = kChance});
}

Coordinates FitAndProject(const Views& views, const RetrievalOptions& options, common::ThreadPool& pool) {
  const auto model = kernels::CorrelationModel::FitCca(
      kernels::TrainedKernel(options.x_kernel, views.x.topRows(options.train), 1),
      kernels::TrainedKernel(options.y_kernel, views.y.topRows(options.train), 1),
      {.eps_x = options.eps, .eps_y = options.eps, .count = options.directions}, pool);
  return {.x = model.ProjectX(views.x, pool), .y = model.ProjectY(views.y, pool)};
}

std::string KernelText(const std::string& method) { return method == kDegree1 ? "linear" : "gaussian"; }

}  // namespace structlab::kernel_statistics
