// Forms of files of rows that joint_svm reads or refuses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "common/file.h"
#include "tools/programs/joint_svm/joint_svm_testing.h"

namespace structlab::tools {
namespace {

class TaggedRows : public JointSvmTest {};

// Nobody has the labels of new rows.
TEST_F(TaggedRows, PredictsRowsOfArffWithoutLabels) {
  ASSERT_EQ(Run({"train", arff_train_, "--save=" + Model()}).status, 0);
  const Outcome expected = Run({"predict", arff_test_, "--load=" + Model(), "--top=1"});
  ASSERT_EQ(expected.status, 0) << expected.messages;
  const std::string text = common::ReadFile(arff_test_);
  std::string unknown, absent;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    begin = end;
    const bool is_label = line.find("{0,1}") != line.npos, is_row = line[0] != '@';
    const std::string features = is_row ? line.substr(0, line.size() - 5) : line;  // without ",0,1\n"
    unknown += is_row ? features + ",?,?\n" : line;
    if (!is_label) absent += is_row ? features + "\n" : line;
  }
  std::filesystem::create_directory(folder_.path() + "/new");
  std::filesystem::create_directory(folder_.path() + "/other");
  Put("other/pom.xml", "<project><name>x</name></project>\n");  // names no labels
  for (const auto& [name, content] : {std::pair("unknown.arff", unknown),
                                      {"absent.arff", absent},
                                      {"new/unknown.arff", unknown},
                                      {"new/absent.arff", absent},
                                      {"other/absent.arff", absent}}) {
    SCOPED_TRACE(name);
    const std::string path = Put(name, content);
    const Outcome predicted = Run({"predict", path, "--load=" + Model(), "--top=1"});
    EXPECT_EQ(predicted.status, 0) << predicted.messages;
    EXPECT_EQ(predicted.out, expected.out);
    EXPECT_NE(Run({"evaluate", path, "--load=" + Model()}).status, 0);
    EXPECT_NE(Run({"train", path, "--save=" + Model() + "2"}).status, 0);
  }
}

TEST_F(TaggedRows, AnXmlOfAnotherKindIsNamedWithARemedy) {
  std::filesystem::create_directory(folder_.path() + "/other");
  Put("other/pom.xml", "<project><name>x</name></project>\n");
  const std::string data = Put("other/train.arff", common::ReadFile(arff_train_));
  const Outcome refused = Run({"train", data, "--save=" + Model()});
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.messages.find("if it does not belong to the data, give --tags=FILE"), std::string::npos)
      << refused.messages;
}

// Rows without tags have no measures.
TEST_F(TaggedRows, RowsWithoutTagsAreNotEvaluated) {
  ASSERT_EQ(Run({"train", Put("train.svm", "0 1:1\n1 1:2\n0,1 1:3\n"), "--save=" + Model()}).status, 0);
  const Outcome refused = Run({"evaluate", Put("none.svm", " 1:1\n 1:2\n"), "--load=" + Model()});
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.messages.find("none.svm: expected a row with a tag, found none"), std::string::npos)
      << refused.messages;
  const Outcome trained = Run({"train", Put("none.svm", " 1:1\n 1:2\n"), "--save=" + Model() + "2"});
  EXPECT_EQ(trained.messages.find("try another learner"), std::string::npos) << trained.messages;
}

