// Tags of test rows, predicted from those of training rows by the joint SVM, its perceptron, or an SVM a tag.
#ifndef STRUCTLAB_EXPERIMENTS_JOINT_SVM_ANNOTATION_H_
#define STRUCTLAB_EXPERIMENTS_JOINT_SVM_ANNOTATION_H_

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/tag_sets.h"
#include "kernels/functions/rows.h"
#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_kernel.h"

namespace structlab::joint_svm {

using structured_learning::TagKernelOptions;
using structured_learning::TagList;
using DenseRows = kernels::DenseRows<float>;

// What is made of features before a kernel sees them. All rows then have length 1; rows that are 0 remain.
enum class RowRule {
  kCentred,  // minus the mean of the training rows: what the released program does
  kUnit,     // as they are
  kRoots,    // square roots of counts
};
inline constexpr RowRule kRowRules[] = {RowRule::kCentred, RowRule::kUnit, RowRule::kRoots};
std::string NameOf(RowRule rule);  // "centred", "unit", "roots"

struct TagTask {
  DenseRows train, test;
  std::vector<TagList> train_tags, test_tags;
  int num_tags = 0;
};
// The first rows of each part; 0: all. Throws common::Error (usage) for square roots of negative features.
TagTask MakeTask(const datasets::TagSplit& split, RowRule rule, int64_t train_rows, int64_t test_rows);

enum class Learner { kJoint, kPerceptron, kIndependent };

struct Method {
  Learner learner = Learner::kJoint;
  bool is_gaussian =
      true;  // exp(-|x-y|^2 / (2 width^2)); else (x.y + offset)^degree, divided by both lengths
  int degree = 2;
  TagKernelOptions output = {};
  double cost = 1, gap = 1e-3;
  int passes = 1000;
  int perceptron_passes = 20;
  int neighbours = 10;       // of Decoder::kBest
  int top = 5;               // of Decoder::kTop
  int independent_tags = 0;  // the first ones; 0: all
};

// What folds choose: the width or the offset of the input kernel, and the margin of the perceptron.
struct Choice {
  double kernel = 1;
  double margin = 0.5;
};

// Which tags follow from what was learned.
enum class Decoder {
  kBest,    // the mean of the training tag vectors that fit best, from 0.5 on
  kSingle,  // the training tag vector that fits best
  kTop,     // the tags of highest mean (of independent SVMs: of highest score)
  kSign,    // those of positive score: exact for the plain output kernel and codings with both signs
};
std::string NameOf(Decoder decoder);  // "best vectors", "single vector", "top tags", "sign"

struct Learned {
  std::vector<double> alpha;     // of the joint SVM or perceptron
  Eigen::MatrixXd coefficients;  // of independent SVMs, training rows x tags
  Eigen::MatrixXd scores;        // test rows x tags: W phi(x); of no size for explicit output kernels
  Eigen::MatrixXd shares;        // by the best training tag vectors, from 0 to 1
  Eigen::MatrixXd single;        // by the best one
  int num_tags = 0;              // that were trained
  // Processor seconds. Training has the Gram matrix, the output kernel and the solver; testing the kernel
  // with the training rows, and the decoder of the learner: best vectors, or signs of independent SVMs.
  double gram_seconds = 0, training_seconds = 0, testing_seconds = 0;
  int64_t passes = 0;  // of the solver over the rows, summed over machines
};
// Learns the training rows and applies it to the test rows. `needs_single`: also the single best vectors.
Learned Learn(const TagTask& task, const Method& method, const Choice& choice, uint64_t seed,
              bool needs_single, common::ThreadPool& pool);

// The scores of test rows for one of independent SVMs, kernel values included.
Eigen::VectorXd ScoresOfTag(const TagTask& task, const Method& method, const Choice& choice,
                            const Learned& learned, int tag, common::ThreadPool& pool);

// Throws common::Error (usage) for signs where there are no scores.
std::vector<TagList> TagsOf(const Learned& learned, const Method& method, Decoder decoder);

// The F1 (micro average) of each choice for each decoder in folds of the training rows, the mean over folds.
struct Selection {
  std::vector<Choice> choices;
  std::vector<std::vector<double>> f1;  // of a decoder, a choice

  // The best one of the decoder at this place; of equals the first.
  const Choice& Best(size_t decoder) const;
};
Selection SelectByFolds(const TagTask& task, const Method& method, std::vector<Choice> choices,
                        const std::vector<Decoder>& decoders, int folds, uint64_t seed,
                        common::ThreadPool& pool);

// From 0.1 to 10 in geometric steps.
std::vector<double> Widths(int64_t count);

}  // namespace structlab::joint_svm

#endif  // STRUCTLAB_EXPERIMENTS_JOINT_SVM_ANNOTATION_H_
