// The attributes that the header of an ARFF file declares.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_ATTRIBUTES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_ATTRIBUTES_H_

#include <map>
#include <string>
#include <vector>

#include "structured_learning/multilabel/arff_lines.h"

namespace structlab::structured_learning {

struct ArffAttribute {
  std::string name;
  std::vector<std::string> values;  // values of a nominal attribute
  std::map<std::string, int> index_of;
  // The place of the type if it is string or date, which only an attribute that is left out may have.
  std::string place_of_text;
  std::string type;  // as written; empty if nominal
  // For a nominal attribute whose values say yes and no: the index of yes, or -1 if it is not among them.
  int index_of_yes = -1;
  bool says_yes_or_no = false;

  int tag = -1;            // index of the tag if the attribute is a label, or -1
  int feature = -1;        // index of its first feature, or -1
  bool is_binary = false;  // nominal with the values 0 and 1

  bool is_nominal() const { return !values.empty(); }
  bool has_feature_a_value() const { return values.size() > 2; }
  // Includes a value in the name if its position in the header determines the feature, so that another order
  // gives another name.
  std::string FeatureName() const { return values.size() == 2 && !is_binary ? name + "=" + values[1] : name; }
  // True if a sparse row that omits the attribute has an entry or a tag for it.
  bool HasDefault() const;
};

struct ArffDeclarations {
  std::string relation;        // what follows @relation, without quotes around it
  std::string relation_place;  // "file:line"
  std::vector<ArffAttribute> attributes;
};

// Reads the lines up to @data. The tags and features of the attributes are not set. Throws
// common::Error(kData) at file:line:column for text that ARFF does not allow, attributes of the same name,
// unknown types and relational attributes.
ArffDeclarations ReadArffDeclarations(ArffLines& lines);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ARFF_ATTRIBUTES_H_
