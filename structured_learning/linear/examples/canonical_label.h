// A canonical name for labels that are numbers.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_CANONICAL_LABEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_CANONICAL_LABEL_H_

#include <string>
#include <string_view>

namespace structlab::structured_learning {

// "1" for "+1" and "1.0", "100000" for "1e5". The conversion is exact, so different numbers keep different
// names, for any number of digits. A text of more than 64 characters, or one that is not a decimal number, is
// returned unchanged.
std::string CanonicalLabel(std::string_view label);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_CANONICAL_LABEL_H_
