// How well a model predicts the rows that it was trained on, beside an answer that ignores the features.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TRAINING_QUALITY_H_
#define STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TRAINING_QUALITY_H_

#include <string>

#include "common/parallel.h"
#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::tools {

// Micro-averaged F1 of the predicted tags, and precision at 1 of the scores.
struct TagQuality {
  double f1 = 0, precision_at_1 = 0;
};

struct TrainingQuality {
  TagQuality model;
  // The same tags for all rows (BestConstantTags), most frequent first.
  TagQuality constant;
  int num_constant_tags = 0;
  int num_rows = 0;  // number of rows that were measured
};

// Measures all training rows; at equal distances at most 4096 of them (fewer for more than 4096 tags), since
// some learners compare each row with all others. Deterministic for any number of threads.
TrainingQuality MeasureOnTrainingRows(const structured_learning::SavedTagModel& model,
                                      const structured_learning::MultiLabelData& data,
                                      common::ThreadPool& pool);

// The lines that joint_svm train prints.
std::string Describe(const TrainingQuality& quality);
// A warning if the model has no higher F1 or no higher precision at 1 than the constant answer; else empty.
// No warning if the constant answer is perfect.
std::string WarningOf(const TrainingQuality& quality);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TRAINING_QUALITY_H_
