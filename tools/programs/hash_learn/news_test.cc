// Raw text that people wrote, as the page of the package says how.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "structured_learning/linear/benchmarks/news_examples.h"
#include "tools/programs/hash_learn/hash_learn_testing.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using HashLearnNews = HashLearnProgram;

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text.append(line).append("\n");
  return text;
}

// Posts of 20 groups, by date, with their headers: six of seven are right, where chance is one of twenty.
TEST_F(HashLearnNews, FindsTheGroupsOfNewerPosts) {
  const structured_learning::NewsExamples news =
      structured_learning::MakeNewsTexts(structured_learning::NewsHeaders::kIn);
  if (news.is_stand_in) GTEST_SKIP() << "20newsgroups is not there";
  const Outcome trained = HashLearn({"train", Put("train.txt", Joined(news.train)), "--encoding=latin-1",
                                     "--task=one-vs-rest", "--loss=hinge", "--rate=0.2", "--bits=22",
                                     "--passes=10", "--cache=" + At("cache"), "--save=" + At("model")});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  const Outcome evaluated =
      HashLearn({"evaluate", Put("test.txt", Joined(news.test)), "--load=" + At("model")});
  EXPECT_EQ(NumberAfter(evaluated.out, "examples"), 7532);
  EXPECT_GE(NumberAfter(evaluated.out, "accuracy"), 85) << evaluated.out;
}

}  // namespace
}  // namespace structlab::tools
