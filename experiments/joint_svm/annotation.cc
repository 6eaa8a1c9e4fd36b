#include "experiments/joint_svm/annotation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/thread_clock.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/gram_blocks.h"
#include "kernels/functions/vector_kernel.h"
#include "structured_learning/multilabel/joint_perceptron.h"
#include "structured_learning/multilabel/kernel_joint_svm.h"
#include "structured_learning/multilabel/measures.h"

namespace structlab::joint_svm {

using common::ScopedTimer;
using common::Stopwatch;
using common::ThreadPool;
using Eigen::MatrixXd;
using kernels::GramBlocks;
using structured_learning::KernelJointSvm;
using structured_learning::KernelJointSvmOptions;
using structured_learning::MultiLabelData;
using structured_learning::NeighborDecoding;
using structured_learning::TagKernel;
using structured_learning::TagVectors;
using Kernel = kernels::VectorKernelPointer<float>;

namespace {

constexpr int64_t kMemory = 4'000'000'000;  // bytes for a Gram matrix

MatrixXd FirstRows(const MultiLabelData& data, int64_t rows) {
  const Eigen::Index count = rows == 0 ? data.features.rows() : std::min<int64_t>(rows, data.features.rows());
  return data.features.topRows(count);
}

void TakeRoots(MatrixXd& rows) {
  if ((rows.array() < 0).any()) {
    common::ThrowUsageError("features", "none below 0, as their square roots are taken", "one below 0");
  }
  rows = rows.array().sqrt();
}

DenseRows OfLengthOne(const MatrixXd& rows) {
  DenseRows scaled = rows.cast<float>();
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).norm();
    if (length > 0) scaled.row(i) = (rows.row(i) / length).cast<float>();
  }
  return scaled;
}

std::vector<TagList> FirstTags(const MultiLabelData& data, Eigen::Index rows) {
  return {data.tags.begin(), data.tags.begin() + rows};
}

Kernel InputKernel(const Method& method, double parameter) {
  if (method.is_gaussian) return kernels::GaussianKernel<float>(1 / (2 * parameter * parameter));
  return kernels::NormalizedKernel<float>(kernels::PolynomialKernel<float>(method.degree, parameter));
}

KernelJointSvmOptions SolverOf(const Method& method, uint64_t seed) {
  return {.cost = method.cost,
          .relative_gap = method.gap,
          .run = structured_learning::TrainingRun(method.passes, seed)};
}

MatrixXd Cross(const Kernel& kernel, const TagTask& task, ThreadPool& pool) {
  return kernels::CrossGram<float>(*kernel, task.test, task.train, pool).cast<double>();
}

// A joint SVM, or its perceptron.
Learned LearnTogether(const TagTask& task, const Method& method, const Choice& choice, uint64_t seed,
                      bool needs_single, ThreadPool& pool) {
  Learned learned;
  learned.num_tags = task.num_tags;
  Stopwatch training, testing;
  training.Start();
  const Kernel kernel = InputKernel(method, choice.kernel);
  const TagKernel tags(task.train_tags, task.num_tags, method.output);
  GramBlocks<float> gram(kernel, task.train, kMemory, pool, structured_learning::TimesTagKernel<float>(tags));
  training.Stop();
  learned.gram_seconds = training.seconds();
  training.Start();
  if (method.learner == Learner::kPerceptron) {
    const auto perceptron = structured_learning::TrainJointPerceptron(
        gram, {.margin = choice.margin, .run = structured_learning::TrainingRun(method.perceptron_passes)});
    learned.alpha = perceptron.alpha;
    learned.passes = perceptron.passes;
  } else {
    const KernelJointSvm svm = TrainKernelJointSvm(gram, SolverOf(method, seed));
    learned.alpha = svm.alpha;
    learned.passes = svm.passes;
  }
  training.Stop();
  learned.training_seconds = training.seconds();
  testing.Start();
  const MatrixXd cross = Cross(kernel, task, pool);
  learned.shares = DecodeByNeighbors(cross, learned.alpha, tags, {.neighbors = method.neighbours});
  testing.Stop();
  learned.testing_seconds = testing.seconds();
  if (needs_single) learned.single = DecodeByNeighbors(cross, learned.alpha, tags, {.neighbors = 1});
  if (method.output.form == structured_learning::TagKernelForm::kPlain) {
    learned.scores = structured_learning::TagScores(cross, learned.alpha, tags);
  }
  return learned;
}

