// Rows with tags from the files that people have.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TAGGED_ROWS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TAGGED_ROWS_H_

#include <string>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace CLI {
class App;
}

namespace structlab::tools {

struct TaggedRowsArguments {
  std::vector<std::string> data;  // one file, or several of vectors
  std::string tags;               // Mulan's XML, or the vectors of an annotation
  std::string missing = "refuse";
};
void AddTaggedRowsFlags(CLI::App& app, TaggedRowsArguments& arguments);

// The formats, as lines of --help.
extern const char kTaggedRowsHelp[];

// All paths are the caller's. With a model, rows of its features: features of svmlight that it does not
// have are left out, and those that occur counted in `left_out`; tags are the model's by their names where
// both have names, and others follow behind. Throws common::Error as the readers do, and for endings that no
// format has.
structured_learning::MultiLabelData ReadTaggedRows(const TaggedRowsArguments& arguments,
                                                   const structured_learning::SavedTagModel* model,
                                                   int* left_out = nullptr);

// Files that are read, for CheckDifferentFiles.
std::vector<std::string> FilesOf(const TaggedRowsArguments& arguments);

// The name of a tag, or its number from 0 where tags have none.
std::string NameOfTag(const std::vector<std::string>& names, int tag);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TAGGED_ROWS_H_
