// Tests the maximum number of labels of hash_learn, and the evaluation of each label.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "common/table.h"
#include "tools/programs/hash_learn/hash_learn_testing.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using HashLearnLabels = HashLearnProgram;

// Like a file whose first column is an identifier.
TEST_F(HashLearnLabels, OneMoreThanTheMostIsAMistakeOfItsLine) {
  const std::string train = Put("train.vw", "a | x\nb | y\na | x\n  c | z\nb | y\nd | z\n");
  for (const std::string task : {"one-vs-rest", "multiclass", "multi-label"}) {
    const std::vector<std::string> words = {"train", train, "--bits=8", "--task=" + task};
    std::vector<std::string> two = words, four = words;
    two.push_back("--max-labels=2");
    four.push_back("--max-labels=4");
    const std::string mistake =
        train +
        ":4:3: expected at most 2 different labels, found another one, 'c'; --max-labels allows more; "
        "time grows with their number";
    ExpectMistake(HashLearn(two), 3, "hash_learn: " + mistake + "\n");
    two.push_back("--on-error=skip");
    const Outcome skipped = HashLearn(two);
    EXPECT_EQ(skipped.status, 0) << skipped.messages;
    EXPECT_NE(skipped.messages.find("hash_learn: 2 lines skipped; the first: " + mistake + "\n"),
              std::string::npos)
        << skipped.messages;
    EXPECT_NE(skipped.out.find("labels            2\n"), std::string::npos) << skipped.out;
    EXPECT_NE(skipped.out.find("(4 examples)"), std::string::npos) << skipped.out;
    EXPECT_NE(HashLearn(four).out.find("labels            4\n"), std::string::npos) << task;
  }
}

// Each example without features, which cost nothing for each label.
TEST_F(HashLearnLabels, TheMostIs65536ByItself) {
  std::string lines;
  for (int i = 0; i <= 1 << 16; ++i) lines.append("id").append(std::to_string(i)).append(",");
  lines.back() = '\t';
  const std::string train = Put("train.txt", lines + "\n");
  const std::vector<std::string> words = {"train", train, "--bits=8", "--task=multi-label", "--no-constant"};
  ExpectMistake(HashLearn(words), 3,
                "hash_learn: " + train + ":1:" + std::to_string(lines.rfind("id65536") + 1) +
                    ": expected at most 65536 different labels, found another one, 'id65536'; ");
  std::vector<std::string> more = words;
  more.push_back("--max-labels=65537");
  EXPECT_NE(HashLearn(more).out.find("labels            65537\n"), std::string::npos);
}

TEST_F(HashLearnLabels, AResumedModelHasAtMostAsMany) {
  const std::string train = Put("train.vw", "a | x\nb | y\nc | z\n"), more = Put("more.vw", "d | x\n");
  ASSERT_EQ(
      HashLearn({"train", train, "--task=one-vs-rest", "--bits=8", "--resumable", "--save=" + At("model")})
          .status,
      0);
  const std::string resume = "--resume=" + At("model");
  ExpectMistake(HashLearn({"train", train, resume, "--max-labels=2"}), 3,
                "hash_learn: " + At("model") +
                    ": expected at most 2 different labels, found 3; --max-labels allows more; ");
  EXPECT_EQ(HashLearn({"train", train, resume, "--max-labels=3"}).status, 0);
  ExpectMistake(
      HashLearn({"train", more, resume, "--max-labels=3"}), 3,
      "hash_learn: " + more + ":1:1: expected at most 3 different labels, found another one, 'd'; ");
}

TEST_F(HashLearnLabels, TheirMostIsRefusedWhereTheTaskSaysIt) {
  const std::string train = Put("train.svm", "1 1:1\n2 1:2\n");
  for (const std::string task : {"binary", "regression"}) {
    ExpectMistake(HashLearn({"train", train, "--task=" + task, "--max-labels=9"}), 2,
                  "hash_learn: --max-labels: expected a task with any number of labels, found " + task +
                      "; leave it out");
  }
  for (const std::string most : {"0", "16777217"}) {
    EXPECT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--max-labels=" + most}).status, 2) << most;
  }
}

// Without one of them in the examples, whose area is none.
TEST_F(HashLearnLabels, EachHasAnAreaUnderItsCurve) {
  const std::string train = Put("train.vw", News(300, 26, " |"));
  std::string lines;
  std::istringstream news(News(100, 27, " |"));
  for (std::string line; std::getline(news, line);) {
    if (!line.starts_with("land")) lines.append(line).append("\n");
  }
  const std::string test = Put("test.vw", lines);
  ASSERT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--bits=6", "--save=" + At("model")}).status, 0);
  const std::vector<std::string> words = {"evaluate", test, "--load=" + At("model")};
  EXPECT_EQ(HashLearn(words).out.find("area"), std::string::npos);
  std::vector<std::string> by_label = words;
  by_label.push_back("--by-label");
  const std::string out = HashLearn(by_label).out;
  std::istringstream rows(out.substr(out.find("label\t")));
  std::map<std::string, std::string> areas;
  for (std::string row; std::getline(rows, row);) {
    areas[row.substr(0, row.find('\t'))] = row.substr(row.rfind('\t') + 1);
  }
  ASSERT_EQ(areas.size(), 4u) << out;
  EXPECT_EQ(areas["label"], "area_under_curve");
  EXPECT_EQ(areas["land"], "none");
  const double sea = std::stod(areas["sea"]), sky = std::stod(areas["sky"]);
  EXPECT_GT(std::min(sea, sky), 0.6);
  EXPECT_LT(std::max(sea, sky), 1);
  EXPECT_NEAR(NumberAfter(out, "area, macro"), (sea + sky) / 2, 2e-4);
}