// +1 where the row has the tag, else -1.
std::vector<signed char> SignsOf(const std::vector<TagList>& tags, int tag) {
  std::vector<signed char> signs;
  for (const TagList& list : tags) signs.push_back(std::ranges::binary_search(list, tag) ? 1 : -1);
  return signs;
}

Learned LearnApart(const TagTask& task, const Method& method, const Choice& choice, uint64_t seed,
                   bool needs_single, ThreadPool& pool) {
  Learned learned;
  learned.num_tags =
      method.independent_tags == 0 ? task.num_tags : std::min(method.independent_tags, task.num_tags);
  Stopwatch training, testing;
  training.Start();
  const Kernel kernel = InputKernel(method, choice.kernel);
  GramBlocks<float> gram(kernel, task.train, kMemory, pool);
  training.Stop();
  learned.gram_seconds = training.seconds();
  training.Start();
  // Column t: alpha_i y_i of the machine of tag t. A tag that is not trained scores -1, as if it was never
  // there.
  MatrixXd coefficients = MatrixXd::Zero(task.train.rows(), learned.num_tags);
  for (int tag = 0; tag < learned.num_tags; ++tag) {
    const std::vector<signed char> signs = SignsOf(task.train_tags, tag);
    const KernelJointSvm svm = TrainKernelJointSvm(gram, SolverOf(method, seed), signs);
    learned.passes += svm.passes;
    for (size_t i = 0; i < signs.size(); ++i) {
      coefficients(static_cast<Eigen::Index>(i), tag) = svm.alpha[i] * signs[i];
    }
  }
  training.Stop();
  learned.training_seconds = training.seconds();
  {
    const ScopedTimer timed(testing);
    learned.scores = MatrixXd::Constant(task.test.rows(), task.num_tags, -1);
    learned.scores.leftCols(learned.num_tags).noalias() = Cross(kernel, task, pool) * coefficients;
  }
  learned.coefficients = std::move(coefficients);
  learned.testing_seconds = testing.seconds();
  const TagVectors vectors(task.train_tags, task.num_tags, method.output.coding);
  const auto decode = [&](int neighbours) {
    return DecodeTagScores(learned.scores, task.train_tags, vectors, {.neighbors = neighbours});
  };
  learned.shares = decode(method.neighbours);
  if (needs_single) learned.single = decode(1);
  return learned;
}

// The rows of the task's training part that `is_test` says as test rows, the others as training rows.
TagTask SplitTraining(const TagTask& task, const std::vector<bool>& is_test) {
  TagTask split;
  split.num_tags = task.num_tags;
  std::vector<Eigen::Index> train, test;
  for (size_t i = 0; i < is_test.size(); ++i) {
    (is_test[i] ? test : train).push_back(static_cast<Eigen::Index>(i));
    (is_test[i] ? split.test_tags : split.train_tags).push_back(task.train_tags[i]);
  }
  split.train = task.train(train, Eigen::all);
  split.test = task.train(test, Eigen::all);
  return split;
}

}  // namespace

std::string NameOf(RowRule rule) {
  return rule == RowRule::kCentred ? "centred" : rule == RowRule::kUnit ? "unit" : "roots";
}

std::string NameOf(Decoder decoder) {
  switch (decoder) {
    case Decoder::kBest:
      return "best vectors";
    case Decoder::kSingle:
      return "single vector";
    case Decoder::kTop:
      return "top tags";
    case Decoder::kSign:
      return "sign";
  }
  return "";
}

