#include "tools/programs/hash_learn/hash_learn_program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "tools/programs/hash_learn/benchmark_flags.h"
#include "tools/programs/hash_learn/hash_learn_testing.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

// By label and prediction.
std::map<std::pair<std::string, std::string>, int> Confusions(const std::string& path) {
  const common::Table table = common::ReadTsv(path);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"label", "predicted", "examples"}));
  std::map<std::pair<std::string, std::string>, int> confusions;
  for (const std::vector<std::string>& row : table.rows) confusions[{row[0], row[1]}] = std::stoi(row[2]);
  return confusions;
}

TEST_F(HashLearnProgram, KnowsTheFlagsOfItsBenchmark) {
  const std::string rows = Put("train.svm", "0 1:1 2:1\n1 2:1 3:2\n"),
                    texts = Put("train.txt", News(9, 1, "\t"));
  const std::vector<std::pair<std::string, std::vector<std::string>>> runs = {{rows, kTwoClassesFlags},
                                                                              {rows, kTwentyClassesFlags},
                                                                              {rows, kSpeedFromTextFlags},
                                                                              {texts, kRawTextFlags}};
  for (const auto& [data, flags] : runs) {
    std::vector<std::string> words = {"train", data, "--save=" + At("model"), "--cache=" + At("cache")};
    words.insert(words.end(), flags.begin(), flags.end());
    std::filesystem::remove(At("cache"));
    const Outcome trained = HashLearn(words);
    EXPECT_EQ(trained.status, 0) << flags[0] << trained.messages;
  }
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
      EXPECT_NE(trained.messages.find(" MiB of memory\n"), std::string::npos) << trained.messages;
      EXPECT_EQ(std::filesystem::file_size(At("model")) >> 12, 16u);  // 4 bytes for each of 2^14 weights
      std::vector<std::string> evaluate = {"evaluate", test, "--load=" + At("model"), "--by-label"};
      if (task != "multi-label") evaluate.push_back("--confusions=" + At("confusions"));
      const Outcome evaluated = HashLearn(evaluate);
      ASSERT_EQ(evaluated.status, 0) << evaluated.messages;
      EXPECT_LT(NumberAfter(evaluated.out, "\nerror"), 5);
      EXPECT_GT(NumberAfter(evaluated.out, "f1, macro"), 0.95);
      EXPECT_NE(evaluated.out.find("label\tprecision\trecall\tf1\tarea_under_curve\n"), std::string::npos);

      // What is predicted is what is evaluated.
      const Outcome predicted = HashLearn({"predict", test, "--load=" + At("model"), "--no-header"});
      ASSERT_EQ(predicted.status, 0) << predicted.messages;
      std::istringstream truths(common::ReadFile(test)), predictions(predicted.out);
      std::map<std::pair<std::string, std::string>, int> confusions;
      int wrong = 0, lines = 0;
      for (std::string truth, prediction; std::getline(truths, truth); ++lines) {
        ASSERT_TRUE(std::getline(predictions, prediction));
        const std::string label = truth.substr(0, truth.find_first_of(" \t"));
        const std::string found = prediction.substr(0, prediction.find('\t'));
        wrong += label != found;
        ++confusions[{label, found}];
      }
      EXPECT_EQ(lines, 200);
      if (task != "multi-label") {
        EXPECT_EQ(Confusions(At("confusions")), confusions);
      }
      EXPECT_NEAR(NumberAfter(evaluated.out, "\nerror"), 100.0 * wrong / lines, 0.01);
    }
  }
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
  expect_refused("--bits=18", "a model that was saved to continue learning");
}

