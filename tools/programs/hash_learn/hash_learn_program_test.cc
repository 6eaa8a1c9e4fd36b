#include "tools/programs/hash_learn/hash_learn_program.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

Outcome HashLearn(const std::vector<std::string>& arguments, bool interrupted = false) {
  return RunProgram(RunHashLearn, arguments, interrupted);
}

// Lines about one of three things, in words of which every third is about the thing.
std::string News(int lines, uint64_t seed, const char* between) {
  const char* const kLabels[] = {"sea", "sky", "land"};
  common::RandomStream random(seed, "news");
  std::string text;
  for (int i = 0; i < lines; ++i) {
    const auto label = static_cast<size_t>(random.UniformIndex(3));
    text.append(kLabels[label]).append(between);
    for (int word = 0; word < 12; ++word) {
      const bool is_about = word % 3 == 0;
      text.append(" ").append(is_about ? kLabels[label] : "word");
      text.append("x").append(std::to_string(random.UniformIndex(is_about ? 20 : 200)));
    }
    text += "\n";
  }
  return text;
}

class HashLearnProgram : public ProgramTest {
 protected:
  std::string Put(const std::string& name, const std::string& content) const {
    const std::string path = std::string(folder_).append("/").append(name);
    common::WriteFileAtomically(path, content);
    return path;
  }
  std::string At(const std::string& name) const { return std::string(folder_).append("/").append(name); }
};

double NumberAfter(const std::string& text, const std::string& name) {
  const size_t at = text.find(name);
  EXPECT_NE(at, std::string::npos) << name << " in " << text;
  return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size()));
}

TEST_F(HashLearnProgram, LearnsPredictsAndEvaluatesEveryTaskAndFormat) {
  for (const std::string format : {"vw", "text"}) {
    const char* const between = format == "vw" ? " |" : "\t";
    const std::string train = Put("train", News(600, 1, between)), test = Put("test", News(200, 2, between));
    for (const std::string task : {"one-vs-rest", "multi-label", "multiclass"}) {
      SCOPED_TRACE(std::string(format).append(" ").append(task));
      const Outcome trained = HashLearn({"train", train, "--format=" + format, "--task=" + task, "--bits=14",
                                         "--passes=3", "--holdout=10", "--save=" + At("model")});
      ASSERT_EQ(trained.status, 0) << trained.messages;
      EXPECT_NE(trained.out.find("labels            3\n"), std::string::npos) << trained.out;
      EXPECT_NE(trained.out.find("held-out loss"), std::string::npos);
      EXPECT_NE(trained.messages.find("average   since     examples      pass\n"), std::string::npos);
      EXPECT_EQ(std::filesystem::file_size(At("model")) >> 12, 16u);  // 4 bytes for each of 2^14 weights
      const Outcome evaluated = HashLearn(
          {"evaluate", test, "--load=" + At("model"), "--by-label", "--confusions=" + At("confusions")});
      ASSERT_EQ(evaluated.status, 0) << evaluated.messages;
      EXPECT_LT(NumberAfter(evaluated.out, "\nerror"), 5);
      EXPECT_GT(NumberAfter(evaluated.out, "f1, macro"), 0.95);
      EXPECT_NE(evaluated.out.find("label\tprecision\trecall\tf1\n"), std::string::npos);

      // What is predicted is what is evaluated.
      const Outcome predicted = HashLearn({"predict", test, "--load=" + At("model")});
      ASSERT_EQ(predicted.status, 0) << predicted.messages;
      std::istringstream truths(common::ReadFile(test)), predictions(predicted.out);
      int wrong = 0, lines = 0;
      for (std::string truth, prediction; std::getline(truths, truth); ++lines) {
        ASSERT_TRUE(std::getline(predictions, prediction));
        wrong += truth.substr(0, truth.find_first_of(" \t")) != prediction.substr(0, prediction.find('\t'));
      }
      EXPECT_EQ(lines, 200);
      EXPECT_NEAR(NumberAfter(evaluated.out, "\nerror"), 100.0 * wrong / lines, 0.01);
    }
  }
}

