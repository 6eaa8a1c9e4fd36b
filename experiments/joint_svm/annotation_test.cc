// What a case computes with the learners of the library, against their definitions.
#include "experiments/joint_svm/annotation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"

namespace structlab::joint_svm {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

datasets::TagSplit Drawn() {
  datasets::TagShape shape = {.name = "test",
                              .rows = 150,
                              .num_tags = 12,
                              .num_features = 40,
                              .mean_tags = 2,
                              .kind = datasets::DrawnFeatures::kCounts,
                              .draws = 60};
  datasets::TagSplit split;
  split.train = GenerateTaggedRows(shape, "train", 3);
  shape.rows = 60;
  split.test = GenerateTaggedRows(shape, "test", 3);
  return split;
}

TEST(MakeTask, TakesTheFirstRowsAndScalesByTheMeanOfThose) {
  const datasets::TagSplit split = Drawn();
  const TagTask task = MakeTask(split, "centred", 100, 0);
  const MatrixXd train = MatrixXd(split.train.features).topRows(100), scaled = task.test.features;
  ASSERT_EQ(task.train.features.rows(), 100);
  ASSERT_EQ(scaled.rows(), 60);
  EXPECT_EQ(task.train.tags.size(), 100u);
  EXPECT_EQ(task.train.tags[99], split.train.tags[99]);
  EXPECT_EQ(task.test.tags, split.test.tags);
  const MatrixXd test = split.test.features;
  const VectorXd row = test.row(5) - train.colwise().mean();
  EXPECT_NEAR((scaled.row(5).transpose() - row.normalized()).norm(), 0, 1e-12);
  EXPECT_EQ(MakeTask(split, "raw", 0, 7).test.features.rows(), 7);
}

Method JointMethod() {
  const auto& learner = structured_learning::FindTagLearner("joint");
  Method method = {.learner = &learner, .options = common::OptionValues("joint", learner.options)};
  method.options.Parse("rows=raw");
  method.options.Parse("gap=1e-3");
  return method;
}

// Each decoder has the choice with its highest F1, and the tags of a machine that is trained with it.
TEST(Annotate, DecodesWhatFoldsChose) {
  const TagTask task = MakeTask(Drawn(), "centred", 0, 0);
  common::ThreadPool pool(1);
  Method method = JointMethod();
  AddWidths({0.01, 0.5, 100}, method);
  const std::vector<Annotation> found = Annotate(task, method, {kBest, kSingle, kTop}, pool);
  ASSERT_EQ(found.size(), 3u);
  // At 0.01 test rows are far from all training rows, so that all tag vectors fit alike.
  EXPECT_EQ(found[0].choice.kernel, 0.5);
  for (const Annotation& annotation : found) {
    SCOPED_TRACE(annotation.decoder);
    ASSERT_EQ(annotation.f1.size(), 3u);
    const auto best = std::ranges::max_element(annotation.f1) - annotation.f1.begin();
    EXPECT_EQ(annotation.choice.kernel, method.choices[best].kernel);
    const structured_learning::TagDecoding decoding = method.DecodingOf(annotation.decoder);
    const auto model = method.learner->train(task.train, annotation.choice.options, {.pool = pool}).model;
    EXPECT_EQ(annotation.tags, model->Decode(task.test.features, {&decoding, 1}, pool)[0]);
  }
  // The single vector is that of a training row, and top tags are five.
  EXPECT_NE(std::ranges::find(task.train.tags, found[1].tags[7]), task.train.tags.end());
  EXPECT_EQ(found[2].tags[7].size(), 5u);
}

TEST(AddOffsets, GivesEachMarginEachOffset) {
  const auto& learner = structured_learning::FindTagLearner("perceptron");
  Method method = {.learner = &learner, .options = common::OptionValues("perceptron", learner.options)};
  AddOffsets(30, {0, 1}, {0.1, 0.2}, method);
  ASSERT_EQ(method.choices.size(), 4u);
  EXPECT_EQ(method.choices[3].kernel, 1);
  EXPECT_EQ(method.choices[3].options.Number("margin"), 0.2);
  EXPECT_EQ(method.choices[1].options.Text("input_kernel"), "polynomial:degree=30,offset=0");
}

TEST(Widths, AreGeometric) {
  const std::vector<double> widths = Widths(10);
  EXPECT_NEAR(widths.front(), 0.1, 1e-15);
  EXPECT_NEAR(widths.back(), 10, 1e-12);
  EXPECT_NEAR(widths[4] / widths[3], widths[1] / widths[0], 1e-12);
}

}  // namespace
}  // namespace structlab::joint_svm