TEST_F(HashLearnProgram, ProbabilitiesAddUpToOne) {
  const std::string train = Put("train.vw", News(300, 6, " |"));
  ASSERT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--save=" + At("model")}).status, 0);
  // Labels may be missing.
  const std::string data = Put("data.vw", "| seax1 skyx2\n| wordx5\n");
  const Outcome outcome = HashLearn({"predict", data, "--load=" + At("model"), "--probabilities", "--all"});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  std::istringstream lines(outcome.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "label\tprobability of each label");
  while (std::getline(lines, line)) {
    double sum = 0;
    for (const std::string name : {"sea:", "sky:", "land:"}) sum += NumberAfter(line, name);
    EXPECT_NEAR(sum, 1, 2e-3) << line;  // three numbers of four digits
  }
  ASSERT_EQ(HashLearn({"train", train, "--task=multiclass", "--save=" + At("model")}).status, 0);
  ExpectMistake(HashLearn({"predict", data, "--load=" + At("model"), "--probabilities"}), 2,
                "hash_learn: --probabilities: expected a model with logistic loss and another task than "
                "multiclass, found logistic and multiclass");
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
  const Outcome number =
      HashLearn({"predict", Put("one.svm", "1:2\n"), "--load=" + At("model"), "--no-header"});
  EXPECT_NEAR(std::stod(number.out), 5, 0.1);
  EXPECT_LT(NumberAfter(HashLearn({"evaluate", number_file, "--load=" + At("model")}).out, "squared error"),
            0.01);
  ASSERT_EQ(HashLearn({"train", two_file, "--save=" + At("model")}).status, 0);
  const Outcome evaluated = HashLearn({"evaluate", two_file, "--load=" + At("model")});
  EXPECT_GT(NumberAfter(evaluated.out, "area under curve"), 0.999);
  ExpectMistake(HashLearn({"train", Put("three.svm", two + "maybe 1:0\n")}), 3,
                "hash_learn: " + At("three.svm") + ":2001:1: expected one of the 2 labels");
}