TEST_F(HashLearnProgram, ThreadsAndCachesDoNotChangeTheModel) {
  const std::string train = Put("train.vw", News(3000, 3, " |"));
  const auto model_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"train",     train,        "--task=one-vs-rest",
                                      "--bits=12", "--passes=3", "--save=" + At("model")};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = HashLearn(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return common::ReadFile(At("model"));
  };
  const std::string expected = model_of({"--threads=1"});
  EXPECT_EQ(model_of({"--threads=2"}), expected);
  EXPECT_EQ(model_of({"--cache=" + At("cache")}), expected);  // makes it
  ASSERT_TRUE(std::filesystem::exists(At("cache")));
  EXPECT_EQ(model_of({"--cache=" + At("cache"), "--threads=1"}), expected);
  const std::string cache = common::ReadFile(At("cache"));
  EXPECT_NE(model_of({"--cache=" + At("cache"), "--rate=0.1"}), expected);
  EXPECT_EQ(common::ReadFile(At("cache")), cache);
  // One of other options or of a damaged file is refused.
  ExpectMistake(HashLearn({"train", train, "--task=one-vs-rest", "--seed=2", "--cache=" + At("cache")}), 3,
                "hash_learn: " + At("cache") + ": expected input.seed '2', found '0'; remove the cache");
  common::WriteFileAtomically(At("cache"), cache.substr(0, cache.size() / 2));
  ExpectMistake(HashLearn({"train", train, "--task=one-vs-rest", "--cache=" + At("cache")}), 3,
                "hash_learn: " + At("cache") + ": expected a whole cache of examples");
}

TEST_F(HashLearnProgram, ResumesAsIfNothingHadHappened) {
  const std::string first = News(500, 4, " |"), second = News(500, 5, " |");
  const std::string all = Put("all.vw", first + second);
  const std::string begin = Put("begin.vw", first), rest = Put("rest.vw", second);
  for (const std::string update : {"adaptive", "normalized", "schedule"}) {
    const std::vector<std::string> options = {"--task=multi-label", "--update=" + update, "--l2=0.001",
                                              "--bits=12", "--cross=  "};
    const auto train = [&](const std::string& data, std::vector<std::string> words) {
      words.insert(words.begin(), {"train", data, "--save=" + At("model"), "--resumable"});
      const Outcome outcome = HashLearn(words);
      EXPECT_EQ(outcome.status, 0) << outcome.messages;
    };
    train(all, options);
    const std::string expected = common::ReadFile(At("model"));
    train(begin, options);
    train(rest, {"--resume=" + At("model")});
    EXPECT_EQ(common::ReadFile(At("model")), expected) << update;
  }
  const auto expect_refused = [&](const std::string& flag, const std::string& message) {
    ExpectMistake(HashLearn({"train", rest, "--resume=" + At("model"), flag}), 3,
                  std::string("hash_learn: ").append(At("model")).append(": expected ").append(message));
  };
  expect_refused("--bits=13", "13 bits, found 12");
  expect_refused("--seed=1", "seed 1, found 0");
  expect_refused("--update=adaptive", "learner.update adaptive, found schedule");
  expect_refused("--copies=2", "input.copies '2', found '1'");
  ASSERT_EQ(HashLearn({"train", begin, "--task=multi-label", "--save=" + At("model")}).status, 0);
  expect_refused("--bits=18", "a model that was saved to go on with");
}

TEST_F(HashLearnProgram, ProbabilitiesAddUpToOne) {
  const std::string train = Put("train.vw", News(300, 6, " |"));
  ASSERT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--save=" + At("model")}).status, 0);
  // Labels may be missing.
  const std::string data = Put("data.vw", "| seax1 skyx2\n| wordx5\n");
  const Outcome outcome = HashLearn({"predict", data, "--load=" + At("model"), "--probabilities", "--all"});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    double sum = 0;
    for (const std::string name : {"sea:", "sky:", "land:"}) sum += NumberAfter(line, name);
    EXPECT_NEAR(sum, 1, 2e-3) << line;  // three numbers of four digits
  }
  ASSERT_EQ(HashLearn({"train", train, "--task=multiclass", "--save=" + At("model")}).status, 0);
  ExpectMistake(HashLearn({"predict", data, "--load=" + At("model"), "--probabilities"}), 2,
                "hash_learn: --probabilities: expected a model of the logistic loss, found another one");
}

