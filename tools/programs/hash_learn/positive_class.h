// Which label of a binary task a score above 0 means.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_POSITIVE_CLASS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_POSITIVE_CLASS_H_

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/label_names.h"

namespace structlab::tools {

// The label that --positive names; else that of the model that is resumed, if it knows both labels; else
// what PositiveLabel says. The order of the examples does not matter.
class PositiveClass {
 public:
  // `known` are the labels of the model that is resumed, its positive one first.
  PositiveClass(std::string given, structured_learning::LabelSpelling spelling,
                const structured_learning::LabelNames& known)
      : given_(std::move(given)), spelling_(spelling), is_known_(known.size() == 2) {}

  // Names both labels on `messages` once they are known; to be called after each batch. Throws common::Error
  // (kUsage) if --positive names neither.
  void Announce(const structured_learning::LabelNames& labels, std::FILE* messages);
  // The labels with the positive one first, as models have them.
  std::vector<std::string> InOrder(const structured_learning::LabelNames& labels) const;
  // Whether that is not the order in which they were learned.
  bool IsMirrored(const structured_learning::LabelNames& labels) const;

 private:
  std::string given_;
  structured_learning::LabelSpelling spelling_;
  bool is_known_;
  bool is_announced_ = false;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_POSITIVE_CLASS_H_