// Prices from a size, a number of rooms and an age, none of them scaled. The mean alone has 40 times the
// squared error of the true coefficients.
TEST_F(HashLearnProgram, LearnsTargetsAndFeaturesOfAnyScale) {
  std::string lines;
  common::RandomStream random(3, "prices");
  double noise = 0;
  for (int i = 0; i < 2000; ++i) {
    const double size = 500 + 3500 * random.Uniform(), age = 100 * random.Uniform(),
                 error = 20000 * random.Normal();
    const auto rooms = static_cast<double>(1 + random.UniformIndex(6));
    lines.append(std::to_string(std::round(50000 + 120 * size + 15000 * rooms - 800 * age + error)));
    lines.append(" 1:").append(std::to_string(size)).append(" 2:").append(std::to_string(rooms));
    lines.append(" 3:").append(std::to_string(age)).append("\n");
    noise += error * error / 2000;
  }
  const std::string prices = Put("prices.svm", lines);
  const auto error_after = [&](const std::string& passes) {
    const Outcome trained =
        HashLearn({"train", prices, "--task=regression", "--passes=" + passes, "--save=" + At("model")});
    EXPECT_EQ(trained.status, 0) << trained.messages;
    EXPECT_EQ(trained.messages.find("above that of always predicting the mean target"), std::string::npos);
    const Outcome evaluated = HashLearn({"evaluate", prices, "--load=" + At("model")});
    EXPECT_GT(NumberAfter(evaluated.out, "of the mean"), 30 * noise);
    EXPECT_EQ(evaluated.messages, "");
    return NumberAfter(evaluated.out, "squared error");
  };
  EXPECT_LT(error_after("1"), 1.5 * noise);
  EXPECT_LT(error_after("20"), 1.15 * noise);
  // A model of other targets is worse than the mean of these, which is said.
  ASSERT_EQ(
      HashLearn({"train", Put("small.svm", "1 1:1\n2 1:2\n"), "--task=regression", "--save=" + At("model")})
          .status,
      0);
  EXPECT_EQ(HashLearn({"evaluate", prices, "--load=" + At("model")}).messages,
            "hash_learn: the model is worse than always predicting the mean target\n");
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

TEST_F(HashLearnProgram, SaysThatNoPassWasFinished) {
  const std::string train = Put("train.vw", News(9000, 10, " |"));
  // Behind, and before, the first example that is held out.
  for (const char* holdout : {"--holdout=10", "--holdout=1000000"}) {
    const Outcome outcome =
        HashLearn({"train", train, "--task=one-vs-rest", "--passes=9", holdout}, /*interrupted=*/true);
    EXPECT_EQ(outcome.status, 130);
    EXPECT_NE(outcome.out.find("held-out loss     none: no pass was finished\n"), std::string::npos)
        << outcome.out;
  }
}

// As when standard input has sent nothing yet.
TEST_F(HashLearnProgram, AnInterruptBeforeTheFirstExampleLeavesWhatIsThere) {
  const std::string model = Put("model", "a good model"), audit = Put("audit", "its features");
  const Outcome outcome = HashLearn(
      {"train", Put("none.vw", ""), "--task=one-vs-rest", "--bits=8", "--save=" + model, "--audit=" + audit},
      /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.messages.find("hash_learn: interrupted before the first example: nothing is saved\n"),
            std::string::npos)
      << outcome.messages;
  EXPECT_EQ(common::ReadFile(model), "a good model");
  EXPECT_EQ(common::ReadFile(audit), "its features");
}

TEST_F(HashLearnProgram, AnInterruptBeforeTheFirstExampleIsNoMistakeOfTheData) {
  const std::string train = Put("train.vw", News(50, 22, " |"));
  ASSERT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--save=" + At("model")}).status, 0);
  const Outcome outcome = HashLearn({"evaluate", train, "--load=" + At("model")}, /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.messages, "hash_learn: interrupted before the first example\n");
}

TEST_F(HashLearnProgram, MistakesAreOneLine) {
  const std::string train = Put("train.vw", News(50, 11, " |"));
  const auto expect = [](const std::vector<std::string>& arguments, int status, const std::string& message) {
    ExpectMistake(HashLearn(arguments), status, "hash_learn: " + message);
  };
  expect({}, 2, "command: expected one of train, predict, evaluate, weights, found none; see --help");
  expect({"learn"}, 2, "command: expected one of train, predict, evaluate, weights, found 'learn'");
  expect({"train", At("data.csv")}, 2, "DATA: expected a name that ends in .svm");
  expect({"train", At("none.vw")}, 3, At("none.vw") + ": cannot be read");
  expect({"train", Put("empty.vw", "")}, 3, At("empty.vw") + ": expected at least one example, found none");
  expect({"train", train, "--task=odd"}, 2, "--task: expected one of binary, one-vs-rest, ");
  expect({"train", train, "--loss=odd"}, 2, "--loss: expected one of logistic, hinge, squared");
  expect({"train", train, "--cross=abc"}, 2, "--cross: expected two characters, found 'abc'");
  expect({"train", train, "--bits=2"}, 2, "--bits: expected 3 to 31, found 2");
  expect({"train", train, "--rate=-1"}, 2, "--rate: expected 1e-12 to ");
  expect({"train", train, "--holdout=1"}, 2, "--holdout: expected 0 or at least 2, found 1");
  expect({"train", train, "--save=" + At("none/model")}, 2,
         "--save: expected a file in a folder that exists");
  expect({"train", "--format=vw", "--passes=2"}, 2,
         "--passes: expected 1 over standard input or a pipe, found 2");
  expect({"train", train, "--cache=" + At("c"), "--audit=" + At("a")}, 2, "--audit: expected text");
  const std::string other = Put("other", "of another program\n");
  expect({"train", train, "--task=one-vs-rest", "--cache=" + other}, 3,
         other + ": expected a cache of examples, found another file; give another name");
  expect({"train", train, "--task=one-vs-rest", "--cross=a\t"}, 2,
         "--cross: expected no tab, no line break and no '|', found 'a\\x09'");
  expect({"train", train, "--no-such-flag"}, 2, "flag: expected one of --");
  expect({"predict", train}, 2, "--load is required");
  expect({"predict", train, "--load=" + At("none")}, 3, At("none") + ": cannot be read");
  expect({"evaluate", train, "--load=" + train}, 3,
         train + ": expected a line that begins with 'structlab hashed model', found '");
}

// Labels of what is predicted are not looked at, and values that the learner would refuse are refused.
TEST_F(HashLearnProgram, PredictsWhateverTheLabelsAndNothingThatIsNoNumber) {
  const std::string numbers = Put("numbers.svm", "1 1:1\n2 1:2\n3 1:3\n");
  ASSERT_EQ(
      HashLearn({"train", numbers, "--task=regression", "--update=adaptive", "--save=" + At("model")}).status,
      0);
  const std::string load = "--load=" + At("model");
  const Outcome outcome = HashLearn({"predict", Put("spam.svm", "spam 1:1\na,b 1:1\n1:1\n"), load});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_TRUE(outcome.out.starts_with("prediction\n")) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4);
  // What stands before the mistake has its prediction.
  const Outcome large = HashLearn({"predict", Put("large.svm", "1 1:1\n1 1:3e38\n"), load});
  EXPECT_EQ(large.status, 3);
  EXPECT_EQ(large.messages.find("hash_learn: " + At("large.svm") +
                                ":2:5: expected a finite number of at most 1e+15"),
            0u)
      << large.messages;
  // Of a schedule, which has no limits, a score is the first to be infinite.
  const std::string tens = Put("tens.svm", "10 1:1\n20 1:2\n30 1:3\n");
  ASSERT_EQ(HashLearn({"train", tens, "--task=regression", "--update=schedule", "--rate=0.01", "--passes=50",
                       "--save=" + At("model")})
                .status,
            0);
  for (const std::string command : {"predict", "evaluate"}) {
    const Outcome sum = HashLearn({command, Put("sum.svm", "1 1:1\n1 1:3e38\n"), load});
    EXPECT_EQ(sum.status, 3);
    EXPECT_EQ(sum.messages,
              "hash_learn: " + At("sum.svm") +
                  ": expected finite scores for all examples, found inf for example 2; scale its "
                  "features down\n");
  }
}