TEST_F(HashLearnProgram, LearnsNumbersAndTwoLabels) {
  std::string numbers, two;
  common::RandomStream random(7, "numbers");
  for (int i = 0; i < 2000; ++i) {
    const double x = random.Normal();
    numbers.append(std::to_string(3 * x - 1)).append(" 1:").append(std::to_string(x)).append("\n");
    two.append(x > 0 ? "yes" : "no").append(" 1:").append(std::to_string(x)).append("\n");
  }
  const std::string number_file = Put("numbers.svm", numbers), two_file = Put("two.svm", two);
  ASSERT_EQ(HashLearn({"train", number_file, "--task=regression", "--save=" + At("model")}).status, 0);
  const Outcome number = HashLearn({"predict", Put("one.svm", "1:2\n"), "--load=" + At("model")});
  EXPECT_NEAR(std::stod(number.out), 5, 0.1);
  EXPECT_LT(NumberAfter(HashLearn({"evaluate", number_file, "--load=" + At("model")}).out, "squared error"),
            0.01);
  ASSERT_EQ(HashLearn({"train", two_file, "--save=" + At("model")}).status, 0);
  const Outcome evaluated = HashLearn({"evaluate", two_file, "--load=" + At("model")});
  EXPECT_GT(NumberAfter(evaluated.out, "area under curve"), 0.999);
  ExpectMistake(HashLearn({"train", Put("three.svm", two + "maybe 1:0\n")}), 3,
                "hash_learn: " + At("three.svm") + ":2001:1: expected one of the 2 labels");
}

TEST_F(HashLearnProgram, AuditNamesTheFeaturesThatWeighMost) {
  const std::string train = Put("train.vw", News(600, 8, " |"));
  const Outcome outcome =
      HashLearn({"train", train, "--task=one-vs-rest", "--audit=" + At("audit"), "--audit-top=5"});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  const common::Table table = common::ReadTsv(At("audit"));
  ASSERT_EQ(table.rows.size(), 15u);
  for (const std::vector<std::string>& row : table.rows) {
    // Words about the thing speak for it, words about another one against it.
    EXPECT_EQ(row[1].starts_with(row[0]), std::stod(row[2]) > 0) << row[0] << " " << row[1] << " " << row[2];
  }
}

