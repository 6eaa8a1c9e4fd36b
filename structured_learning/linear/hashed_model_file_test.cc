#include "structured_learning/linear/hashed_model_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/peak_memory.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/byte_checksum.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "structured_learning/linear/random_samples.h"

namespace structlab::structured_learning {
namespace {

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

// Two labels, or one for each output.
std::vector<std::string> LabelNamesOf(const StreamingLearner& learner) {
  if (learner.num_outputs() == 1) return {"spam", "no spam"};
  std::vector<std::string> names;
  for (size_t i = 0; i < learner.num_outputs(); ++i) names.push_back("label " + std::to_string(i));
  return names;
}

uint32_t LabelsOf(LinearTask task) { return task == LinearTask::kBinary ? 2 : 11; }

std::string Path() {
  return std::string(testing::TempDir())
      .append("/")
      .append(testing::UnitTest::GetInstance()->current_test_info()->name());
}

TEST(HashedModelFile, SavedModelsScoreTheSameBits) {
  for (const LinearTask task : kTasks) {
    const std::vector<Sample> samples = RandomSamples(300, LabelsOf(task), 1);
    StreamingLearner learner = Learned(task, samples, 200);
    for (const SavedStates states : {SavedStates::kNone, SavedStates::kAll}) {
      const ModelNotes notes = {LabelNamesOf(learner), {{"format", "vw"}, {"ngrams", "2"}}};
      SaveHashedModel(learner, notes, states, Path());
      EXPECT_NEAR(static_cast<double>(std::filesystem::file_size(Path())),
                  states == SavedStates::kAll ? 8192 : 4096, 700);
      const HashedScorer scorer(Path());
      ASSERT_EQ(scorer.num_outputs(), learner.num_outputs());
      EXPECT_EQ(scorer.header().labels, notes.labels);
      EXPECT_EQ(scorer.header().facts.at("ngrams"), "2");
      std::vector<float> scores(scorer.num_outputs());
      for (const Sample& sample : samples) {
        const std::span<const float> expected = learner.Scores(sample.view());
        scorer.Score(sample.keys, sample.values, scores);
        ASSERT_EQ(std::memcmp(scores.data(), expected.data(), scores.size() * sizeof(float)), 0);
      }
    }
  }
}

// The same model, bit for bit, as if it had been learned with the labels exchanged.
TEST(HashedModelFile, MirroredModelsAreThoseOfTheOtherOrderOfLabels) {
  std::vector<Sample> samples = RandomSamples(300, 2, 1);
  const StreamingLearner learner = Learned(LinearTask::kBinary, samples, 300);
  SaveHashedModel(learner, {.labels = {"b", "a"}, .is_mirrored = true}, SavedStates::kAll, Path());
  const std::string mirrored = common::ReadFile(Path());
  for (Sample& sample : samples) {
    for (uint32_t& label : sample.labels) label = 1 - label;
  }
  const StreamingLearner other = Learned(LinearTask::kBinary, samples, 300);
  SaveHashedModel(other, {.labels = {"b", "a"}}, SavedStates::kAll, Path());
  EXPECT_EQ(common::ReadFile(Path()), mirrored);
  SaveHashedModel(learner, {.labels = {"b", "a"}}, SavedStates::kAll, Path());
  EXPECT_NE(common::ReadFile(Path()), mirrored);
  const StreamingLearner several = Learned(LinearTask::kOneVsRest, RandomSamples(50, 11, 1), 50);
  EXPECT_THROW(SaveHashedModel(several, {.is_mirrored = true}, SavedStates::kNone, Path()), common::Error);
}

TEST(HashedModelFile, ScorersKnowWeightsAndProbabilities) {
  for (const LinearTask task : kTasks) {
    SCOPED_TRACE(static_cast<int>(task));
    const std::vector<Sample> samples = RandomSamples(50, LabelsOf(task), 1);
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
    const std::vector<Sample> samples = RandomSamples(300, LabelsOf(task), 1);
    const StreamingLearner whole = Learned(task, samples, 300);
    const StreamingLearner first = Learned(task, samples, 150);
    SaveHashedModel(first, {LabelNamesOf(first), {{"x", "y"}}}, SavedStates::kAll, Path());
    StreamingLearner resumed(OptionsOf(task));
    const ModelNotes notes = ResumeLearner(Path(), resumed);
    EXPECT_EQ(notes.labels, LabelNamesOf(first));
    EXPECT_EQ(notes.facts, (std::map<std::string, std::string>{{"x", "y"}}));
    for (size_t i = 150; i < 300; ++i) resumed.Learn(samples[i].view());
    EXPECT_EQ(resumed.state().table, whole.state().table);
    EXPECT_EQ(resumed.state().scale, whole.state().scale);
    EXPECT_EQ(resumed.num_outputs(), whole.num_outputs());
  }
}

// Written in several pieces: weights in the order of their bins, then states.
TEST(HashedModelFile, WeightsAndStatesStandInTheOrderOfBins) {
  constexpr size_t kBins = size_t{1} << 17, kBin = 70'001;
  for (const LinearTask task : {LinearTask::kBinary, LinearTask::kOneVsRest}) {
    const LearnerOptions options = {.bits = 17, .task = task};
    StreamingLearner learner(options);
    const Sample sample = {{static_cast<uint32_t>(kBin)}, {2}, {0}};
    learner.Learn(sample.view());
    SaveHashedModel(learner, {LabelNamesOf(learner), {}}, SavedStates::kAll, Path());
    const std::string content = common::ReadFile(Path());
    std::vector<float> numbers(2 * kBins);
    const size_t size = numbers.size() * sizeof(float);
    std::memcpy(numbers.data(), content.data() + content.size() - sizeof(uint64_t) - size, size);
    size_t weights = 0, states = 0;
    for (size_t bin = 0; bin < kBins; ++bin) {
      weights += numbers[bin] != 0;
      states += numbers[kBins + bin] != 0;
    }
    EXPECT_EQ(weights, 1u);
    EXPECT_EQ(states, 1u);
    const uint32_t mask = kernels::MaskOf(options.bits);
    const size_t bin = task == LinearTask::kBinary
                           ? kBin
                           : kernels::JointBin(sample.keys[0], 0, kernels::SaltOf(options.seed), mask);
    EXPECT_EQ(numbers[bin], learner.Weight(sample.keys[0], 0));
    EXPECT_EQ(numbers[kBins + bin], 1);  // the square of a derivative of 1/2 and a value of 2
    StreamingLearner resumed(options);
    ResumeLearner(Path(), resumed);
    EXPECT_EQ(resumed.state().table, learner.state().table);
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
  const std::vector<Sample> samples = RandomSamples(10, 2, 1);
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
         ": expected a model that was saved to continue learning, found one that was saved for prediction");
}

// Any changed byte, missing or additional bytes.
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

constexpr char kBinaryFacts[] =
    "fact\tlearner.l2\t0\nfact\tlearner.learning_rate\t0.5\nfact\tlearner.loss\tlogistic\n"
    "fact\tlearner.task\tbinary\nfact\tlearner.update\tadaptive\n"
    "fact\tlearner.total_importance\t7\nfact\tlearner.total_features\t7\n"
    "fact\tlearner.total_squares\t7\n";

// A file with eight weights and eight states, the lines of a binary model, these additional lines, which
// override earlier ones with the same name, and the matching checksum.
void WriteCraftedModel(const std::string& lines, float weight = 1, float state = 1) {
  std::string content = "structlab hashed model\t2\nbits\t3\nseed\t0\noutputs\t1\njoint\t0\nscale\t1\n";
  content.append(kBinaryFacts).append(lines).append("states\t1\nend\t\n");
  const std::vector<float> numbers[] = {std::vector<float>(8, weight), std::vector<float>(8, state)};
  for (const std::vector<float>& half : numbers) {
    content.append(reinterpret_cast<const char*>(half.data()), half.size() * sizeof(float));
  }
  ByteChecksum checksum;
  checksum.Add(content.data(), content.size());
  const uint64_t value = checksum.value();
  content.append(reinterpret_cast<const char*>(&value), sizeof value);
  common::WriteFileAtomically(Path(), content, common::Durability::kNothing);
}

std::string MessageOfScorer() {
  try {
    const HashedScorer scorer(Path());
  } catch (const std::runtime_error& error) {
    return std::string(error.what()).substr(Path().size());
  }
  return "no error";
}

// Any content with a correct checksum gives a model that scores and learns, or a message.
TEST(HashedModelFile, PartsThatDoNotFitAreRefused) {
  const LearnerOptions options = {.bits = 3};
  WriteCraftedModel("");
  EXPECT_EQ(MessageOfScorer(), "no error");
  EXPECT_EQ(MessageOfResume(options), "no error");
  const std::pair<std::string, std::string> headers[] = {
      {"bits\t2\n", ": expected 3 to 31 bits, found 2"},
      {"joint\t1\n", ": expected the outputs of the task, found joint 1 for 'binary'"},
      {"joint\t1\noutputs\t0\n", ": expected the outputs of the task, found joint 1 for 'binary'"},
      {"fact\tlearner.task\tregression\njoint\t1\noutputs\t0\n",
       ": expected the outputs of the task, found joint 1 for 'regression'"},
      {"fact\tlearner.task\tone-vs-rest\n",
       ": expected the outputs of the task, found joint 0 for 'one-vs-rest'"},
      {"outputs\t0\n", ": expected one output, found 0"},
      {"outputs\t2\n", ": expected one output, found 2"},
      {"fact\tlearner.task\tone-vs-rest\njoint\t1\noutputs\t16777217\n",
       ": expected at most 2^24 outputs, found 16777217"},
      {"fact\tlearner.task\tone-vs-rest\njoint\t1\noutputs\t3\nlabel\ta\nlabel\tb\n",
       ": expected a label of each output, found 2 for 3"},
      {"label\ta\nlabel\tb\nlabel\tc\n", ": expected at most two labels, found 3"},
      {"label\ta\nlabel\ta\n", ": expected different labels, found 'a' twice"},
      {"scale\t0\n", ": expected a positive, finite scale, found 0"},
      {"scale\t-1\n", ": expected a positive, finite scale, found -1"},
      {"scale\tnan\n", ": expected a positive, finite scale, found nan"},
      {"scale\tinf\n", ": expected a positive, finite scale, found inf"},
  };
  for (const auto& [lines, message] : headers) {
    SCOPED_TRACE(lines);
    WriteCraftedModel(lines);
    EXPECT_EQ(MessageOfScorer(), message);
    EXPECT_EQ(MessageOfResume(options), message);
  }
  // The scorer reads neither totals nor states.
  const std::string states = ": state: expected a scale of at most 1 and finite totals";
  for (const char* const lines :
       {"scale\t2\n", "fact\tlearner.total_importance\tnan\n", "fact\tlearner.total_features\t-1\n",
        "fact\tlearner.total_features\tinf\n"}) {
    WriteCraftedModel(lines);
    EXPECT_EQ(MessageOfResume(options).substr(0, states.size()), states) << lines;
  }
  for (const float state : {-1.f, std::nanf(""), std::numeric_limits<float>::infinity()}) {
    WriteCraftedModel("", 1, state);
    EXPECT_TRUE(MessageOfResume(options).starts_with(": state: expected finite states of at least 0, found"));
    EXPECT_EQ(MessageOfScorer(), "no error");
  }
  for (const float weight : {std::nanf(""), -std::numeric_limits<float>::infinity()}) {
    WriteCraftedModel("", weight, 1);
    EXPECT_TRUE(MessageOfResume(options).starts_with(": state: expected finite weights, found"));
    EXPECT_EQ(MessageOfScorer().substr(0, 33), ": expected finite weights, found ") << weight;
  }
}

// A model that could not be loaded again is not saved.
TEST(HashedModelFile, ModelsThatCouldNotBeLoadedAreNotSaved) {
  const StreamingLearner binary(OptionsOf(LinearTask::kBinary));
  const std::vector<Sample> samples = RandomSamples(50, 3, 1);
  const StreamingLearner many = Learned(LinearTask::kOneVsRest, samples, 50);
  const auto expect_refused = [](const StreamingLearner& learner, const ModelNotes& notes) {
    EXPECT_THROW(SaveHashedModel(learner, notes, SavedStates::kNone, Path()), common::Error);
  };
  expect_refused(binary, {{"a", "b", "c"}, {}});
  expect_refused(binary, {{"a", "a"}, {}});
  expect_refused(many, {{"a", "b"}, {}});
  expect_refused(binary, {{std::string(size_t{1} << 20, 'a')}, {}});
  expect_refused(binary, {{}, {{"a", std::string(size_t{1} << 20, 'b')}}});
  expect_refused(binary, {{}, {{"learner.task", "regression"}}});
  EXPECT_FALSE(std::filesystem::exists(Path()));
  SaveHashedModel(binary, {{std::string(60'000, 'a')}, {}}, SavedStates::kNone, Path());
  EXPECT_EQ(HashedScorer(Path()).header().labels[0].size(), 60'000u);
  // An unlimited step to a weight that exceeds the floats.
  StreamingLearner steep({.bits = 8, .update = UpdateRule::kSchedule, .learning_rate = 1e6});
  steep.Learn(
      {samples[0].keys, std::vector<float>(samples[0].keys.size(), 1e38f), std::vector<uint32_t>{0}, 0, 1});
  expect_refused(steep, {});
}

// The file ends where 8 GiB of weights begin.
TEST(HashedModelFile, ADigitCannotAskForMemory) {
  WriteCraftedModel("bits\t31\n");
  EXPECT_TRUE(MessageOfScorer().starts_with(": expected 17179869192 bytes after the line 'end', found "));
  const common::PeakMemory memory = common::MeasurePeakMemory([] { return [] { MessageOfScorer(); }; });
  EXPECT_LT(memory.peak - memory.before, 16);
}

// 64 MiB of weights. A vector that grows by doubling would have allocated half as much again, without using
// it.
TEST(HashedModelFile, LoadingTakesTheMemoryOfTheWeights) {
  LearnerOptions options = OptionsOf(LinearTask::kBinary);
  options.bits = 24;
  SaveHashedModel(StreamingLearner(options), {}, SavedStates::kNone, Path());
  rlimit old_limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &old_limit), 0);
  rlim_t pages = 0;  // pages of the process
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{80} << 20);
  const rlimit limit = {.rlim_cur = most, .rlim_max = old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  EXPECT_NO_THROW(HashedScorer{Path()});
  ASSERT_EQ(setrlimit(RLIMIT_AS, &old_limit), 0);
}

// Its size is unknown.
TEST(HashedModelFile, APipeIsReadToo) {
  const std::vector<Sample> samples = RandomSamples(10, 2, 1);
  LearnerOptions options = OptionsOf(LinearTask::kBinary);
  options.bits = 17;  // more than a piece
  StreamingLearner learner(options);
  for (const Sample& sample : samples) learner.Learn(sample.view());
  SaveHashedModel(learner, {}, SavedStates::kAll, Path());
  const std::string pipe = Path() + ".pipe";
  std::filesystem::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << common::ReadFile(Path()); });
  std::optional<HashedScorer> scorer;
  EXPECT_NO_THROW(scorer.emplace(pipe));
  writer.join();
  ASSERT_TRUE(scorer);
  EXPECT_TRUE(std::ranges::equal(scorer->weights(), HashedScorer(Path()).weights()));
}

// A limit on the size of files acts on the program like a full disk.
TEST(HashedModelFile, TheOldModelStaysWhenTheDiskIsFull) {
  const std::vector<Sample> samples = RandomSamples(10, 2, 1);
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
