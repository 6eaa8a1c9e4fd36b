// Multi-label data in Weka's ARFF, with the labels that Mulan's XML names.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_FILE_H_

#include <set>
#include <string>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

enum class MissingValues { kRefuse, kZero };

struct ArffOptions {
  std::set<std::string> left_out = {};  // attributes that are no features, such as the names of rows
  // What ? is: of a feature; a label that is missing is always refused.
  MissingValues missing = MissingValues::kRefuse;
};

// Reads an ARFF, plain or gzip, dense or sparse ({index value, ...}, whose missing entries are 0 or the first
// value of a nominal attribute). Names may be quoted or have backslashes. numeric, real and integer
// attributes are features; so are nominal ones: those of the two values 0 and 1 as they are; those of other
// two 0 for the first and 1 for the second, named attribute=second; those of more one feature a value, named
// attribute=value. Attributes that `labels` names are the tags, in the order of the ARFF: nominal with the
// values 0 and 1, or numbers 0
// and 1.
//
// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line (and column) for what
// ARFF does not allow, string, date and relational attributes, values that an attribute does not have, rows
// of another length, weights of rows, sparse indices that do not rise, numbers that are not finite, labels
// that are neither 0 nor 1, labels that no attribute has, and sparse rows whose missing entries are nearly
// all of a large file: memory is in proportion to the file. Deterministic, thread-safe.
MultiLabelData ReadArff(const std::string& path, const std::vector<std::string>& labels,
                        const ArffOptions& options = {});

// The names of the labels in a file <labels><label name="..."/>...</labels>, plain or gzip, in their order;
// labels may stand within labels, up to 100 levels. Throws common::Error: kEnvironment, and kData for what is
// no such XML, has no label, or one twice.
std::vector<std::string> ReadMulanLabels(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_FILE_H_