// Versions, postcodes and keys that would be equal as numbers.
TEST_F(HashLearnLabels, AreTheirTexts) {
  const std::vector<std::string> labels = {"1.1", "1.10", "1.2", "007", "7", "0e12", "0e99", "02134"};
  std::string text, vw;
  for (size_t i = 0; i < labels.size(); ++i) {
    const std::string word = std::string("word").append(std::to_string(i));
    text.append(labels[i]).append("\t").append(word).append("\n");
    vw.append(labels[i]).append(" | ").append(word).append("\n");
  }
  for (const std::string& data : {Put("data.txt", text), Put("data.vw", vw)}) {
    const Outcome trained =
        HashLearn({"train", data, "--task=multiclass", "--passes=20", "--bits=10", "--save=" + At("model")});
    EXPECT_NE(trained.out.find("labels            8\n"), std::string::npos) << trained.out;
    std::istringstream predictions(HashLearn({"predict", data, "--load=" + At("model"), "--no-header"}).out);
    std::vector<std::string> found;
    for (std::string line; std::getline(predictions, line);) found.push_back(line.substr(0, line.find('\t')));
    EXPECT_EQ(found, labels);
  }
}

// In this format labels are numbers; a note says so if labels are joined.
TEST_F(HashLearnLabels, OfSvmlightAreJoinedAndNamed) {
  const std::string data = Put("data.svm", "+1 1:1\n-1 1:-1\n1 1:2\n1.0 1:3\n\n\n");
  const Outcome trained = HashLearn({"train", data, "--bits=8", "--save=" + At("model")});
  EXPECT_EQ(trained.status, 0) << trained.messages;
  EXPECT_NE(trained.out.find("labels            2\npositive          +1\n"), std::string::npos)
      << trained.out;
  EXPECT_NE(trained.messages.find("hash_learn: labels are numbers in this format: '1' taken for '+1', and 1 "
                                  "more were joined\nhash_learn: 2 blank lines passed over\n"),
            std::string::npos)
      << trained.messages;
  const std::string test = Put("test.svm", "1 1:1\n-1.00 1:-1\n");
  EXPECT_EQ(NumberAfter(HashLearn({"evaluate", test, "--load=" + At("model")}).out, "accuracy"), 100);
}

// Two orders of one file have the same columns, and a model that goes on keeps its positive class.
TEST_F(HashLearnLabels, ThePositiveOneDoesNotDependOnTheOrder) {
  const std::string first = Put("first.vw", "spam | a b\nham | c d\nspam | a\nham | d\n"),
                    second = Put("second.vw", "ham | c d\nspam | a b\nham | d\nspam | a\n");
  const std::string test = Put("test.vw", "| a\n| d\n| c d\n");
  const auto predict = [&](const std::string& train, const std::string& flag) {
    std::vector<std::string> words = {"train", train, "--bits=8", "--resumable", "--save=" + At("model")};
    if (!flag.empty()) words.push_back(flag);
    const Outcome trained = HashLearn(words);
    EXPECT_EQ(trained.status, 0) << trained.messages;
    const std::string names = flag == "--positive=ham" ? "'ham', the positive class, and below 0 'spam'"
                                                       : "'spam', the positive class, and below 0 'ham'";
    EXPECT_TRUE(trained.messages.starts_with("hash_learn: scores above 0 mean " + names)) << trained.messages;
    std::istringstream lines(HashLearn({"predict", test, "--load=" + At("model")}).out);
    std::string header, label;
    std::getline(lines, header);
    EXPECT_EQ(header, flag == "--positive=ham" ? "label\tscore of ham" : "label\tscore of spam");
    std::vector<double> scores;
    for (const bool is_spam : {true, false, false}) {
      scores.emplace_back();
      lines >> label >> scores.back();
      EXPECT_EQ(label, is_spam ? "spam" : "ham");
      EXPECT_EQ(scores.back() > 0, is_spam == (flag != "--positive=ham")) << scores.back();
    }
    return scores;
  };
  const std::vector<double> scores = predict(second, "");
  predict(first, "");
  predict(first, "--positive=spam");
  const std::vector<double> negative = predict(second, "--positive=ham");
  for (size_t i = 0; i < scores.size(); ++i) EXPECT_EQ(negative[i], -scores[i]);
  // The audit has the weights of the same label.
  ASSERT_EQ(HashLearn({"train", second, "--bits=8", "--audit=" + At("audit")}).status, 0);
  for (const std::vector<std::string>& row : common::ReadTsv(At("audit")).rows) {
    EXPECT_EQ(row[0], "spam");
    if (row[1] != "a" && row[1] != "d") continue;
    EXPECT_EQ(std::stod(row[2]) > 0, row[1] == "a") << row[1];
  }
  predict(second, "--positive=ham");
  const Outcome resumed = HashLearn({"train", first, "--resume=" + At("model"), "--save=" + At("resumed")});
  EXPECT_NE(resumed.out.find("positive          ham\n"), std::string::npos)
      << resumed.out << resumed.messages;
  ExpectMistake(HashLearn({"train", first, "--positive=eggs"}), 2,
                "hash_learn: --positive: expected one of the labels 'spam' and 'ham', found 'eggs'");
  ExpectMistake(HashLearn({"train", first, "--task=multiclass", "--positive=spam"}), 2,
                "hash_learn: --positive: expected a binary task, found multiclass; leave it out");
}

}  // namespace
}  // namespace structlab::tools
