#include "structured_learning/linear/hashed_model_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/random_stream.h"
#include "structured_learning/linear/byte_checksum.h"
#include "structured_learning/linear/hashed_scorer.h"

namespace structlab::structured_learning {
namespace {

struct Sample {
  std::vector<uint32_t> keys;
  std::vector<float> values;
  std::vector<uint32_t> labels;
  ExampleView view() const { return {keys, values, labels, 0.5f, 1.f}; }
};

std::vector<Sample> RandomSamples(int count, uint32_t num_labels) {
  common::RandomStream random(1, "model-file");
  std::vector<Sample> samples(static_cast<size_t>(count));
  for (Sample& sample : samples) {
    for (int k = 0; k < 13; ++k) {
      sample.keys.push_back(static_cast<uint32_t>(random.Bits()));
      sample.values.push_back(static_cast<float>(random.Normal()));
    }
    sample.labels = {static_cast<uint32_t>(random.UniformIndex(num_labels))};
  }
  return samples;
}

constexpr LinearTask kTasks[] = {LinearTask::kBinary, LinearTask::kOneVsRest, LinearTask::kMultiLabel,
                                 LinearTask::kMulticlass, LinearTask::kRegression};

LearnerOptions OptionsOf(LinearTask task) {
  return {.bits = 10,
          .seed = 7,
          .task = task,
          .loss = task == LinearTask::kRegression ? LinearLoss::kSquared : LinearLoss::kLogistic,
          .l2 = 0.001};
}

StreamingLearner Learned(LinearTask task, const std::vector<Sample>& samples, size_t count) {
  StreamingLearner learner(OptionsOf(task));
  for (size_t i = 0; i < count; ++i) learner.Learn(samples[i].view());
  return learner;
}

uint32_t LabelsOf(LinearTask task) { return task == LinearTask::kBinary ? 2 : 11; }

std::string Path() {
  return std::string(testing::TempDir())
      .append("/")
      .append(testing::UnitTest::GetInstance()->current_test_info()->name());
}

TEST(HashedModelFile, SavedModelsScoreTheSameBits) {
  for (const LinearTask task : kTasks) {
    const std::vector<Sample> samples = RandomSamples(300, LabelsOf(task));
    StreamingLearner learner = Learned(task, samples, 200);
    for (const SavedStates states : {SavedStates::kNone, SavedStates::kAll}) {
      const ModelNotes notes = {{"spam", "no spam"}, {{"format", "vw"}, {"ngrams", "2"}}};
      SaveHashedModel(learner, notes, states, Path());
      EXPECT_NEAR(static_cast<double>(std::filesystem::file_size(Path())),
                  states == SavedStates::kAll ? 8192 : 4096, 600);
      const HashedScorer scorer(Path());
      ASSERT_EQ(scorer.num_outputs(), learner.num_outputs());
      EXPECT_EQ(scorer.header().labels, notes.labels);
      EXPECT_EQ(scorer.header().facts.at("ngrams"), "2");
      EXPECT_EQ(scorer.Key("hello"), kernels::MurmurHash3("hello", 7));
      std::vector<float> scores(scorer.num_outputs());
      for (const Sample& sample : samples) {
        const std::span<const float> expected = learner.Scores(sample.view());
        scorer.Score(sample.keys, sample.values, scores);
        ASSERT_EQ(std::memcmp(scores.data(), expected.data(), scores.size() * sizeof(float)), 0);
      }
    }
  }
}

TEST(HashedModelFile, ScorersKnowWeightsAndProbabilities) {
  for (const LinearTask task : kTasks) {
    SCOPED_TRACE(static_cast<int>(task));
    const std::vector<Sample> samples = RandomSamples(50, LabelsOf(task));
    StreamingLearner learner = Learned(task, samples, 50);
    SaveHashedModel(learner, {}, SavedStates::kNone, Path());
    const HashedScorer scorer(Path());
    const auto output = static_cast<uint32_t>(learner.num_outputs() - 1);
    for (const uint32_t key : samples[0].keys)
      EXPECT_EQ(scorer.Weight(key, output), learner.Weight(key, output));

    const std::span<const float> scores = learner.Scores(samples[0].view());
    std::vector<float> found(scores.size()), expected(scores.size());
    if (task == LinearTask::kMulticlass || task == LinearTask::kRegression) {
      EXPECT_FALSE(scorer.HasProbabilities());
      EXPECT_THROW(scorer.Probabilities(scores, found), std::runtime_error);
      continue;
    }
    for (size_t c = 0; c < scores.size(); ++c)
      expected[c] = static_cast<float>(LogisticProbability(scores[c]));
    if (task == LinearTask::kOneVsRest) OneOfManyProbabilities(scores, expected);
    scorer.Probabilities(scores, found);
    EXPECT_EQ(found, expected);
  }
}

TEST(HashedModelFile, ResumedLearningIsTheSameAsUninterrupted) {
  for (const LinearTask task : kTasks) {
    const std::vector<Sample> samples = RandomSamples(300, LabelsOf(task));
    const StreamingLearner whole = Learned(task, samples, 300);
    SaveHashedModel(Learned(task, samples, 150), {{"a", "b"}, {{"x", "y"}}}, SavedStates::kAll, Path());
    StreamingLearner resumed(OptionsOf(task));
    const ModelNotes notes = ResumeLearner(Path(), resumed);
    EXPECT_EQ(notes.labels, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(notes.facts, (std::map<std::string, std::string>{{"x", "y"}}));
    for (size_t i = 150; i < 300; ++i) resumed.Learn(samples[i].view());
    EXPECT_EQ(resumed.state().table, whole.state().table);
    EXPECT_EQ(resumed.state().scale, whole.state().scale);
    EXPECT_EQ(resumed.num_outputs(), whole.num_outputs());
  }
}

std::string MessageOfResume(LearnerOptions options) {
  StreamingLearner learner(options);
  try {
    ResumeLearner(Path(), learner);
  } catch (const common::Error& error) {
    return std::string(error.what()).substr(Path().size());
  }
  return "no error";
}

TEST(HashedModelFile, ModelsOfOtherOptionsAreRefused) {
  const std::vector<Sample> samples = RandomSamples(10, 2);
  const LearnerOptions options = OptionsOf(LinearTask::kBinary);
  SaveHashedModel(Learned(LinearTask::kBinary, samples, 10), {}, SavedStates::kAll, Path());
  const auto expect = [&](auto change, const std::string& message) {
    LearnerOptions other = options;
    change(other);
    EXPECT_EQ(MessageOfResume(other).substr(0, message.size()), message);
  };
  expect([](LearnerOptions&) {}, "no error");
  expect([](LearnerOptions& o) { o.bits = 11; }, ": expected 11 bits, found 10");
  expect([](LearnerOptions& o) { o.seed = 8; }, ": expected seed 8, found 7");
  expect([](LearnerOptions& o) { o.l2 = 0; }, ": expected learner.l2 0, found 0.001");
  expect([](LearnerOptions& o) { o.task = LinearTask::kMulticlass; },
         ": expected learner.task multiclass, found binary");
  expect([](LearnerOptions& o) { o.loss = LinearLoss::kHinge; },
         ": expected learner.loss hinge, found logistic");
  expect([](LearnerOptions& o) { o.update = UpdateRule::kSchedule; },
         ": expected learner.update schedule, found adaptive");
  SaveHashedModel(Learned(LinearTask::kBinary, samples, 10), {}, SavedStates::kNone, Path());
  expect([](LearnerOptions&) {},
         ": expected a model that was saved to go on with, found one that was saved to predict");
}

// Any byte that differs, anything that is missing or too much.
TEST(HashedModelFile, DamagedFilesAreRefused) {
  LearnerOptions options = OptionsOf(LinearTask::kBinary);
  options.bits = 3;
  const StreamingLearner learner(options);
  SaveHashedModel(learner, {{"a"}, {}}, SavedStates::kAll, Path());
  const std::string content = common::ReadFile(Path());
  const auto is_refused = [&](const std::string& damaged) {
    common::WriteFileAtomically(Path(), damaged, common::Durability::kNothing);
    StreamingLearner other(options);
    EXPECT_THROW(ResumeLearner(Path(), other), common::Error);
    EXPECT_THROW(HashedScorer{Path()}, std::runtime_error);
  };
  for (size_t i = 0; i < content.size(); ++i) {
    SCOPED_TRACE(i);
    std::string damaged = content;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    is_refused(damaged);
    is_refused(content.substr(0, i));
  }
  is_refused(content + "x");
  is_refused("");
}

TEST(HashedModelFile, ADigitCannotAskForMemory) {
  common::WriteFileAtomically(Path(), "structlab hashed model\t1\nbits\t31\noutputs\t1\nend\t\n");
  EXPECT_THROW(HashedScorer{Path()}, std::runtime_error);
}

// A limit of the size of files is what a full disk is to the program.
TEST(HashedModelFile, TheOldModelStaysWhenTheDiskIsFull) {
  const std::vector<Sample> samples = RandomSamples(10, 2);
  SaveHashedModel(Learned(LinearTask::kBinary, samples, 10), {}, SavedStates::kNone, Path());
  const std::string before = common::ReadFile(Path());
  LearnerOptions options = OptionsOf(LinearTask::kBinary);
  options.bits = 16;
  const StreamingLearner larger(options);
  rlimit old_limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const rlimit limit = {.rlim_cur = 100'000, .rlim_max = old_limit.rlim_max};
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_THROW(SaveHashedModel(larger, {}, SavedStates::kNone, Path()), common::Error);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(common::ReadFile(Path()), before);
}

TEST(HashedModelFile, NotesHaveNoTabsAndNoLineBreaks) {
  const StreamingLearner learner(OptionsOf(LinearTask::kBinary));
  EXPECT_THROW(SaveHashedModel(learner, {{"a\tb"}, {}}, SavedStates::kNone, Path()), common::Error);
  EXPECT_THROW(SaveHashedModel(learner, {{}, {{"a", "b\n"}}}, SavedStates::kNone, Path()), common::Error);
}

TEST(ByteChecksum, DoesNotDependOnThePieces) {
  const std::string bytes = "The quick brown fox jumps over the lazy dog.";
  ByteChecksum whole;
  whole.Add(bytes.data(), bytes.size());
  for (size_t piece = 1; piece < 20; ++piece) {
    ByteChecksum pieces;
    for (size_t i = 0; i < bytes.size(); i += piece)
      pieces.Add(bytes.data() + i, std::min(piece, bytes.size() - i));
    EXPECT_EQ(pieces.value(), whole.value()) << piece;
  }
  ByteChecksum longer = whole;
  longer.Add("\0", 1);
  EXPECT_NE(longer.value(), whole.value());
}

}  // namespace
}  // namespace structlab::structured_learning