TEST_F(HashLearnProgram, LinesWithMistakesStopItOrAreCounted) {
  const std::string train = Put("train.vw", News(50, 9, " |") + "sea | a:x\nsky | a:\n");
  ExpectMistake(HashLearn({"train", train, "--task=one-vs-rest", "--save=" + At("model"), "--threads=1"}), 3,
                "hash_learn: " + train + ":51:");
  EXPECT_FALSE(std::filesystem::exists(At("model")));
  const Outcome outcome = HashLearn({"train", train, "--task=one-vs-rest", "--on-error=skip"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.messages.find("hash_learn: 2 lines skipped; the first: " + train + ":51:"),
            std::string::npos)
      << outcome.messages;
}

// A model that has seen one label of two; then the second thread reads ahead of what is shown.
TEST_F(HashLearnProgram, LabelsThatTheModelDoesNotKnowChangeNoPrediction) {
  const std::string train = Put("train.vw", "spam | a\nspam | b\n");
  ASSERT_EQ(HashLearn({"train", train, "--save=" + At("model")}).status, 0);
  std::string lines;
  for (int i = 0; i < 60'000; ++i) lines += "spam | -1:-9\n";
  for (int i = 0; i < 40'000; ++i) lines += "ham | -1:-9\n";
  const std::string data = Put("data.vw", lines);
  const std::vector<std::string> words = {"predict", data, "--load=" + At("model")};
  const auto predict = [&](const std::string& threads) {
    std::vector<std::string> more = words;
    more.push_back(threads);
    return HashLearn(more);
  };
  const Outcome one = predict("--threads=1"), two = predict("--threads=2");
  EXPECT_EQ(one.status, 0) << one.messages;
  EXPECT_EQ(one.out, two.out);
  EXPECT_EQ(one.out.find("ham"), std::string::npos);
  // Whether predictions are right cannot be said of labels that are not known.
  ExpectMistake(HashLearn({"evaluate", data, "--load=" + At("model")}), 3,
                "hash_learn: " + data + ":60001:1: expected one of the 1 labels 'spam', found 'ham'");
}

TEST_F(HashLearnProgram, ACacheRemembersTheLinesThatWereSkipped) {
  const std::string train = Put("train.vw", News(50, 13, " |") + "sea | a:x\n" + News(50, 14, " |"));
  const std::vector<std::string> words = {"train", train, "--task=one-vs-rest", "--cache=" + At("cache")};
  std::vector<std::string> skipping = words;
  skipping.push_back("--on-error=skip");
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome = HashLearn(skipping);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.messages.find("hash_learn: 1 lines skipped; the first: " + train + ":51:"),
              std::string::npos)
        << outcome.messages;
  }
  ExpectMistake(
      HashLearn(words), 3,
      std::string("hash_learn: ")
          .append(At("cache"))
          .append(": expected examples of lines without mistakes, found 1 lines skipped, the first: ")
          .append(train)
          .append(":51:"));
}

// The numbers of its labels are those of the model that was resumed.
TEST_F(HashLearnProgram, ACacheMadeWhileResumingIsNotForOtherModels) {
  const std::string first = Put("first.vw", News(50, 15, " |")),
                    second = Put("second.vw", News(50, 16, " |"));
  ASSERT_EQ(HashLearn({"train", first, "--task=one-vs-rest", "--resumable", "--save=" + At("model")}).status,
            0);
  const std::vector<std::string> resume = {"train", second, "--resume=" + At("model"),
                                           "--cache=" + At("cache")};
  ASSERT_EQ(HashLearn(resume).status, 0);
  EXPECT_EQ(HashLearn(resume).status, 0);
  ExpectMistake(HashLearn({"train", second, "--task=one-vs-rest", "--cache=" + At("cache")}), 3,
                "hash_learn: " + At("cache") + ": expected labels.before");
}

TEST_F(HashLearnProgram, APipeIsReadOnce) {
  const std::string pipe = At("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::vector<std::string> words = {"train", pipe, "--format=vw", "--task=one-vs-rest", "--passes=3"};
  // It would wait for ever for somebody who writes.
  ExpectMistake(HashLearn(words), 2,
                "hash_learn: --passes: expected 1 over standard input or a pipe, found 3");
  std::vector<std::string> cached = words;
  cached.push_back("--cache=" + At("cache"));
  std::thread writer([&] { std::ofstream(pipe) << News(50, 17, " |"); });
  const Outcome outcome = HashLearn(cached);
  writer.join();
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(NumberAfter(outcome.out, "passes"), 3);
  // What comes out of it next time is not known to be the same.
  ExpectMistake(HashLearn(cached), 2, "hash_learn: --cache: expected a file that is not there yet");
}

// Signs and copies are how a feature is stored, not what it says.
TEST_F(HashLearnProgram, AuditTellsWhatFeaturesAddToScores) {
  const std::string train =
      Put("train.vw", "yes | good1 good2\nno | bad1 bad2\nyes | good2 x\nno | bad2 x\n");
  const auto audit = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"train", train, "--passes=20", "--rate=0.1", "--audit=" + At("audit")};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(HashLearn(words).status, 0);
    std::map<std::string, double> weights;
    for (const std::vector<std::string>& row : common::ReadTsv(At("audit")).rows) {
      weights[row[1]] = std::stod(row[2]);
    }
    return weights;
  };
  const std::map<std::string, double> plain = audit({});
  ASSERT_EQ(plain.size(), 6u);  // and the constant
  EXPECT_GT(plain.at("good1"), 0);
  EXPECT_LT(plain.at("bad1"), 0);
  const std::map<std::string, double> with_signs = audit({"--signed"});
  ASSERT_EQ(with_signs.size(), 6u);
  for (const auto& [name, weight] : plain) EXPECT_NEAR(with_signs.at(name), weight, 1e-5) << name;
  // Adaptive rates of copies learn faster; the signs stay.
  const std::map<std::string, double> copies = audit({"--signed", "--copies=3", "--bits=22"});
  ASSERT_EQ(copies.size(), 6u);
  for (const auto& [name, weight] : plain) {
    EXPECT_TRUE(copies.contains(name)) << name;
    if (name.starts_with("good") || name.starts_with("bad")) {
      EXPECT_EQ(copies.at(name) > 0, weight > 0) << name;
    }
  }
}

