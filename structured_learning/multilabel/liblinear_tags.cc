#include "structured_learning/multilabel/liblinear_tags.h"

#include <linear.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "common/check.h"
#include "common/thread_clock.h"

namespace structlab::structured_learning {
namespace {

using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

struct FreeModel {
  void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

// Liblinear draws the order of rows from rand() of C, which is one for the whole process.
std::mutex& DrawsOfLiblinear() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

LiblinearTags::LiblinearTags(const MultiLabelData& data, const LiblinearOptions& options)
    : data_(data),
      options_(options),
      weights_(Eigen::MatrixXd::Zero(data.features.cols(), data.num_tags)),
      offsets_(Eigen::RowVectorXd::Zero(data.num_tags)),
      is_trained_(data.num_tags, false) {
  const Features& x = data.features;
  for (Eigen::Index row = 0; row < x.rows(); ++row) {
    std::vector<feature_node>& nodes = nodes_.emplace_back();
    for (Features::InnerIterator at(x, row); at; ++at) {
      nodes.push_back({static_cast<int>(at.col()) + 1, at.value()});
    }
    if (options.bias != 0) nodes.push_back({static_cast<int>(x.cols()) + 1, options.bias});
    nodes.push_back({-1, 0});
  }
  for (std::vector<feature_node>& nodes : nodes_) rows_.push_back(nodes.data());
}

LiblinearTags::~LiblinearTags() = default;

void LiblinearTags::Train() {
  const bool has_bias = options_.bias != 0;
  const Eigen::Index features = data_.features.cols();
  std::vector<double> labels(rows_.size());
  problem task = {};
  task.l = static_cast<int>(rows_.size());
  task.n = static_cast<int>(features) + (has_bias ? 1 : 0);
  task.y = labels.data();
  task.x = rows_.data();
  task.bias = has_bias ? options_.bias : -1;
  parameter chosen = {};
  chosen.solver_type = L2R_L1LOSS_SVC_DUAL;
  chosen.C = options_.cost;
  chosen.eps = 0.1;
  STRUCTLAB_CHECK(check_parameter(&task, &chosen) == nullptr);
  set_print_string_function([](const char*) {});
  const std::lock_guard lock(DrawsOfLiblinear());
  common::Stopwatch watch;
  const int num_tags = options_.num_tags == 0 ? data_.num_tags : std::min(options_.num_tags, data_.num_tags);
  for (int tag = 0; tag < num_tags; ++tag) {
    for (size_t row = 0; row < labels.size(); ++row) {
      labels[row] = std::ranges::binary_search(data_.tags[row], tag) ? 1 : -1;
    }
    std::srand(1);
    watch.Start();
    const std::unique_ptr<model, FreeModel> trained(train(&task, &chosen));
    watch.Stop();
    // The weights are for the label that came first.
    const double sign = trained->label[0] == 1 ? 1 : -1;
    weights_.col(tag) = sign * Eigen::VectorXd::Map(trained->w, features);
    if (has_bias) offsets_[tag] = sign * trained->w[features] * options_.bias;
    is_trained_[tag] = trained->nr_class == 2;
  }
  training_seconds_ = watch.seconds();
}

Eigen::MatrixXd LiblinearTags::Scores(const Features& rows) const {
  Eigen::MatrixXd scores = Eigen::MatrixXd::Constant(rows.rows(), data_.num_tags, -1);
  for (int tag = 0; tag < data_.num_tags; ++tag) {
    if (is_trained_[tag]) scores.col(tag) = (rows * weights_.col(tag)).array() + offsets_[tag];
  }
  return scores;
}

}  // namespace structlab::structured_learning
