#include "tools/programs/rank/sample_input.h"

#include <algorithm>

#include "common/error.h"
#include "common/program.h"

namespace structlab::tools {

const char kHelpOnSamples[] = R"(
Samples (FILE; text files may end in .gz, too):
  .csv, .tsv, .txt: the first line names the columns. Columns without another use are features and hold numbers. The
    column query (or qid) says which samples belong together; without it all samples are one query.
  .svm, .svmlight, .libsvm, .letor: lines "label qid:3 1:0.5 2:1 # comment"; queries come in any order. A comment
    "docid = NAME" gives the id.
  .h5, .hdf5: the datasets features (or another one after a colon: file.h5:group/data) and label; other flags name
    datasets of numbers
)";

structured_learning::RelevanceRule LabelArguments::Rule() const {
  return {
      .positive = positive, .relevant_from = relevant_from, .label_flag = "--positive or --relevant-from"};
}

void AddLabelFlags(common::CommandLine& line, LabelArguments& arguments) {
  line.Option("--positive", arguments.positive,
              "the label of relevant samples (default: labels are 0 and 1)");
  line.Option("--relevant-from", arguments.relevant_from,
              "labels are grades, and samples of at least this grade are relevant");
}

structured_learning::RankingFile ReadSamples(const std::string& path,
                                             const structured_learning::RankingFileOptions& options,
                                             std::FILE* messages) {
  structured_learning::RankingFile file =
      structured_learning::ReadRankingFile(common::CallersPath(path), options);
  for (const std::string& note : file.notes) {
    std::fprintf(messages, "rank: note: %s: %s\n", path.c_str(), note.c_str());
  }
  return file;
}

bool AreAllEqual(const std::vector<double>& scores) {
  return scores.size() > 1 && std::ranges::all_of(scores, [&](double score) { return score == scores[0]; });
}

}  // namespace structlab::tools
