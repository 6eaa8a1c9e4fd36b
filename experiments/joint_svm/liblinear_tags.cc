#include "experiments/joint_svm/liblinear_tags.h"

#include <linear.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "common/check.h"
#include "common/thread_clock.h"

namespace structlab::joint_svm {
namespace {

using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

std::vector<feature_node> NodesOf(const Features& rows, Eigen::Index row, double bias) {
  std::vector<feature_node> nodes;
  for (Features::InnerIterator at(rows, row); at; ++at) {
    nodes.push_back({static_cast<int>(at.col()) + 1, at.value()});
  }
  nodes.push_back({static_cast<int>(rows.cols()) + 1, bias});
  nodes.push_back({-1, 0});
  return nodes;
}

}  // namespace

LiblinearScores ScoreByLiblinear(const structured_learning::MultiLabelData& train, const Features& test,
                                 const LiblinearOptions& options) {
  std::vector<std::vector<feature_node>> nodes;
  for (Eigen::Index row = 0; row < train.features.rows(); ++row) {
    nodes.push_back(NodesOf(train.features, row, options.bias));
  }
  std::vector<feature_node*> rows;
  for (std::vector<feature_node>& row : nodes) rows.push_back(row.data());
  std::vector<double> labels(rows.size());
  problem task = {};
  task.l = static_cast<int>(rows.size());
  task.n = static_cast<int>(train.features.cols()) + 1;
  task.y = labels.data();
  task.x = rows.data();
  task.bias = options.bias;
  parameter chosen = {};
  chosen.solver_type = L2R_L1LOSS_SVC_DUAL;
  chosen.C = options.cost;
  chosen.eps = 0.1;
  STRUCTLAB_CHECK(check_parameter(&task, &chosen) == nullptr);
  set_print_string_function([](const char*) {});

  const int num_tags = options.num_tags == 0 ? train.num_tags : std::min(options.num_tags, train.num_tags);
  LiblinearScores result = {.scores = Eigen::MatrixXd::Constant(test.rows(), train.num_tags, -1)};
  common::Stopwatch watch;
  for (int tag = 0; tag < num_tags; ++tag) {
    for (size_t i = 0; i < labels.size(); ++i) {
      labels[i] = std::ranges::binary_search(train.tags[i], tag) ? 1 : -1;
    }
    std::srand(1);  // liblinear draws its orders from it: a tag has the same machine whatever came before
    watch.Start();
    model* trained = ::train(&task, &chosen);
    watch.Stop();
    // The weights are for the label that came first. Of one label only there is nothing to learn.
    const double sign = trained->label[0] == 1 ? 1 : -1;
    const auto features = static_cast<Eigen::Index>(train.features.cols());
    const Eigen::VectorXd weights = sign * Eigen::VectorXd::Map(trained->w, features);
    const double offset = sign * trained->w[features] * options.bias;
    if (trained->nr_class == 2) result.scores.col(tag) = (test * weights).array() + offset;
    free_and_destroy_model(&trained);
  }
  result.training_seconds = watch.seconds();
  return result;
}

}  // namespace structlab::joint_svm
