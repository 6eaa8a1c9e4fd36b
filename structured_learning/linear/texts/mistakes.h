// Records the test documents that a method classifies wrongly, so that methods can be compared document by
// document.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_MISTAKES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_MISTAKES_H_

#include <vector>

#include "common/check.h"

namespace structlab::structured_learning {

class Mistakes {
 public:
  void Add(bool is_wrong) {
    if (is_wrong) wrong_.push_back(documents_);
    ++documents_;
  }
  double documents() const { return documents_; }
  // The positions of the wrong documents, in increasing order, from 0.
  const std::vector<double>& wrong() const { return wrong_; }
  // The percentage of wrong documents; there must be at least one document.
  double ErrorPercent() const {
    STRUCTLAB_CHECK(documents_ > 0);
    return 100 * static_cast<double>(wrong_.size()) / documents_;
  }

 private:
  double documents_ = 0;
  std::vector<double> wrong_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_MISTAKES_H_
