// Ours: tags in the order of their scores, linear machines on sparse rows.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "common/thread_clock.h"
#include "experiments/harness/package.h"
#include "experiments/joint_svm/protocol.h"
#include "structured_learning/multilabel/joint_svm.h"
#include "structured_learning/multilabel/liblinear_tags.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/tag_learner.h"

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
using structured_learning::TagCoding;
using structured_learning::TagVectors;

struct RankedSet {
  std::string set, dataset;
  int64_t train_rows, test_rows;
  double cost, gap;
  int top, liblinear_tags;
};

class Run {
 public:
  Run(const RankedSet& ranking, Recorder& record)
      : ranking_(ranking),
        record_(record),
        task_(LoadTask(FindTagData(ranking.set), {ranking.train_rows, ranking.test_rows}, "unit", record)) {}

  void Joint(TagCoding coding, const char* coding_name) {
    common::Stopwatch watch;
    watch.Start();
    const JointSvm svm =
        TrainJointSvm(task_.train, {.cost = ranking_.cost, .coding = coding, .relative_gap = ranking_.gap});
    watch.Stop();
    const Setting by_score = {{"coding", coding_name}, {"order", "score"}};
    const MatrixXd scores = TagScores(svm, task_.test.features);
    Rank(kJsvm, by_score, scores);
    Time(kJsvm, by_score, watch.seconds());
    const TagVectors vectors(task_.train.tags, task_.train.num_tags, coding);
    for (const int neighbours : {10, 100}) {
      const MatrixXd shares = DecodeTagScores(scores, task_.train.tags, vectors, {.neighbors = neighbours});
      Rank(kJsvm, {{"coding", coding_name}, {"order", fmt::format("best {} vectors", neighbours)}}, shares);
      if (neighbours > 10) continue;
      Tags(kJsvm, {{"coding", coding_name}, {"decoder", kBest}},
           structured_learning::TagsAbove(shares, structured_learning::kHalfShare));
    }
    if (coding == TagCoding::kUnit01) return;
    Tags(kJsvm, {{"coding", coding_name}, {"decoder", kSign}}, structured_learning::TagsAbove(scores, 0));
  }

  void Batched() {
    const auto& learner = structured_learning::FindTagLearner("one_vs_rest");
    common::OptionValues options(learner.name, learner.options);
    options.Set("c", ranking_.cost);
    options.Set("rows", std::string("raw"));
    common::ThreadPool pool(1);
    common::Stopwatch watch;
    watch.Start();
    const auto model = learner.train(task_.train, options, {.pool = pool}).model;
    watch.Stop();
    Independent("one-vs-rest in one batch", model->Scores(task_.test.features, pool), watch.seconds());
  }

  void Liblinear() {
    structured_learning::LiblinearTags machines(
        task_.train, {.cost = ranking_.cost, .bias = 1, .num_tags = ranking_.liblinear_tags});
    machines.Train();
    Independent("liblinear, tag by tag", machines.Scores(task_.test.features), machines.training_seconds());
  }

 private:
  void Independent(const char* method, const MatrixXd& scores, double seconds) {
    const Setting by_score = {{"order", "score"}};
    Rank(method, by_score, scores);
    Time(method, by_score, seconds);
    Tags(method, {{"decoder", kSign}}, structured_learning::TagsAbove(scores, 0));
    Tags(method, {{"decoder", kTop}}, structured_learning::TopTags(scores, ranking_.top));
  }

  void Rank(const char* method, const Setting& setting, const MatrixXd& scores) {
    const auto measures = structured_learning::MeasureRanking(task_.test.tags, scores, 5);
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
    RecordTags(ranking_.dataset, method, setting, task_.test, tags, record_);
  }

  const RankedSet& ranking_;
  Recorder& record_;
  TagTask task_;
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
