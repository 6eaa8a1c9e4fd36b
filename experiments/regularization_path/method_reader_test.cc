// What is measured on models, against its definition.
#include "experiments/regularization_path/method_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"

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
                      .ending = common::Ending::kGapReached});
  }
  EXPECT_EQ(reader.grid().objective, (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(reader.grid().train_loss[1], 0);
  EXPECT_EQ(reader.grid().train_loss[3], 0.5);
}

// More words than one group of a thread, and than one for each of four threads many times over.
ChainProblem ManyWords(uint64_t seed) {
  constexpr int kWords = 700, kFeatures = 12, kLabels = 5;
  common::RandomStream stream(seed, "method_reader_test/words");
  ChainSamples samples(kFeatures, kLabels);
  for (int word = 0; word < kWords; ++word) {
    samples.BeginSequence();
    const uint64_t length = 1 + stream.UniformIndex(9);
    for (uint64_t t = 0; t < length; ++t) {
      std::vector<int> on;
      for (int feature = 0; feature < kFeatures; ++feature) {
        if (stream.Uniform() < 0.4) on.push_back(feature);
      }
      samples.AddPosition(static_cast<int>(stream.UniformIndex(kLabels)), on);
    }
  }
  return ChainProblem(std::move(samples), ChainLoss::kMeanHamming);
}

// The same bits, whatever thread measures what: this is what a run under the thread sanitizer looks at.
TEST(MethodReader, ReadsTheSameWithAnyNumberOfThreads) {
  const ChainProblem train = ManyWords(1), test = ManyWords(2);
  common::RandomStream stream(3, "method_reader_test/weights");
  std::vector<DenseVector> models;
  for (int k = 0; k < 4; ++k) {
    models.push_back(DenseVector::Zero(train.dimension()));
    // Small: the squared norm would hide the last digits of the hinge.
    for (auto& weight : models.back()) weight = 0.01 * stream.Normal();
  }
  const auto read = [&](common::ThreadPool* pool) {
    MethodReader reader(train, test, pool);
    for (const DenseVector& weights : models) {
      reader.ReadModel({.lambda = 2,
                        .weights = weights,
                        .gap = 0,
                        .gap_is_exact = true,
                        .dual = 0,
                        .passes = 1,
                        .gap_passes = 0,
                        .ending = common::Ending::kGapReached});
      PathSegment segment;
      segment.lambda_high = 3;
      segment.lambda_low = 1;
      segment.weights = weights;
      reader.ReadSegment(segment);
    }
    return reader;
  };
  const MethodReader alone = read(nullptr);
  ASSERT_EQ(alone.grid().objective.size(), models.size());
  for (const int threads : {1, 2, 4}) {
    SCOPED_TRACE(threads);
    common::ThreadPool pool(threads);
    const MethodReader shared = read(&pool);
    EXPECT_EQ(shared.grid().objective, alone.grid().objective);
    EXPECT_EQ(shared.grid().train_loss, alone.grid().train_loss);
    EXPECT_EQ(shared.grid().test_letters, alone.grid().test_letters);
    EXPECT_EQ(shared.grid().test_words, alone.grid().test_words);
    EXPECT_EQ(shared.grid().test_words_loss, alone.grid().test_words_loss);
    EXPECT_EQ(shared.breakpoints().true_gap, alone.breakpoints().true_gap);
    EXPECT_EQ(shared.breakpoints().largest_true_gap, alone.breakpoints().largest_true_gap);
  }
}

}  // namespace
}  // namespace structlab::regularization_path
