// The sentences on made-up results.
#include "experiments/hashing/conclusions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::DataOrigin;
using harness::FinishedCase;
using harness::Setting;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

void Add(const harness::RowKey& key, double value, DataOrigin origin, std::vector<FinishedCase>& cases) {
  FinishedCase finished;
  finished.c.dataset = key.dataset;
  finished.c.origin = origin;
  finished.record.values.push_back({.key = key, .value = value});
  cases.push_back(std::move(finished));
}

std::vector<std::string> Of(std::vector<FinishedCase> cases,
                            const std::string& raw_text_documents = "1000000") {
  return Conclude(harness::Results(
      std::move(cases), harness::Profile::kPaper,
      Setting{
          {"dimensions", "10,8"}, {"raw_text_passes", "10"}, {"raw_text_documents", raw_text_documents}}));
}

TEST(Conclude, SaysNothingWithoutResults) { EXPECT_TRUE(Of({}).empty()); }

TEST(Conclude, PutsHashingBesideProjectionsOnRealTexts) {
  std::vector<FinishedCase> cases;
  for (const int bits : {8, 10}) {
    Add({kTable23, "reuters-r8", kRp, DimensionKey(bits), "error"}, bits, DataOrigin::kSubstitute, cases);
    Add({kOurProjections, "reuters-r8", kHk, DimensionKey(bits), "error"}, bits + 0.5,
        DataOrigin::kSubstitute, cases);
    Add({kTable23, "RCV1", kRp, DimensionKey(bits), "error"}, bits, DataOrigin::kStandIn, cases);
    Add({kOurProjections, "RCV1", kHk, DimensionKey(bits), "error"}, bits, DataOrigin::kStandIn, cases);
  }
  Add({kTable23, "20newsgroups", kRp, DimensionKey(8), "error"}, 8, DataOrigin::kSubstitute, cases);
  const std::vector<std::string> paragraphs = Of(std::move(cases));
  ASSERT_THAT(paragraphs, SizeIs(1));
  EXPECT_THAT(
      paragraphs[0],
      HasSubstr(
          "step and lambda: 8.0% and 8.5% on reuters-r8 at 2^8, 10.0% and 10.5% on reuters-r8 at 2^10. "));
  EXPECT_THAT(paragraphs[0], Not(HasSubstr("RCV1")));
  EXPECT_THAT(paragraphs[0], HasSubstr("over n, and bins have an IDF of their own."));
}

// Vectors come without words, and so with the weights that they have.
TEST(Conclude, SaysWhichBinsHaveNoIdfOfTheirOwn) {
  std::vector<FinishedCase> cases;
  Add({kTable23, "rcv1-small", kRp, DimensionKey(8), "error"}, 20, DataOrigin::kSubstitute, cases);
  Add({kOurProjections, "rcv1-small", kHk, DimensionKey(8), "error"}, 12, DataOrigin::kSubstitute, cases);
  const std::vector<std::string> paragraphs = Of(std::move(cases));
  ASSERT_THAT(paragraphs, SizeIs(1));
  EXPECT_THAT(paragraphs[0], HasSubstr("over n, and, but of rcv1-small, bins have an IDF of their own."));
}

TEST(Conclude, PutsBothSelectionsSideBySide) {
  std::vector<FinishedCase> cases;
  for (const double value : {0.79, 0.81}) {
    Add({kOurChoices, "MUTAG", kHkf, ChoiceKey("training graphs", kSelectedByTraining), "accuracy"}, value,
        DataOrigin::kReal, cases);
  }
  Add({kOurChoices, "MUTAG", kHkf, ChoiceKey("training graphs", kSelectedByAll), "accuracy"}, 0.9,
      DataOrigin::kReal, cases);
  Add({kOurChoices, "MUTAG", kHkf, ChoiceKey("test graphs", kSelectedByAll), "accuracy"}, 0.95,
      DataOrigin::kReal, cases);
  const std::vector<std::string> paragraphs = Of(std::move(cases));
  ASSERT_THAT(paragraphs, SizeIs(1));
  EXPECT_THAT(paragraphs[0], HasSubstr("divided: 0.800 and 0.900 on MUTAG. "));
}

TEST(Conclude, TellsRawTextWithAndWithoutHeaders) {
  std::vector<FinishedCase> cases;
  Add({kOurRawText, "20newsgroups", kHlf, Setting{{"headers", "yes"}}, "accuracy"}, 86.44,
      DataOrigin::kSubstitute, cases);
  EXPECT_TRUE(Of(cases).empty());
  Add({kOurRawText, "20newsgroups", kHlf, Setting{{"headers", "no"}}, "accuracy"}, 82.74,
      DataOrigin::kSubstitute, cases);
  EXPECT_THAT(Of(cases, "3000").at(0), HasSubstr("sent, at most 3000 of each part, after 10 passes"));
  const std::vector<std::string> paragraphs = Of(std::move(cases));
  ASSERT_THAT(paragraphs, SizeIs(1));
  EXPECT_THAT(paragraphs[0], HasSubstr("sent after 10 passes"));
  EXPECT_THAT(paragraphs[0],
              HasSubstr("86.4% of the later ones are right with their headers, 82.7% without"));
}

}  // namespace
}  // namespace structlab::hashing
