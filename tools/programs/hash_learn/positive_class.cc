#include "tools/programs/hash_learn/positive_class.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"

namespace structlab::tools {

using structured_learning::LabelNames;

bool PositiveClass::IsMirrored(const LabelNames& labels) const {
  if (!given_.empty()) return labels.size() > 0 && labels.Find(given_, spelling_) != 0u;
  if (labels.size() < 2 || is_known_) return false;
  return structured_learning::PositiveLabel(labels.name(0), labels.name(1)) != labels.name(0);
}

std::vector<std::string> PositiveClass::InOrder(const LabelNames& labels) const {
  std::vector<std::string> names = labels.names();
  // A label that no example has is known only by --positive.
  if (names.size() == 1 && IsMirrored(labels)) names.push_back(given_);
  if (IsMirrored(labels)) std::reverse(names.begin(), names.end());
  return names;
}

void PositiveClass::Announce(const LabelNames& labels, std::FILE* messages) {
  if (is_announced_ || labels.size() < 2) return;
  is_announced_ = true;
  if (!given_.empty() && !labels.Find(given_, spelling_)) {
    common::ThrowUsageError("--positive",
                            fmt::format("one of the labels {} and {}", common::Quote(labels.name(0)),
                                        common::Quote(labels.name(1))),
                            common::Quote(given_));
  }
  const std::vector<std::string> names = InOrder(labels);
  fmt::print(messages, "hash_learn: scores above 0 mean {}, the positive class, and below 0 {}\n",
             common::Quote(names[0]), common::Quote(names[1]));
}

}  // namespace structlab::tools