TEST_F(TaggedRows, AttributesCanBeIgnored) {
  const auto put = [this](const std::string& name, bool has_names) {
    std::string text = "@relation r\n";
    text += has_names ? "@attribute 'row id' string\n" : "";
    text += "@attribute f numeric\n@attribute sea {0,1}\n@attribute 'blue sky' {0,1}\n@data\n";
    for (int i = 0; i < 20; ++i) {
      text += fmt::format("{}{},{},{}\n", has_names ? fmt::format("'row, {}',", i) : "", i % 5 - 2,
                          i % 5 > 2 ? 1 : 0, i % 5 < 2 ? 1 : 0);
    }
    return Put(name, text);
  };
  const std::string with = put("with.arff", true), without = put("without.arff", false);
  const Outcome refused = Run({"train", with, "--save=" + Model()});
  EXPECT_EQ(refused.status, 3);
  EXPECT_TRUE(refused.messages.ends_with("; leave it out, in programs by --ignore='row id'\n"))
      << refused.messages;
  ASSERT_EQ(Run({"train", without, "--save=" + Model()}).status, 0);
  const std::string expected = common::ReadFile(Model());
  ASSERT_EQ(Run({"train", with, "--ignore=row id", "--save=" + Model()}).status, 0);
  EXPECT_EQ(common::ReadFile(Model()), expected);
  for (const char* command : {"predict", "evaluate"}) {
    EXPECT_EQ(Run({command, with, "--ignore=row id", "--load=" + Model()}).out,
              Run({command, without, "--load=" + Model()}).out);
  }
  // Also a label, and several attributes.
  const Outcome fewer = Run({"train", with, "--ignore=row id", "--ignore=sea", "--save=" + Model()});
  EXPECT_NE(fewer.out.find("with 1 features and 1 tags\n"), std::string::npos) << fewer.messages;
  EXPECT_EQ(Run({"train", with, "--ignore=id", "--save=" + Model()}).messages,
            "joint_svm: --ignore: expected the name of an attribute of " + with + ", found 'id'\n");
  EXPECT_EQ(Run({"train", train_, "--ignore=id", "--save=" + Model()}).messages,
            "joint_svm: --ignore: expected data in ARFF, found " + train_ + "\n");
}

// MEKA has no XML: its @relation says how many attributes are labels.
TEST_F(TaggedRows, LabelsOfMekaAreRead) {
  ASSERT_EQ(Run({"train", arff_train_, "--save=" + Model()}).status, 0);
  const std::string expected = common::ReadFile(Model());
  std::string text = common::ReadFile(arff_train_);
  text.replace(0, std::string("@relation r").size(), "@relation 'Music: -C -2'");
  std::filesystem::create_directory(folder_.path() + "/meka");
  const Outcome trained = Run({"train", Put("meka/TRAIN.ARFF", text), "--save=" + Model()});
  EXPECT_EQ(trained.status, 0);
  EXPECT_EQ(trained.messages, "joint_svm: note: the labels are the last 2 attributes, as @relation says\n");
  EXPECT_EQ(common::ReadFile(Model()), expected);
  // An XML comes first: filters move attributes without a change of the relation.
  Put("meka/LABELS.XML", "<labels><label name='sea'/></labels>");
  const Outcome by_xml = Run({"train", folder_.path() + "/meka/TRAIN.ARFF", "--save=" + Model()});
  EXPECT_EQ(by_xml.messages, "");
  EXPECT_NE(by_xml.out.find("with 4 features and 1 tags\n"), std::string::npos) << by_xml.out;
}

// Tags of svmlight are numbers, those of ARFF names: no prediction could be right.
TEST_F(TaggedRows, EvaluationRefusesTagsOfAnotherFormat) {
  ASSERT_EQ(Run({"train", arff_train_, "--save=" + Model()}).status, 0);
  const Outcome numbers = Run({"evaluate", train_, "--load=" + Model()});
  EXPECT_EQ(numbers.status, 2);
  EXPECT_TRUE(
      numbers.messages.ends_with(": expected tags of the model, such as 'blue sky', found none of them; the "
                                 "first is '1'; take rows in the format that the model was trained on\n"))
      << numbers.messages;
  ASSERT_EQ(Run({"train", train_, "--save=" + Model()}).status, 0);
  EXPECT_EQ(Run({"evaluate", arff_test_, "--load=" + Model()}).status, 2);
}

}  // namespace
}  // namespace structlab::tools
