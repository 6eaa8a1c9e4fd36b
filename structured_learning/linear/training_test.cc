#include "structured_learning/linear/training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "structured_learning/linear/linear_loss.h"

namespace structlab::structured_learning {
namespace {

// 90 examples in batches of 7. The label follows feature 0 with noise, and only example i has feature i + 10,
// so that more passes learn the examples by heart.
std::vector<ExampleBatch> Batches(double noise) {
  common::RandomStream random(1, "training-test");
  std::vector<ExampleBatch> batches(1);
  for (uint32_t i = 0; i < 90; ++i) {
    if (batches.back().size() == 7) batches.emplace_back();
    ExampleBatch& batch = batches.back();
    const double x = random.Normal();
    batch.AddLabel(x + noise * random.Normal() > 0 ? 0 : 1);
    const ExampleBatch::Room room = batch.FeatureRoom(2);
    room.keys[0] = 0, room.values[0] = static_cast<float>(x);
    room.keys[1] = i + 10, room.values[1] = 3;
    batch.AddExample(2, 0, i % 4 == 0 ? 2.f : 1.f);
  }
  return batches;
}

std::function<NextBatch(int)> SourceOf(const std::vector<ExampleBatch>& batches) {
  return [&batches](int) -> NextBatch {
    return [&batches, at = size_t{0}](ExampleBatch& batch) mutable {
      if (at == batches.size()) return false;
      batch = batches[at++];
      return true;
    };
  };
}

TEST(Training, LearnsEveryExampleOncePerPassInOrder) {
  const std::vector<ExampleBatch> batches = Batches(0.5);
  StreamingLearner learner({.bits = 10}), by_hand({.bits = 10});
  const TrainingResult result = Train(learner, {.run = {.stop = {.iterations = 3}}}, SourceOf(batches));
  LossSums first;
  for (int pass = 0; pass < 3; ++pass) {
    for (const ExampleBatch& batch : batches) {
      for (size_t i = 0; i < batch.size(); ++i) {
        const ExampleOutcome outcome = by_hand.Learn(batch[i]);
        if (pass == 0) first.Add(outcome, batch[i].importance);
      }
    }
  }
  EXPECT_EQ(learner.state().table, by_hand.state().table);
  EXPECT_EQ(result.passes, 3);
  EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(result.learned.examples, 90);
  EXPECT_EQ(result.learned.importance, 90 + 23);
  EXPECT_EQ(result.learned.MeanLoss(), first.MeanLoss());
  EXPECT_EQ(result.learned.ErrorRate(), first.ErrorRate());
}

TEST(Training, HeldOutExamplesAreNotLearned) {
  const std::vector<ExampleBatch> batches = Batches(0.5);
  StreamingLearner learner({.bits = 10});
  const TrainingResult result =
      Train(learner, {.run = {.stop = {.iterations = 2}}, .holdout = 10, .patience = 0}, SourceOf(batches));
  EXPECT_EQ(result.learned.examples, 81);
  ASSERT_EQ(result.heldout.size(), 2u);
  EXPECT_EQ(result.heldout[0].examples, 9);
  for (uint32_t i = 0; i < 90; ++i) EXPECT_EQ(learner.Weight(i + 10, 0) == 0, i % 10 == 9) << i;
}

// For two passes the learned label is 0, as for all held-out examples, then it is 1.
TEST(Training, EndsWhenTheHeldOutLossFallsNoMore) {
  const auto source = [](int pass) -> NextBatch {
    return [pass, given = false](ExampleBatch& batch) mutable {
      if (std::exchange(given, true)) return false;
      batch.Clear();
      for (int i = 0; i < 20; ++i) {
        const bool is_held_out = i % 2 == 1;
        batch.AddLabel(is_held_out || pass < 2 ? 0 : 1);
        const ExampleBatch::Room room = batch.FeatureRoom(1);
        room.keys[0] = 5, room.values[0] = 1;
        batch.AddExample(1, 0, 1);
      }
      return true;
    };
  };
  for (const int patience : {0, 1, 2, 3}) {
    StreamingLearner learner({.bits = 10});
    std::vector<float> best;
    const TrainingResult result =
        Train(learner, {.run = {.stop = {.iterations = 7}}, .holdout = 2, .patience = patience}, source, {},
              [&] { best.push_back(learner.Weight(5, 0)); });
    EXPECT_EQ(result.passes, patience == 0 ? 7 : 2 + patience);
    EXPECT_EQ(result.lowest_pass, 2);
    ASSERT_EQ(best.size(), 2u);
    EXPECT_GT(best[1], best[0]);
    EXPECT_GT(best[1], learner.Weight(5, 0));
    EXPECT_EQ(result.ending, patience == 0 ? common::Ending::kIterationLimit : common::Ending::kConverged);
    ASSERT_EQ(result.heldout.size(), static_cast<size_t>(result.passes));
    EXPECT_LT(result.heldout[1].MeanLoss(), result.heldout[0].MeanLoss());
    EXPECT_GT(result.heldout[2].MeanLoss(), result.heldout[1].MeanLoss());
  }
}

// 12 labels of 6 examples each, sorted by label, with a word of the label and one of the example.
std::vector<ExampleBatch> SortedByLabel() {
  std::vector<ExampleBatch> batches(1);
  for (uint32_t i = 0; i < 72; ++i) {
    batches[0].AddLabel(i / 6);
    const ExampleBatch::Room room = batches[0].FeatureRoom(2);
    room.keys[0] = i / 6, room.values[0] = 1;
    room.keys[1] = 1000 + i, room.values[1] = 1;
    batches[0].AddExample(2, 0, 1);
  }
  return batches;
}

// The loss of a held-out example with this label for scores of `labels` labels; labels not yet seen have
// score 0.
double LossWithAll(std::vector<float> scores, size_t labels, uint32_t own, const LearnerOptions& options) {
  scores.resize(labels, 0);
  double sum = 0, largest = 0;
  for (uint32_t c = 0; c < labels; ++c) {
    sum += LossOf(options.loss, scores[c], c == own ? 1 : -1);
    if (c != own) largest = std::max(largest, 1.0 + scores[c] - scores[own]);
  }
  return options.task == LinearTask::kMulticlass ? largest : sum;
}

// Passes are compared by their losses: the first one judges with few labels, the others with all labels.
TEST(Training, HeldOutLossesOfAllPassesAreOfTheSameLabels) {
  const std::vector<ExampleBatch> batches = SortedByLabel();
  for (const LinearTask task : {LinearTask::kOneVsRest, LinearTask::kMultiLabel, LinearTask::kMulticlass}) {
    for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kSquared, LinearLoss::kHinge}) {
      const LearnerOptions options = {.bits = 18, .task = task, .loss = loss};
      StreamingLearner learner(options), by_hand(options);
      const TrainingResult result = Train(
          learner, {.run = {.stop = {.iterations = 4}}, .holdout = 5, .patience = 0}, SourceOf(batches));
      double expected = 0;
      for (size_t i = 0; i < batches[0].size(); ++i) {
        const ExampleView example = batches[0][i];
        if (i % 5 != 4) {
          by_hand.Learn(example);
          continue;
        }
        const auto scores = by_hand.Scores(example);
        expected += LossWithAll({scores.begin(), scores.end()}, 12, example.labels[0], options);
      }
      ASSERT_EQ(result.heldout.size(), 4u);
      EXPECT_NEAR(result.heldout[0].loss, expected, 1e-5);
      EXPECT_LT(result.heldout[1].loss, result.heldout[0].loss);
      EXPECT_GT(result.lowest_pass, 1);
    }
  }
}

