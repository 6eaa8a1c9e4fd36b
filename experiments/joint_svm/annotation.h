// Learners of the library on one set of tagged rows: features scaled once, kernels chosen by folds for each
// decoder, tags of the test rows.
#ifndef STRUCTLAB_EXPERIMENTS_JOINT_SVM_ANNOTATION_H_
#define STRUCTLAB_EXPERIMENTS_JOINT_SVM_ANNOTATION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiments/datasets/tag_sets.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::joint_svm {

using structured_learning::MultiLabelData;
using structured_learning::TagList;

struct TagTask {
  MultiLabelData train, test;
};
// The first rows of each part (0: all), scaled by a rule of the option `rows` of the library's learners.
TagTask MakeTask(const datasets::TagSplit& split, const std::string& rule, int64_t train_rows,
                 int64_t test_rows);

// Decoders as our tables call them.
inline constexpr const char* kBest = "best vectors";     // mean of the training tag vectors that fit best
inline constexpr const char* kSingle = "single vector";  // the training tag vector that fits best
inline constexpr const char* kTop = "top tags";          // a fixed number a row
inline constexpr const char* kSign = "sign";             // the tags of positive score

// What folds choose: the width or the offset of the input kernel, and the margin of the perceptron.
struct Choice {
  double kernel = 1, margin = 0;
  common::OptionValues options;
};

// A learner of the library with the options of a case.
struct Method {
  const structured_learning::TagLearner* learner;
  common::OptionValues options;
  int neighbours = 10, top = 5;
  std::vector<Choice> choices = {};
  int folds = 2;

  structured_learning::TagDecoding DecodingOf(const std::string& decoder) const;
};

// The method with a Gaussian kernel of each width among its choices, or the polynomial kernel of each offset.
void AddWidths(const std::vector<double>& widths, Method& method);
void AddOffsets(int64_t degree, const std::vector<double>& offsets, const std::vector<double>& margins,
                Method& method);
// From 0.1 to 10 in geometric steps.
std::vector<double> Widths(int64_t count);

// Tags of the test rows by one decoder, with what folds chose for it.
struct Annotation {
  std::string decoder;
  Choice choice;
  std::vector<double> f1;  // in folds, of each choice
  std::shared_ptr<const structured_learning::TagTraining> training;
  std::vector<TagList> tags;
  double testing_seconds = 0;  // of the processor
};
std::vector<Annotation> Annotate(const TagTask& task, const Method& method,
                                 const std::vector<std::string>& decoders, common::ThreadPool& pool);

}  // namespace structlab::joint_svm

#endif  // STRUCTLAB_EXPERIMENTS_JOINT_SVM_ANNOTATION_H_