TEST_F(HashLearnProgram, NoOutputTakesThePlaceOfAnInputOrOfAnother) {
  const std::string train = Put("train.vw", News(50, 21, " |")), content = common::ReadFile(train);
  const auto refused = [&](const std::vector<std::string>& words, const std::string& message) {
    ExpectMistake(HashLearn(words), 2, "hash_learn: " + message);
    EXPECT_EQ(common::ReadFile(train), content);
  };
  const std::string again = At("./train.vw");
  for (const std::string flag : {"--save", "--audit", "--cache"}) {
    refused({"train", train, "--task=one-vs-rest", flag + "=" + again},
            flag + ": expected another file than DATA, found " + again + "; give another name");
  }
  refused({"train", train, "--task=one-vs-rest", "--save=" + At("x"), "--audit=" + At("./x")},
          "--audit: expected another file than --save, found");
  refused({"train", train, "--task=one-vs-rest", "--save=" + At("x"), "--cache=" + At("x")},
          "--save: expected another file than --cache, found");
  EXPECT_FALSE(std::filesystem::exists(At("x")));
  ASSERT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--save=" + At("model")}).status, 0);
  refused({"evaluate", train, "--load=" + At("model"), "--confusions=" + train},
          "--confusions: expected another file than DATA, found");
  refused({"evaluate", train, "--load=" + At("model"), "--confusions=" + At("model")},
          "--confusions: expected another file than --load, found");
  // A model that goes on takes its own place.
  const std::vector<std::string> resumable = {"train", train, "--save=" + At("model"), "--resumable"};
  std::vector<std::string> first = resumable, second = resumable;
  first.push_back("--task=one-vs-rest");
  second.push_back("--resume=" + At("model"));
  EXPECT_EQ(HashLearn(first).status, 0);
  EXPECT_EQ(HashLearn(second).status, 0);
  // And can go on again, without being told.
  second = {"train", train, "--resume=" + At("model"), "--save=" + At("model")};
  EXPECT_EQ(HashLearn(second).status, 0);
  EXPECT_EQ(HashLearn(second).status, 0);
}

