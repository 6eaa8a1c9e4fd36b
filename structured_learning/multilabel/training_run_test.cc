// How trainings stop: limits, flag, observer, and the trace that they leave. A learner of another package.
#include "structured_learning/multilabel/training_run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/stop_point.h"
#include "common/testing/message_of.h"
#include "structured_learning/multilabel/joint_perceptron.h"
#include "structured_learning/multilabel/joint_svm.h"
#include "structured_learning/multilabel/kernel_joint_svm.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/neighbor_tags.h"
#include "structured_learning/multilabel/one_vs_rest.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::structured_learning {
namespace {

using common::Ending;
using common::RunControl;
using common::TracePoint;

// Tags that depend on features, with noise: no training separates them.
MultiLabelData NoisyData(int rows) {
  common::RandomStream random(1, "noisy tags");
  Eigen::MatrixXd x(rows, 6);
  MultiLabelData data;
  data.num_tags = 4;
  data.tags.resize(rows);
  for (int i = 0; i < rows; ++i) {
    for (int f = 0; f < 6; ++f) x(i, f) = random.Normal();
    x.row(i).normalize();
    for (int t = 0; t < 4; ++t) {
      if (x(i, t) + 0.5 * random.Normal() > 0.2) data.tags[i].push_back(t);
    }
  }
  data.features = x.sparseView();
  data.features.makeCompressed();
  return data;
}

// What all trainings return.
struct Outcome {
  double value = 0, bound = 0;
  double iterations = 0;
  Ending ending;
  std::vector<TracePoint> trace;
};

struct Training {
  std::string name;
  bool has_bound;
  // With a method's own rule that is out of reach, so that only the run ends it.
  std::function<Outcome(const RunControl&)> run;
};

template <class Learned>
Outcome OfGap(const Learned& learned) {
  return {learned.primal, learned.dual, static_cast<double>(learned.passes), learned.ending, learned.trace};
}

const std::vector<Training>& Trainings() {
  static const MultiLabelData data = NoisyData(80);
  static const TagKernel tags(data.tags, data.num_tags, {.coding = TagCoding::kCentred});
  static common::ThreadPool pool(1);
  const auto gram = [] {
    const kernels::DenseRows<double> x = Eigen::MatrixXd(data.features);
    return kernels::GramBlocks<double>(kernels::DenseRows<double>(x * x.transpose()), pool,
                                       TimesTagKernel<double>(tags));
  };
  static const std::vector<Training> trainings = {
      {"joint SVM", true,
       [](const RunControl& run) {
         return OfGap(
             TrainJointSvm(data, {.coding = TagCoding::kCentred, .relative_gap = 1e-300, .run = run}));
       }},
      {"joint SVM with kernels", true,
       [gram](const RunControl& run) {
         auto blocks = gram();
         return OfGap(TrainKernelJointSvm(blocks, {.relative_gap = 1e-300, .run = run}));
       }},
      {"one-vs-rest", true,
       [](const RunControl& run) {
         return OfGap(TrainOneVsRest(data, {.relative_gap = 1e-300, .run = run}));
       }},
      {"perceptron", false,
       [gram](const RunControl& run) {
         auto blocks = gram();
         const JointPerceptron found = TrainJointPerceptron(blocks, {.margin = 2, .run = run});
         return Outcome{found.trace.empty() ? 0 : found.trace.back().value, 0,
                        static_cast<double>(found.passes), found.ending, found.trace};
       }},
      {"rank weights", false,
       [](const RunControl& run) {
         const NearestTrainingRows nearest(data.features, {{0, 6, RowDistance::kL1}}, pool);
         const auto neighbors = nearest.Find(data.features, 20, true, pool);
         const RankWeights found = FitRankWeights(neighbors, data.tags, data.num_tags, run);
         return Outcome{-found.log_likelihood, 0, static_cast<double>(found.steps), found.ending,
                        found.trace};
       }},
  };
  return trainings;
}

TEST(TrainingRun, EndsAtTheLimitOfPasses) {
  for (const Training& training : Trainings()) {
    SCOPED_TRACE(training.name);
    for (const double passes : {1.0, 3.0, 4.0, 7.0}) {
      const Outcome found = training.run(TrainingRun(passes));
      EXPECT_EQ(found.ending, Ending::kIterationLimit);
      EXPECT_EQ(found.iterations, passes);
    }
    const Outcome none = training.run(TrainingRun(0));
    EXPECT_EQ(none.ending, Ending::kIterationLimit);
    EXPECT_EQ(none.iterations, 0);
  }
}

// The trace leads to the result; a bound is never above a value.
TEST(TrainingRun, TheTraceEndsAtTheResult) {
  for (const Training& training : Trainings()) {
    SCOPED_TRACE(training.name);
    const Outcome found = training.run(TrainingRun(30));
    ASSERT_GE(found.trace.size(), 1U);
    const TracePoint& last = found.trace.back();
    EXPECT_EQ(last.iteration, found.iterations);
    EXPECT_EQ(last.value, found.value);
    for (size_t i = 0; i < found.trace.size(); ++i) {
      const TracePoint& point = found.trace[i];
      EXPECT_EQ(std::isfinite(point.bound), training.has_bound);
      EXPECT_GE(point.value, point.bound - 1e-6 * std::abs(point.value));
      if (i > 0) {
        EXPECT_GE(point.iteration, found.trace[i - 1].iteration);
        EXPECT_GE(point.seconds, found.trace[i - 1].seconds);
      }
    }
    if (training.has_bound) {
      EXPECT_EQ(last.bound, found.bound);
    }
  }
}

TEST(TrainingRun, TheFlagTheTimeAndTheObserverEndIt) {
  const std::atomic<bool> set = true;
  for (const Training& training : Trainings()) {
    SCOPED_TRACE(training.name);
    const Outcome flagged = training.run({.stop = {.interrupted = &set}});
    EXPECT_EQ(flagged.ending, Ending::kInterrupted);
    EXPECT_EQ(flagged.iterations, 0);
    const Outcome timed = training.run({.stop = {.seconds = 0}});
    EXPECT_EQ(timed.ending, Ending::kTimeLimit);
    EXPECT_EQ(timed.iterations, 0);
    int points = 0;
    const Outcome watched = training.run({.observer = [&](const TracePoint&) { return ++points < 2; }});
    EXPECT_EQ(watched.ending, Ending::kInterrupted);
    EXPECT_EQ(watched.trace.size(), 2U);
  }
}

// With a large cost, noisy data take very many passes.
constexpr double kLargeCost = 1e8;

TEST(TrainingRun, EndsAtTheTimeLimit) {
  const JointSvm svm = TrainJointSvm(NoisyData(60), {.cost = kLargeCost,
                                                     .coding = TagCoding::kCentred,
                                                     .relative_gap = 1e-300,
                                                     .run = {.stop = {.seconds = 0.05}}});
  EXPECT_EQ(svm.ending, Ending::kTimeLimit);
  EXPECT_GT(svm.passes, 0);
  EXPECT_GE(svm.trace.back().seconds, 0.05);
  EXPECT_GE(svm.primal, svm.dual);
}

// The gap of the stop rule is absolute.
TEST(TrainingRun, EndsAtTheGapOfTheStopRule) {
  for (const Training& training : Trainings()) {
    if (!training.has_bound) continue;
    SCOPED_TRACE(training.name);
    for (const double gap : {1.0, 0.1}) {
      RunControl run = TrainingRun();
      run.stop.gap = gap;
      const Outcome found = training.run(run);
      EXPECT_EQ(found.ending, Ending::kGapReached);
      EXPECT_LE(found.value - found.bound, gap);
      for (size_t i = 0; i + 1 < found.trace.size(); ++i) EXPECT_GT(found.trace[i].gap(), gap);
    }
  }
}

TEST(TrainingRun, WithoutALimitThereAreTheUsualPasses) {
  const MultiLabelData data = NoisyData(60);
  const JointSvm svm =
      TrainJointSvm(data, {.cost = kLargeCost, .coding = TagCoding::kCentred, .relative_gap = 1e-300});
  EXPECT_EQ(svm.ending, Ending::kIterationLimit);
  EXPECT_EQ(svm.passes, kUsualPasses);
  const OneVsRest machines = TrainOneVsRest(data, {.cost = kLargeCost, .relative_gap = 1e-300});
  EXPECT_EQ(machines.ending, Ending::kIterationLimit);
  EXPECT_EQ(machines.passes, kUsualPasses);
  for (const std::string name : {"joint", "one_vs_rest"}) {
    common::OptionValues options(name, FindTagLearner(name).options);
    EXPECT_EQ(static_cast<double>(options.Integer("passes")), kUsualPasses);
  }
  EXPECT_EQ(common::MessageOf([&] { TrainJointSvm(data, {.run = TrainingRun(-1)}); }),
            "iteration limit: expected 0 or more, found -1");
}

// A learner's option and the run both limit the passes: the lower one holds. Model and facts say how it
// ended.
TEST(TrainingRun, ALearnerTellsHowItEnded) {
  common::ThreadPool pool(1);
  const MultiLabelData data = NoisyData(50);
  const std::pair<std::string, std::string> learners[] = {{"joint", "gap=1e-300"},
                                                          {"joint", "output_kernel=polynomial"},
                                                          {"one_vs_rest", "gap=1e-300"},
                                                          {"perceptron", "margin=9"}};
  const auto fact = [](const SavedTagModel& model, const std::string& name) {
    for (const auto& [key, value] : model.model->Facts()) {
      if (key == name) return value;
    }
    return std::string("none");
  };
  for (const auto& [name, option] : learners) {
    SCOPED_TRACE(name + " " + option);
    const TagLearner& learner = FindTagLearner(name);
    common::OptionValues options(name, learner.options);
    options.Parse(option);
    options.Parse("passes=3");
    const auto train = [&](const RunControl& control) {
      return TrainTagModel(learner, data, options, {.pool = pool, .control = control});
    };
    const SavedTagModel three = train({}), two = train(TrainingRun(2));
    EXPECT_EQ(three.ending, Ending::kIterationLimit);
    EXPECT_EQ(three.trace.back().iteration, 3);
    EXPECT_EQ(two.trace.back().iteration, 2);
    EXPECT_EQ(fact(three, "passes"), "3");
    EXPECT_EQ(fact(two, "passes"), "2");
    EXPECT_EQ(fact(two, "ending"), "iteration limit");
    const std::atomic<bool> set = true;
    EXPECT_EQ(fact(train({.stop = {.interrupted = &set}}), "ending"), "interrupted");
  }
  const TagLearner& tagprop = FindTagLearner("tagprop");
  const SavedTagModel steps = TrainTagModel(tagprop, data, common::OptionValues("tagprop", tagprop.options),
                                            {.pool = pool, .control = TrainingRun(1)});
  EXPECT_EQ(fact(steps, "steps"), "1");
  EXPECT_EQ(fact(steps, "ending"), "iteration limit");
  const TagLearner& jec = FindTagLearner("jec");
  EXPECT_EQ(TrainTagModel(jec, data, common::OptionValues("jec", jec.options), {.pool = pool}).ending,
            Ending::kConverged);
}

TEST(TrainingRun, NoF1OfAnInterruptedTraining) {
  common::ThreadPool pool(1);
  const MultiLabelData data = NoisyData(50);
  const std::atomic<bool> set = true;
  const TagLearner& joint = FindTagLearner("joint");
  EXPECT_THROW(CrossValidatedF1(joint, data, common::OptionValues("joint", joint.options), 2,
                                {.pool = pool, .control = {.stop = {.interrupted = &set}}}),
               common::Stopped);
}

// A learner of another package: every row gets the tags that at least a share of the training rows have.
class FrequentTags final : public TagModel {
 public:
  explicit FrequentTags(Eigen::RowVectorXd shares) : shares_(std::move(shares)) {}
  Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool&) const override {
    return shares_.replicate(rows.rows(), 1);
  }
  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const override {
    return TagsAbove(scores, 0);
  }
  void Save(kernels::ModelFile& model) const override { model.matrices["shares"] = shares_; }