TagTask MakeTask(const datasets::TagSplit& split, RowRule rule, int64_t train_rows, int64_t test_rows) {
  MatrixXd train = FirstRows(split.train, train_rows), test = FirstRows(split.test, test_rows);
  if (rule == RowRule::kRoots) {
    TakeRoots(train);
    TakeRoots(test);
  } else if (rule == RowRule::kCentred) {
    const Eigen::RowVectorXd mean = train.colwise().mean();
    train.rowwise() -= mean;
    test.rowwise() -= mean;
  }
  return {.train = OfLengthOne(train),
          .test = OfLengthOne(test),
          .train_tags = FirstTags(split.train, train.rows()),
          .test_tags = FirstTags(split.test, test.rows()),
          .num_tags = split.train.num_tags};
}

Learned Learn(const TagTask& task, const Method& method, const Choice& choice, uint64_t seed,
              bool needs_single, ThreadPool& pool) {
  if (method.learner == Learner::kIndependent) {
    return LearnApart(task, method, choice, seed, needs_single, pool);
  }
  return LearnTogether(task, method, choice, seed, needs_single, pool);
}

Eigen::VectorXd ScoresOfTag(const TagTask& task, const Method& method, const Choice& choice,
                            const Learned& learned, int tag, ThreadPool& pool) {
  return Cross(InputKernel(method, choice.kernel), task, pool) * learned.coefficients.col(tag);
}

std::vector<TagList> TagsOf(const Learned& learned, const Method& method, Decoder decoder) {
  using structured_learning::TagsAbove;
  using structured_learning::TopTags;
  const bool is_apart = method.learner == Learner::kIndependent;
  switch (decoder) {
    case Decoder::kBest:
      return TagsAbove(learned.shares, structured_learning::kHalfShare);
    case Decoder::kSingle:
      return TagsAbove(learned.single, structured_learning::kHalfShare);
    case Decoder::kTop:
      return TopTags(is_apart ? learned.scores : learned.shares, method.top);
    case Decoder::kSign:
      break;
  }
  if (learned.scores.size() == 0) {
    common::ThrowUsageError("decoder", "one of training tag vectors for an explicit output kernel", "sign");
  }
  return TagsAbove(learned.scores, 0);
}

const Choice& Selection::Best(size_t decoder) const {
  const auto& values = f1.at(decoder);
  return choices[std::ranges::max_element(values) - values.begin()];
}

Selection SelectByFolds(const TagTask& task, const Method& method, std::vector<Choice> choices,
                        const std::vector<Decoder>& decoders, int folds, uint64_t seed, ThreadPool& pool) {
  Selection selection;
  selection.choices = std::move(choices);
  selection.f1.assign(decoders.size(), std::vector<double>(selection.choices.size()));
  const bool needs_single = std::ranges::find(decoders, Decoder::kSingle) != decoders.end();
  const std::vector<int> fold_of =
      structured_learning::StratifiedTagFolds(task.train_tags, task.num_tags, folds, seed);
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<bool> is_test;
    for (const int of : fold_of) is_test.push_back(of == fold);
    const TagTask part = SplitTraining(task, is_test);
    for (size_t c = 0; c < selection.choices.size(); ++c) {
      const Learned learned = Learn(part, method, selection.choices[c], seed, needs_single, pool);
      for (size_t d = 0; d < decoders.size(); ++d) {
        const auto measures = structured_learning::MeasureTags(
            part.test_tags, TagsOf(learned, method, decoders[d]), part.num_tags);
        selection.f1[d][c] += measures.micro.f1 / folds;
      }
    }
  }
  return selection;
}

std::vector<double> Widths(int64_t count) {
  std::vector<double> widths;
  for (int64_t i = 0; i < count; ++i) {
    widths.push_back(0.1 * std::pow(100.0, static_cast<double>(i) / static_cast<double>(count - 1)));
  }
  return widths;
}

}  // namespace structlab::joint_svm