// Test lines in Vowpal Wabbit's text may have no label.
TEST(Training, HeldOutExamplesWithoutImportanceSayNothing) {
  std::vector<ExampleBatch> batches(1);
  for (uint32_t i = 0; i < 40; ++i) {
    batches[0].AddLabel(i % 2);
    const ExampleBatch::Room room = batches[0].FeatureRoom(1);
    room.keys[0] = i % 2, room.values[0] = 1;
    batches[0].AddExample(1, 0, i % 10 == 9 ? 0.f : 1.f);
  }
  StreamingLearner learner({.bits = 10});
  int lowest = 0;
  const TrainingResult result = Train(learner, {.run = {.stop = {.iterations = 5}}, .holdout = 10},
                                      SourceOf(batches), {}, [&] { ++lowest; });
  EXPECT_EQ(result.passes, 5);
  EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(result.lowest_pass, 0);
  EXPECT_EQ(lowest, 0);
}

TEST(Training, ShowsItsProgressAtPowersOfTwo) {
  const std::vector<ExampleBatch> batches = Batches(0.5);
  StreamingLearner learner({.bits = 10});
  std::vector<int64_t> all, latest;
  // The losses of another learner before each of its updates, one after the other.
  std::vector<double> losses, importances;
  StreamingLearner other({.bits = 10});
  for (int pass = 0; pass < 2; ++pass) {
    for (const ExampleBatch& batch : batches) {
      for (size_t i = 0; i < batch.size(); ++i) {
        losses.push_back(batch[i].importance * other.Learn(batch[i]).loss);
        importances.push_back(batch[i].importance);
      }
    }
  }
  const auto mean_of = [&](int64_t begin, int64_t end) {
    const auto sum = [&](const std::vector<double>& of) {
      return std::accumulate(of.begin() + begin, of.begin() + end, 0.0);
    };
    return sum(losses) / sum(importances);
  };
  Train(learner, {.run = {.stop = {.iterations = 2}}}, SourceOf(batches),
        [&](const TrainingProgress& progress) {
          all.push_back(progress.all.examples);
          latest.push_back(progress.latest.examples);
          EXPECT_EQ(progress.pass, progress.all.examples <= 90 ? 1 : 2);
          EXPECT_NEAR(progress.all.MeanLoss(), mean_of(0, all.back()), 1e-12);
          EXPECT_NEAR(progress.latest.MeanLoss(), mean_of(all.back() - latest.back(), all.back()), 1e-12);
        });
  EXPECT_EQ(all, (std::vector<int64_t>{1, 2, 4, 8, 16, 32, 64, 128}));
  EXPECT_EQ(latest, (std::vector<int64_t>{1, 1, 2, 4, 8, 16, 32, 64}));
}

