// What is measured on models, against its definition.
#include "experiments/regularization_path/method_reader.h"

#include <gtest/gtest.h>

#include <utility>

namespace structlab::regularization_path {
namespace {

using structured_learning::ChainLoss;
using structured_learning::ChainProblem;
using structured_learning::ChainSamples;
using structured_learning::DenseVector;
using structured_learning::PathSegment;

// Two words of two labels, one feature each.
ChainProblem TwoWords() {
  ChainSamples samples(2, 2);
  for (const int label : {0, 1}) {
    samples.BeginSequence();
    samples.AddPosition(label, std::vector<int>{label});
  }
  return ChainProblem(std::move(samples), ChainLoss::kMeanHamming);
}

// Weights that tell the labels apart by half a margin: the mean hinge is 1/2.
PathSegment SegmentDownTo(double lambda_low, const ChainProblem& words) {
  PathSegment segment;
  segment.lambda_high = 2;
  segment.lambda_low = lambda_low;
  segment.weights = DenseVector::Zero(words.dimension());
  segment.weights[0] = segment.weights[3] = 0.5;
  segment.dual = 0.7;
  return segment;
}

TEST(MethodReader, GapIsMeasuredAtBothEndsOfASegment) {
  const ChainProblem words = TwoWords();
  MethodReader reader(words, words);
  reader.ReadSegment(SegmentDownTo(1, words));
  // |w|^2 = 1/2: P(2) = 1; the dual at 1 is half of that at 2, P(1) = 3/4.
  EXPECT_DOUBLE_EQ(reader.breakpoints().true_gap_at_breakpoint.front(), 1 - 0.7);
  EXPECT_EQ(reader.breakpoints().end, (std::vector<double>{2, 1}));
  ASSERT_EQ(reader.breakpoints().true_gap.size(), 2u);
  EXPECT_DOUBLE_EQ(reader.breakpoints().true_gap[1], 0.75 - 0.35);
  EXPECT_DOUBLE_EQ(reader.breakpoints().largest_true_gap, 0.75 - 0.35);
}

TEST(MethodReader, GapAtZeroIsTheMeanHingeAndCounts) {
  const ChainProblem words = TwoWords();
  MethodReader reader(words, words);
  reader.ReadSegment(SegmentDownTo(0, words));
  EXPECT_EQ(reader.breakpoints().end, std::vector<double>{2});
  EXPECT_DOUBLE_EQ(reader.breakpoints().largest_true_gap, 0.5);
}

TEST(MethodReader, ModelsAreMeasuredWithTheirOwnWeights) {
  const ChainProblem words = TwoWords();
  MethodReader reader(words, words);
  const DenseVector zero = DenseVector::Zero(words.dimension()), good = SegmentDownTo(0, words).weights;
  for (const DenseVector* weights : {&zero, &good, &good, &zero}) {
    reader.ReadModel({.lambda = 2,
                      .weights = *weights,
                      .gap = 0,
                      .gap_is_exact = true,
                      .dual = 0,
                      .passes = 1,
                      .gap_passes = 0,
                      .termination = structured_learning::Termination::kConverged});
  }
  EXPECT_EQ(reader.grid().objective, (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(reader.grid().train_loss[1], 0);
  EXPECT_EQ(reader.grid().train_loss[3], 0.5);
}

}  // namespace
}  // namespace structlab::regularization_path
