// Ours: tags in the order of their scores, linear machines on sparse rows.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "common/thread_clock.h"
#include "experiments/harness/package.h"
#include "experiments/joint_svm/liblinear_tags.h"
#include "experiments/joint_svm/protocol.h"
#include "structured_learning/multilabel/joint_svm.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/one_vs_rest.h"

namespace structlab::joint_svm {
namespace {

using Eigen::MatrixXd;
using harness::Case;
using harness::Overrides;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::JointSvm;
using structured_learning::MultiLabelData;
using structured_learning::TagCoding;
using structured_learning::TagVectors;
using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

struct RankedSet {
  std::string set, dataset;
  int64_t train_rows, test_rows;
  double cost, gap;
  int top, liblinear_tags;
};

// The first rows, each of length 1; 0: all.
MultiLabelData UnitRows(const MultiLabelData& data, int64_t count) {
  MultiLabelData part = data;
  if (count > 0 && count < data.features.rows()) {
    part.features = SparseRows(data.features.topRows(count));
    part.tags.resize(count);
  }
  for (Eigen::Index row = 0; row < part.features.rows(); ++row) {
    const double length = part.features.row(row).norm();
    if (length > 0) part.features.row(row) /= length;
  }
  part.feature_names.clear();
  return part;
}

// A last feature that is 1 in each row.
SparseRows WithConstant(const SparseRows& rows) {
  SparseRows wider(rows.rows(), rows.cols() + 1);
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    wider.startVec(row);
    for (SparseRows::InnerIterator at(rows, row); at; ++at) wider.insertBack(row, at.col()) = at.value();
    wider.insertBack(row, rows.cols()) = 1;
  }
  wider.finalize();
  return wider;
}

class Run {
 public:
  Run(const RankedSet& ranking, Recorder& record) : ranking_(ranking), record_(record) {
    const datasets::TagSplit split =
        LoadSplit(FindTagData(ranking.set), {ranking.train_rows, ranking.test_rows}, record);
    train_ = UnitRows(split.train, ranking.train_rows);
    test_ = UnitRows(split.test, ranking.test_rows);
  }

  void Joint(TagCoding coding, const char* coding_name) {
    common::Stopwatch watch;
    watch.Start();
    const JointSvm svm =
        TrainJointSvm(train_, {.cost = ranking_.cost, .coding = coding, .relative_gap = ranking_.gap});
    watch.Stop();
    const Setting by_score = {{"coding", coding_name}, {"order", "score"}};
    const MatrixXd scores = TagScores(svm, test_.features);
    Rank(kJsvm, by_score, scores);
    Time(kJsvm, by_score, watch.seconds());
    const TagVectors vectors(train_.tags, train_.num_tags, coding);
    for (const int neighbours : {10, 100}) {
      const MatrixXd shares = DecodeTagScores(scores, train_.tags, vectors, {.neighbors = neighbours});
      Rank(kJsvm, {{"coding", coding_name}, {"order", fmt::format("best {} vectors", neighbours)}}, shares);
      if (neighbours > 10) continue;
      Tags(kJsvm, {{"coding", coding_name}, {"decoder", NameOf(Decoder::kBest)}},
           structured_learning::TagsAbove(shares, structured_learning::kHalfShare));
    }
    if (coding == TagCoding::kUnit01) return;
    Tags(kJsvm, {{"coding", coding_name}, {"decoder", NameOf(Decoder::kSign)}},
         structured_learning::TagsAbove(scores, 0));
  }

  void Batched() {
    MultiLabelData wider = train_;
    wider.features = WithConstant(train_.features);
    common::Stopwatch watch;
    watch.Start();
    const auto machines = structured_learning::TrainOneVsRest(wider, {.cost = ranking_.cost});
    watch.Stop();
    const MatrixXd scores = TagScores(machines, WithConstant(test_.features));
    Independent("one-vs-rest in one batch", scores, watch.seconds());
  }

  void Liblinear() {
    const LiblinearScores found = ScoreByLiblinear(
        train_, test_.features, {.cost = ranking_.cost, .num_tags = ranking_.liblinear_tags});
    Independent("liblinear, tag by tag", found.scores, found.training_seconds);
  }

 private:
  void Independent(const char* method, const MatrixXd& scores, double seconds) {
    const Setting by_score = {{"order", "score"}};
    Rank(method, by_score, scores);
    Time(method, by_score, seconds);
    Tags(method, {{"decoder", NameOf(Decoder::kSign)}}, structured_learning::TagsAbove(scores, 0));
    Tags(method, {{"decoder", NameOf(Decoder::kTop)}}, structured_learning::TopTags(scores, ranking_.top));
  }

  void Rank(const char* method, const Setting& setting, const MatrixXd& scores) {
    const auto measures = structured_learning::MeasureRanking(test_.tags, scores, 5);
    const Overrides keys = {.dataset = ranking_.dataset, .method = method, .setting = setting};
    for (const int k : {1, 3, 5}) {
      record_.Value(kOurRanking, fmt::format("precision_at_{}", k),
                    100 * measures.precision[static_cast<size_t>(k) - 1], keys);
    }
  }

  void Time(const char* method, const Setting& setting, double seconds) {
    record_.Value(kOurRanking, "training_time", seconds,
                  {.dataset = ranking_.dataset, .method = method, .setting = setting});
  }

  void Tags(const char* method, Setting setting, const std::vector<TagList>& tags) {
    setting.Set("input_kernel", "linear");
    RecordTags(ranking_.dataset, method, setting, test_.tags, tags, test_.num_tags, record_);
  }

  const RankedSet& ranking_;
  Recorder& record_;
  MultiLabelData train_, test_;
};

}  // namespace

void Ranking(Package& package) {
  package.Plan([](Planner& plan) {
    for (const auto& [set, dataset] : {std::pair("corel5k", kMulanCorel), {"delicious", kDelicious}}) {
      Case c;
      c.name = std::string("ranking/").append(set);
      c.data = {kMulanData};
      c.deterministic = true;
      Case& added = plan.Add(std::move(c));
      const bool is_large = dataset == std::string(kDelicious);
      const RankedSet ranking = {set,
                                 dataset,
                                 added.Int(is_large ? "ranking_rows" : "train_rows"),
                                 added.Int("test_rows"),
                                 added.Number("cost"),
                                 added.Number("gap"),
                                 static_cast<int>(added.Int("top")),
                                 is_large ? static_cast<int>(added.Int("liblinear_tags")) : 0};
      added.run = [=](uint64_t, Recorder& record) {
        Run run(ranking, record);
        run.Joint(TagCoding::kUnit01, "0/1");
        run.Joint(TagCoding::kUnitPm1, "-1/+1");
        run.Joint(TagCoding::kCentred, "centred");
        run.Batched();
        run.Liblinear();
      };
    }
  });
}

}  // namespace structlab::joint_svm
