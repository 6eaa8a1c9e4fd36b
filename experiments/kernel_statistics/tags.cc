// Kernel CCA between the regions of real images and their tags.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/real_rows.h"
#include "experiments/kernel_statistics/retrieval.h"
#include "kernels/statistics/fitted_models.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using structured_learning::MultiLabelData;
using structured_learning::TagList;

constexpr size_t kVoters = 10, kTagsShown = 5;

// Writes regions and tags of some images, rows of 0 and 1, from row `begin` on.
void WriteImages(const MultiLabelData& data, const std::vector<int>& images, Eigen::Index begin,
                 Views& views) {
  for (size_t i = 0; i < images.size(); ++i) {
    const Eigen::Index row = begin + static_cast<Eigen::Index>(i);
    views.x.row(row) = Eigen::RowVectorXd(data.features.row(images[i]));
    for (const int tag : data.tags[images[i]]) views.y(row, tag) = 1;
  }
}

// Share of the first five tags by score that an image has, mean over images.
double PrecisionOfTags(const Rows& scores, const Rows& tags) {
  double hits = 0;
  std::vector<Eigen::Index> order(scores.cols());
  for (Eigen::Index i = 0; i < scores.rows(); ++i) {
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::ranges::stable_sort(order,
                             [&](Eigen::Index a, Eigen::Index b) { return scores(i, a) > scores(i, b); });
    for (size_t k = 0; k < kTagsShown; ++k) hits += tags(i, order[k]);
  }
  return hits / static_cast<double>(scores.rows()) / kTagsShown;
}

// Votes for tags of the training images whose tags have the nearest coordinates.
Rows VotedTags(const kernels::Ranking& nearest, const Rows& train_tags) {
  Rows votes = Rows::Zero(static_cast<Eigen::Index>(nearest.size()), train_tags.cols());
  for (size_t i = 0; i < nearest.size(); ++i) {
    for (size_t k = 0; k < std::min(kVoters, nearest[i].size()); ++k) {
      votes.row(static_cast<Eigen::Index>(i)) += train_tags.row(nearest[i][k]);
    }
  }
  return votes;
}

void RunTags(RetrievalOptions options, int64_t max_test, uint64_t seed, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const datasets::TagSplit images =
      datasets::LoadMulanSet(record.Data("mulan").path, datasets::FindMulanSet("corel5k"));
  const auto size_of = [](const MultiLabelData& data) { return static_cast<int>(data.features.rows()); };
  const std::vector<int> train = DrawIndices(size_of(images.train), options.train, seed);
  const std::vector<int> test = DrawIndices(size_of(images.test), max_test, seed);
  options.train = static_cast<int64_t>(train.size());
  const auto held_out = static_cast<Eigen::Index>(test.size());
  Views views = {.x = Rows::Zero(options.train + held_out, images.train.features.cols()),
                 .y = Rows::Zero(options.train + held_out, images.train.num_tags)};
  WriteImages(images.train, train, 0, views);
  WriteImages(images.test, test, options.train, views);
  const Rows train_tags = views.y.topRows(options.train), test_tags = views.y.bottomRows(held_out);
  views.x.rowwise().normalize();
  views.y.rowwise().normalize();

  const Coordinates at = FitAndProject(views, options, pool);
  const Eigen::MatrixXd queries = at.x.bottomRows(held_out);
  RecordQuality(kernels::RankByCosine(queries, at.y.bottomRows(held_out)), record);
  const kernels::Ranking nearest = kernels::RankByCosine(queries, at.y.topRows(options.train));
  record.Value(kOurRetrieval, "precision_of_five_tags",
               PrecisionOfTags(VotedTags(nearest, train_tags), test_tags));
  const Rows frequencies = train_tags.colwise().sum().replicate(held_out, 1);
  record.Value(kOurRetrieval, "precision_of_five_tags", PrecisionOfTags(frequencies, test_tags),
               {.method = kMostFrequent});
}

}  // namespace

void Tags(Package& package) {
  package.Data(datasets::SourceOf("mulan", "kernel_statistics"));
  package.Plan([](Planner& plan) {
    plan.data = {"mulan"};
    plan.dataset = "corel5k, regions and tags";
    for (const char* method : {kDegree1, kGaussian}) {
      for (const double eps : plan.Numbers("retrieval_eps")) {
        Case& c = plan.Add("retrieval/corel5k", method, {{"eps", Text(eps)}});
        c.repeats = static_cast<int>(plan.Int("retrieval_seeds"));
        const int64_t test = c.Int("tags_test");
        const RetrievalOptions options = {.x_kernel = KernelText(method),
                                          .y_kernel = KernelText(kDegree1),
                                          .train = c.Int("tags_train"),
                                          .eps = eps,
                                          .directions = c.Int("retrieval_directions")};
        c.run = [=](uint64_t seed, Recorder& record) { RunTags(options, test, seed, record); };
      }
    }
  });
}

}  // namespace structlab::kernel_statistics