TEST_F(HashLearnProgram, SavesTheModelSoFarWhenInterrupted) {
  const std::string train = Put("train.vw", News(9000, 10, " |"));
  const Outcome outcome = HashLearn(
      {"train", train, "--task=one-vs-rest", "--passes=100", "--save=" + At("model")}, /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.out.find("ended             interrupted\n"), std::string::npos) << outcome.out;
  EXPECT_EQ(structured_learning::HashedScorer(At("model")).num_outputs(), 3u);
}

TEST_F(HashLearnProgram, MistakesAreOneLine) {
  const std::string train = Put("train.vw", News(50, 11, " |"));
  const auto expect = [](const std::vector<std::string>& arguments, int status, const std::string& message) {
    ExpectMistake(HashLearn(arguments), status, "hash_learn: " + message);
  };
  expect({}, 2, "command: expected one of train, predict, evaluate, found none; see --help");
  expect({"learn"}, 2, "command: expected one of train, predict, evaluate, found 'learn'");
  expect({"train", At("data.csv")}, 2, "DATA: expected a name that ends in .svm");
  expect({"train", At("none.vw")}, 3, At("none.vw") + ": cannot be read");
  expect({"train", Put("empty.vw", "")}, 3, At("empty.vw") + ": expected at least one example, found none");
  expect({"train", train, "--task=odd"}, 2, "--task: expected one of binary, one-vs-rest, ");
  expect({"train", train, "--loss=odd"}, 2, "--loss: expected one of logistic, hinge, squared");
  expect({"train", train, "--cross=abc"}, 2, "--cross: expected two characters, found 'abc'");
  expect({"train", train, "--bits=2"}, 2, "LearnerOptions::bits: expected 3 to 31, found 2");
  expect({"train", train, "--save=" + At("none/model")}, 2,
         "--save: expected a file in a folder that is there");
  expect({"train", "--format=vw", "--passes=2"}, 2,
         "--passes: expected 1 over standard input or a pipe, found 2");
  expect({"train", train, "--cache=" + At("c"), "--audit=" + At("a")}, 2, "--audit: expected text");
  expect({"train", train, "--no-such-flag"}, 2, "flag: expected one of --");
  expect({"predict", train}, 2, "--load is required");
  expect({"predict", train, "--load=" + At("none")}, 3, At("none") + ": cannot be read");
  expect({"evaluate", train, "--load=" + train}, 3, train + ": this is no hashed model");
}

TEST_F(HashLearnProgram, HelpIsShownAndAFullDiskIsAnError) {
  const std::vector<std::vector<std::string>> commands = {
      {"--help"}, {"train", "--help"}, {"predict", "--help"}, {"evaluate", "--help"}};
  for (const std::vector<std::string>& words : commands) {
    const Outcome outcome = HashLearn(words);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("DATA"), std::string::npos);
  }
  const std::string train = Put("train.vw", News(50, 12, " |"));
  ExpectFullDiskIsAnError(RunHashLearn, {"train", train, "--task=one-vs-rest"}, "hash_learn");
}

}  // namespace
}  // namespace structlab::tools
