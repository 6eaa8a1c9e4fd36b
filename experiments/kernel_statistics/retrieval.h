// Looks for the partner of a row in another view, by coordinates of kernel CCA.
#ifndef STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_RETRIEVAL_H_
#define STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_RETRIEVAL_H_

#include <Eigen/Core>
#include <cstdint>
#include <string>

#include "common/parallel.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/statistics/retrieval.h"

namespace structlab::kernel_statistics {

// Quality of a ranking, and of random orders as method kChance.
void RecordQuality(const kernels::Ranking& ranking, harness::Recorder& record);

// Coordinates of both views of all rows along the directions of kernel CCA.
struct Coordinates {
  Eigen::MatrixXd x, y;
};

struct RetrievalOptions {
  std::string x_kernel, y_kernel;  // as kernels::ParseKernel reads them
  int64_t train = 0;               // the first rows; kernel CCA sees only these
  double eps = 0.1;
  int64_t directions = 30;  // at most
};
Coordinates FitAndProject(const Views& views, const RetrievalOptions& options, common::ThreadPool& pool);

// The kernel of a method (protocol.h), kDegree1 or kGaussian with gamma = 1 / median, as text.
std::string KernelText(const std::string& method);

}  // namespace structlab::kernel_statistics

#endif  // STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_RETRIEVAL_H_
