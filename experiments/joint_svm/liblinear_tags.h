// liblinear, one tag after the other: the yardstick of machines that learn all tags in one batch.
#ifndef STRUCTLAB_EXPERIMENTS_JOINT_SVM_LIBLINEAR_TAGS_H_
#define STRUCTLAB_EXPERIMENTS_JOINT_SVM_LIBLINEAR_TAGS_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::joint_svm {

struct LiblinearOptions {
  double cost = 1;
  double bias = 1;   // of a feature that every row has
  int num_tags = 0;  // the first ones; 0: all
};

struct LiblinearScores {
  Eigen::MatrixXd scores;       // rows x tags; of tags that are not trained -1
  double training_seconds = 0;  // of the processor
};

// Trains a linear SVM with hinge loss a tag (solver 3, its default tolerance 0.1) and scores the test rows.
LiblinearScores ScoreByLiblinear(const structured_learning::MultiLabelData& train,
                                 const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& test,
                                 const LiblinearOptions& options);

}  // namespace structlab::joint_svm

#endif  // STRUCTLAB_EXPERIMENTS_JOINT_SVM_LIBLINEAR_TAGS_H_
