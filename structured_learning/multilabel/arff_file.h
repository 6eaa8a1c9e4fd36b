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
  // Attributes to ignore, such as the names of rows, or labels of rows whose tags are to be predicted. They
  // may be of the types string and date, and have any value. A name that no attribute has changes nothing.
  std::set<std::string> left_out = {};
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
// The attributes listed in `labels` become the tags, in the order of the ARFF file: the numbers 0 and 1, or
// nominal with values that say no and yes: 0 and 1, no and yes, false and true, off and on, absent and
// present, negative and positive, or -1 and 1, also n, y, f, t, neg, pos, in lower or upper case and in any
// order.
//
// Lines may also end in CR alone; a % after a value begins a comment.
//
// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line (and column) for
// - text that ARFF does not allow; unknown types, attributes of the types string, date and relational;
// weights of
//   rows;
// - values that an attribute does not have, numbers that are not finite, labels that are neither no nor yes;
// - rows with a wrong number of values, and sparse indices that do not increase;
// - labels that no attribute has;
// - sparse rows in a large file that omit nearly all of their entries that are not 0.
// Memory is proportional to the file. Deterministic, thread-safe.
MultiLabelData ReadArff(const std::string& path, const std::vector<std::string>& labels,
                        const ArffOptions& options = {});

// What the header of an ARFF file tells.
struct ArffHeader {
  std::string relation, place;          // what follows @relation, and "file:line"
  std::vector<std::string> attributes;  // their names
};

// Reads the lines of an ARFF file up to @data. Throws common::Error as ReadArff, except for attributes of the
// types string and date.
ArffHeader ReadArffHeader(const std::string& path);

// The labels by MEKA's convention: @relation 'name: -C n' says that the first n attributes are labels, or the
// last -n if n is below 0. Empty without -C, and if a filter of Weka changed the file ("weka.filters" in the
// relation), since filters move attributes. Throws common::Error(kData) if n is 0 or there are fewer
// attributes.
std::vector<std::string> MekaLabels(const ArffHeader& header);

// Reads the names of the labels, in their order, from a file <labels><label name="..."/>...</labels>, plain
// or gzip. Labels may be nested up to 100 levels. Throws common::Error: kEnvironment if the file cannot be
// read; kData if it is not such an XML file, has no label, or has a label twice.
std::vector<std::string> ReadMulanLabels(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_FILE_H_
