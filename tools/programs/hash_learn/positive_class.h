// Decides which label of a binary task is positive: the one that a score above 0 means.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_POSITIVE_CLASS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_POSITIVE_CLASS_H_

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/label_names.h"

namespace structlab::tools {

// The positive label is the first of these that exists:
//   1. the label of --positive;
//   2. the positive label of the resumed model, if it knows both labels;
//   3. the result of PositiveLabel.
// The order of the examples does not matter.
class PositiveClass {
 public:
  // `known` has the labels of the resumed model, the positive one first.
  PositiveClass(std::string given, structured_learning::LabelSpelling spelling,
                const structured_learning::LabelNames& known)
      : given_(std::move(given)), spelling_(spelling), is_known_(known.size() == 2) {}

  // To be called after each batch: prints both labels to `messages` once they are known. Throws
  // common::Error(kUsage) if --positive names neither.
  void Announce(const structured_learning::LabelNames& labels, std::FILE* messages);
  // The labels, the positive one first, as models store them.
  std::vector<std::string> InOrder(const structured_learning::LabelNames& labels) const;
  // True if the learner has the labels in the other order.
  bool IsMirrored(const structured_learning::LabelNames& labels) const;

 private:
  std::string given_;
  structured_learning::LabelSpelling spelling_;
  bool is_known_;
  bool is_announced_ = false;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_POSITIVE_CLASS_H_