TEST(Training, StopsAtTheEndOfABatchWhenInterrupted) {
  const std::vector<ExampleBatch> batches = Batches(0.5);
  StreamingLearner learner({.bits = 10});
  const std::atomic<bool> now = true;
  const TrainingResult result =
      Train(learner, {.run = {.stop = {.iterations = 5, .interrupted = &now}}}, SourceOf(batches));
  EXPECT_EQ(result.ending, common::Ending::kInterrupted);
  EXPECT_EQ(result.learned.examples, 7);
}

TEST(Training, StopsAtTheEndOfABatchWhenTheTimeIsOver) {
  StreamingLearner learner({.bits = 10});
  const TrainingResult result =
      Train(learner, {.run = {.stop = {.iterations = 5, .seconds = 0}}}, SourceOf(Batches(0.5)));
  EXPECT_EQ(result.ending, common::Ending::kTimeLimit);
  EXPECT_EQ(result.passes, 1);
  EXPECT_EQ(result.learned.examples, 7);
}

// The loss is that of the held-out examples, or of the learned ones if none are held out.
TEST(Training, TheObserverSeesEveryPassAndMayStopIt) {
  const std::vector<ExampleBatch> batches = Batches(0.5);
  for (const int holdout : {0, 10}) {
    StreamingLearner learner({.bits = 10});
    std::vector<double> passes, losses;
    TrainingOptions options = {.run = {.stop = {.iterations = 9}}, .holdout = holdout, .patience = 0};
    options.run.observer = [&](const common::TracePoint& point) {
      passes.push_back(point.iteration);
      losses.push_back(point.value);
      return passes.size() < 3;
    };
    const TrainingResult result = Train(learner, options, SourceOf(batches));
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
    EXPECT_EQ(result.passes, 3);
    EXPECT_EQ(passes, (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(losses[0], (holdout > 0 ? result.heldout[0] : result.learned).MeanLoss());
    ASSERT_EQ(result.heldout.size(), 3u);
    if (holdout > 0) {
      EXPECT_EQ(losses[2], result.heldout[2].MeanLoss());
    }
  }
}

// The flag may be set while the source waits, and nothing more comes.
TEST(Training, IsInterruptedAtTheEndOfASourceToo) {
  StreamingLearner learner({.bits = 10});
  std::atomic<bool> flag = false;
  const auto source = [&](int) -> NextBatch {
    return [&](ExampleBatch&) {
      flag = true;
      return false;
    };
  };
  EXPECT_EQ(Train(learner, {.run = {.stop = {.interrupted = &flag}}}, source).ending,
            common::Ending::kInterrupted);
}

// A pipe gives its examples once.
TEST(Training, RefusesAPassOfOtherExamples) {
  const std::vector<ExampleBatch> batches = Batches(0.5);
  StreamingLearner learner({.bits = 10});
  const auto source = [&](int pass) -> NextBatch {
    if (pass == 0) return SourceOf(batches)(0);
    return [](ExampleBatch&) { return false; };
  };
  try {
    Train(learner, {.run = {.stop = {.iterations = 2}}}, source);
    ADD_FAILURE() << "took an empty pass";
  } catch (const common::Error& error) {
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(std::string(error.what()),
              "pass 2: expected 90 examples as in the first pass, found 0; read a file that does not change");
  }
}

TEST(Training, RefusesNumbersOutOfRange) {
  const std::vector<ExampleBatch> batches = Batches(0.5);
  StreamingLearner learner({.bits = 10});
  for (const TrainingOptions& options :
       {TrainingOptions{.run = {.stop = {.iterations = 0}}}, TrainingOptions{.holdout = 1},
        TrainingOptions{.holdout = -1}, TrainingOptions{.patience = -1}}) {
    EXPECT_THROW(Train(learner, options, SourceOf(batches)), common::Error);
  }
}

}  // namespace
}  // namespace structlab::structured_learning
