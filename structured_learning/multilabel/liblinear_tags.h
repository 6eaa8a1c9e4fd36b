// Machines of liblinear, one for each tag, trained one after the other: what one_vs_rest.h and joint_svm.h
// are compared with.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LIBLINEAR_TAGS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LIBLINEAR_TAGS_H_

#include <Eigen/Core>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

struct feature_node;

namespace structlab::structured_learning {

struct LiblinearOptions {
  double cost = 1;   // C, not divided by the number of rows
  double bias = 0;   // value of a constant feature that is added to every row; 0: none
  int num_tags = 0;  // number of tags that are trained, the first ones; 0: all
};

class LiblinearTags {
 public:
  // Converts the rows. The data must outlive the object.
  LiblinearTags(const MultiLabelData& data, const LiblinearOptions& options);
  ~LiblinearTags();
  LiblinearTags(const LiblinearTags&) = delete;
  LiblinearTags& operator=(const LiblinearTags&) = delete;

  // The machine of a tag is the same whatever was trained before. Trainings in several threads wait for each
  // other, since liblinear draws from rand() of C; its seed is 1 before each tag, which a program that draws
  // from rand() itself has to know.
  void Train();
  // Processor seconds of the last Train within liblinear.
  double training_seconds() const { return training_seconds_; }

  const Eigen::MatrixXd& weights() const { return weights_; }  // features x tags, without those of the bias
  // Rows x tags; -1 for tags that are not trained, or that all rows or none have in training.
  Eigen::MatrixXd Scores(const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& rows) const;

 private:
  const MultiLabelData& data_;
  LiblinearOptions options_;
  std::vector<std::vector<feature_node>> nodes_;
  std::vector<feature_node*> rows_;
  Eigen::MatrixXd weights_;
  Eigen::RowVectorXd offsets_;
  std::vector<bool> is_trained_;  // for each tag
  double training_seconds_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LIBLINEAR_TAGS_H_
