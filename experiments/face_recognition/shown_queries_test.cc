#include "experiments/face_recognition/shown_queries.h"

#include <gtest/gtest.h>

#include <vector>

namespace structlab::face_recognition {
namespace {

using kernels::Recognition;

// Taken for subject `label`, whose residual is 0.1; the next one's is so many times as large.
Recognition Taken(int label, double sure) {
  Recognition recognition;
  recognition.label = label;
  // The least stands neither first nor last.
  recognition.residuals = {0.9, 0.1 * sure, 0.1, 0.8};
  return recognition;
}

using Queries = std::vector<ShownQuery>;

TEST(ChooseShown, TakesTheMiddleAndTheLeastSureOfTheRightAndTheFirstWrong) {
  const std::vector<Recognition> recognitions = {Taken(5, 1.01), Taken(1, 3), Taken(2, 5), Taken(3, 1.5),
                                                 Taken(6, 1.02), Taken(4, 2), Taken(5, 4)};
  EXPECT_EQ(ChooseShown(recognitions, {1, 1, 2, 3, 2, 4, 5}),
            (Queries{{"typical", 1}, {"least sure", 3}, {"wrong", 0}}));
}

TEST(ChooseShown, WithoutAWrongOneThereIsNone) {
  EXPECT_EQ(ChooseShown({Taken(1, 3), Taken(2, 2)}, {1, 2}), (Queries{{"typical", 0}, {"least sure", 1}}));
}

TEST(ChooseShown, ASingleRightOneIsShownOnce) {
  EXPECT_EQ(ChooseShown({Taken(9, 3), Taken(2, 2)}, {1, 2}), (Queries{{"typical", 1}, {"wrong", 0}}));
}

TEST(ChooseShown, WithoutARightOneAWrongOneIsShown) {
  EXPECT_EQ(ChooseShown({Taken(9, 3), Taken(8, 2)}, {1, 2}), (Queries{{"wrong", 0}}));
}

// A query that its subject makes exactly is the surest.
TEST(ChooseShown, AResidualOf0IsSure) {
  Recognition exact = Taken(1, 1);
  exact.residuals = {0, 0.5};
  EXPECT_EQ(ChooseShown({exact, Taken(2, 2)}, {1, 2}), (Queries{{"typical", 0}, {"least sure", 1}}));
}

}  // namespace
}  // namespace structlab::face_recognition
