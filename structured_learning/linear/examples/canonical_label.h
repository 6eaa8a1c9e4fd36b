// One name for each number that is a label.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_CANONICAL_LABEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_CANONICAL_LABEL_H_

#include <string>
#include <string_view>

namespace structlab::structured_learning {

// "1" for "+1" and "1.0", "100000" for "1e5": exactly, so that different numbers keep different names,
// however many digits they have. A text of more than 64 characters, or that is no decimal number, as it is.
std::string CanonicalLabel(std::string_view label);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_CANONICAL_LABEL_H_
