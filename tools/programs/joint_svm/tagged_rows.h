// Reads rows with tags from files of common formats.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TAGGED_ROWS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TAGGED_ROWS_H_

#include <cstdio>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_learner.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {

struct TaggedRowsArguments {
  std::vector<std::string> data;  // one file, or several files of vectors
  std::string tags;               // Mulan's XML, or a file of annotation vectors
  std::string missing = "refuse";
  std::vector<std::string> ignored;  // attributes of an ARFF
};

// What is done with the tags of rows.
enum class TagUse {
  kRead,
  kIgnore,  // an ARFF may lack them or have any values for them; other formats as usual
};

void AddTaggedRowsFlags(common::CommandLine& line, TaggedRowsArguments& arguments);

// The formats, as lines of --help.
extern const char kTaggedRowsHelp[];

// Reads the rows. Paths are relative to the caller's folder. With a model:
//   - svmlight features that the model does not have are left out; a note gives the number of those that
//   occur;
//   - tags get the model's indices by name, if both have names; other tags follow after them.
// Prints notes to `messages`. Throws common::Error as the readers do, and for an unknown ending of a file's
// name.
structured_learning::MultiLabelData ReadTaggedRows(const TaggedRowsArguments& arguments,
                                                   const structured_learning::SavedTagModel* model,
                                                   TagUse use, std::FILE* messages);

// The input files, for CheckDifferentFiles: those that flags name, and the XML that is found beside an ARFF.
std::vector<NamedFile> InputFilesOf(const TaggedRowsArguments& arguments);

// The name of a tag, or its index (from 0) if tags have no names.
std::string NameOfTag(const std::vector<std::string>& names, int tag);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_TAGGED_ROWS_H_
