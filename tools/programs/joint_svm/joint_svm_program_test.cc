#include "tools/programs/joint_svm/joint_svm_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "tools/programs/joint_svm/joint_svm_testing.h"

namespace structlab::tools {
namespace {

class JointSvmProgram : public JointSvmTest {};

TEST_F(JointSvmProgram, LearnsAndEvaluatesBothFormats) {
  const std::vector<std::vector<std::string>> settings = {
      {},
      {"--coding=unit_01", "--option", "rows=unit"},
      {"--decode=sign"},
      {"--input-kernel=polynomial", "--output-kernel=polynomial", "--option", "degree=3", "--memory=4M",
       "--threads=2"},
      {"--learner=one_vs_rest"},
      {"--learner=tagprop", "--option", "top=0"},
      {"--c=0.01,1", "--input-kernel=linear", "--input-kernel=gaussian:gamma=0.5", "--folds=3"}};
  for (const auto& more : settings) {
    SCOPED_TRACE(testing::PrintToString(more));
    for (const auto& [train, test] : {std::pair(train_, test_), std::pair(arff_train_, arff_test_)}) {
      std::vector<std::string> words = {"train", train, "--save=" + Model()};
      words.insert(words.end(), more.begin(), more.end());
      const Outcome trained = Run(words);
      EXPECT_EQ(trained.status, 0) << trained.messages;
      EXPECT_NE(trained.out.find("200, with 3 features and 2 tags"), std::string::npos) << trained.out;
      const Outcome evaluated = Run({"evaluate", test, "--load=" + Model()});
      EXPECT_EQ(evaluated.status, 0) << evaluated.messages;
      // Tags at random with the right frequencies would have about 0.46.
      EXPECT_GE(Measure(evaluated, "micro_f1"), 0.75) << evaluated.out;
      EXPECT_EQ(Measure(evaluated, "rows"), 100);
      if (test != test_) continue;
      EXPECT_EQ(evaluated.messages,
                "joint_svm: note: features that the model does not have are left out: 1\n"
                "joint_svm: note: 1 tags that the model does not have count as missed\n");
    }
  }
}

// Rows with one large feature that tells nothing, as counts beside shares: the defaults of the library, which
// are those of the published programs, miss most tags.
TEST_F(JointSvmProgram, DefaultsFindTagsOfFeaturesWithDifferentUnits) {
  common::RandomStream random(1, "units");
  std::string text[2];
  for (int i = 0; i < 300; ++i) {
    double x[3];
    for (double& value : x) value = random.Normal();
    std::string labels = x[0] > 0 ? "1" : "";
    if (x[1] > 1) labels += labels.empty() ? "2" : ",2";
    text[i < 200 ? 0 : 1] += fmt::format("{} 1:{} 2:{} 3:{}\n", labels, x[0], x[1], 1000 + 300 * x[2]);
  }
  const std::string train = Put("units.svm", text[0]), test = Put("units_test.svm", text[1]);
  for (const char* learner : {"joint", "one_vs_rest"}) {
    const std::vector<std::string> words = {"train", train, "--save=" + Model(),
                                            std::string("--learner=") + learner};
    const Outcome trained = Run(words);
    EXPECT_EQ(trained.status, 0);
    EXPECT_EQ(trained.messages, "");
    EXPECT_NE(trained.out.find("scaling      standardized\n"), std::string::npos) << trained.out;
    EXPECT_GE(Measure(Run({"evaluate", test, "--load=" + Model()}), "micro_f1"), 0.8) << learner;
    std::vector<std::string> published = words;
    published.insert(published.end(), {"--option", "rows=unit"});
    if (std::string(learner) == "joint") published.push_back("--coding=unit_01");
    ASSERT_EQ(Run(published).status, 0);
    EXPECT_LE(Measure(Run({"evaluate", test, "--load=" + Model()}), "micro_f1"), 0.7) << learner;
  }
}

// Tags that no feature tells: what is learned is no better than the most frequent tags, which are in the rows
// 2 of 3 times. Worked values: the F1 of tag 1 for all rows is 2 * 2 / (3 + 2).
TEST_F(JointSvmProgram, TrainingIsComparedWithTheMostFrequentTags) {
  std::string equal, good;
  for (int i = 0; i < 30; ++i) {
    const bool has = i % 3 != 0;
    equal += has ? "1 1:1\n" : " 1:1\n";
    good += has ? "1 1:1\n" : " 1:-1\n";
  }
  const Outcome useless =
      Run({"train", Put("equal.svm", equal), "--save=" + Model(), "--option", "rows=unit"});
  EXPECT_EQ(useless.status, 0);
  EXPECT_NE(useless.out.find("with the most frequent tag for every row 0.800\n"), std::string::npos)
      << useless.out;
  EXPECT_TRUE(
      useless.messages.starts_with("joint_svm: warning: on the training rows the model is no better than "
                                   "the most frequent tags for every row (F1 "))
      << useless.messages;
  const Outcome useful = Run({"train", Put("good.svm", good), "--save=" + Model(), "--option", "rows=unit"});
  EXPECT_NE(useful.out.find("training F1  1.000, with the most frequent tag for every row 0.800\n"
                            "training P@1 1.000, with the most frequent tag 1.000\n"),
            std::string::npos)
      << useful.out;
  EXPECT_EQ(useful.messages, "");
}

// Many rows are scored in parts.
TEST_F(JointSvmProgram, ManyRowsHaveTheScoresOfSingleRows) {
  const std::string last = " 8200:1\n";
  ASSERT_EQ(Run({"train", Put("wide.svm", "1 1:1 2:1" + last + "2 2:1 3:2" + last + "1 1:2\n2 3:1\n"),
                 "--save=" + Model()})
                .status,
            0);
  std::string text;
  const auto row = [](int i) { return fmt::format("1 {}:{} 4:1\n", 1 + i % 3, 1 + i % 7); };
  for (int i = 0; i < 1100; ++i) text += row(i);
  const std::string many = Run({"predict", Put("many.svm", text), "--load=" + Model(), "--top=1"}).out;
  const std::string one = Run({"predict", Put("one.svm", row(1099)), "--load=" + Model(), "--top=1"}).out;
  const std::string begin = "row\ttag\tscore\n1\t";
  ASSERT_TRUE(one.starts_with(begin)) << one;
  EXPECT_TRUE(many.ends_with("\n1100\t" + one.substr(begin.size()))) << one;
}

TEST_F(JointSvmProgram, PredictsTagsByName) {
  ASSERT_EQ(Run({"train", arff_train_, "--save=" + Model()}).status, 0);
  const std::string path = folder_.path() + "/out.tsv";
  const Outcome predicted = Run({"predict", arff_test_, "--load=" + Model(), "--top=2", "--out=" + path});
  EXPECT_EQ(predicted.status, 0) << predicted.messages;
  const common::Table table = common::ReadTsv(path);
  ASSERT_EQ(table.rows.size(), 200U);
  for (size_t row = 0; row < 200; row += 2) {
    EXPECT_EQ(table.Text(row, "row"), std::to_string(row / 2 + 1));
    EXPECT_GE(table.Number(row, "score"), table.Number(row + 1, "score"));
    EXPECT_NE(table.Text(row, "tag"), table.Text(row + 1, "tag"));
  }
  EXPECT_TRUE(table.Text(0, "tag") == "blue sky" || table.Text(0, "tag") == "sea");
  // The same on standard output, and again with two threads.
  EXPECT_EQ(Run({"predict", arff_test_, "--load=" + Model(), "--top=2", "--threads=2"}).out,
            common::ReadFile(path));
}

TEST_F(JointSvmProgram, UnknownTagsCountAsMissed) {
  ASSERT_EQ(Run({"train", train_, "--save=" + Model()}).status, 0);
  const std::string one = Put("one.svm", "7 1:1\n");
  const Outcome evaluated = Run({"evaluate", one, "--load=" + Model()});
  EXPECT_EQ(evaluated.status, 0) << evaluated.messages;
  EXPECT_EQ(Measure(evaluated, "micro_recall"), 0);
  EXPECT_EQ(Measure(evaluated, "precision_at_1"), 0);
  EXPECT_EQ(evaluated.messages, "joint_svm: note: 1 tags that the model does not have count as missed\n");
}

// The first line of a file must not ask for gigabytes.
TEST_F(JointSvmProgram, NumbersOfTagsAreInProportionToTheFile) {
  const std::string wide = Put("wide.txt", "1 1 2000000000\n0 0:1\n"),
                    small = Put("small.txt", "1 1 2\n0 0:1\n");
  const Outcome trained = Run({"train", wide, "--save=" + Model()});
  EXPECT_EQ(trained.status, 2);
  EXPECT_NE(trained.messages.find("15 GiB"), std::string::npos) << trained.messages;
  ASSERT_EQ(Run({"train", small, "--save=" + Model()}).status, 0);
  const Outcome evaluated = Run({"evaluate", wide, "--load=" + Model()});
  EXPECT_EQ(evaluated.status, 2);
  EXPECT_NE(evaluated.messages.find("expected tags that the model does not have in proportion"),
            std::string::npos)
      << evaluated.messages;
}

// Where features begin is a matter of each svmlight file, unless the model was trained on one.
TEST_F(JointSvmProgram, FeaturesKeepTheirPlaceAcrossFormats) {
  ASSERT_EQ(Run({"train", Put("zero.svm", "1 0:1\n2 1:1\n1 0:2\n2 1:2\n"), "--save=" + Model()}).status, 0);
  const Outcome from_zero = Run({"predict", Put("last.svm", "2 1:1\n"), "--load=" + Model(), "--top=1"});
  EXPECT_EQ(from_zero.out.substr(0, 18), "row\ttag\tscore\n1\t2\t") << from_zero.messages;
  ASSERT_EQ(Run({"train", arff_train_, "--save=" + Model(), "--coding=centred"}).status, 0);
  const Outcome from_one =
      Run({"predict", Put("sky.svm", "1 1:3 2:-3\n2 1:-3 2:3\n"), "--load=" + Model(), "--top=1"});
  EXPECT_NE(from_one.out.find("1\tblue sky\t"), std::string::npos) << from_one.out;
  EXPECT_NE(from_one.out.find("2\tsea\t"), std::string::npos) << from_one.out;
  const std::string repository = Put("few.txt", "2 3 2\n0 0:1\n1 1:1\n");
  const Outcome unnamed = Run({"evaluate", repository, "--load=" + Model()});
  EXPECT_EQ(unnamed.status, 2);
  EXPECT_NE(unnamed.messages.find("expected tags with names, as the model has"), std::string::npos);
}

TEST_F(JointSvmProgram, MistakesAreTold) {
  const auto expect = [](const Outcome& outcome, int status, const std::string& begin) {
    EXPECT_EQ(outcome.status, status);
    EXPECT_TRUE(outcome.messages.starts_with(begin)) << outcome.messages;
  };
  const std::string save = "--save=" + Model();
  expect(Run({}), 2, "joint_svm: command: expected one of train, predict, evaluate, found none");
  expect(Run({"train", train_}), 2, "joint_svm: --save");
  expect(Run({"train", train_, save, "--c=0"}), 2, "joint_svm: option c");
  expect(Run({"train", train_, save, "--learner=jec", "--c=1"}), 2,
         "joint_svm: --c: expected a learner that has it, such as joint, found 'jec'");
  expect(Run({"train", train_, save, "--input-kernel=gausian"}), 2,
         "joint_svm: kernel: expected one of gaussian");
  expect(Run({"train", train_, save, "--memory=1M", "--input-kernel=gaussian:gamma=nan"}), 2, "joint_svm: ");
  expect(Run({"train", folder_.path() + "/x.dat", save}), 2,
         "joint_svm: DATA: expected a file whose name ends");
  expect(Run({"train", Put("bad.svm", "1 2:1 1:1\n"), save}), 3,
         "joint_svm: " + folder_.path() + "/bad.svm:1:");
  expect(Run({"evaluate", train_, "--load=" + train_}), 3,
         "joint_svm: " + train_ + ": expected a model of tags, found another file");
  ASSERT_EQ(Run({"train", arff_train_, save}).status, 0);
  Put("other.xml", "<labels><label name=\"sea\"/></labels>");
  expect(Run({"train", arff_train_, save}), 2, "joint_svm: --tags: expected the XML that names the labels");
  expect(Run({"evaluate", arff_test_, "--tags=" + folder_.path() + "/other.xml", "--load=" + Model()}), 2,
         "joint_svm: " + arff_test_ + ": expected 3 features, as the model was trained with, found 4");
  const Outcome interrupted = Run({"train", train_, save + "2", "--input-kernel=polynomial"}, true);
  EXPECT_EQ(interrupted.status, 130);
  EXPECT_FALSE(std::filesystem::exists(Model() + "2"));
}

}  // namespace
}  // namespace structlab::tools
