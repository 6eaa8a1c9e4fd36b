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
  std::set<std::string> left_out = {};  // attributes to ignore, such as the names of rows
  // How to read a missing feature value (?). A missing label is always refused.
  MissingValues missing = MissingValues::kRefuse;
};

// Reads an ARFF file, plain or gzip, dense or sparse ({index value, ...}; missing entries are 0 or the first
// value of a nominal attribute). Names may be quoted or contain backslashes.
//
//     const MultiLabelData train = ReadArff("scene-train.arff.gz", ReadMulanLabels("scene.xml"));
//
// Attributes become features:
// - numeric, real and integer attributes: as they are;
// - nominal attributes with the values 0 and 1: as they are;
// - other nominal attributes with two values: 0 for the first and 1 for the second, named attribute=second;
// - nominal attributes with more values: one feature for each value, named attribute=value.
//
// The attributes listed in `labels` become the tags, in the order of the ARFF file: nominal with the values 0
// and 1, or the numbers 0 and 1.
//
// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line (and column) for
// - text that ARFF does not allow; string, date and relational attributes; weights of rows;
// - values that an attribute does not have, numbers that are not finite, labels that are neither 0 nor 1;
// - rows with a wrong number of values, and sparse indices that do not increase;
// - labels that no attribute has;
// - sparse rows in a large file that omit nearly all of their entries that are not 0.
// Memory is proportional to the file. Deterministic, thread-safe.
MultiLabelData ReadArff(const std::string& path, const std::vector<std::string>& labels,
                        const ArffOptions& options = {});

// Reads the names of the labels, in their order, from a file <labels><label name="..."/>...</labels>, plain
// or gzip. Labels may be nested up to 100 levels. Throws common::Error: kEnvironment if the file cannot be
// read; kData if it is not such an XML file, has no label, or has a label twice.
std::vector<std::string> ReadMulanLabels(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_FILE_H_
