// What is said of made-up results.
#include "experiments/face_recognition/explain.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/face_recognition/made_up_results.h"
#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
namespace {

using harness::Results;

TEST(Explain, SpeedupsAreExplainedByAllYardsticksOrNone) {
  harness::ResultRow row;
  row.dataset = "YaleB";
  row.value = 20;
  const auto explain = [&](const char* metric, double printed, double eigen, double random_omp) {
    row.metric = metric;
    row.reported = printed;
    return Explain(
        row, Results(Times(0.5, 10, eigen, random_omp).Take(), harness::Profile::kPaper, PaperSettings()));
  };
  const harness::Explanation by_one = explain("speedup_low", 30, 1, 1);
  EXPECT_EQ(by_one.kind, harness::ExplanationKind::kUnexplained);  // 15 by RANDOM-OMP
  EXPECT_NE(by_one.text.find("63.8 to 152 times by EIGEN-OMP"), std::string::npos) << by_one.text;
  EXPECT_NE(by_one.text.find("times by RANDOM-OMP"), std::string::npos) << by_one.text;
  EXPECT_EQ(explain("speedup_low", 30, 1, 5).kind, harness::ExplanationKind::kExplained);
  EXPECT_EQ(explain("speedup_high", 150, 1, 1).kind, harness::ExplanationKind::kExplained);
  EXPECT_EQ(explain("speedup_high", 150, 1, 0.5).kind, harness::ExplanationKind::kUnexplained);
  EXPECT_EQ(explain("accuracy", 1, 1, 1).kind, harness::ExplanationKind::kNone);
  // The row is of u = 1: what fewer hash functions would make explains nothing.
  MadeUp faster = Times(0.5, 10, 1, 1);
  faster.TimedAtU(300, 5, "running_time", false, 0.1, 0.001);
  row.metric = "speedup_high";
  row.reported = 200;
  EXPECT_EQ(Explain(row, Results(faster.Take(), harness::Profile::kPaper, PaperSettings())).kind,
            harness::ExplanationKind::kUnexplained);
}

TEST(Conclude, SaysHowFastHashingIsByEachYardstickAndOnWhoseFaces) {
  const auto conclude = [](const char* dataset) {
    return Conclude(Results(Times(0.5, 10, 1, 1, dataset).Take(), harness::Profile::kPaper, PaperSettings()));
  };
  const std::vector<std::string> paragraphs = conclude("YaleB");
  ASSERT_EQ(paragraphs.size(), 1u);
  EXPECT_NE(paragraphs[0].find("YaleB (32 x 32 pixels): HASH-OMP is 19.9 to 19.9 times faster"),
            std::string::npos)
      << paragraphs[0];
  for (const char* yardstick : {kRandomOmp, kEigenOmp}) {
    EXPECT_NE(paragraphs[0].find(std::string("times by ") + yardstick), std::string::npos) << paragraphs[0];
  }
  ASSERT_EQ(conclude("AR").size(), 1u);
  EXPECT_EQ(conclude("AR")[0].find("AR (generated faces of AR's shape): "), 0u) << conclude("AR")[0];
  EXPECT_TRUE(Conclude(Results({}, harness::Profile::kPaper, PaperSettings())).empty());
}

TEST(Conclude, SaysWhatIsFoundOnSetsOfWhichTheSourceSaysNothing) {
  MadeUp results("ORL");
  results.Accuracy(kHashOmp, 300, 0.9, 0)
      .Accuracy(kHashL1, 300, 0.99, 0)
      .Accuracy(kEigenKnn, 100, 0.92, 0)
      .Accuracy(kRandomOmp, 300, 0.91, 0);
  const std::vector<std::string> paragraphs =
      Conclude(Results(results.Take(), harness::Profile::kPaper, PaperSettings()));
  ASSERT_EQ(paragraphs.size(), 1u);
  EXPECT_NE(paragraphs[0].find(
                "recognises 0.9 of the test images, and the best of the methods that do not hash, EIGEN-KNN "
                "with 100, 0.92"),
            std::string::npos)
      << paragraphs[0];
}

}  // namespace
}  // namespace structlab::face_recognition