TEST_F(HashLearnProgram, FlagsWithoutEffectAreRefused) {
  const std::string train = Put("train.vw", News(50, 18, " |"));
  const auto refused = [&](std::vector<std::string> words, const std::string& message) {
    words.insert(words.begin(), {"train", train, "--task=one-vs-rest"});
    ExpectMistake(HashLearn(words), 2, std::string("hash_learn: ").append(message).append("; leave it out"));
  };
  refused({"--patience=2"}, "--patience: expected --holdout with it, found none");
  refused({"--audit-top=2"}, "--audit-top: expected --audit with it, found none");
  refused({"--resumable"}, "--resumable: expected --save with it, found none");
  refused({"--ngrams=2"}, "--ngrams: expected data of --format=text or fasttext, found vw");
  refused({"--encoding=latin-1"}, "--encoding: expected data of --format=text or fasttext, found vw");
  refused({"--term-weight=count"}, "--term-weight: expected data of --format=text or fasttext, found vw");
  refused({"--raw-length"}, "--raw-length: expected data of --format=text or fasttext, found vw");
  ExpectMistake(
      HashLearn({"train", train, "--task=multiclass", "--loss=hinge"}), 2,
      "hash_learn: --loss: expected a task with a choice of losses, found multiclass; leave it out");
  ExpectMistake(HashLearn({"train", Put("a.svm", "1 1:1\n"), "--cross=ab"}), 2,
                "hash_learn: --cross: expected ' ' or ':' for data without namespaces, found 'ab'");
  const std::string numbers = Put("numbers.svm", "1 1:1\n2 1:2\n");
  ASSERT_EQ(HashLearn({"train", numbers, "--task=regression", "--save=" + At("model")}).status, 0);
  const std::string load = "--load=" + At("model");
  ExpectMistake(HashLearn({"predict", numbers, load, "--all"}), 2,
                "hash_learn: --all: expected a model with labels");
  ExpectMistake(HashLearn({"evaluate", numbers, load, "--by-label"}), 2, "hash_learn: --by-label: expected");
  ExpectMistake(HashLearn({"evaluate", numbers, load, "--confusions=" + At("c")}), 2,
                "hash_learn: --confusions: expected a model with labels, found regression; leave it out");
  ASSERT_EQ(HashLearn({"train", train, "--task=multi-label", "--save=" + At("model")}).status, 0);
  ExpectMistake(
      HashLearn({"evaluate", train, load, "--confusions=" + At("c")}), 2,
      "hash_learn: --confusions: expected a task with one label for each example, found multi-label");
}

TEST_F(HashLearnProgram, SaysThatNothingWasHeldOut) {
  const Outcome outcome = HashLearn({"train", Put("few.vw", "a | x\nb | y\n"), "--holdout=10", "--passes=2"});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_NE(outcome.out.find("held-out loss     none: no held-out example has an importance above 0\n"),
            std::string::npos)
      << outcome.out;
  ExpectMistake(HashLearn({"train", Put("few.txt", "a\tx\n"), "--ngrams=9"}), 2,
                "hash_learn: --ngrams: expected 1 to 8, found 9");
}

// What is learned by heart contradicts the held-out examples from some pass on.
TEST_F(HashLearnProgram, SavesTheModelOfTheLowestHeldOutLoss) {
  std::string lines;
  common::RandomStream random(19, "held-out");
  for (int i = 0; i < 400; ++i) {
    const bool flips = random.UniformIndex(4) == 0;
    const bool is_sea = (i / 2 % 2 == 0) != flips;
    lines.append(is_sea ? "sea" : "sky").append(i / 2 % 2 == 0 ? " | water" : " | air");
    lines.append(" own").append(std::to_string(i)).append("\n");
  }
  const std::string train = Put("train.vw", lines);
  const auto model_after = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "train", train, "--holdout=10", "--update=schedule", "--rate=5", "--save=" + At("model")};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = HashLearn(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return std::pair(outcome.out, common::ReadFile(At("model")));
  };
  const auto [out, saved] = model_after({"--passes=60", "--patience=4"});
  const double lowest = NumberAfter(out, "lowest in pass");
  EXPECT_EQ(NumberAfter(out, "\npasses"), lowest + 4) << out;
  const std::string passes = "--passes=" + std::to_string(static_cast<int>(lowest));
  EXPECT_EQ(saved, model_after({passes, "--patience=0"}).second);
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
  ExpectFullDiskIsAnError(RunHashLearn, {"--help"}, "hash_learn");
}

}  // namespace
}  // namespace structlab::tools
