// The weights of a saved model by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "common/table.h"
#include "tools/programs/hash_learn/hash_learn_testing.h"

namespace structlab::tools {
namespace {

class Weights : public HashLearnProgram {
 protected:
  std::string Train(const std::string& name, const std::string& content,
                    const std::vector<std::string>& flags) {
    std::vector<std::string> words = {"train", Put(name, content), "--passes=5", "--save=" + At("model")};
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome outcome = HashLearn(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return At("model");
  }
  common::Table TableOf(const std::string& name, std::vector<std::string> flags = {}) {
    flags.insert(flags.begin(), {"weights", "--names=" + At(name), "--model=" + At("model")});
    const Outcome outcome = HashLearn(flags);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return common::ParseTsv(outcome.out, "weights");
  }
  // The scores of each label, of five digits.
  std::map<std::string, double> Scores(const std::string& line) {
    const Outcome outcome =
        HashLearn({"predict", Put("one", line), "--load=" + At("model"), "--no-header", "--all"});
    std::map<std::string, double> scores;
    std::string text = outcome.out.substr(outcome.out.find('\t') + 1);
    while (!text.empty()) {
      const std::string word = text.substr(0, text.find_first_of(" \n"));
      text.erase(0, word.size() + 1);
      const size_t colon = word.rfind(':');
      scores[word.substr(0, colon)] = common::ParseDouble(word.substr(colon + 1), "score");
    }
    return scores;
  }
};

const std::string kLines =
    "sea | salt fish\nsky | blue bird\nsea | blue fish\nland | tree bird\nland | 7 tree\n";

TEST_F(Weights, AreWhatAFeatureAddsToEachScore) {
  const std::vector<std::vector<std::string>> models = {
      {"--task=multiclass"},
      {"--task=one-vs-rest", "--signed", "--seed=3"},
      {"--task=one-vs-rest", "--copies=3", "--bits=6"},
      {"--task=multiclass", "--signed", "--copies=2", "--no-constant", "--update=schedule", "--l2=0.01"}};
  for (const std::vector<std::string>& flags : models) {
    SCOPED_TRACE(testing::PrintToString(flags));
    Train("data.vw", kLines, flags);
    const common::Table table = TableOf("data.vw");
    const std::map<std::string, double> empty = Scores("|\n");
    ASSERT_EQ(empty.size(), 3u);
    double largest = 0;
    size_t features = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) {
      const std::string label = table.Text(row, "label"), name = table.Text(row, "feature");
      if (name == "Constant") continue;
      ++features;
      const double added = Scores("| " + name + "\n").at(label) - empty.at(label);
      EXPECT_NEAR(table.Number(row, "weight"), added, 1e-3) << label << " " << name;
      largest = std::max(largest, std::abs(added));
    }
    EXPECT_EQ(features, 3u * 6);
    EXPECT_GT(largest, 0.01);
  }
}

TEST_F(Weights, AreThoseOfThePositiveLabelOfTwo) {
  for (const std::string order : {"-1 | a\n1 | b\n", "1 | b\n-1 | a\n"}) {
    Train("data.vw", order + order, {});
    const common::Table table = TableOf("data.vw");
    for (size_t row = 0; row < table.rows.size(); ++row) {
      EXPECT_EQ(table.Text(row, "label"), "1");
      const std::string name = table.Text(row, "feature");
      if (name == "Constant") continue;
      EXPECT_EQ(table.Number(row, "weight") > 0, name == "b");
    }
  }
}

TEST_F(Weights, AreSortedAndCutForEachLabel) {
  Train("data.vw", kLines, {"--task=multiclass"});
  const common::Table all = TableOf("data.vw"), top = TableOf("data.vw", {"--top=2"});
  ASSERT_EQ(all.rows.size(), 3u * 7);
  ASSERT_EQ(top.rows.size(), 3u * 2);
  for (size_t row = 0; row < all.rows.size(); ++row) {
    const size_t within = row % 7;
    if (within > 0) {
      EXPECT_GE(std::abs(all.Number(row - 1, "weight")), std::abs(all.Number(row, "weight")));
    }
    if (within < 2) {
      EXPECT_EQ(all.rows[row], top.rows[row / 7 * 2 + within]);
    }
  }
}

TEST_F(Weights, OfNamesThatShareASlotAreMarked) {
  // Eight slots: features of digits stand at their number.
  Train("data.vw", "a | 1 9 2\nb | 3 17 2\n", {"--bits=3", "--no-constant"});
  std::map<std::string, std::pair<std::string, std::string>> found;
  const common::Table table = TableOf("data.vw");
  for (size_t row = 0; row < table.rows.size(); ++row) {
    found[table.Text(row, "feature")] = {table.Text(row, "slot"), table.Text(row, "sharing")};
  }
  EXPECT_EQ(
      found,
      (std::map<std::string, std::pair<std::string, std::string>>{
          {"1", {"1", "2"}}, {"9", {"1", "2"}}, {"17", {"1", "2"}}, {"2", {"2", "0"}}, {"3", {"3", "0"}}}));
  // Names of one key.
  Put("names.vw", "| 1 01 3\n");
  const common::Table equal = TableOf("names.vw");
  ASSERT_EQ(equal.rows.size(), 3u);
  for (size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(equal.Text(row, "sharing"), equal.Text(row, "feature") == "3" ? "0" : "1");
  }
}

TEST_F(Weights, HaveNamesOfEachFormat) {
  const auto names = [&](const std::string& file) {
    std::vector<std::string> found;
    const common::Table table = TableOf(file);
    for (size_t row = 0; row < table.rows.size(); ++row) found.push_back(table.Text(row, "feature"));
    std::sort(found.begin(), found.end());
    return found;
  };
  using Names = std::vector<std::string>;
  Train("a.svm", "1 3:1\n-1 4:2\n", {});
  EXPECT_EQ(names("a.svm"), (Names{"3", "4", "Constant"}));
  Train("a.txt", "1\tHash kernels\n-1\thash\n", {"--ngrams=2"});
  EXPECT_EQ(names("a.txt"), (Names{"Constant", "hash", "hash kernels", "kernels"}));
  Train("a.ft", "__label__1 Hash\n__label__2 hash\n", {});
  EXPECT_EQ(names("a.ft"), (Names{"Constant", "Hash", "hash"}));
  Train("a.vw", "1 |n x |m y\n2 |n z |m y\n", {"--cross=nm"});
  EXPECT_EQ(names("a.vw"), (Names{"Constant", "m^y", "n^x", "n^x^m^y", "n^z", "n^z^m^y"}));
}

TEST_F(Weights, OfRegressionHaveNoLabel) {
  Train("data.vw", "1.5 | a\n2 | b\n", {"--task=regression"});
  EXPECT_EQ(TableOf("data.vw").Text(0, "label"), "");
}

TEST_F(Weights, GoToAFile) {
  Train("data.vw", kLines, {"--task=multiclass"});
  const common::Table printed = TableOf("data.vw");
  const Outcome outcome =
      HashLearn({"weights", At("data.vw"), "--load=" + At("model"), "--out=" + At("weights.tsv")});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(common::ReadTsv(At("weights.tsv")).rows, printed.rows);
}

TEST_F(Weights, RefuseWhatIsWrong) {
  const std::string model = "--model=" + Train("data.vw", kLines, {"--task=multiclass"});
  const auto expect = [](const std::vector<std::string>& words, int status, const std::string& message) {
    const Outcome outcome = HashLearn(words);
    EXPECT_EQ(outcome.status, status);
    EXPECT_NE(outcome.messages.find(message), std::string::npos) << outcome.messages;
  };
  expect({"weights", At("data.vw")}, 2, "--model is required");
  expect({"weights", Put("empty.vw", ""), model}, 3, "empty.vw: expected at least one example, found none");
  expect({"weights", At("absent.vw"), model}, 3, "absent.vw");
  expect({"weights", At("data.vw"), model, "--out=" + At("data.vw")}, 2, "--out: expected another file than");
  expect({"weights", At("data.vw"), model, "--out=" + At("model")}, 2, "--out: expected another file than");
  expect({"weights", At("data.vw"), model, "--top=-1"}, 2, "--top");
  EXPECT_EQ(HashLearn({"weights", At("data.vw"), model}, true).status, 130);
}

}  // namespace
}  // namespace structlab::tools
