// fastText's lines, from the file to predictions.
#include <gtest/gtest.h>

#include <string>

#include "tools/programs/hash_learn/hash_learn_testing.h"

namespace structlab::tools {
namespace {

const std::string kMails =
    "__label__spam Buy now\n\n__label__ham see you\nBuy this __label__spam\nyou see __label__ham\n";

class FastText : public HashLearnProgram {};

TEST_F(FastText, IsKnownByTheNameOrTheFirstLine) {
  for (const std::string name : {"mail.fasttext", "mail.ft", "mail.txt"}) {
    const std::string data = Put(name, name == "mail.txt" ? "\n" + kMails : kMails), model = At("model");
    const Outcome train = HashLearn({"train", data, "--passes=20", "--save=" + model});
    ASSERT_EQ(train.status, 0) << train.messages;
    EXPECT_NE(train.out.find("labels            2\n"), std::string::npos) << train.out;
    EXPECT_NE(train.messages.find("blank line"), std::string::npos) << train.messages;
    const Outcome predict = HashLearn({"predict", Put("new.txt", "Buy now\nyou\n"), "--load=" + model});
    EXPECT_EQ(predict.out.substr(0, predict.out.find('\t')), "label");
    EXPECT_NE(predict.out.find("\nspam\t"), std::string::npos) << predict.out;
    EXPECT_NE(predict.out.find("\nham\t"), std::string::npos) << predict.out;
  }
  // A label of text may begin so, too.
  EXPECT_EQ(HashLearn({"train", Put("text.txt", "__label__a\tx\nb\ty\n"), "--format=text"}).status, 0);
}

TEST_F(FastText, HasSeveralLabelsInTheTaskForThem) {
  const std::string data = Put("mail.fasttext", "__label__spam __label__ad Buy\n__label__ham see you\n");
  const Outcome refused = HashLearn({"train", data});
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(
      refused.messages.find("mail.fasttext:1:24: expected one label, found a second one, 'ad'; the task "
                            "multi-label learns several labels of an example\n"),
      std::string::npos)
      << refused.messages;
  const Outcome train =
      HashLearn({"train", data, "--task=multi-label", "--passes=20", "--save=" + At("model")});
  ASSERT_EQ(train.status, 0) << train.messages;
  EXPECT_EQ(HashLearn({"predict", data, "--load=" + At("model")}).out, "labels\nspam,ad\nham\n");
}

// fastText allows commas in labels; but they may also come from a table.
TEST_F(FastText, CommasInLabelsAreNoted) {
  const auto messages = [&](const std::string& text) {
    return HashLearn({"train", Put("comma.ft", text), "--task=multiclass", "--save=" + At("model")}).messages;
  };
  EXPECT_NE(
      messages("__label__b x\n__label__a,hello you\n")
          .find(
              "hash_learn: commas belong to labels, as in 'a,hello': if words follow the comma, put a blank "
              "there\n"),
      std::string::npos);
  EXPECT_EQ(messages("__label__b x,y\n__label__a you\n").find("comma"), std::string::npos);
  EXPECT_NE(
      messages("__label__b x\n__label__a,hello\n").find("comma.ft:2:11: expected words after the label"),
      std::string::npos);
}

TEST_F(FastText, IsNamedWhereAnotherFormatIsRead) {
  for (const std::string format : {"vw", "svmlight", "text"}) {
    const Outcome outcome = HashLearn({"train", Put("mail.fasttext", kMails), "--format=" + format});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.messages.find("give the format fasttext"), std::string::npos) << outcome.messages;
  }
}

}  // namespace
}  // namespace structlab::tools
