// Which test documents a method has wrong, so that methods can be compared document by document.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_MISTAKES_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_MISTAKES_H_

#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "experiments/harness/run/model.h"

namespace structlab::hashing {

class Mistakes {
 public:
  void Add(bool is_wrong) {
    if (is_wrong) wrong_.push_back(documents_);
    ++documents_;
  }
  double documents() const { return documents_; }
  double wrong() const { return static_cast<double>(wrong_.size()); }

  // As a curve of kOurMistakes with the keys of a row with an error: 1 at the places of the documents that
  // are wrong, from 0 in the order of all seeds, and 0 behind the last of all documents, at their number.
  void Record(const char* table, const std::string& method, const harness::Setting& setting,
              harness::Recorder& record) const;

 private:
  double documents_ = 0;
  std::vector<double> wrong_;
};

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_MISTAKES_H_