 private:
  Eigen::RowVectorXd shares_;
};

TagTraining CountTags(const MultiLabelData& data, const common::OptionValues& options, const TagLearnerRun&) {
  Eigen::RowVectorXd shares = Eigen::RowVectorXd::Constant(data.num_tags, -options.Number("share"));
  for (const TagList& row : data.tags) {
    for (const int tag : row) shares[tag] += 1 / static_cast<double>(data.tags.size());
  }
  return {std::make_unique<FrequentTags>(shares)};
}

// As packages do it: before main.
const bool kRegistered = RegisterTagLearner(
    {.name = "frequent",
     .summary = "the tags of many rows",
     .options = {common::NumberOption("share", 0.5, {.min = 0, .max = 1}, "of the rows")},
     .train = CountTags,
     .load = [](const kernels::ModelFile& model) {
       return std::make_unique<FrequentTags>(model.Matrix("shares").reshaped().transpose());
     }});

TEST(RegisterTagLearner, IsFoundAndListedAfterTheLibrarysOwn) {
  ASSERT_TRUE(kRegistered);
  std::vector<std::string> names;
  for (const TagLearner& learner : TagLearners()) names.push_back(learner.name);
  EXPECT_EQ(names, (std::vector<std::string>{"joint", "perceptron", "one_vs_rest", "kernel_one_vs_rest",
                                             "jec", "tagprop", "frequent"}));
  EXPECT_NE(common::MessageOf([] { FindTagLearner("frequents"); }).find("one of frequent, "),
            std::string::npos);
  common::ThreadPool pool(1);
  const MultiLabelData data = NoisyData(50);
  const TagLearner& learner = FindTagLearner("frequent");
  common::OptionValues options("frequent", learner.options);
  options.Parse("share=0");
  const SavedTagModel model = TrainTagModel(learner, data, options, {.pool = pool});
  EXPECT_EQ(model.ending, Ending::kConverged);
  EXPECT_EQ(model.model->Tags(model.model->Scores(data.features, pool))[0], (TagList{0, 1, 2, 3}));
}

}  // namespace
}  // namespace structlab::structured_learning
