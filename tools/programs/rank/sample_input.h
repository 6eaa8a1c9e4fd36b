// The flags that name the samples of rank and their labels.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_RANK_SAMPLE_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_RANK_SAMPLE_INPUT_H_

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "structured_learning/ranking/files/ranking_file.h"

namespace structlab::tools {

// The formats of --data, as lines of --help.
extern const char kHelpOnSamples[];

struct LabelArguments {
  std::optional<std::string> positive;
  std::optional<double> relevant_from;

  structured_learning::RelevanceRule Rule() const;
};

// Adds --positive and --relevant-from.
void AddLabelFlags(common::CommandLine& line, LabelArguments& arguments);

// Reads the file at a path that is relative to the caller's folder, and prints its notes.
structured_learning::RankingFile ReadSamples(const std::string& path,
                                             const structured_learning::RankingFileOptions& options,
                                             std::FILE* messages);

// True if there are several scores and all are equal.
bool AreAllEqual(const std::vector<double>& scores);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_RANK_SAMPLE_INPUT_H_
