// Tests the notes of hash_learn about the text, the cache, and values above a limit.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tools/programs/hash_learn/hash_learn_testing.h"

namespace structlab::tools {
namespace {

class Notes : public HashLearnProgram {
 protected:
  static void ExpectSaid(const Outcome& outcome, const std::string& note) {
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.messages.find("hash_learn: " + note + "\n"), std::string::npos) << outcome.messages;
  }
};

TEST_F(Notes, CrossesThatMatchNothingAreNamed) {
  const std::string data = Put("a.vw", "1 |a x |b y\n2 |a z |b w\n");
  ExpectSaid(HashLearn({"train", data, "--cross=zz", "--cross=ab"}),
             "--cross=zz crosses nothing: no example has features of both namespaces");
  const Outcome both = HashLearn({"train", data, "--cross=ab"});
  EXPECT_EQ(both.messages.find("crosses nothing"), std::string::npos) << both.messages;
  // Nor does a pair of namespaces of which each example has only one, or a single feature with itself.
  const std::string apart = Put("apart.vw", "1 |a x\n2 |b w\n");
  for (const std::string cross : {"ab", "aa", "::"}) {
    ExpectSaid(HashLearn({"train", apart, "--cross=" + cross}),
               "--cross=" + cross + " crosses nothing: no example has features of both namespaces");
  }
}

TEST_F(Notes, OfTheTextAreThoseOfItsCache) {
  const std::string data = Put("a.svm", "+1 3:1\n\n1 4:1\n-1 5:1\n");
  const std::vector<std::string> words = {"train", data, "--cache=" + At("cache"), "--cross=  "};
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome = HashLearn(words);
    ExpectSaid(outcome, "labels are numbers in this format: '1' taken for '+1'");
    ExpectSaid(outcome, "1 blank line passed over");
    ExpectSaid(outcome, "--cross='  ' crosses nothing: no example has features of both namespaces");
    EXPECT_TRUE(std::filesystem::exists(At("cache")));
  }
  // Once, also where later passes read the cache.
  const Outcome two = HashLearn({"train", data, "--cache=" + At("other"), "--passes=2"});
  const std::string note = "1 blank line";
  EXPECT_NE(two.messages.find(note), std::string::npos);
  EXPECT_EQ(two.messages.find(note), two.messages.rfind(note)) << two.messages;
}

TEST_F(Notes, ValuesAboveTheLimitOfNormalizedNameTheOtherUpdate) {
  const std::string text = Put("a.vw", "1 | x:2e7\n2 | x:1\n"), numbers = Put("a.svm", "1 1:2e7\n2 1:1\n");
  for (const std::string& data : {text, numbers}) {
    const Outcome outcome = HashLearn({"train", data, "--task=regression"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.messages.find("; scale the features down, or --update=adaptive allows larger values\n"),
              std::string::npos)
        << outcome.messages;
    EXPECT_EQ(HashLearn({"train", data, "--task=regression", "--update=adaptive"}).status, 0);
  }
  // Sums are values, too.
  const std::string sums = Put("sums.vw", "1 | x:9e6 x:9e6\n");
  EXPECT_NE(HashLearn({"train", sums, "--task=regression"}).messages.find("--update=adaptive"),
            std::string::npos);
  // A model keeps its limit.
  const std::string model = At("model"), small = Put("small.vw", "1 | x:1\n2 | y:1\n");
  ASSERT_EQ(HashLearn({"train", small, "--task=regression", "--save=" + model}).status, 0);
  EXPECT_NE(HashLearn({"predict", text, "--load=" + model}).messages.find("--update=adaptive"),
            std::string::npos);
}

}  // namespace
}  // namespace structlab::tools
