#include "experiments/kernel_statistics/retrieval.h"

#include <algorithm>
#include <cstddef>

#include "experiments/kernel_statistics/protocol.h"
#include "kernels/statistics/fitted_models.h"

namespace structlab::kernel_statistics {

RetrievalQuality QualityOf(const Ranking& ranking) {
  RetrievalQuality sum;
  for (size_t query = 0; query < ranking.size(); ++query) {
    const auto partner = std::ranges::find(ranking[query], static_cast<int>(query));
    const auto rank = partner - ranking[query].begin() + 1;
    sum.reciprocal_rank += 1 / static_cast<double>(rank);
    sum.found_first += rank == 1 ? 1 : 0;
  }
  const auto count = static_cast<double>(ranking.size());
  return {.reciprocal_rank = sum.reciprocal_rank / count, .found_first = sum.found_first / count};
}

RetrievalQuality QualityOfChance(int64_t items) {
  const auto count = static_cast<double>(items);
  RetrievalQuality chance = {.found_first = 1 / count};
  for (int64_t rank = 1; rank <= items; ++rank)
    chance.reciprocal_rank += 1 / static_cast<double>(rank) / count;
  return chance;
}

void RecordQuality(const Ranking& ranking, harness::Recorder& record) {
  const RetrievalQuality found = QualityOf(ranking);
  const RetrievalQuality chance = QualityOfChance(static_cast<int64_t>(ranking.size()));
  record.Value(kOurRetrieval, "mean_reciprocal_rank", found.reciprocal_rank);
  record.Value(kOurRetrieval, "found_first", found.found_first);
  record.Value(kOurRetrieval, "mean_reciprocal_rank", chance.reciprocal_rank, {.method = kChance});
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
